/**
 * Follows the rows that slide, y = 0 with lambda strictly between the bounds of a relay, from segment to segment:
 * an interval ends with the first segment over which its row does not slide. The range of the equivalent
 * control is taken at the ends of segments and `inside` points between them, its mean by Simpson's rule over these.
 */
import type { Segment, SlidingInterval } from '../stream.js';

/** Segments turn by at most two radians of the fastest motion: extremes lie within 0.2 % of the range. */
const inside = 15;

interface Open {
  readonly row: number;
  readonly start: number;
  lower: number;
  upper: number;
  /** Integral of lambda so far. */
  area: number;
}

export class SlidingWatch {
  readonly #open = new Map<number, Open>();
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  #end = 0;

  constructor(n: number, m: number) {
    this.#x = new Float64Array(n);
    this.#lambda = new Float64Array(m);
  }

  /** Takes a segment and the rows that slide over it. */
  follow(segment: Segment, rows: readonly number[]): void {
    this.#end = segment.t1;
    if (rows.length === 0 || !(segment.t1 > segment.t0)) return;
    const step = (segment.t1 - segment.t0) / (inside + 1);
    for (let k = 0; k <= inside + 1; k++) {
      segment.interpolate(k > inside ? segment.t1 : segment.t0 + step * k, this.#x, this.#lambda);
      const weight = k === 0 || k > inside ? 1 : k % 2 === 0 ? 2 : 4;
      for (const row of rows) {
        const open = this.#interval(row, segment.t0);
        open.area += (weight * step * this.#lambda[row]!) / 3;
        open.lower = Math.min(open.lower, this.#lambda[row]!);
        open.upper = Math.max(open.upper, this.#lambda[row]!);
      }
    }
  }

  /** Takes the rows that go on sliding; returns the intervals that have ended. */
  leave(rows: readonly number[]): readonly SlidingInterval[] {
    if (this.#open.size === 0) return none;
    const ended: SlidingInterval[] = [];
    for (const [row, { start, lower, upper, area }] of this.#open) {
      if (rows.includes(row)) continue;
      const end = this.#end;
      ended.push({ row, start, end, lower, upper, mean: area / (end - start) });
      this.#open.delete(row);
    }
    return ended;
  }

  #interval(row: number, start: number): Open {
    let open = this.#open.get(row);
    if (!open) {
      open = { row, start, lower: Infinity, upper: -Infinity, area: 0 };
      this.#open.set(row, open);
    }
    return open;
  }
}

const none: readonly SlidingInterval[] = Object.freeze([]);
