/**
 * Follows the rows that slide, y = 0 with lambda strictly between the bounds of a relay, from piece to piece:
 * an interval ends with the first piece over which its row does not slide. The range of the equivalent
 * control is taken at the ends of pieces and `inside` points between them.
 */
import type { Segment, SlidingInterval } from '../stream.js';

/** Pieces turn by at most two radians of the fastest motion: extremes lie within 0.2 % of the range. */
const inside = 15;

interface Open {
  readonly row: number;
  readonly start: number;
  lower: number;
  upper: number;
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

  /** Takes a piece and the rows that slide over it. */
  follow(piece: Segment, rows: readonly number[]): void {
    this.#end = piece.t1;
    if (rows.length === 0 || !(piece.t1 > piece.t0)) return;
    for (let k = 0; k <= inside + 1; k++) {
      const t = k > inside ? piece.t1 : piece.t0 + ((piece.t1 - piece.t0) * k) / (inside + 1);
      piece.interpolate(t, this.#x, this.#lambda);
      for (const row of rows) {
        const open = this.#interval(row, piece.t0);
        open.lower = Math.min(open.lower, this.#lambda[row]!);
        open.upper = Math.max(open.upper, this.#lambda[row]!);
      }
    }
  }

  /** Takes the rows that go on sliding; returns the intervals that have ended. */
  leave(rows: readonly number[]): readonly SlidingInterval[] {
    if (this.#open.size === 0) return none;
    const ended: SlidingInterval[] = [];
    for (const [row, { start, lower, upper }] of this.#open) {
      if (rows.includes(row)) continue;
      ended.push({ row, start, end: this.#end, lower, upper });
      this.#open.delete(row);
    }
    return ended;
  }

  #interval(row: number, start: number): Open {
    let open = this.#open.get(row);
    if (!open) {
      open = { row, start, lower: Infinity, upper: -Infinity };
      this.#open.set(row, open);
    }
    return open;
  }
}

const none: readonly SlidingInterval[] = Object.freeze([]);
