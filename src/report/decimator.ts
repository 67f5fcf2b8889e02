/**
 * Thins rows as they stream by to a bounded number of points a trace, so that no extreme is lost.
 *
 * Rows are gathered in buckets of equal row counts. Of each bucket and trace the first, the lowest, the
 * highest and the last row are kept, in their order; joined by lines they reach every peak of the bucket,
 * and a jump keeps both its sides, its edge no wider than a bucket (a pixel or so). While every row fits, a
 * bucket is one row, nothing is thinned and rows of equal time make vertical edges. When the buckets run out, neighbours are merged and the bucket grows.
 *
 * Memory and output: at most `limit` points a trace; time O(1) a number, amortised.
 */

/** Numbers kept a bucket: row and value of first, lowest, highest, last. */
const slots = 8;

export class Decimator {
  readonly #limit: number;
  readonly #traces: Trace[];
  #rowsPerBucket = 1;
  #rows = 0;

  /** `limit`: most points a trace; at least 16, rounded down to a multiple of 16. */
  constructor(traces: number, limit: number) {
    this.#limit = Math.max(16, limit - (limit % 16));
    this.#traces = Array.from({ length: traces }, () => new Trace(this.#limit));
  }

  get rows(): number {
    return this.#rows;
  }

  /** Takes one row: the scale and, from `offset` on, one value a trace. */
  add(scale: number, values: Float64Array, offset: number): void {
    const capacity = this.#rowsPerBucket === 1 ? this.#limit : this.#limit / 4;
    if (this.#rows === capacity * this.#rowsPerBucket) this.#merge(this.#rowsPerBucket === 1 ? 8 : 2);
    const bucket = Math.floor(this.#rows / this.#rowsPerBucket);
    const isFirst = this.#rows % this.#rowsPerBucket === 0;
    for (let k = 0; k < this.#traces.length; k++) {
      this.#traces[k]?.add(bucket, isFirst, this.#rows, scale, values[offset + k] ?? 0);
    }
    this.#rows++;
  }

  /** The points of a trace as x, y, x, y ... */
  points(trace: number): Float64Array {
    return this.#traces[trace]?.points(Math.ceil(this.#rows / this.#rowsPerBucket)) ?? new Float64Array(0);
  }

  #merge(factor: number): void {
    const buckets = Math.ceil(this.#rows / this.#rowsPerBucket);
    for (const trace of this.#traces) trace.merge(buckets, factor);
    this.#rowsPerBucket *= factor;
  }
}

/** Whether a value is less than what is kept; any number is less than NaN, which is a gap. */
const isBelow = (value: number, kept: number): boolean =>
  value < kept || (Number.isNaN(kept) && !Number.isNaN(value));

class Trace {
  /** row and value of first, lowest, highest, last: 8 numbers a bucket. */
  readonly #kept: Float64Array;
  /** Scale of the same four. */
  readonly #scale: Float64Array;

  constructor(buckets: number) {
    this.#kept = new Float64Array(slots * buckets);
    this.#scale = new Float64Array((slots / 2) * buckets);
  }

  add(bucket: number, isFirst: boolean, row: number, scale: number, value: number): void {
    if (isFirst) {
      for (let slot = 0; slot < 4; slot++) this.#set(bucket, slot, row, scale, value);
      return;
    }
    if (isBelow(value, this.#value(bucket, 1))) this.#set(bucket, 1, row, scale, value);
    if (isBelow(-value, -this.#value(bucket, 2))) this.#set(bucket, 2, row, scale, value);
    this.#set(bucket, 3, row, scale, value);
  }

  /** Joins each `factor` buckets into one. */
  merge(buckets: number, factor: number): void {
    for (let from = 0; from < buckets; from++) {
      const to = Math.floor(from / factor);
      const isFirst = from % factor === 0;
      if (isFirst) this.#copy(from, 0, to);
      if (isFirst || isBelow(this.#value(from, 1), this.#value(to, 1))) this.#copy(from, 1, to);
      if (isFirst || isBelow(-this.#value(from, 2), -this.#value(to, 2))) this.#copy(from, 2, to);
      this.#copy(from, 3, to);
    }
  }

  points(buckets: number): Float64Array {
    const out = new Float64Array(slots * buckets);
    const order = [0, 1, 2, 3];
    let size = 0;
    for (let bucket = 0; bucket < buckets; bucket++) {
      order.sort((a, b) => this.#row(bucket, a) - this.#row(bucket, b));
      let previous = -1;
      for (const slot of order) {
        const row = this.#row(bucket, slot);
        if (row === previous || Number.isNaN(this.#value(bucket, slot))) continue;
        previous = row;
        out[size++] = this.#scale[4 * bucket + slot] ?? 0;
        out[size++] = this.#value(bucket, slot);
      }
    }
    return out.slice(0, size);
  }

  #row(bucket: number, slot: number): number {
    return this.#kept[slots * bucket + 2 * slot] ?? 0;
  }

  #value(bucket: number, slot: number): number {
    return this.#kept[slots * bucket + 2 * slot + 1] ?? 0;
  }

  #set(bucket: number, slot: number, row: number, scale: number, value: number): void {
    this.#kept[slots * bucket + 2 * slot] = row;
    this.#kept[slots * bucket + 2 * slot + 1] = value;
    this.#scale[4 * bucket + slot] = scale;
  }

  #copy(from: number, slot: number, to: number): void {
    this.#set(to, slot, this.#row(from, slot), this.#scale[4 * from + slot] ?? 0, this.#value(from, slot));
  }
}
