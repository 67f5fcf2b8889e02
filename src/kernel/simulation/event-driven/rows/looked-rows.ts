/** Rows that are wanted where the middle of an interval is off its chord. Machine code is made of these functions. */
import type { Int } from '../../../../base/int.js';
import { rowRules } from '../../time-stepping/row-memory.js';
import { readPoint } from './fill-rows.js';
import { partNumbers, type RowRoom, type RowsOfMode, type RowsOfPart } from './part-arrays.js';

/** A step is halved forty times at most. */
export const smallestPart = 2 ** -40;
/** Where an interval turns by less than this, halving it leaves a quarter of what it bends, and a part of rounding: at most so much. */
const RESOLVED_ANGLE = 0.5;
const SHRINKS = 0.5;
const FAR_ABOVE = rowRules.farAbove;
const ASKS_BETWEEN = rowRules.asksBetween;

/**
 * Asks for rows within an interval [begin, end] of the part [low, low + size] of the output steps, between points a and b, by a look at its
 * middle; `at`: place for further points; `first`, `middle`, `last`: those of
 * the interval of which it is a half, -1 for none.
 */
export function look(
  of: RowsOfMode,
  series: Float64Array,
  sizes: Int32Array,
  a: Int,
  b: Int,
  at: Int,
  begin: number,
  end: number,
  low: number,
  size: number,
  first: Int,
  middle: Int,
  last: Int,
): void {
  if (!(end > begin) || size < smallestPart) return;
  const { room, part } = of;
  const { step } = part;
  let from = low;
  let some = size;
  let half = (from + some / 2) * step;
  for (; !(half > begin && half < end); half = (from + some / 2) * step) {
    if (half < end) from += some / 2;
    some = some / 2;
    if (some < smallestPart) return;
  }
  readPoint(of, series, sizes, at, half, false);
  for (;;) {
    const column = bentColumn(room, part, a, at, b);
    if (column < 0) return;
    if (raise(of, column, at)) continue;
    if (!(first >= 0) || !meetsRounding(of, column, a, at, b, first, middle, last)) break;
  }
  want(of, half);
  look(of, series, sizes, a, at, at + 1, begin, half, from, some / 2, a, at, b);
  look(of, series, sizes, at, b, at + 1, half, end, from + some / 2, some / 2, a, at, b);
}

/**
 * Raises the bound of a column to the rounding of its values where these are no smoother than in the interval of which this one
 * is a half, though the motion is: a current of 1e-19 A that larger ones leave has bends of its own size at every distance.
 */
function meetsRounding(
  of: RowsOfMode,
  column: Int,
  a: Int,
  at: Int,
  b: Int,
  first: Int,
  middle: Int,
  last: Int,
): boolean {
  const { room, part } = of;
  const { numbers, rounding, bounds, columns } = part;
  const length = room.times[last]! - room.times[first]!;
  const rate = Math.max(numbers[partNumbers.rate]!, numbers[partNumbers.inputRate]!);
  if (!(rate * length <= RESOLVED_ANGLE)) return false;
  const bent = bendOf(room, columns, column, a, at, b);
  if (!(bent > SHRINKS * bendOf(room, columns, column, first, middle, last))) return false;
  rounding[column] = Math.max(2 * bent, rounding[column]!);
  bounds[column] = Math.max(2 * bent, bounds[column]!);
  return true;
}

/** The first column by which a point is off the line between two others by more than its bound; -1: none. */
function bentColumn(room: RowRoom, part: RowsOfPart, a: Int, at: Int, b: Int): Int {
  const { columns, bounds } = part;
  for (let c = 0; c < columns; c++) if (!(bendOf(room, columns, c, a, at, b) <= bounds[c]!)) return c;
  return -1;
}

/** By how much a column at a point is off the line between two others. */
function bendOf({ times, values }: RowRoom, columns: Int, c: Int, a: Int, at: Int, b: Int): number {
  const length = times[b]! - times[a]!;
  const weight = length > 0 ? (times[at]! - times[a]!) / length : 0;
  const y = values[a * columns + c]!;
  return Math.abs(values[at * columns + c]! - y - weight * (values[b * columns + c]! - y));
}

/** Raises the bound of a column to the rounding of its terms at a point; returns whether it was below. */
export function raise(of: RowsOfMode, column: Int, point: Int): boolean {
  const { bounds, asks, rounding } = of.part;
  const bound = bounds[column]!;
  asks[column]! += 1;
  if (asks[column]! > 1 && asks[column]! < ASKS_BETWEEN && bound > FAR_ABOVE * rounding[column]!)
    return false;
  asks[column] = 1;
  const found = of.room.roundingOf(column, point);
  rounding[column] = found;
  if (found <= bound) return false;
  bounds[column] = found;
  return true;
}

/** Asks for a row. */
export function want(of: RowsOfMode, time: number): void {
  const { room, part } = of;
  const { wanted, counts } = room;
  // What finds no room to wait lets lines begin earlier, which asks for more rows.
  if (part.counts[0]! < part.waiting.length) {
    part.waiting[part.counts[0]!] = time;
    part.counts[0]! += 1;
  }
  wanted[counts[0]!] = time;
  counts[0]! += 1;
  if (counts[0]! === wanted.length) room.takeWanted();
}
