/**
 * Finds the points between given ones without which lines would miss a linear form y of a linear motion, xi' = A xi,
 * from its second derivative, a form like y itself: y'' = F A^2 xi. Over an interval d a line is off by at most
 *
 *     d^2/8 max |y''|,        max |y''| <= (1 + angle^2/8) max of both ends,        angle = rate d <= 1/2,
 *
 * the latter as far as y'' bends at the rate of the motion; longer intervals are read at points in between. As many
 * points are put in as leave each interval between them an equal share of the integral of sqrt(max |y''| / (8 bound)),
 * at most 1: the least number that equal bounds need; of a part that begins and ends next to 0 no more than its own size asks for
 * (`bendOfSize`). Nothing is evaluated that does not become a row.
 * Cost: the non-zeros of the second derivatives a given point.
 */
import { rowRules } from '../../kernel/simulation/time-stepping/row-memory.js';
import type { RowPool } from './row-pool.js';

const { largestAngle, maxParts, maxPoints, bendOfSize, shareRounding: rounding } = rowRules;

export class CurvatureRefiner {
  /** The points behind given point k are [starts[k], starts[k + 1]), in the order of time. */
  starts: Int32Array = new Int32Array(0);
  #curvatures = new Float64Array(0);
  /** 1/bound of each column. */
  readonly #perBound: Float64Array;
  /** Times of the points that were found. */
  #found = new Float64Array(0);
  /** Of each part of an interval its share. */
  readonly #shares = new Float64Array(maxParts);
  readonly #largestShare: number;

  constructor(private readonly pool: RowPool) {
    this.#largestShare = Math.sqrt(bendOfSize / pool.rowtol);
    this.#perBound = new Float64Array(pool.bounds.length - 1);
  }

  /** Puts points between [0, count), the first `known` of which had their turn; returns the number of all points. */
  refine(known: number, count: number): number {
    const { pool } = this;
    const first = Math.max(0, known - 1);
    if (this.starts.length <= count) this.starts = new Int32Array(2 * count + 1);
    const { starts } = this;
    for (let k = 0; k <= first; k++) starts[k] = count;
    const perBound = this.#perBound;
    for (let c = 0; c < perBound.length; c++) perBound[c] = 1 / (pool.bounds[c + 1] as number);
    this.#read(first, count);
    let read = count;
    let found = 0;
    for (let k = first; k + 1 < count; k++) {
      const parts = this.#parts(k);
      found = this.#find(k, read, parts, found);
      read += parts - 1;
      starts[k + 1] = count + found;
    }
    starts[count] = count + found;
    pool.reserve(count + found);
    const { times, left, nearEvent } = pool.track;
    for (let k = 0, to = count; k < found; k++, to++) {
      times[to] = this.#found[k] as number;
      left[to] = nearEvent[to] = 0;
    }
    if (found > 0) pool.fill(count, count + found);
    return count + found;
  }

  /** Reads the second derivatives of given points from the first on, and behind them those within intervals. */
  #read(first: number, count: number): void {
    const { pool } = this;
    let last = count;
    for (let k = first; k + 1 < count; k++) {
      const parts = this.#parts(k);
      if (parts === 1) continue;
      pool.reserve(last + parts - 1);
      const { times, left } = pool.track;
      const [a, b] = [times[k] as number, times[k + 1] as number];
      for (let part = 1; part < parts; part++, last++) {
        times[last] = a + (part / parts) * (b - a);
        left[last] = 0;
      }
    }
    const { track, reader } = pool;
    if (last > count) track.fill(count, last);
    const needed = track.times.length * (reader.width - 1);
    if (this.#curvatures.length < needed) this.#curvatures = new Float64Array(needed);
    // Times rise within a reading: the end of a segment is no point of its polynomials, what follows it would be none either.
    reader.readCurvatures(track, first, count, this.#curvatures);
    if (last > count) reader.readCurvatures(track, count, last, this.#curvatures);
  }

  /** The parts of the interval behind a given point. */
  #parts(k: number): number {
    const { times, rate } = this.pool.track;
    const angle = rate * ((times[k + 1] as number) - (times[k] as number));
    return angle > largestAngle ? Math.min(maxParts, Math.ceil(angle / largestAngle)) : 1;
  }

  /** Finds the times between given point k and the next, read at points [read, read + parts - 1) in between. */
  #find(k: number, read: number, parts: number, found: number): number {
    const { times, rate } = this.pool.track;
    const begin = times[k] as number;
    const end = times[k + 1] as number;
    const whole = end - begin;
    if (!(whole > 0)) return found;
    const shares = this.#shares;
    const length = whole / parts;
    const angle = Math.min(rate * length, largestAngle);
    const factor = (1 + (angle * angle) / 8) / 8;
    let sum = 0;
    let before = this.#ratio(k, whole);
    for (let part = 0; part < parts; part++) {
      const here = this.#ratio(part + 1 < parts ? read + part : k + 1, whole);
      const share = length * Math.sqrt(factor * (before > here ? before : here));
      sum += shares[part] = Math.min(share, this.#largestShare);
      before = here;
    }
    if (!(sum > 1 + rounding)) return found;
    const intervals = Math.min(maxPoints + 1, Math.ceil(sum - rounding));
    this.#grow(found + intervals);
    let part = 0;
    let passed = 0;
    for (let i = 1; i < intervals; i++) {
      const share = (i / intervals) * sum;
      while (part + 1 < parts && passed + (shares[part] as number) < share)
        passed += shares[part++] as number;
      const within = Math.min(1, (share - passed) / (shares[part] as number));
      const t = begin + (part + within) * length;
      if (t > begin && t < end) this.#found[found++] = t;
    }
    return found;
  }

  /** The largest |y''| at a point over the bound of its column; a bound below the rounding of its terms is raised. */
  #ratio(k: number, whole: number): number {
    const perBound = this.#perBound;
    const curvatures = this.#curvatures;
    const columns = perBound.length;
    const reach = (whole * whole) / 8;
    for (;;) {
      let largest = 0;
      let column = 0;
      for (let c = 0, at = k * columns; c < columns; c++, at++) {
        const ratio = Math.abs(curvatures[at] as number) * (perBound[c] as number);
        if (!(ratio > largest)) continue;
        largest = ratio;
        column = c;
      }
      if (!(largest * reach > 1) || !this.pool.raise(column + 1, k)) return largest;
      perBound[column] = 1 / (this.pool.bounds[column + 1] as number);
    }
  }

  #grow(count: number): void {
    if (this.#found.length >= count) return;
    const larger = new Float64Array(2 * count);
    larger.set(this.#found);
    this.#found = larger;
  }
}
