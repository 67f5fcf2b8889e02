/**
 * Looks for comparisons that chatter in sparse steps: they turn over again and again while what they compare stays within the hysteresis
 * that they would be given, so fast that the run would have more turns than anybody waits for. What decides their pace is then a
 * parasitic (the capacitance of a junction), or nothing but the length of steps: what turns within a step may be turned back where the next
 * one begins. Or they slide, by steps so short that the run would not
 * end: where what they compare follows them by way of two charges, any error of the first is what the slide is to make good at
 * once, and at no length of steps does it settle.
 */
import { formAt } from '../../kernel/simulation/sparse-stepping/events/guard-state.js';
import type {
  AcceptedStep,
  StepObserver,
} from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import type { SteppedComparison } from '../../circuit/sparse/comparisons-by-steps.js';

/** Turns over which the pace is taken. */
const TURNS = 64;
/** At a pace of so many turns in what is left of the run it chatters. */
const MANY = 1e5;
/** Steps of a slide in what is left of the run at which it does not settle; short ones that soon grow are no pace. */
const ENDLESS = 1e9;
/** How far from its two values what slides is. */
const BETWEEN = 1e-6;

/** What happened again and again, by comparison: how often, and since when. */
class Tally {
  readonly #count: Int32Array;
  readonly #since: Float64Array;

  constructor(size: number) {
    this.#count = new Int32Array(size);
    this.#since = new Float64Array(size).fill(-Infinity);
  }

  /** Begins anew at a time. */
  clear(k: number, t: number): void {
    this.#count[k] = 0;
    this.#since[k] = t;
  }

  hasBegun(k: number): boolean {
    return this.#since[k] !== -Infinity;
  }

  /** Counts one more at a time; whether it is the last of `TURNS` at a pace of more than `many` in what is left of the run. */
  isFast(k: number, t: number, left: number, many: number): boolean {
    this.#count[k] = (this.#count[k] as number) + 1;
    if (this.#count[k] < TURNS) return false;
    const isFast = t - (this.#since[k] as number) < (TURNS * left) / many;
    this.clear(k, t);
    return isFast;
  }
}

export class ComparisonPace implements StepObserver {
  /** Elements that chatter at the end of the last step, and whether what they turn turns them back at once. */
  found: readonly string[] = [];
  turnsBack = false;
  readonly #isOn: Uint8Array;
  /** 1 where a turn that is counted came within a step. */
  readonly #within: Uint8Array;
  readonly #turns: Tally;
  readonly #slides: Tally;

  constructor(
    private readonly comparisons: readonly SteppedComparison[],
    private readonly tstop: number,
  ) {
    this.#isOn = new Uint8Array(comparisons.length);
    this.#within = new Uint8Array(comparisons.length);
    this.#turns = new Tally(comparisons.length);
    this.#slides = new Tally(comparisons.length);
  }

  step({ points, first, last, t1 }: AcceptedStep): void {
    if (this.found.length > 0) this.found = [];
    this.turnsBack = false;
    const left = this.tstop - t1;
    for (let k = 0; k < this.comparisons.length; k++) {
      const { control, unknown, band, element } = this.comparisons[k] as SteppedComparison;
      const value = last[unknown] as number;
      const isOn = value > 0.5 ? 1 : 0;
      const begins = (first[unknown] as number) > 0.5 ? 1 : 0;
      const isWithin = points.every((w) => Math.abs(formAt(control, w)) <= band);
      const slides = isWithin && Math.min(value, 1 - value) > BETWEEN;
      let isFast = false;
      if (!isWithin || !this.#slides.hasBegun(k)) this.#slides.clear(k, t1);
      else if (slides) isFast = this.#slides.isFast(k, t1, left, ENDLESS);
      if (!isWithin || !this.#turns.hasBegun(k)) {
        this.#turns.clear(k, t1);
        this.#within[k] = 0;
      } else {
        if (isOn !== begins) this.#within[k] = 1;
        if (begins !== this.#isOn[k] && this.#turns.isFast(k, t1, left, MANY)) isFast = true;
        if (isOn !== begins && this.#turns.isFast(k, t1, left, MANY)) isFast = true;
      }
      this.#isOn[k] = isOn;
      if (!isFast) continue;
      this.found = [...this.found, element];
      this.turnsBack ||= this.#within[k] === 1;
    }
  }

  /** Elements whose comparison is at its threshold at a point (z | u | 0). */
  at(w: Float64Array): readonly string[] {
    return this.comparisons.flatMap(({ control, band, element }) =>
      Math.abs(formAt(control, w)) <= band ? element : [],
    );
  }
}
