/**
 * Lemke's method: complementary pivoting on the augmented problem
 *
 *     w - M z - d z0 = q,   d > 0,
 *
 * from z0 large enough that w >= 0, along almost complementary bases, until z0 leaves (a solution)
 * or the entering variable grows without bound (a secondary ray). The lexicographic ratio test
 * compares rows of [q, B^-1] instead of q alone: no basis repeats, whatever the degeneracy.
 *
 * Guaranteed to solve for P-matrices, positive definite and strictly copositive ones; for
 * copositive-plus matrices (positive semidefinite ones are) a ray proves that no z >= 0 makes w >= 0.
 * For others a ray proves nothing: M = [[0, 1], [0, 0]], q = (-1, 0) meets one at once with d = e
 * although z = (0, 1) solves. Cost: about 2 n pivots of 2 n^2 each, in the worst case 2^n.
 * Source: [Cottle-Pang-Stone 1992, alg. 4.4.5 with the lexicographic rule of 4.9].
 */
import {
  complementaryPart,
  lcpResidual,
  RESIDUAL_TOLERANCE,
  type LcpResult,
} from './linear-complementarity.js';
import { solveBasis } from './complementary-basis.js';

export interface LemkeOptions {
  /** The covering vector d > 0, default all ones. */
  readonly covering?: Float64Array;
  /** False takes the first row of a tie, which can cycle: for the test that shows it. Default true. */
  readonly lexicographic?: boolean;
  /** Pivots; default 100 + 50 n, far beyond the usual 2 n. */
  readonly limit?: number;
}

export interface LemkeResult extends LcpResult {
  /** How the path ended. */
  readonly end: 'solution' | 'ray' | 'limit';
  /** Rows whose z is basic at the end, ascending. */
  readonly basis: Int32Array;
}

/** A column entry at most this large relative to the column's largest is no pivot: it is rounding. */
const PIVOT_TOLERANCE = 1e-11;
/** Ratios (and differences) closer than this, relative, are equal: a few dozen roundings. */
const TIE = 1e-13;

/** Columns of the tableau: w_1..w_n, z_1..z_n, z0, right-hand side. */
interface Tableau {
  readonly n: number;
  readonly width: number;
  readonly T: Float64Array;
  /** The variable that is basic in each row, numbered as its column. */
  readonly basic: Int32Array;
}

/** Solves LCP(q, M) by Lemke's method; writes z and w. Never "infeasible": a ray is "undecided" here. */
export function lemke(
  n: number,
  M: Float64Array,
  q: Float64Array,
  z: Float64Array,
  w: Float64Array,
  options: LemkeOptions = {},
): LemkeResult {
  const { lexicographic = true, limit = 100 + 50 * n } = options;
  const d = options.covering ?? new Float64Array(n).fill(1);
  const tableau = createTableau(n, M, q, d);
  let row = firstRow(n, q, d, lexicographic);
  let entering = 2 * n;
  let pivots = 0;
  let end: LemkeResult['end'] = 'solution';
  while (row >= 0) {
    const leaving = tableau.basic[row]!;
    pivot(tableau, row, entering);
    pivots++;
    if (leaving === 2 * n) break;
    if (pivots >= limit) {
      end = 'limit';
      break;
    }
    entering = leaving < n ? leaving + n : leaving - n;
    row = leavingRow(tableau, entering, lexicographic);
    if (row < 0) end = 'ray';
  }
  return finish(tableau, end, pivots, M, q, z, w);
}

function createTableau(n: number, M: Float64Array, q: Float64Array, d: Float64Array): Tableau {
  const width = 2 * n + 2;
  const T = new Float64Array(n * width);
  for (let i = 0; i < n; i++) {
    T[i * width + i] = 1;
    for (let j = 0; j < n; j++) T[i * width + n + j] = -M[i * n + j]!;
    T[i * width + 2 * n] = -d[i]!;
    T[i * width + 2 * n + 1] = q[i]!;
  }
  return { n, width, T, basic: Int32Array.from({ length: n }, (_, i) => i) };
}

/**
 * The row in which z0 enters: the smallest q_i / d_i, -1 when q >= 0. Of equal ones the last, which
 * makes all rows of [q, B^-1] lexicographically positive.
 */
function firstRow(n: number, q: Float64Array, d: Float64Array, lexicographic: boolean): number {
  let row = -1;
  let least = 0;
  for (let i = 0; i < n; i++) {
    const ratio = q[i]! / d[i]!;
    if (ratio < least || (lexicographic && row >= 0 && equal(ratio, least))) {
      row = i;
      least = Math.min(ratio, least);
    }
  }
  return row;
}

function equal(a: number, b: number): boolean {
  return Math.abs(a - b) <= TIE * Math.max(Math.abs(a), Math.abs(b));
}

/** The row that blocks the entering variable, -1 for none (a ray). z0 leaves whenever it may. */
function leavingRow({ n, width, T, basic }: Tableau, entering: number, lexicographic: boolean): number {
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(T[i * width + entering]!));
  let best = -1;
  for (let i = 0; i < n; i++) {
    const p = T[i * width + entering]!;
    if (!(p > PIVOT_TOLERANCE * largest)) continue;
    if (best < 0) {
      best = i;
      continue;
    }
    const bestPivot = T[best * width + entering]!;
    const ratio = T[i * width + width - 1]! / p;
    const bestRatio = T[best * width + width - 1]! / bestPivot;
    if (!equal(ratio, bestRatio)) {
      if (ratio < bestRatio) best = i;
    } else if (basic[best] === 2 * n) {
      continue;
    } else if (
      basic[i] === 2 * n ||
      (lexicographic && lexicographicallyLess(T, width, n, i, p, best, bestPivot))
    ) {
      best = i;
    }
  }
  return best;
}

/** Compares row i / p with row k / r over the columns of w, which hold the inverse of the basis. */
function lexicographicallyLess(
  T: Float64Array,
  width: number,
  n: number,
  i: number,
  p: number,
  k: number,
  r: number,
): boolean {
  for (let j = 0; j < n; j++) {
    const a = T[i * width + j]! / p;
    const b = T[k * width + j]! / r;
    if (!equal(a, b)) return a < b;
  }
  return false;
}

function pivot({ n, width, T, basic }: Tableau, row: number, entering: number): void {
  const start = row * width;
  const divisor = T[start + entering]!;
  for (let j = 0; j < width; j++) T[start + j]! /= divisor;
  T[start + entering] = 1;
  for (let i = 0; i < n; i++) {
    const factor = T[i * width + entering]!;
    if (i === row || factor === 0) continue;
    for (let j = 0; j < width; j++) {
      const before = T[i * width + j]!;
      const after = before - factor * T[start + j]!;
      // What cancels to rounding is a degenerate zero, and the ratio test must see it as one.
      T[i * width + j] = Math.abs(after) <= TIE * Math.abs(before) ? 0 : after;
    }
    T[i * width + entering] = 0;
  }
  basic[row] = entering;
}

function finish(
  { n, width, T, basic }: Tableau,
  end: LemkeResult['end'],
  iterations: number,
  M: Float64Array,
  q: Float64Array,
  z: Float64Array,
  w: Float64Array,
): LemkeResult {
  const basis = Int32Array.from(
    basic.filter((v) => v >= n && v < 2 * n),
    (v) => v - n,
  ).sort();
  if (end !== 'solution') {
    z.fill(0, 0, n);
    complementaryPart(n, M, q, z, w);
    return { status: 'undecided', end, basis, iterations, residual: Infinity };
  }
  if (!solveBasis(n, M, q, basis, z, w)) {
    z.fill(0, 0, n);
    for (let i = 0; i < n; i++) {
      const v = basic[i]!;
      if (v >= n && v < 2 * n) z[v - n] = T[i * width + width - 1]!;
    }
    complementaryPart(n, M, q, z, w);
  }
  const residual = lcpResidual(n, M, q, z);
  const status = residual <= RESIDUAL_TOLERANCE ? 'solved' : 'undecided';
  return { status, end, basis, iterations, residual };
}
