/**
 * Rows beside the output times of a run whose parts take steps of their own: straight lines between rows are to miss no unknown that is
 * written by more than `rowtol` of its range. Of each unknown the ends of the steps of the part that gives it are looked at, which are
 * short where it moves, or where the sources bend that it follows; between two output times they are taken by the cones of slopes of
 * `chord-watch.ts`. Cost: a few products for each step of those parts, and two readings more where output times enclose some.
 */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { TrajectoryStep } from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import { LEAST_RANGE, SAME_PART } from '../../kernel/simulation/step-records/row-loop.js';

export class PartStepRows {
  readonly #highest: Float64Array;
  readonly #lowest: Float64Array;
  #found: number[] = [];
  /** The last row: its time and value; the slopes that lead from it to all points behind it; the last of these, NaN for none. */
  readonly #door = { time: NaN, value: NaN, low: -Infinity, high: Infinity, waitsAt: NaN, waiting: NaN };

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
    for (let u = 0; u < this.unknowns.length; u++) {
      const signal = step.signalOf(this.unknowns[u] as number);
      if (!signal.constant) this.#follow(signal, u, step.t0, step.t1);
    }
    const close = SAME_PART * this.step;
    const rising = this.#found.sort((a, b) => a - b);
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
      if (t < end) t = nextPoint(signal, end - close);
      // Points next to an output time are that.
      while (t <= end + close && t < t1) t = nextPoint(signal, t);
    }
  }

  #begin(t: number, value: number, u: number): void {
    this.#measure(value, u);
    this.#open(t, value);
  }

  /** Leads lines from a row. */
  #open(t: number, value: number): void {
    const door = this.#door;
    door.time = t;
    door.value = value;
    door.low = -Infinity;
    door.high = Infinity;
    door.waitsAt = NaN;
  }

  /** Takes a point; where a line from the last row to it misses one before it, the one that waits becomes a row. */
  #take(t: number, value: number, u: number): void {
    const door = this.#door;
    this.#measure(value, u);
    const [run, climb] = [t - door.time, value - door.value];
    if ((climb < run * door.low || climb > run * door.high) && door.waitsAt > door.time) {
      this.#found.push(door.waitsAt);
      this.#open(door.waitsAt, door.waiting);
    }
    const [length, rise] = [t - door.time, value - door.value];
    const [top, bottom] = [this.#highest[u] as number, this.#lowest[u] as number];
    const bound = this.rowtol * Math.max(top - bottom, LEAST_RANGE * Math.max(top, -bottom));
    door.low = Math.max(door.low, (rise - bound) / length);
    door.high = Math.min(door.high, (rise + bound) / length);
    door.waitsAt = t;
    door.waiting = value;
  }

  #measure(value: number, u: number): void {
    this.#highest[u] = Math.max(this.#highest[u] as number, value);
    this.#lowest[u] = Math.min(this.#lowest[u] as number, value);
  }
}

/** The first time behind t at which a step of what gives the signal ends, or a source bends that it follows. */
function nextPoint(signal: Signal, t: number): number {
  return signal.nextSegment ? signal.nextSegment(t) : signal.nextBreakpoint(t);
}
