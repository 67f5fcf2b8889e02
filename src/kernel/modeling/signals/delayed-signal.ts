/**
 * An input that is an output of the run itself, a delay ago: s(t) = y(t - delay), as a lossless line has them.
 *
 * The run records y as it goes; between recorded points y is straight, or the parabola of a step that was recorded with its
 * middle, so that it is of the order of the scheme that records it; two points of one time are a jump. So s is known up to the last recorded time plus the delay, and no step
 * may reach beyond. Breakpoints of y come back as breakpoints of s. What is older than two delays is forgotten.
 */
import type { Signal } from './signal.js';

export class DelayedSignal implements Signal {
  readonly constant = false;
  /** Times and values of y, and its integral from the first to each. */
  #times: number[] = [];
  #values: number[] = [];
  /** By entry half of d^2y/dt^2 up to the next one. */
  #bends: number[] = [];
  #integrals: number[] = [];
  /** Times of s at which breakpoints arrive, rising. */
  #breakpoints: number[] = [];
  /** Where they come from: t + delay - delay may round to the wrong side of a jump at t. */
  #origins = new Map<number, number>();
  #largest = 0;

  /** y was `initial` before the run. */
  constructor(
    readonly delay: number,
    initial: number,
  ) {
    this.begin(0, initial);
  }

  /** Forgets what was recorded: y is `value` up to t. */
  begin(t: number, value: number): void {
    this.#times = [t - 2 * this.delay, t];
    this.#values = [value, value];
    this.#bends = [0, 0];
    this.#integrals = [0, 2 * this.delay * value];
    this.#breakpoints = [];
    this.#origins = new Map();
    this.#largest = Math.abs(value);
  }

  /** Tells y(t) after all times told before; the same time again is the right limit of a jump. */
  record(t: number, value: number): void {
    this.recordBent(t, value, 0);
  }

  /** The same of a parabola from the time told last: `bend` is half of its second derivative. */
  recordBent(t: number, value: number, bend: number): void {
    const last = this.#times.length - 1;
    const step = t - this.#times[last]!;
    if (step === 0 && value === this.#values[last]) return;
    this.#times.push(t);
    this.#values.push(value);
    this.#largest = Math.max(this.#largest, Math.abs(value));
    this.#bends[last] = bend;
    this.#bends.push(0);
    const straight = (step * (value + this.#values[last]!)) / 2;
    this.#integrals.push(this.#integrals[last]! + straight - (bend * step ** 3) / 6);
    if (last > 4096 && this.#times[last >> 1]! < t - 2 * this.delay) this.#forget(last >> 1);
  }

  /** Tells that y jumps or bends at t, which arrives at t + delay up to rounding. */
  markBreakpoint(t: number, arrival = t + this.delay): void {
    this.#breakpoints.push(arrival);
    this.#origins.set(arrival, t);
  }

  /**
   * Whether s jumps at t by more than a part of its largest value so far, or turns by as much within one of the steps that were recorded
   * on both sides: what was marked there may have moved nothing.
   */
  turnsAt(t: number, part: number): boolean {
    const y = this.#origin(t);
    const last = this.#lastAt(y);
    if (this.#times[last] !== y) return false;
    let first = last;
    while (first > 0 && this.#times[first - 1] === y) first--;
    const nothing = part * this.#largest;
    const [before, after] = [this.#values[first]!, this.#values[last]!];
    if (Math.abs(after - before) > nothing) return true;
    const came = first > 0 ? y - this.#times[first - 1]! : 0;
    const goes = (this.#times[last + 1] ?? y) - y;
    if (came === 0 || goes === 0) return true;
    const turn = (this.#values[last + 1]! - after) / goes - (before - this.#values[first - 1]!) / came;
    return Math.abs(turn) * Math.max(came, goes) > nothing;
  }

  /** Forgets what was told of times behind t, which was told of. */
  rewind(t: number): void {
    const count = this.#lastAt(t) + 1;
    for (const told of [this.#times, this.#values, this.#bends, this.#integrals]) told.length = count;
    this.#bends[count - 1] = 0;
    this.#breakpoints = this.#breakpoints.filter((arrival) => (this.#origins.get(arrival) ?? 0) <= t);
  }

  /** What was told last. */
  get lastRecorded(): number {
    return this.#values[this.#values.length - 1]!;
  }

  /** Time up to which s is known. */
  get knownUntil(): number {
    return this.#times[this.#times.length - 1]! + this.delay;
  }

  value(t: number): number {
    const y = this.#origin(t);
    const k = this.#lastAt(y);
    return this.#between(k, y);
  }

  valueLeft(t: number): number {
    const y = this.#origin(t);
    let k = this.#lastAt(y);
    while (k > 0 && this.#times[k] === y) k--;
    return this.#times[k + 1] === y ? this.#values[k + 1]! : this.#between(k, y);
  }

  integral(t0: number, t1: number): number {
    return this.#primitive(this.#origin(t1)) - this.#primitive(this.#origin(t0));
  }

  nextBreakpoint(t: number): number {
    let k = this.#breakpoints.length;
    while (k > 0 && this.#breakpoints[k - 1]! > t) k--;
    return this.#breakpoints[k] ?? Infinity;
  }

  /** The integral of y^2 over what has been recorded within a delay of the last time: what is on its way. */
  squareInFlight(): number {
    const last = this.#times.length - 1;
    const from = this.#times[last]! - this.delay;
    let sum = 0;
    for (let k = last; k > 0 && this.#times[k]! > from; k--) {
      const start = Math.max(this.#times[k - 1]!, from);
      const [a, b] = [this.#between(k - 1, start), this.#values[k]!];
      const h = this.#times[k]! - start;
      const bent = this.#bends[k - 1]! * h * h;
      sum += h * ((a * a + a * b + b * b) / 3 - (bent * (a + b)) / 6 + (bent * bent) / 30);
    }
    return sum;
  }

  #origin(t: number): number {
    return this.#origins.get(t) ?? t - this.delay;
  }

  /** The last entry at or before y; 0 before all. */
  #lastAt(y: number): number {
    let low = 0;
    let high = this.#times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#times[middle]! <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** y between entries k and k + 1; constant outside. */
  #between(k: number, y: number): number {
    const [t0, v0] = [this.#times[k]!, this.#values[k]!];
    const t1 = this.#times[k + 1];
    if (t1 === undefined || !(t1 > t0) || y <= t0) return v0;
    const straight = v0 + ((this.#values[k + 1]! - v0) * (y - t0)) / (t1 - t0);
    return straight + this.#bends[k]! * (y - t0) * (y - t1);
  }

  #primitive(y: number): number {
    const k = this.#lastAt(y);
    const u = y - this.#times[k]!;
    const straight = (u * (this.#values[k]! + this.#between(k, y))) / 2;
    return this.#integrals[k]! + straight - (this.#bends[k]! * u ** 3) / 6;
  }

  #forget(count: number): void {
    this.#times = this.#times.slice(count);
    this.#values = this.#values.slice(count);
    this.#bends = this.#bends.slice(count);
    this.#integrals = this.#integrals.slice(count);
    const oldest = this.#times[0]!;
    this.#breakpoints = this.#breakpoints.filter((breakpoint) => breakpoint >= oldest);
    this.#origins = new Map(
      this.#breakpoints.map((breakpoint) => [
        breakpoint,
        this.#origins.get(breakpoint) ?? breakpoint - this.delay,
      ]),
    );
  }
}
