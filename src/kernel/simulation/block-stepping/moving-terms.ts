/**
 * Which of many terms of an explicit unknown move: those that read an input that does not rest in the present window of blocks. The
 * current of a supply has a term for each of its thousands of gates, of which few switch at a time. What rests is looked at again
 * where it rests at another value than before. Few terms are not told apart: all of them move. Cost: linear in the terms, once a
 * window in which somebody reads.
 */
import type { LocalGroup } from '../../modeling/laws/local-law.js';
import type { Signal } from '../../modeling/signals/signal.js';
import { TraceSignal } from './trace.js';

/** Inputs from which on it pays. */
const MANY = 32;

/** What blocks do changes only where it does. */
export interface WindowClock {
  readonly time: number;
}

export class MovingTerms {
  /** Inputs that move, and which rest. */
  inputs: readonly number[];
  readonly rests: Uint8Array;
  /** Of each group the instances that move, those that rest, and of these those that did not at the same values. */
  moving: readonly (readonly number[])[];
  resting: readonly (readonly number[])[];
  fresh: readonly (readonly number[])[];
  /** Of the clock when it was sorted last; NaN before. */
  #time = NaN;
  /** Instances that were known at rest. */
  readonly #known: readonly Uint8Array[];
  readonly #changed: Uint8Array;

  /** Writes `values` of inputs that rest. */
  constructor(
    private readonly signals: readonly Signal[],
    private readonly groups: readonly LocalGroup[],
    private readonly values: Float64Array,
    private readonly clock: WindowClock | undefined,
  ) {
    this.inputs = [...signals.keys()];
    this.moving = groups.map(({ count }) => Array.from({ length: count }, (_, k) => k));
    this.resting = this.fresh = groups.map(() => []);
    const isSorted = clock !== undefined && signals.length >= MANY;
    if (!isSorted) this.clock = undefined;
    this.rests = new Uint8Array(signals.length);
    this.#changed = new Uint8Array(isSorted ? signals.length : 0);
    this.#known = groups.map(({ count }) => new Uint8Array(isSorted ? count : 0));
  }

  /** Sorts terms where blocks have gone on since; whether they have. */
  sort(t: number): boolean {
    if (!this.clock || this.#time === this.clock.time) return false;
    this.#time = this.clock.time;
    this.#sortInputs(t);
    const sorted = this.groups.map((group, g) => this.#sortGroup(group, this.#known[g]!));
    this.moving = sorted.map(({ moving }) => moving);
    this.resting = sorted.map(({ resting }) => resting);
    this.fresh = sorted.map(({ fresh }) => fresh);
    return true;
  }

  #sortInputs(t: number): void {
    const { signals, rests, values } = this;
    const inputs: number[] = [];
    for (let j = 0; j < signals.length; j++) {
      const signal = signals[j]!;
      const isResting = signal.constant || (signal instanceof TraceSignal && signal.trace.isAtRest);
      const rested = rests[j] === 1;
      rests[j] = isResting ? 1 : 0;
      if (!isResting) inputs.push(j);
      else {
        const value = signal.value(t);
        this.#changed[j] = rested && value === values[j] ? 0 : 1;
        values[j] = value;
      }
    }
    this.inputs = inputs;
  }

  #sortGroup(
    { law, count, reads }: LocalGroup,
    known: Uint8Array,
  ): Record<'moving' | 'resting' | 'fresh', number[]> {
    const { rests } = this;
    const [moving, resting, fresh]: [number[], number[], number[]] = [[], [], []];
    for (let instance = 0; instance < count; instance++) {
      let moves = false;
      let changes = false;
      for (let at = instance * law.reads; at < (instance + 1) * law.reads; at++) {
        const j = reads[at]! - 1;
        if (j < 0) continue;
        if (rests[j] === 0) moves = true;
        else if (this.#changed[j] === 1) changes = true;
      }
      if (moves) {
        moving.push(instance);
        known[instance] = 0;
        continue;
      }
      resting.push(instance);
      if (changes || known[instance] === 0) fresh.push(instance);
      known[instance] = 1;
    }
    return { moving, resting, fresh };
  }
}
