/**
 * Rows of sparse steps (conventions: rows): multiples of the output step, read off the polynomials of the steps, both limits of a
 * jump, and of the points at which steps were solved those that lines between rows would miss: from the last row (t_a, y_a) every
 * point leaves a cone of slopes,
 *
 *     (y - bound - y_a) / (t - t_a) <= slope <= (y + bound - y_a) / (t - t_a),
 *
 * and a point outside of the intersection of the cones asks for the point before it as a row. Over arrays that stay where they are:
 * as it stands here, or as machine code of the same functions (`MachineRoom`). Source: "swinging door" compression [Bristol 1990].
 */
import type { Int } from '../../../base/int.js';
import { lagrangeSlopes, lagrangeWeights, withinStages } from '../sparse-stepping/inputs/lagrange.js';
import type { FormArrays } from './form-arrays.js';
import { withoutOvershoot } from './overshoot.js';

/** Output times this close (relative to the output step) to the end of a step are that end. */
export const SAME_PART = 1e-6;
/** A quantity on a large constant is seen by how far it moves, down to this part of its largest value. */
export const LEAST_RANGE = 0.01;
/** A quantity jumps when it changes by more than this part of its largest magnitude so far. */
const JUMP_PART = 1e-9;
/** Rounding of a bound. */
const ROUNDING = 1e-12;

/** Arrays by column begin with the time. */
export interface RowArrays {
  readonly width: Int;
  readonly tstart: number;
  readonly tstop: number;
  /** Output step, seconds. */
  readonly step: number;
  /** Relative to the range of each quantity so far; 0: no rows but the output step's. */
  readonly rowtol: number;
  /** The columns where they are polynomials; else script reads them. */
  readonly forms: FormArrays | undefined;
  readonly readRow: (t: number, left: boolean, row: Float64Array) => void;
  /** Stages in parts of a step, and the weights of a polynomial through them and of its slope. */
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
  readonly slopes: Float64Array;
  /** A row, the last point that is no row yet, and the last row. */
  readonly row: Float64Array;
  readonly waiting: Float64Array;
  readonly last: Float64Array;
  readonly largest: Float64Array;
  readonly highest: Float64Array;
  readonly lowest: Float64Array;
  /** What lines may miss. */
  readonly bounds: Float64Array;
  /** Slopes of the cone. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** The next multiple of the output step. */
  readonly index: Float64Array;
  /** At the places of `rowPlaces`. */
  readonly counts: Int32Array;
  /** (z | u | 0) at the stages of the present step, where columns are polynomials. */
  readonly points: readonly Float64Array[];
  /** Rows on their way, and how many fit. */
  readonly block: Float64Array;
  readonly capacity: Int;
  /** Takes the rows of the block. */
  readonly takeBlock: () => void;
}

/** 1 where a point waits; rows in the block; 1 where a pair commutates within the step. */
export const rowPlaces = Object.freeze({ waits: 0, filled: 1, commutates: 2, count: 3 });

/** A value of column k, kept by what it is at the stages. */
function byStages(of: RowArrays, forms: FormArrays, k: Int, value: number): number {
  const { points, highest, lowest } = of;
  const { start, index, gain } = forms;
  const end = start[k + 1]!;
  let least = Infinity;
  let most = -Infinity;
  for (let j = 0; j < points.length; j++) {
    let own = 0;
    for (let e = start[k]!; e < end; e++) own += gain[e]! * points[j]![index[e]!]!;
    least = Math.min(least, own);
    most = Math.max(most, own);
  }
  const range = Math.max(highest[k + 1]!, most) - Math.min(lowest[k + 1]!, least);
  return withoutOvershoot(value, least, most, range);
}

/** Writes the row at t of the step from t0 to t1. */
function readForms(of: RowArrays, forms: FormArrays, t: number, t0: number, t1: number): void {
  const { nodes, weights, slopes, row, points } = of;
  const { start, index, gain, rateStart, rateIndex, rateGain, count } = forms;
  const stages = nodes.length;
  const h = t1 - t0;
  const commutates = of.counts[rowPlaces.commutates]! > 0;
  const first = points[0]!;
  const last = points[stages - 1]!;
  lagrangeWeights(nodes, stages, (t - t0) / h, weights);
  if (rateStart[count]! > 0) {
    lagrangeSlopes(nodes, stages, (t - t0) / h, slopes);
    for (let j = 0; j < stages; j++) slopes[j] = slopes[j]! / h;
  }
  row[0] = t;
  for (let k = 0; k < count; k++) {
    let sum = 0;
    // The column at both ends: most values lie between them.
    let begin = 0;
    let end = 0;
    const terms = start[k + 1]!;
    for (let e = start[k]!; e < terms; e++) {
      const place = index[e]!;
      begin += gain[e]! * first[place]!;
      end += gain[e]! * last[place]!;
      let value = 0;
      for (let j = 0; j < stages; j++) value += weights[j]! * points[j]![place]!;
      if (commutates) value = withinStages(points, place, value);
      sum += gain[e]! * value;
    }
    const rates = rateStart[k + 1]!;
    for (let e = rateStart[k]!; e < rates; e++) {
      const place = rateIndex[e]!;
      let rate = 0;
      for (let j = 0; j < stages; j++) rate += slopes[j]! * points[j]![place]!;
      sum += rateGain[e]! * rate;
    }
    const isBetween = (sum - begin) * (sum - end) <= 0;
    const isKept = isBetween || commutates || rates > rateStart[k]!;
    row[k + 1] = isKept ? sum : byStages(of, forms, k, sum);
  }
}

function read(of: RowArrays, t: number, left: boolean, t0: number, t1: number): void {
  if (of.forms !== undefined) readForms(of, of.forms, t, t0, t1);
  else of.readRow(t, left, of.row);
}

/** Takes a point into the ranges, and what lines may miss by them. */
function measure(of: RowArrays): void {
  const { row, highest, lowest, largest, bounds, width, rowtol } = of;
  for (let c = 1; c < width; c++) {
    const value = row[c]!;
    const top = Math.max(highest[c]!, value);
    const bottom = Math.min(lowest[c]!, value);
    const most = Math.max(top, -bottom);
    highest[c] = top;
    lowest[c] = bottom;
    largest[c] = most;
    bounds[c] = rowtol * Math.max(top - bottom, LEAST_RANGE * most);
  }
}

/** Whether a line from the last row to this one passes all points in between; it is taken note of then. */
function passes(of: RowArrays): boolean {
  const { row, last, low, high, bounds, width } = of;
  const length = row[0]! - last[0]!;
  if (!(length > 0)) return true;
  for (let c = 1; c < width; c++) {
    const rise = row[c]! - last[c]!;
    const rounding = ROUNDING * bounds[c]!;
    if (rise < length * low[c]! - rounding || rise > length * high[c]! + rounding) return false;
  }
  const perLength = 1 / length;
  for (let c = 1; c < width; c++) {
    const rise = row[c]! - last[c]!;
    const bound = bounds[c]!;
    const least = (rise - bound) * perLength;
    const most = (rise + bound) * perLength;
    if (least > low[c]!) low[c] = least;
    if (most < high[c]!) high[c] = most;
  }
  return true;
}

function write(of: RowArrays, row: Float64Array): void {
  const { counts, block, last, low, high, width } = of;
  const filled = counts[rowPlaces.filled]!;
  const at = filled * width;
  for (let c = 0; c < width; c++) {
    block[at + c] = row[c]!;
    last[c] = row[c]!;
    low[c] = -Infinity;
    high[c] = Infinity;
  }
  counts[rowPlaces.filled] = filled + 1;
  if (filled + 1 < of.capacity) return;
  of.takeBlock();
  counts[rowPlaces.filled] = 0;
}

/** Makes the waiting point a row. */
export function flushWaiting(of: RowArrays): void {
  const { counts, waiting } = of;
  if (counts[rowPlaces.waits] === 0) return;
  counts[rowPlaces.waits] = 0;
  write(of, waiting);
}

/** Takes the point at t as a row, or where it is none keeps it for the case that lines miss it. */
function take(of: RowArrays, t: number, left: boolean, isRow: boolean, t0: number, t1: number): void {
  const { row, waiting, counts, rowtol, width } = of;
  read(of, t, left, t0, t1);
  measure(of);
  if (rowtol > 0 && !passes(of) && counts[rowPlaces.waits]! > 0) {
    flushWaiting(of);
    passes(of);
  }
  if (isRow) {
    counts[rowPlaces.waits] = 0;
    write(of, row);
    return;
  }
  for (let c = 0; c < width; c++) waiting[c] = row[c]!;
  counts[rowPlaces.waits] = rowtol > 0 ? 1 : 0;
}

/** Whether the row is another point than the last one. */
function jumps(of: RowArrays): boolean {
  const { row, waiting, last, largest, counts, width } = of;
  const waits = counts[rowPlaces.waits]! > 0;
  for (let c = 1; c < width; c++) {
    const change = Math.abs(row[c]! - (waits ? waiting[c]! : last[c]!));
    if (change > JUMP_PART * Math.max(largest[c]!, Math.abs(row[c]!))) return true;
  }
  return false;
}

/**
 * Takes the step from t0 to t1, solved at the first `inner` times of `between` too, which rise: they become rows where lines would miss
 * them, or all of them where `areRows`.
 */
export function takeStep(
  of: RowArrays,
  t0: number,
  t1: number,
  between: Float64Array,
  inner: Int,
  areRows: boolean,
  afterEvent: boolean,
): void {
  const { tstart, tstop, step, index, last } = of;
  if (t1 < tstart * (1 - 1e-12)) return;
  const begins = !(last[0]! > -Infinity);
  if (begins && t0 <= tstart) take(of, Math.max(t0, tstart), false, true, t0, t1);
  else if (begins || afterEvent) {
    // The right limit of a jump is a row, and so is the left one.
    read(of, t0, false, t0, t1);
    if (begins || jumps(of)) {
      flushWaiting(of);
      write(of, of.row);
    }
  }
  const close = SAME_PART * step;
  let next = 0;
  for (;;) {
    const t = index[0]! * step;
    const isOver = !(t < t1 - close);
    if (isOver || (t > t0 + close && t > tstart)) {
      const before = isOver ? t1 : t;
      for (; next < inner && between[next]! < before; next++)
        if (between[next]! > tstart) take(of, between[next]!, false, areRows, t0, t1);
      if (isOver) break;
      take(of, t, false, true, t0, t1);
    }
    index[0]! += 1;
  }
  const isMultiple = index[0]! * step <= t1 + close;
  if (isMultiple) index[0]! += 1;
  take(of, t1, true, isMultiple || t1 >= tstop, t0, t1);
}
