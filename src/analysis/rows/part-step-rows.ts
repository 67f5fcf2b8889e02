/**
 * Rows beside the output times of a run whose parts take steps of their own: straight lines between rows are to miss no unknown that is
 * written by more than `rowtol` of its range. Of each unknown the ends of the steps of the part that gives it are looked at, which are
 * short where it moves, or where the sources bend that it follows: those between two output times, by `chord-watch.ts`. Where one
 * jumps both limits are to be rows.
 * Cost: a few products for each step of those parts, and two readings more where output times enclose some.
 */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { TrajectoryStep } from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import { LEAST_RANGE, SAME_PART } from '../../kernel/simulation/step-records/row-loop.js';
import { ChordWatch } from './chord-watch.js';

export class PartStepRows {
  /** The times strictly within the step that was looked at last at which an unknown jumps by more than lines may miss, rising. */
  jumps: readonly number[] = [];
  readonly #highest: Float64Array;
  readonly #lowest: Float64Array;
  #found: number[] = [];
  readonly #jumps = new Set<number>();
  readonly #watch = new ChordWatch(2);
  /** Time and value of a point, and of the one before it; a time NaN where that is a row. */
  readonly #point = new Float64Array(2);
  readonly #waiting = new Float64Array(2);
  readonly #bounds = new Float64Array(2);

  constructor(
    private readonly unknowns: Int32Array,
    /** Output step, seconds. */
    private readonly step: number,
    private readonly rowtol: number,
  ) {
    this.#highest = new Float64Array(unknowns.length).fill(-Infinity);
    this.#lowest = new Float64Array(unknowns.length).fill(Infinity);
  }

  /** The times strictly within a step that become rows, rising; undefined where all parts have this one step. */
  times(step: TrajectoryStep): readonly number[] | undefined {
    if (!step.signalOf) return undefined;
    this.#found = [];
    this.#jumps.clear();
    for (let u = 0; u < this.unknowns.length; u++) {
      const signal = step.signalOf(this.unknowns[u] as number);
      if (signal.constant) continue;
      this.#follow(signal, u, step.t0, step.t1);
      this.#noteJumps(signal, u, step.t0, step.t1);
    }
    this.jumps = [...this.#jumps].sort((a, b) => a - b);
    const close = SAME_PART * this.step;
    const rising = this.#found.filter((t) => !this.#jumps.has(t)).sort((a, b) => a - b);
    return rising.filter((t, k) => k === 0 || t - (rising[k - 1] as number) > close);
  }

  /** Looks at what one signal does from t0 to t1. */
  #follow(signal: Signal, u: number, t0: number, t1: number): void {
    const { step } = this;
    const close = SAME_PART * step;
    let t = nextPoint(signal, t0);
    while (t < t1) {
      const begin = step * Math.floor((t + close) / step);
      const end = Math.min(begin + step, t1);
      this.#begin(Math.max(begin, t0), signal.value(Math.max(begin, t0)), u);
      for (; t < end - close; t = nextPoint(signal, t))
        if (t > begin + close) this.#take(t, signal.value(t), u);
      this.#take(end, signal.valueLeft(end), u);
      // Points next to an output time are that.
      while (t <= end + close && t < t1) t = nextPoint(signal, t);
    }
  }

  #noteJumps(signal: Signal, u: number, t0: number, t1: number): void {
    for (let t = signal.nextBreakpoint(t0); t < t1; t = signal.nextBreakpoint(t))
      if (Math.abs(signal.value(t) - signal.valueLeft(t)) > this.#bound(u)) this.#jumps.add(t);
  }

  /** Lines begin at an output time. */
  #begin(t: number, value: number, u: number): void {
    this.#set(t, value, u);
    this.#watch.begin(this.#point);
    this.#waiting[0] = NaN;
  }

  /** Takes a point; where a line from the last row to it misses one before it, the one that waits becomes a row. */
  #take(t: number, value: number, u: number): void {
    this.#set(t, value, u);
    const [watch, point, waiting, bounds] = [this.#watch, this.#point, this.#waiting, this.#bounds];
    const before = waiting[0] as number;
    if (!watch.passes(point, bounds) && !Number.isNaN(before)) {
      this.#found.push(before);
      watch.begin(waiting);
      watch.passes(point, bounds);
    }
    waiting.set(point);
  }

  /** Sets the point, and the bound of its unknown by the range so far. */
  #set(t: number, value: number, u: number): void {
    this.#point[0] = t;
    this.#point[1] = value;
    this.#highest[u] = Math.max(this.#highest[u] as number, value);
    this.#lowest[u] = Math.min(this.#lowest[u] as number, value);
    this.#bounds[1] = this.#bound(u);
  }

  /** What lines may miss of an unknown. */
  #bound(u: number): number {
    const [top, bottom] = [this.#highest[u] as number, this.#lowest[u] as number];
    return this.rowtol * Math.max(top - bottom, LEAST_RANGE * Math.max(top, -bottom));
  }
}

/** The first time behind t at which a step of what gives the signal ends, or a source bends that it follows. */
function nextPoint(signal: Signal, t: number): number {
  return signal.nextSegment ? signal.nextSegment(t) : signal.nextBreakpoint(t);
}
