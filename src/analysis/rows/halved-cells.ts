/**
 * Finds the times at which rows are wanted between multiples of the output step, as middles, quarters, eighths ... of a
 * step: several parts of a circuit that ask for rows, each by itself, so ask for the same ones, and what all of them ask
 * for is about what the one that moves fastest needs.
 *
 * An interval of length d on which |y''| <= M is off its chord by at most d^2/8 M. M is read off second derivatives at points
 * so close that these bend little between them, as in `curvature-refiner.ts`; where they are not known the middle of a
 * interval is looked at. Cost: the non-zeros of the second derivatives a multiple of the output step.
 */
import { bend, bentColumn } from './chord-watch.js';
import type { RowPool } from './row-pool.js';

/** Largest angle between points at which second derivatives are read, and how many are at most read of an interval. */
const largestAngle = 0.5;
const maxParts = 64;
/** A step is halved so often at most. */
const maxHalvings = 40;
/** In parts of a step below this values are looked at: what second derivatives bound, a decay behind an event, ends long before. */
const boundedPart = 2 ** -8;
/** Where an interval turns by less than this, halving it leaves a quarter of what it bends, and a part of rounding: at most so much. */
const resolvedAngle = 0.5;
const shrinks = 0.5;

export class HalvedCells {
  /** |y''| over the bound at the points of the pool, largest of all columns. */
  #ratios = new Float64Array(64);
  #curvatures = new Float64Array(0);
  /** Of the present interval: begin, distance of points, and the first of them. */
  #begin = 0;
  #distance = 0;
  #first = 0;
  #parts = 0;
  /** The first point of the pool that is free. */
  #free = 0;
  /** Time of the last row that is known of, and those that were wanted behind it. */
  #anchor = 0;
  #wanted: number[] = [];

  /** `share`: of each column the part of its bound that lines may use up; `step`: the output step. */
  constructor(
    private readonly pool: RowPool,
    private readonly share: Float64Array,
    private readonly step: number,
    private readonly want: (time: number) => void,
  ) {}

  /** There is a row at t. */
  mark(t: number): void {
    this.#anchor = t;
  }

  /**
   * Asks for rows between points 0 .. count - 1 of the pool, which are filled in: `cells[k]` is the number of the output step in
   * which the interval behind point k lies. Whether there will be a row at the last point nobody knows.
   */
  ask(count: number, cells: Float64Array): void {
    const { track, reader } = this.pool;
    const isKnown = reader.hasCurvatures(track);
    let last = count;
    if (isKnown) last = this.#read(count);
    this.#free = last;
    let from = count;
    for (let k = 0; k + 1 < count; k++) {
      const begin = track.times[k] as number;
      const end = track.times[k + 1] as number;
      if (!(end > begin)) continue;
      const node = { begin, end, low: cells[k] as number, size: 1 };
      this.#pass(begin);
      if (isKnown) {
        this.#parts = this.#partsOf(k);
        this.#begin = begin;
        this.#distance = (end - begin) / this.#parts;
        this.#first = from;
        from += this.#parts - 1;
        this.#halve(k, node);
      } else this.#look(k, k + 1, last, node);
    }
  }

  /** Reads second derivatives at the points and between them; returns where they end in the pool. */
  #read(count: number): number {
    const { pool } = this;
    let last = count;
    for (let k = 0; k + 1 < count; k++) {
      const parts = this.#partsOf(k);
      pool.reserve(last + parts);
      const { times } = pool.track;
      const [a, b] = [times[k] as number, times[k + 1] as number];
      for (let part = 1; part < parts; part++)
        pool.track.set(last++, a + (part / parts) * (b - a), 'right', false);
    }
    const { track, reader } = pool;
    if (last > count) track.fill(count, last);
    const columns = reader.width - 1;
    if (this.#curvatures.length < track.times.length * columns)
      this.#curvatures = new Float64Array(track.times.length * columns);
    if (this.#ratios.length < last) this.#ratios = new Float64Array(track.times.length);
    // Times rise within a reading.
    reader.readCurvatures(track, 0, count, this.#curvatures);
    if (last > count) reader.readCurvatures(track, count, last, this.#curvatures);
    for (let k = 0; k < last; k++) this.#ratios[k] = this.#ratio(k, this.step ** 2 / 8);
    return last;
  }

  /** Intervals between points behind given point k. */
  #partsOf(k: number): number {
    const { times, rate } = this.pool.track;
    const angle = rate * ((times[k + 1] as number) - (times[k] as number));
    return angle > largestAngle ? Math.min(maxParts, Math.ceil(angle / largestAngle)) : 1;
  }

  /** The largest of all columns; a bound below the rounding of its terms is raised where that decides. */
  #ratio(k: number, reach: number): number {
    const { bounds } = this.pool;
    const columns = bounds.length - 1;
    for (;;) {
      let largest = 0;
      let column = 0;
      for (let c = 0; c < columns; c++) {
        const bound = (bounds[c + 1] as number) * (this.share[c] as number);
        const ratio = Math.abs(this.#curvatures[k * columns + c] as number) / bound;
        if (!(ratio > largest)) continue;
        largest = ratio;
        column = c;
      }
      if (!(largest * reach > 1) || !this.pool.raise(column + 1, k)) return largest;
    }
  }

  /** A bound of |y''| over that of the column between two times of the present interval, which begins at given point k. */
  #largest(k: number, from: number, to: number): number {
    const { rate } = this.pool.track;
    const parts = this.#parts;
    const place = (t: number): number => (t - this.#begin) / this.#distance;
    const begin = Math.max(0, Math.min(parts - 1, Math.floor(place(from))));
    const end = Math.max(begin + 1, Math.min(parts, Math.ceil(place(to))));
    let largest = 0;
    for (let part = begin; part <= end; part++) {
      const point = part === 0 ? k : part === parts ? k + 1 : this.#first + part - 1;
      const ratio = this.#ratios[point] as number;
      if (ratio > largest) largest = ratio;
    }
    const angle = Math.min(rate * this.#distance, largestAngle);
    return largest * (1 + (angle * angle) / 8);
  }

  /** Goes on behind a time; the last row before it is known then. */
  #pass(t: number): void {
    for (const time of this.#wanted) if (time <= t && time > this.#anchor) this.#anchor = time;
    if (this.#wanted.length > 0) this.#wanted = this.#wanted.filter((time) => time > t);
  }

  #ask(time: number): void {
    this.#wanted.push(time);
    this.want(time);
  }

  /** Halves an interval until no part of it bends beyond its bound. */
  #halve(k: number, { begin, end, low, size }: Interval): void {
    if (!(end > begin) || size < 2 ** -maxHalvings) return;
    const { step } = this;
    // Where one motion goes on as the next there is no row: lines are as long as the part of the step, or begin at a row within it.
    const length = (low + size) * step - Math.max(low * step, this.#anchor);
    if (this.#largest(k, begin, end) * length ** 2 <= 8) return;
    if (size <= boundedPart) {
      this.#lookWithin({ begin, end, low, size });
      return;
    }
    const middle = (low + size / 2) * step;
    if (middle > begin) this.#ask(middle);
    else if (middle > this.#anchor) this.#ask((this.#anchor = begin));
    this.#halve(k, { begin, end: Math.min(end, middle), low, size: size / 2 });
    this.#halve(k, { begin: Math.max(begin, middle), end, low: low + size / 2, size: size / 2 });
  }

  #lookWithin(node: Interval): void {
    const { pool } = this;
    const at = this.#free;
    pool.reserve(at + 2);
    pool.track.set(at, node.begin, 'right', false);
    pool.track.set(at + 1, node.end, 'left', false);
    pool.fill(at, at + 2);
    this.#look(at, at + 1, at + 2, node);
  }

  /**
   * The same by a look at the middle of an interval between points a and b; `at`: place for further points, `outer`: begin, middle
   * and end of the interval of which it is a half.
   */
  #look(a: number, b: number, at: number, node: Interval, outer?: Points): void {
    const { begin, end, low, size } = node;
    if (!(end > begin) || size < 2 ** -maxHalvings) return;
    const { pool, step } = this;
    const middle = (low + size / 2) * step;
    if (!(middle > begin && middle < end)) {
      if (middle >= end) this.#look(a, b, at, { ...node, size: size / 2 });
      else this.#look(a, b, at, { ...node, low: low + size / 2, size: size / 2 });
      return;
    }
    pool.reserve(at + 1);
    pool.track.set(at, middle, 'right', false);
    pool.fill(at, at + 1);
    const { width } = pool.reader;
    const points: Points = [a, at, b];
    for (;;) {
      const column = bentColumn(pool.rows, a * width, at * width, b * width, pool.bounds);
      if (column === 0) return;
      if (!pool.raise(column, at) && !(outer && this.#meetsRounding(column, points, outer))) break;
    }
    this.#ask(middle);
    this.#look(a, at, at + 1, { begin, end: middle, low, size: size / 2 }, points);
    this.#look(at, b, at + 1, { begin: middle, end, low: low + size / 2, size: size / 2 }, points);
  }

  /**
   * Raises the bound of a column to the rounding of its values where these are no smoother than in the interval of which this one
   * is a half, though the motion is: a current of 1e-19 A that larger ones leave has bends of its own size at every distance.
   */
  #meetsRounding(column: number, points: Points, outer: Points): boolean {
    const { track } = this.pool;
    const length = (track.times[outer[2]] as number) - (track.times[outer[0]] as number);
    // How fast inputs move that no part follows nobody knows.
    if (track.direct.length > 0 || !(track.rate * length <= resolvedAngle)) return false;
    const bent = this.#bend(column, points);
    if (!(bent > shrinks * this.#bend(column, outer))) return false;
    this.pool.raiseTo(column, 2 * bent);
    return true;
  }

  #bend(column: number, [first, middle, last]: Points): number {
    const { rows, track, reader } = this.pool;
    const start = track.times[first] as number;
    const weight = ((track.times[middle] as number) - start) / ((track.times[last] as number) - start);
    const place = (point: number): number => point * reader.width + column;
    return Math.abs(bend(rows, place(first), place(middle), place(last), weight));
  }
}

/** Begin, middle and end of an interval, as points of the pool. */
type Points = readonly [first: number, middle: number, last: number];

/** An interval [begin, end] of the part [low, low + size] of the output steps. */
interface Interval {
  readonly begin: number;
  readonly end: number;
  readonly low: number;
  readonly size: number;
}
