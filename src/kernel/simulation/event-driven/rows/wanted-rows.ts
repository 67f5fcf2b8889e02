/**
 * Finds the times at which a part of a circuit wants rows between multiples of the output step, as middles, quarters, eighths ... of a
 * step: several parts that ask for rows, each by itself, so ask for the same ones, and what all of them ask
 * for is about what the one that moves fastest needs.
 *
 * An interval of length d on which |y''| <= M is off its chord by at most d^2/8 M. M is read off second derivatives at points
 * so close that these bend little between them, as in `curvature-refiner.ts`; where they are not known the middle of an
 * interval is looked at (`looked-rows.ts`). Machine code is made of these functions. Cost: the non-zeros of the second derivatives a multiple
 * of the output step.
 */
import type { Int } from '../../../../base/int.js';
import { rowRules } from '../../time-stepping/row-memory.js';
import { pointsAtOnce } from '../motion/flow-memory.js';
import { keptPoints, seriesSizes } from '../motion/kept-series.js';
import { readPoint, readPoints } from './fill-rows.js';
import { look, raise, smallestPart, want } from './looked-rows.js';
import { lookedAt, partNumbers, within, type RowsOfMode, type RowsOfPart } from './part-arrays.js';

/** Largest angle between points at which second derivatives are read, and how many are at most read of an interval. */
const LARGEST_ANGLE = rowRules.largestAngle;
const BEND_OF_SIZE = rowRules.bendOfSize;
const MAX_PARTS = rowRules.maxParts;
/** In parts of a step below this values are looked at: what second derivatives bound, a decay behind an event, ends long before. */
const BOUNDED_PART = 2 ** -8;
const SAME_PART = rowRules.samePart;

/** Asks for rows between two times of the present segment, no more than `stepsAtOnce` output steps apart. */
export function askRows(
  of: RowsOfMode,
  series: Float64Array,
  sizes: Int32Array,
  from: number,
  to: number,
): void {
  const { room, part, isSeries } = of;
  const { times, left, cells, values } = room;
  const { step, columns, ahead } = part;
  let cell = Math.floor(from / step + SAME_PART);
  times[0] = from;
  left[0] = 0;
  cells[0] = cell;
  cell += 1;
  let count = 1;
  for (; cell * step < to; cell += 1) {
    if (!(cell * step > from)) continue;
    times[count] = cell * step;
    left[count] = 0;
    cells[count] = cell;
    count++;
  }
  times[count] = to;
  left[count] = 1;
  readPoints(of, series, sizes, 0, count + 1);
  for (let c = 0; c < columns; c++) ahead[c] = values[count * columns + c]!;
  if (isSeries) readRatios(of, series, sizes, count);
  for (let k = 0; k < count; k++) {
    const begin = times[k]!;
    const end = times[k + 1]!;
    if (!(end > begin)) continue;
    passWaiting(part, begin);
    if (isSeries) halve(of, series, sizes, k, begin, end, cells[k]!, 1);
    else look(of, series, sizes, k, k + 1, lookedAt, begin, end, cells[k]!, 1, -1, -1, -1);
  }
}

/** Reads second derivatives at so many given points and the one behind them, and between them. */
function readRatios(of: RowsOfMode, series: Float64Array, sizes: Int32Array, count: Int): void {
  const { times, parts, inner } = of.room;
  let last = within;
  for (let k = 0; k < count; k++) {
    const a = times[k]!;
    const b = times[k + 1]!;
    const angle = of.part.numbers[partNumbers.rate]! * (b - a);
    let some = 1;
    if (angle > LARGEST_ANGLE) for (; some < MAX_PARTS && some < angle / LARGEST_ANGLE;) some++;
    parts[k] = some;
    inner[k] = last;
    for (let one = 1; one < some; one++) {
      times[last] = a + (one / some) * (b - a);
      last++;
    }
  }
  readRatiosAt(of, series, sizes, 0, count + 1);
  readRatiosAt(of, series, sizes, within, last);
}

function readRatiosAt(of: RowsOfMode, series: Float64Array, sizes: Int32Array, from: Int, to: Int): void {
  const { room, part, curvatures } = of;
  const { start, column, factor } = curvatures;
  const { xi } = room;
  const size = sizes[seriesSizes.size]!;
  for (let first = from; first < to; first += pointsAtOnce) {
    const count = to - first < pointsAtOnce ? to - first : pointsAtOnce;
    keptPoints(series, sizes, room.places, room.times, first, count, xi, 0);
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < part.columns; c++) {
        let sum = 0;
        const end = start[c + 1]!;
        for (let e = start[c]!; e < end; e++) sum += factor[e]! * xi[k * size + column[e]!]!;
        room.curvatures[c] = sum;
      }
      room.ratios[first + k] = largestRatio(of, first + k);
    }
  }
}

/** The largest |y''| of all columns over its bound; one below the rounding of its terms is raised where that decides. */
function largestRatio(of: RowsOfMode, point: Int): number {
  const { room, part } = of;
  const { bounds, shares, columns, step } = part;
  const reach = (step * step) / 8;
  for (;;) {
    let largest = 0;
    let column = 0;
    for (let c = 0; c < columns; c++) {
      const ratio = Math.abs(room.curvatures[c]!) / (bounds[c]! * shares[c]!);
      if (!(ratio > largest)) continue;
      largest = ratio;
      column = c;
    }
    if (!(largest * reach > 1) || !raise(of, column, point)) return largest;
  }
}

/** A bound of |y''| over that of the column between two times of the interval behind a given point. */
function largestBend(of: RowsOfMode, k: Int, from: number, to: number): number {
  const { times, ratios, parts, inner } = of.room;
  const count = parts[k]!;
  const begin = times[k]!;
  const distance = (times[k + 1]! - begin) / count;
  const low = Math.max(0, Math.min(count - 1, Math.floor((from - begin) / distance)));
  const high = Math.max(low + 1, Math.min(count, Math.ceil((to - begin) / distance)));
  let largest = 0;
  for (let one = 0; one <= count; one++) {
    if (one < low) continue;
    if (one > high) break;
    const point = one === 0 ? k : one === count ? k + 1 : inner[k]! + one - 1;
    if (ratios[point]! > largest) largest = ratios[point]!;
  }
  const angle = Math.min(of.part.numbers[partNumbers.rate]! * distance, LARGEST_ANGLE);
  const most = (8 * BEND_OF_SIZE) / (of.part.rowtol * distance * distance);
  return (largest < most ? largest : most) * (1 + (angle * angle) / 8);
}

/** Goes on behind a time; the last row before it is known then. */
function passWaiting(part: RowsOfPart, t: number): void {
  const { waiting, counts, numbers } = part;
  let kept = 0;
  for (let w = 0; w < counts[0]!; w++) {
    const time = waiting[w]!;
    if (time <= t) {
      if (time > numbers[partNumbers.anchor]!) numbers[partNumbers.anchor] = time;
    } else {
      waiting[kept] = time;
      kept++;
    }
  }
  counts[0] = kept;
}

/** Halves an interval [begin, end] of the part [low, low + size] of the output steps until no part of it bends beyond its bound. */
function halve(
  of: RowsOfMode,
  series: Float64Array,
  sizes: Int32Array,
  k: Int,
  begin: number,
  end: number,
  low: number,
  size: number,
): void {
  if (!(end > begin) || size < smallestPart) return;
  const { step, numbers } = of.part;
  // Where one motion goes on as the next there is no row: lines are as long as the part of the step, or begin at a row within it.
  const length = (low + size) * step - Math.max(low * step, numbers[partNumbers.anchor]!);
  if (largestBend(of, k, begin, end) * (length * length) <= 8) return;
  if (size <= BOUNDED_PART) {
    readPoint(of, series, sizes, lookedAt, begin, false);
    readPoint(of, series, sizes, lookedAt + 1, end, true);
    look(of, series, sizes, lookedAt, lookedAt + 1, lookedAt + 2, begin, end, low, size, -1, -1, -1);
    return;
  }
  const middle = (low + size / 2) * step;
  if (middle > begin) want(of, middle);
  else if (middle > numbers[partNumbers.anchor]!) {
    numbers[partNumbers.anchor] = begin;
    want(of, begin);
  }
  halve(of, series, sizes, k, begin, Math.min(end, middle), low, size / 2);
  halve(of, series, sizes, k, Math.max(begin, middle), end, low + size / 2, size / 2);
}
