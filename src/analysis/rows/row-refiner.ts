/**
 * Finds the points between given ones without which lines would miss a written quantity: intervals are halved until their
 * middle lies on its chord, level by level, all middles of a level at once. Where three points in a row lie on a
 * line no middle is looked at, unless an expression is written: it may have steps between them. Those are halved down to
 * rounding; the middle of even stairs is on their chord, so that stairs are looked at twice.
 */
import { bentColumn } from './chord-watch.js';
import type { RowPool } from './row-pool.js';

/** An interval is halved so often at most: what still bends then is a jump. */
const maxHalvings = 40;
/** So many points between two given ones are looked at; an expression of noise bends everywhere. */
const maxLooks = 2000;
const middles: readonly number[] = [0.5];
const stairMiddles: readonly number[] = [0.381966, 0.5];

export class RowRefiner {
  /** The point behind each, in time; -1 behind the last. */
  next: Int32Array = new Int32Array(0);
  /** Begin, end and the given point at the end of every interval of a level, three numbers each, and of the next level. */
  #intervals: Int32Array = new Int32Array(0);
  #halves: Int32Array = new Int32Array(0);
  #looks: Int32Array = new Int32Array(0);

  constructor(private readonly pool: RowPool) {}

  /** Links points [0, count), the first `known` of which had their turn; returns the number of points with those in between. */
  refine(known: number, count: number): number {
    this.#reserve(count);
    for (let k = 0; k < count; k++) {
      this.next[k] = k + 1 < count ? k + 1 : -1;
      this.#looks[k] = 0;
    }
    let total = count;
    let intervals = this.#chords(known, count);
    for (let depth = 0; depth < maxHalvings && intervals > 0; depth++) {
      const from = total;
      total = this.#look(intervals, total);
      intervals = this.#halve(intervals, from, total);
      [this.#intervals, this.#halves] = [this.#halves, this.#intervals];
    }
    return total;
  }

  /** The intervals between given points that need a look. */
  #chords(known: number, count: number): number {
    const { rows, bounds, reader } = this.pool;
    const { width, smooth } = reader;
    let intervals = 0;
    for (let k = Math.max(1, known); k < count; k++) {
      const [first, middle, last] = [(k - 2) * width, (k - 1) * width, k * width];
      if (smooth && k >= 2 && bentColumn(rows, first, middle, last, bounds) === 0) continue;
      this.#intervals[3 * intervals] = k - 1;
      this.#intervals[3 * intervals + 1] = k;
      this.#intervals[3 * intervals + 2] = k;
      intervals++;
    }
    return intervals;
  }

  /** Fills in the points at which intervals are looked at, `parts` of them each; returns the number of points then. */
  #look(intervals: number, total: number): number {
    const { pool } = this;
    const parts = pool.reader.smooth ? middles : stairMiddles;
    pool.reserve(total + parts.length * intervals);
    const { times, left, nearEvent } = pool.track;
    let to = total;
    for (let i = 0; i < intervals; i++) {
      const a = times[this.#intervals[3 * i] as number] as number;
      const b = times[this.#intervals[3 * i + 1] as number] as number;
      for (const part of parts) {
        times[to] = a + part * (b - a);
        left[to] = 0;
        nearEvent[to] = 0;
        to++;
      }
    }
    pool.fill(total, to);
    return to;
  }

  /** Links the points that are off their chords in between; returns the number of intervals of the next level. */
  #halve(intervals: number, from: number, total: number): number {
    const parts = this.pool.reader.smooth ? 1 : stairMiddles.length;
    this.#reserve(total);
    let halves = 0;
    for (let i = 0; i < intervals; i++) {
      const a = this.#intervals[3 * i] as number;
      const b = this.#intervals[3 * i + 1] as number;
      const given = this.#intervals[3 * i + 2] as number;
      for (let part = parts - 1; part >= 0; part--) {
        const middle = from + parts * i + part;
        this.#looks[given] = (this.#looks[given] as number) + 1;
        if (this.#looks[given] > maxLooks) break;
        if (!this.#isBent(a, middle, b)) continue;
        this.next[a] = middle;
        this.next[middle] = b;
        this.#note(halves++, a, middle, given);
        this.#note(halves++, middle, b, given);
        break;
      }
    }
    return halves;
  }

  #note(index: number, a: number, b: number, given: number): void {
    this.#halves[3 * index] = a;
    this.#halves[3 * index + 1] = b;
    this.#halves[3 * index + 2] = given;
  }

  #isBent(a: number, middle: number, b: number): boolean {
    const { rows, bounds, reader, track } = this.pool;
    const t = track.times[middle] as number;
    if (!(t > (track.times[a] as number) && t < (track.times[b] as number))) return false;
    const { width } = reader;
    for (;;) {
      const column = bentColumn(rows, a * width, middle * width, b * width, bounds);
      if (column === 0) return false;
      if (!this.pool.raise(column, middle)) return true;
    }
  }

  #reserve(count: number): void {
    if (this.next.length < count) {
      const next = new Int32Array(2 * count);
      next.set(this.next);
      this.next = next;
    }
    if (this.#looks.length < count) this.#looks = grown(this.#looks, 2 * count);
    if (this.#intervals.length < 6 * count) this.#intervals = grown(this.#intervals, 12 * count);
    if (this.#halves.length < 6 * count) this.#halves = grown(this.#halves, 12 * count);
  }
}

function grown(array: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
