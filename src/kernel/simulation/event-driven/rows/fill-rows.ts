/**
 * Reads the columns of a part off the series of a segment: at rows of the block, and at points that are looked at. Machine code is made
 * of these functions. Cost: the series and the non-zeros of the forms a point.
 */
import type { Int } from '../../../../base/int.js';
import { rowRules } from '../../time-stepping/row-memory.js';
import { pointsAtOnce } from '../motion/flow-memory.js';
import { keptPoints, seriesSizes } from '../motion/kept-series.js';
import { partNumbers, type RowRoom, type RowsOfMode, type RowsOfPart } from './part-arrays.js';

const JUMP_PART = rowRules.jumpPart;

/**
 * Whether inputs are held at points [first, first + count) of rising times; else they are read. Limits from outside belong to what is
 * there.
 */
function areHeld(of: RowsOfMode, times: Float64Array, left: Uint8Array, first: Int, count: Int): boolean {
  const { numbers } = of.part;
  const last = first + count - 1;
  const from = numbers[partNumbers.heldFrom]!;
  const to = numbers[partNumbers.heldTo]!;
  const begin = times[first]!;
  const end = times[last]!;
  if (!(begin >= from && end <= to)) return false;
  return !(begin === from && left[first] === 1) && !(end === to && left[last] === 0);
}

/**
 * Writes a column at so many points, whose coordinates and inputs are read, to out[at], out[at + stride] ...: terms of the series, then
 * those of inputs. Returns its largest magnitude there.
 */
function readColumn(
  of: RowsOfMode,
  c: Int,
  size: Int,
  isHeld: boolean,
  count: Int,
  out: Float64Array,
  at: Int,
  stride: Int,
): number {
  const { room, values, direct, directs } = of;
  const { xi } = room;
  const { start, column, factor } = values;
  const begin = start[c]!;
  const end = start[c + 1]!;
  const first = direct.start[c]!;
  const last = direct.start[c + 1]!;
  const u = isHeld ? of.part.held : room.u;
  const inputs = isHeld ? 0 : directs;
  let largest = 0;
  for (let k = 0; k < count; k++) {
    let sum = 0;
    for (let e = begin; e < end; e++) sum += factor[e]! * xi[k * size + column[e]!]!;
    for (let e = first; e < last; e++) sum += direct.factor[e]! * u[k * inputs + direct.column[e]!]!;
    out[at + k * stride] = sum;
    const magnitude = Math.abs(sum);
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}

/** Raises the largest magnitude of a column, and its bound. */
function raiseLargest(part: RowsOfPart, c: Int, magnitude: number): void {
  if (!(magnitude > part.largest[c]!)) return;
  part.largest[c] = magnitude;
  if (part.rowtol * magnitude > part.bounds[c]!) part.bounds[c] = part.rowtol * magnitude;
}

/** Fills in the rows [from, to) of the block. */
export function fillRows(of: RowsOfMode, series: Float64Array, sizes: Int32Array, from: Int, to: Int): void {
  const { room, part, directs, isSeries } = of;
  const { columns, targets } = part;
  for (let first = from; first < to; first += pointsAtOnce) {
    const count = to - first < pointsAtOnce ? to - first : pointsAtOnce;
    if (!isSeries) {
      copyRows(room, part, first, count);
      continue;
    }
    const size = sizes[seriesSizes.size]!;
    keptPoints(series, sizes, room.places, room.rowTimes, first, count, room.xi, 0);
    const isHeld = directs === 0 || areHeld(of, room.rowTimes, room.rowLeft, first, count);
    if (!isHeld) room.readInputs(true, first, count);
    for (let c = 0; c < columns; c++)
      raiseLargest(part, c, readColumn(of, c, size, isHeld, count, targets[c]!, first, 1));
  }
}

/** Fills in rows of the block by script, no more than there are places of values. */
function copyRows(room: RowRoom, part: RowsOfPart, first: Int, count: Int): void {
  const { columns, targets } = part;
  for (let k = 0; k < count; k++) {
    room.times[k] = room.rowTimes[first + k]!;
    room.left[k] = room.rowLeft[first + k]!;
  }
  room.readColumns(0, count);
  for (let c = 0; c < columns; c++) {
    const target = targets[c]!;
    let largest = 0;
    for (let k = 0; k < count; k++) {
      const value = room.values[k * columns + c]!;
      target[first + k] = value;
      largest = Math.max(largest, Math.abs(value));
    }
    raiseLargest(part, c, largest);
  }
}

/** Reads the columns of points from the first on, whose times are set. */
export function readPoints(
  of: RowsOfMode,
  series: Float64Array,
  sizes: Int32Array,
  first: Int,
  count: Int,
): void {
  const { room, part, directs, isSeries } = of;
  const { values } = room;
  const { columns } = part;
  const size = sizes[seriesSizes.size]!;
  let isHeld = true;
  if (isSeries) {
    keptPoints(series, sizes, room.places, room.times, first, count, room.xi, 0);
    isHeld = directs === 0 || areHeld(of, room.times, room.left, first, count);
    if (!isHeld) room.readInputs(false, first, count);
  } else room.readColumns(first, count);
  for (let c = 0; c < columns; c++) {
    let largest = 0;
    const at = first * columns + c;
    if (isSeries) largest = readColumn(of, c, size, isHeld, count, values, at, columns);
    else for (let k = 0; k < count; k++) largest = Math.max(largest, Math.abs(values[at + k * columns]!));
    raiseLargest(part, c, largest);
  }
}

/** Reads the columns at one limit at t. */
export function readPoint(
  of: RowsOfMode,
  series: Float64Array,
  sizes: Int32Array,
  point: Int,
  t: number,
  isLeft: boolean,
): void {
  of.room.times[point] = t;
  of.room.left[point] = isLeft ? 1 : 0;
  readPoints(of, series, sizes, point, 1);
}

/** Takes the left limits at t as those ahead. */
export function leaveAt(of: RowsOfMode, series: Float64Array, sizes: Int32Array, t: number): void {
  readPoint(of, series, sizes, 0, t, true);
  for (let c = 0; c < of.part.columns; c++) of.part.ahead[c] = of.room.values[c]!;
}

/** Whether a column jumps at t, where the left limits are those ahead. */
export function jumpsAt(of: RowsOfMode, series: Float64Array, sizes: Int32Array, t: number): boolean {
  const { columns, ahead, largest } = of.part;
  readPoint(of, series, sizes, 0, t, false);
  for (let c = 0; c < columns; c++) {
    const rise = of.room.values[c]! - ahead[c]!;
    if (Math.abs(rise) > JUMP_PART * largest[c]!) return true;
  }
  return false;
}
