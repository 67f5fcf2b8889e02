/**
 * Which of many terms of an explicit unknown move: those that read an input that does not rest in the present window of blocks. The
 * current of a supply has a term for each of its thousands of gates, of which few switch at a time. Traces tell when what they hold
 * is another; what rests is looked at again then. Few terms are not told apart: all of them move. Cost: linear in the terms once,
 * then in those that are told of, and one addition for each.
 */
import type { LocalGroup } from '../../modeling/laws/local-law.js';
import type { Signal } from '../../modeling/signals/signal.js';
import { type TraceReader, TraceSignal } from './trace.js';

/** Inputs from which on it pays. */
const MANY = 32;

/** An instance of a group of laws. */
interface Term {
  readonly group: number;
  readonly instance: number;
}

export class MovingTerms implements TraceReader {
  /** Inputs that move, and instances of each group, rising. */
  inputs: readonly number[];
  moving: readonly (readonly number[])[];
  /** Which inputs rest. */
  readonly rests: Uint8Array;
  /** Instances that rest, and did not at the same values before. */
  readonly fresh: Term[] = [];
  readonly #areSorted: boolean;
  /** Inputs of which is told that they changed, and which these are. */
  #told: number[] = [];
  readonly #isTold: Uint8Array;
  /** What reads input j: terms[at[j]] .. terms[at[j+1]-1]. */
  readonly #at: Int32Array;
  readonly #terms: readonly Term[];

  /** `sorted`: signals are traces of blocks, which tell. Writes `values` of inputs that rest. */
  constructor(
    private readonly signals: readonly Signal[],
    private readonly groups: readonly LocalGroup[],
    private readonly values: Float64Array,
    sorted: boolean,
  ) {
    const count = signals.length;
    this.inputs = [...signals.keys()];
    this.moving = groups.map((group) => Array.from({ length: group.count }, (_, k) => k));
    this.#areSorted = sorted && count >= MANY;
    this.rests = new Uint8Array(count);
    this.#isTold = new Uint8Array(this.#areSorted ? count : 0);
    this.#at = new Int32Array(this.#areSorted ? count + 1 : 0);
    this.#terms = this.#areSorted ? this.#readers() : [];
    if (!this.#areSorted) return;
    for (let j = 0; j < count; j++) {
      const signal = signals[j]!;
      if (signal instanceof TraceSignal) signal.trace.tellTo(this, j);
      this.changed(j);
    }
  }

  changed(input: number): void {
    if (this.#isTold[input] === 1) return;
    this.#isTold[input] = 1;
    this.#told.push(input);
  }

  /** Sorts terms where inputs have changed since; whether some have. */
  sort(t: number): boolean {
    if (this.#told.length === 0) return false;
    const told = this.#told;
    this.#told = [];
    const { rests, values } = this;
    const moving = this.moving.map((list) => new Set(list));
    const inputs = new Set(this.inputs);
    this.fresh.length = 0;
    for (const j of told) {
      this.#isTold[j] = 0;
      const signal = this.signals[j]!;
      const isResting = signal.constant || (signal instanceof TraceSignal && signal.trace.isAtRest);
      rests[j] = isResting ? 1 : 0;
      if (isResting) {
        values[j] = signal.value(t);
        inputs.delete(j);
      } else inputs.add(j);
    }
    for (const j of told) {
      for (let k = this.#at[j]!; k < this.#at[j + 1]!; k++) {
        const term = this.#terms[k]!;
        if (this.#moves(term)) moving[term.group]!.add(term.instance);
        else {
          moving[term.group]!.delete(term.instance);
          this.fresh.push(term);
        }
      }
    }
    // In order: sums do not depend on who has read before.
    this.inputs = rising(inputs);
    this.moving = moving.map(rising);
    return true;
  }

  #moves({ group, instance }: Term): boolean {
    const { law, reads } = this.groups[group]!;
    for (let at = instance * law.reads; at < (instance + 1) * law.reads; at++)
      if (reads[at]! > 0 && this.rests[reads[at]! - 1] === 0) return true;
    return false;
  }

  #readers(): Term[] {
    const at = this.#at;
    const each = (tell: (input: number, group: number, instance: number) => void): void => {
      this.groups.forEach(({ law, count, reads }, group) => {
        for (let k = 0; k < count * law.reads; k++)
          if (reads[k]! > 0) tell(reads[k]! - 1, group, Math.floor(k / law.reads));
      });
    };
    each((input) => at[input + 1]!++);
    for (let j = 0; j + 1 < at.length; j++) at[j + 1]! += at[j]!;
    const next = at.slice();
    const terms = new Array<Term>(at[at.length - 1]!);
    each((input, group, instance) => (terms[next[input]!++] = { group, instance }));
    return terms;
  }
}

function rising(numbers: ReadonlySet<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}
