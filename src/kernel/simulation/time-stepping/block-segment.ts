/** The segment of a time-stepping run: a block of steps, all of its points held or only its last two. */
import { readMultipliers, type MultiplierMap } from '../linear/multiplier-map.js';
import type { Segment } from '../stream.js';

export class BlockSegment implements Segment {
  t0 = 0;
  t1 = 0;
  mode = -1;
  gridCount = 0;
  implicit = false;
  /** True of the first of a simulation: what was before it is not known. */
  afterEvent = true;
  #first = NaN;
  readonly #n: number;
  readonly #m: number;
  /** Times and points by grid index 0 .. gridCount. */
  readonly #time: Float64Array;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;

  /** Takes the points held at most, states and rows of lambda, and how the model's multipliers follow from them. */
  constructor(
    capacity: number,
    n: number,
    m: number,
    private readonly multipliers?: MultiplierMap,
  ) {
    this.#n = n;
    this.#m = m;
    this.#time = new Float64Array(capacity + 1);
    this.#x = new Float64Array((capacity + 1) * n);
    this.#lambda = new Float64Array((capacity + 1) * m);
  }

  /** Starts at a point; the following `append`s extend it. */
  begin(t: number, x: Float64Array, lambda: Float64Array): void {
    if (Number.isNaN(this.#first)) this.#first = t;
    this.afterEvent = t === this.#first;
    this.gridCount = 0;
    this.t0 = t;
    this.#put(t, x, lambda, 0);
  }

  /** Appends the point in the given row of x and lambda. */
  append(t: number, x: Float64Array, lambda: Float64Array, row: number): void {
    this.gridCount++;
    this.#put(t, x, lambda, row);
  }

  gridTime(k: number): number {
    return this.#time[k]!;
  }

  gridPoint(k: number, x: Float64Array, lambda: Float64Array): void {
    for (let i = 0; i < this.#n; i++) x[i] = this.#x[k * this.#n + i]!;
    if (this.multipliers) {
      readMultipliers(this.multipliers, this.#lambda, k * this.#m, lambda);
      return;
    }
    for (let i = 0; i < this.#m; i++) lambda[i] = this.#lambda[k * this.#m + i]!;
  }

  interpolate(t: number, x: Float64Array, lambda: Float64Array): void {
    let low = 0;
    let high = this.gridCount;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#time[middle]! <= t) low = middle;
      else high = middle;
    }
    const from = this.#time[low]!;
    const to = this.#time[high]!;
    const part = to > from ? (t - from) / (to - from) : 1;
    for (let i = 0; i < this.#n; i++) {
      x[i] = (1 - part) * this.#x[low * this.#n + i]! + part * this.#x[high * this.#n + i]!;
    }
    if (this.multipliers) {
      const between = new Float64Array(this.#m);
      this.#mix(low, high, part, between);
      readMultipliers(this.multipliers, between, 0, lambda);
      return;
    }
    this.#mix(low, high, part, lambda);
  }

  #mix(low: number, high: number, part: number, lambda: Float64Array): void {
    for (let i = 0; i < this.#m; i++) {
      lambda[i] = (1 - part) * this.#lambda[low * this.#m + i]! + part * this.#lambda[high * this.#m + i]!;
    }
  }

  #put(t: number, x: Float64Array, lambda: Float64Array, row: number): void {
    const k = this.gridCount;
    const n = this.#n;
    const m = this.#m;
    this.#time[k] = t;
    this.t1 = t;
    for (let i = 0; i < n; i++) this.#x[k * n + i] = x[row * n + i]!;
    for (let i = 0; i < m; i++) this.#lambda[k * m + i] = lambda[row * m + i]!;
  }
}
