/**
 * The loops of an iteration of Newton's method over the rows of pairs and guards (`active-rows.ts`, `pair-signs.ts`), over arrays
 * that stay where they are: as they stand here, or as machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';

/** The arrays of an `ActiveRows`, as it describes them. */
export interface ActiveRowArrays {
  readonly pairCount: Int;
  readonly count: Int;
  readonly row: Int32Array;
  readonly unknown: Int32Array;
  readonly forced: Uint8Array;
  readonly turns: Uint8Array;
  /** One number: how often `forced` has changed. */
  readonly version: Int32Array;
  /** Entries of each row from `start[i]` on: their places among those of J and their columns; that of its own unknown. */
  readonly start: Int32Array;
  readonly entry: Int32Array;
  readonly column: Int32Array;
  readonly place: Int32Array;
  /** The entries as they were before they were forced. */
  readonly kept: Float64Array;
  /** Of each forced row its part that a singular mode lets through. */
  readonly leaks: Float64Array;
}

/** The arrays of a `PairSigns`, as it describes them. */
export interface SignArrays {
  readonly rows: ActiveRowArrays;
  readonly y: Float64Array;
  readonly largestY: Float64Array;
  readonly largestZ: Float64Array;
  /** Of each pair the place in `here` of what is of the kind of its y, and of its z: volts, amperes, parts. */
  readonly kindY: Int32Array;
  readonly kindZ: Int32Array;
  /** The largest y and z of all pairs of a kind at the point of the last iteration. */
  readonly here: Float64Array;
  /** Of each pair how much of what it tests is rounding (`pair-rounding.ts`), as it was measured last. */
  readonly rounding: Float64Array;
  /** Absolute tolerances of unknowns and rows. */
  readonly absolute: Float64Array;
  readonly residual: Float64Array;
  /** Part of these that tells no sign. */
  readonly part: number;
  /** Of each pair the other one of its relay; -1 where it is none's. */
  readonly partner: Int32Array;
}

/** Signs of pairs may be those of rounding below this part of the largest value seen: what is above it is not measured. */
export const SIGN = 1e-11;

/** Replaces row i by z_unknown = 0; for good, but for `forced`. */
export function setForced(of: ActiveRowArrays, i: Int, force: Int): void {
  if (of.forced[i]! === force) return;
  of.forced[i] = force;
  of.version[0] = of.version[0]! + 1;
}

/** Takes over what was copied from `forced`. */
export function restoreRows(of: ActiveRowArrays, forced: Uint8Array): void {
  const { count } = of;
  for (let i = 0; i < count; i++) setForced(of, i, forced[i]!);
}

/**
 * Keeps the rows of J, and replaces those that are forced, `leaking` times `leaks[i]` of them left; writes what these are missed
 * by at w, where the rows as they are give k.
 */
export function forceRows(
  of: ActiveRowArrays,
  values: Float64Array,
  w: Float64Array,
  missed: Float64Array,
  k: Float64Array,
  leaking: number,
): void {
  const { count, row, unknown, forced, start, entry, place, kept, leaks } = of;
  for (let i = 0; i < count; i++) {
    const first = start[i]!;
    const end = start[i + 1]!;
    for (let e = first; e < end; e++) kept[e] = values[entry[e]!]!;
    if (forced[i]! === 0) continue;
    const part = leaking * leaks[i]!;
    for (let e = first; e < end; e++) values[entry[e]!] = part * kept[e]!;
    const own = place[i]!;
    values[own] = values[own]! + 1;
    const at = row[i]!;
    missed[at] = -w[unknown[i]!]! - (leaking > 0 ? part * k[at]! : 0);
  }
}

/** Writes y of all pairs where the rows as they are give k. */
export function readPairs(of: SignArrays, k: Float64Array): void {
  const { rows, y } = of;
  const { pairCount, row } = rows;
  for (let p = 0; p < pairCount; p++) y[p] = k[row[p]!]!;
}

/** How much the row of pair i changes where z changes by dz, before it was forced. */
export function rowChange(of: ActiveRowArrays, i: Int, dz: Float64Array): number {
  const { start, column, kept } = of;
  const end = start[i + 1]!;
  let sum = 0;
  for (let e = start[i]!; e < end; e++) sum += kept[e]! * dz[column[e]!]!;
  return sum;
}

/** The part of an absolute tolerance that tells no sign. */
function nothingOf(of: SignArrays, p: Int): number {
  const { rows, residual, absolute, part } = of;
  return part * (rows.forced[p]! === 1 ? residual[rows.row[p]!]! : absolute[rows.unknown[p]!]!);
}

/** How far below 0 what a pair tests may be by rounding at most: a part of the largest values of its kind. */
export function signLimit(of: SignArrays, p: Int): number {
  const { rows, here, kindY, kindZ, largestY, largestZ } = of;
  const size =
    rows.forced[p]! === 1
      ? Math.max(largestY[p]!, here[kindY[p]!]!)
      : Math.max(largestZ[p]!, here[kindZ[p]!]!);
  return SIGN * size + nothingOf(of, p);
}

/** How far below 0 what a pair tests may be, where its rounding has been measured. */
export function signTolerance(of: SignArrays, p: Int): number {
  return Math.min(signLimit(of, p), of.rounding[p]! + nothingOf(of, p));
}

/** What pair p tests at w. */
export function testedBy(of: SignArrays, p: Int, w: Float64Array): number {
  return of.rows.forced[p]! === 1 ? of.y[p]! : w[of.rows.unknown[p]!]!;
}

/** Whether rounding is to be measured before signs at w are judged: one is wrong, and may be that. */
export function hasDoubts(of: SignArrays, w: Float64Array): boolean {
  const { pairCount } = of.rows;
  for (let p = 0; p < pairCount; p++) {
    const value = testedBy(of, p, w);
    if (value < -nothingOf(of, p) && value >= -signLimit(of, p)) return true;
  }
  return false;
}

/** Takes y along to w, to which dz led; pairs stay as they are. */
export function followPairs(of: SignArrays, w: Float64Array, dz: Float64Array): void {
  const { rows, y, here, kindY, kindZ } = of;
  const { pairCount, forced, unknown } = rows;
  const kinds = here.length;
  for (let k = 0; k < kinds; k++) here[k] = 0;
  for (let p = 0; p < pairCount; p++) {
    if (forced[p]! === 1) {
      const value = y[p]! + rowChange(rows, p, dz);
      y[p] = value;
      const kind = kindY[p]!;
      here[kind] = Math.max(here[kind]!, Math.abs(value));
    } else {
      y[p] = 0;
      const kind = kindZ[p]!;
      here[kind] = Math.max(here[kind]!, Math.abs(w[unknown[p]!]!));
    }
  }
}

/**
 * Turns over pairs whose sign is wrong at w, where y is, all or the first of them; returns how many. A relay goes from bound to bound
 * first: it slides where it does not belong there either. Most relays cannot, and their mode between the bounds is singular.
 */
export function turnPairs(of: SignArrays, w: Float64Array, leastIndex: boolean): Int {
  const { rows, partner } = of;
  const { pairCount, forced, turns } = rows;
  let flips: Int = 0;
  for (let p = 0; p < pairCount; p++) {
    if (!(testedBy(of, p, w) < -signTolerance(of, p))) continue;
    turns[p] = turns[p]! + 1;
    setForced(rows, p, 1 - forced[p]!);
    flips++;
    if (leastIndex) return flips;
    const other = partner[p]!;
    if (other < 0 || turns[p]! + turns[other]! > 1) continue;
    if (forced[other]! !== forced[p]!) setForced(rows, other, forced[p]!);
  }
  return flips;
}

/** Takes y and z of the end of a step as sizes. */
export function keepPairs(of: SignArrays, y: Float64Array, w: Float64Array): void {
  const { rows, largestY, largestZ } = of;
  const { pairCount, unknown } = rows;
  for (let p = 0; p < pairCount; p++) {
    largestY[p] = Math.max(largestY[p]!, y[p]!);
    largestZ[p] = Math.max(largestZ[p]!, w[unknown[p]!]!);
  }
}
