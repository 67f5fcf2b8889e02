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

export class MovingTerms implements TraceReader {
  /** Inputs that move, and instances of each group, rising. */
  inputs: readonly number[];
  moving: readonly (readonly number[])[];
  /** Which inputs rest. */
  readonly rests: Uint8Array;
  /** Of each group instances that rest, and did not at the same values before. */
  readonly fresh: readonly number[][];
  /** Inputs that the last sorting looked at. */
  sorted: readonly number[] = [];
  /** Inputs of which is told that they changed, and which these are. */
  #told: number[] = [];
  readonly #isTold: Uint8Array;
  /** What reads input j: instances[at[j]] .. instances[at[j+1]-1], by group. */
  readonly #readers: readonly Readers[];

  /** `sorted`: signals are traces of blocks, which tell. Writes `values` of inputs that rest. */
  constructor(
    private readonly signals: readonly Signal[],
    private readonly groups: readonly LocalGroup[],
    private readonly values: Float64Array,
    sorted: boolean,
  ) {
    const count = signals.length;
    const isSorted = sorted && count >= MANY;
    this.inputs = isSorted ? [] : numbersBelow(count);
    // Of what reads no input nobody tells.
    this.moving = groups.map((group) => (isSorted ? withoutInputs(group) : numbersBelow(group.count)));
    this.fresh = groups.map(() => []);
    this.rests = new Uint8Array(count);
    this.#isTold = new Uint8Array(isSorted ? count : 0);
    this.#readers = isSorted ? groups.map((group) => readersOf(group, count)) : [];
    if (!isSorted) return;
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
    this.sorted = told;
    this.#told = [];
    const { rests, values } = this;
    const inputs = new Set(this.inputs);
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
    // In order: sums do not depend on who has read before.
    this.inputs = rising(inputs);
    this.moving = this.groups.map((group, g) => this.#sortGroup(group, g, told));
    return true;
  }

  /** The instances of a group that move; notes those that rest anew. */
  #sortGroup(group: LocalGroup, g: number, told: readonly number[]): readonly number[] {
    const { at, instances, isSeen } = this.#readers[g]!;
    const moving = new Set(this.moving[g]);
    const seen: number[] = [];
    for (const j of told) {
      for (let k = at[j]!; k < at[j + 1]!; k++) {
        const instance = instances[k]!;
        if (isSeen[instance] === 1) continue;
        isSeen[instance] = 1;
        seen.push(instance);
      }
    }
    const fresh = this.fresh[g]!;
    fresh.length = 0;
    for (const instance of seen) {
      isSeen[instance] = 0;
      if (this.#moves(group, instance)) moving.add(instance);
      else {
        moving.delete(instance);
        fresh.push(instance);
      }
    }
    return rising(moving);
  }

  #moves({ law, reads }: LocalGroup, instance: number): boolean {
    for (let at = instance * law.reads; at < (instance + 1) * law.reads; at++)
      if (reads[at]! > 0 && this.rests[reads[at]! - 1] === 0) return true;
    return false;
  }
}

function numbersBelow(length: number): number[] {
  const out: number[] = [];
  for (let k = 0; k < length; k++) out.push(k);
  return out;
}

/** Instances that read no input. */
function withoutInputs({ law, count, reads }: LocalGroup): number[] {
  const out: number[] = [];
  for (let instance = 0; instance < count; instance++) {
    const end = (instance + 1) * law.reads;
    let at = instance * law.reads;
    while (at < end && reads[at]! <= 0) at++;
    if (at === end) out.push(instance);
  }
  return out;
}

/** Instances of a group by the inputs that they read. */
interface Readers {
  readonly at: Int32Array;
  readonly instances: Int32Array;
  readonly isSeen: Uint8Array;
}

function readersOf({ law, count, reads }: LocalGroup, inputs: number): Readers {
  const at = new Int32Array(inputs + 1);
  const length = count * law.reads;
  for (let k = 0; k < length; k++) if (reads[k]! > 0) at[reads[k]!]!++;
  for (let j = 0; j < inputs; j++) at[j + 1]! += at[j]!;
  const next = at.slice();
  const instances = new Int32Array(at[inputs]!);
  for (let k = 0; k < length; k++)
    if (reads[k]! > 0) instances[next[reads[k]! - 1]!++] = Math.floor(k / law.reads);
  return { at, instances, isSeen: new Uint8Array(count) };
}

function rising(numbers: ReadonlySet<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}
