/**
 * Inputs at the stages of a step, and what a step does not see of them, over arrays that stay where they are: as it stands here, or
 * as machine code of the same functions (`MachineRoom`). Inputs that another block recorded as cubics may be read off copies of
 * these, sources off the segment in closed form that script wrote when it was asked last; script is asked for all others.
 */
import type { Int } from '../../../../base/int.js';
import { closedLength, closedPlaces, closedValue } from '../../../modeling/signals/closed-segment.js';
import { combined, lagrangeWeights } from './lagrange.js';

/** Breakpoints are at one time within so many ulp. */
export const SAME = 16 * Number.EPSILON;
/** Where a segment begins within a step an input may differ so many times as much: a cubic differs most elsewhere. */
const BETWEEN = 2;

/** Cubics one behind the other: those of each its start and end, then values and rates there. */
export interface CubicPieces {
  readonly times: Float64Array;
  /** z0, z0', z1, z1'. */
  readonly ends: Float64Array;
  /** At the places of `piecePlaces`. */
  readonly counts: Int32Array;
}

/** How many pieces stand for the signal, 0 where none do; the one that was read last. */
export const piecePlaces = Object.freeze({ count: 0, last: 1, length: 2 });

/** Those inputs of a descriptor system that move. */
export interface InputArrays {
  readonly count: Int;
  /** So many of them, the first ones, steps have to see as they are. */
  readonly seen: Int;
  /** Where each stands in (z | u | 0). */
  readonly places: Int32Array;
  /** The next breakpoint of each, and the last one that has been passed: it may be an ulp behind t. */
  readonly next: Float64Array;
  readonly passed: Float64Array;
  /** The largest value of each so far. */
  readonly sizes: Float64Array;
  /** Differences of each that are none. */
  readonly noise: Float64Array;
  /** 1 where a signal is made of segments. */
  readonly segmented: Int32Array;
  readonly pieces: readonly CubicPieces[];
  /** 1 while signals are read off their pieces. */
  readonly recorded: Int32Array;
  /** Of each the segment in closed form that was read last, `closedLength` numbers. */
  readonly closed: Float64Array;
  readonly read: (i: Int, t: number, left: boolean) => number;
  readonly segmentBehind: (i: Int, t: number) => number;
}

/** The polynomial of a step, and where inputs are asked between its stages. */
export interface StepPolynomial {
  readonly points: readonly Float64Array[];
  /** Where the points stand in parts of the step. */
  readonly nodes: Float64Array;
  /** Of the step, and the weights of the polynomial there. */
  readonly part: number;
  readonly weights: Float64Array;
  /** Weights where a segment begins. */
  readonly between: Float64Array;
}

/** The piece in which t lies, the later of two unless `left`; those before `from` are passed over where t is behind them. */
export function pieceAt(times: Float64Array, count: Int, t: number, left: boolean, from: Int): Int {
  let k: Int = 0;
  if (from < count && times[2 * from]! <= t && !(left && times[2 * from] === t)) k = from;
  for (; k + 1 < count; k++) {
    const end = times[2 * k + 1]!;
    if (end > t || (left && end === t)) break;
  }
  return k;
}

/** The cubic of length h that has values and rates at its ends, at the part s of it. */
export function cubicValue(
  z0: number,
  rate0: number,
  z1: number,
  rate1: number,
  h: number,
  s: number,
): number {
  const change = z1 - z0;
  const bend0 = h * rate0 - change;
  const bend1 = change - h * rate1;
  return z0 + s * (change + (1 - s) * ((1 - s) * bend0 + s * bend1));
}

function readPieces(of: CubicPieces, t: number, left: boolean): number {
  const { times, ends, counts } = of;
  const k = pieceAt(times, counts[piecePlaces.count]!, t, left, counts[piecePlaces.last]!);
  counts[piecePlaces.last] = k;
  const t0 = times[2 * k]!;
  const h = times[2 * k + 1]! - t0;
  if (h === Infinity) return ends[4 * k]!;
  return cubicValue(ends[4 * k]!, ends[4 * k + 1]!, ends[4 * k + 2]!, ends[4 * k + 3]!, h, (t - t0) / h);
}

function isRecorded(of: InputArrays, i: Int): boolean {
  return of.recorded[0]! > 0 && of.pieces[i]!.counts[piecePlaces.count]! > 0;
}

function readInput(of: InputArrays, i: Int, t: number, left: boolean): number {
  if (isRecorded(of, i)) return readPieces(of.pieces[i]!, t, left);
  const { closed } = of;
  const at = closedLength * i;
  const begin = closed[at + closedPlaces.begin]!;
  // At an end inputs may jump.
  if (t > begin && t < closed[at + closedPlaces.end]!) return closedValue(closed, at, t);
  return of.read(i, t, left);
}

/** Where the next segment of an input begins behind t. */
function nextSegment(of: InputArrays, i: Int, t: number): number {
  if (!isRecorded(of, i)) return of.segmentBehind(i, t);
  const { times, counts } = of.pieces[i]!;
  const count = counts[piecePlaces.count]!;
  const k = pieceAt(times, count, t, false, counts[piecePlaces.last]!);
  counts[piecePlaces.last] = k;
  return k + 1 < count ? times[2 * k + 1]! : Infinity;
}

/** The value right of t, and of the breakpoint that counts as at t. */
export function readRight(of: InputArrays, i: Int, t: number): number {
  return readInput(of, i, Math.max(t, of.passed[i]!), false);
}

/** Writes u(t), or its left limit. */
export function writeInputs(of: InputArrays, t: number, fromLeft: boolean, w: Float64Array): void {
  const { count, places, next } = of;
  const end = t + SAME * Math.abs(t);
  for (let i = 0; i < count; i++) {
    const place = places[i]!;
    if (!fromLeft) w[place] = readRight(of, i, t);
    else w[place] = readInput(of, i, next[i]! <= end ? next[i]! : t, true);
  }
}

function differs(of: InputArrays, i: Int, t: number, step: StepPolynomial, weights: Float64Array): number {
  const guess = combined(step.points, weights, of.places[i]!);
  const value = readInput(of, i, t, false);
  const large = Math.max(of.sizes[i]!, Math.abs(value), Math.abs(guess));
  of.sizes[i] = large;
  const off = Math.abs(value - guess) - of.noise[i]!;
  return off > 0 ? off / large : 0;
}

/**
 * The largest part of its size by which an input differs from the polynomial through its values at the stages of the step from t0
 * to t1: it moves faster than the step sees. Looked at where the weights are those of the polynomial, and where a segment of an
 * input begins: a block behind another one, which took short steps through a pulse, sees it however far its own step would go.
 */
export function unseenInputs(of: InputArrays, step: StepPolynomial, t0: number, t1: number): number {
  const { seen, segmented } = of;
  const { nodes, weights, between, points } = step;
  const stages = points.length;
  const t = t0 + step.part * (t1 - t0);
  let worst = 0;
  for (let i = 0; i < seen; i++) worst = Math.max(worst, differs(of, i, t, step, weights));
  for (let i = 0; i < seen; i++) {
    if (segmented[i] === 0) continue;
    for (let at = nextSegment(of, i, t0); at < t1; at = nextSegment(of, i, at)) {
      lagrangeWeights(nodes, stages, (at - t0) / (t1 - t0), between);
      worst = Math.max(worst, differs(of, i, at, step, between) / BETWEEN);
    }
  }
  return worst;
}
