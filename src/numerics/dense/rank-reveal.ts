/**
 * Rank and null spaces of a rectangular matrix A by elimination with complete pivoting on the
 * equilibrated matrix:
 *
 *     P (R A C) Q = [ L1 ] [ U1 U2 ] + rounding,      rank = size of U1
 *                   [ L2 ]
 *
 * The right null space is C Q [-inv(U1) U2; I], the left one [-L2 inv(L1), I] P R. Complete pivoting
 * reveals the rank of all but constructed matrices (the growth of its factors is slow); it keeps the
 * zeros of circuit matrices, which a singular value decomposition does not. Cost O(m n min(m, n)).
 * Source: [Golub-Van Loan 2013, 3.4.8, 5.5], equilibration as in equilibrate.ts.
 */
import { RANK_TOLERANCE } from '../zero-tolerance.js';
import { applyScaling, equilibrate } from './equilibrate.js';

export interface RankOptions {
  /** Pivots of the equilibrated matrix (largest entry about 1) at most this large are zero. */
  readonly tolerance?: number;
}

export interface RankRevealed {
  readonly rows: number;
  readonly cols: number;
  readonly rank: number;
  /** cols x (cols - rank): A N = 0; each column has largest magnitude 1. */
  readonly rightNull: Float64Array;
  /** (rows - rank) x rows: W A = 0; each row has largest magnitude 1. */
  readonly leftNull: Float64Array;
  /** cols x rows: A X b = b for every b in the range of A, X b with cols - rank zeros; inv(A) when regular. */
  readonly basicInverse: Float64Array;
}

/** The elimination in progress: factors over rows and columns in pivot order. */
interface Elimination {
  readonly rows: number;
  readonly cols: number;
  readonly F: Float64Array;
  readonly rowOrder: Int32Array;
  readonly colOrder: Int32Array;
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
}

/** Finds rank, null spaces and basic inverse of A, rows x cols; A is not changed. */
export function revealRank(
  rows: number,
  cols: number,
  A: Float64Array,
  { tolerance = RANK_TOLERANCE }: RankOptions = {},
): RankRevealed {
  const e: Elimination = {
    rows,
    cols,
    F: new Float64Array(rows * cols),
    rowOrder: Int32Array.from({ length: rows }, (_, i) => i),
    colOrder: Int32Array.from({ length: cols }, (_, j) => j),
    rowScale: new Float64Array(rows),
    colScale: new Float64Array(cols),
  };
  equilibrate(rows, cols, A, e.rowScale, e.colScale);
  applyScaling(rows, cols, A, e.rowScale, e.colScale, e.F);
  const rank = eliminateCompletely(e, tolerance);
  return {
    rows,
    cols,
    rank,
    rightNull: rightNullSpace(e, rank),
    leftNull: leftNullSpace(e, rank),
    basicInverse: basicInverse(e, rank),
  };
}

function eliminateCompletely(e: Elimination, tolerance: number): number {
  const { rows, cols, F } = e;
  const steps = Math.min(rows, cols);
  // The first largest entry of each row from column k on: only rows that change are searched again.
  const largest = new Float64Array(rows);
  const at = new Int32Array(rows);
  for (let i = 0; i < rows; i++) search(e, i, 0, largest, at);
  for (let k = 0; k < steps; k++) {
    let row = k;
    for (let i = k + 1; i < rows; i++) if (largest[i]! > largest[row]!) row = i;
    if (!(largest[row]! > tolerance)) return k;
    const col = at[row]!;
    exchange(e, k, row, col);
    swap(largest, k, row);
    swap(at, k, row);
    for (let i = k + 1; i < rows; i++) {
      const factor = F[i * cols + k]! / F[k * cols + k]!;
      F[i * cols + k] = factor;
      if (factor !== 0) {
        for (let j = k + 1; j < cols; j++) F[i * cols + j]! -= factor * F[k * cols + j]!;
      } else if (at[i] !== k) {
        continue;
      }
      search(e, i, k + 1, largest, at);
    }
  }
  return steps;
}

function search(
  { cols, F }: Elimination,
  i: number,
  from: number,
  largest: Float64Array,
  at: Int32Array,
): void {
  let most = 0;
  let col = from;
  for (let j = from; j < cols; j++) {
    const a = Math.abs(F[i * cols + j]!);
    if (!(a > most)) continue;
    most = a;
    col = j;
  }
  largest[i] = most;
  at[i] = col;
}

function exchange({ rows, cols, F, rowOrder, colOrder }: Elimination, k: number, p: number, q: number): void {
  if (p !== k) {
    for (let j = 0; j < cols; j++) swap(F, k * cols + j, p * cols + j);
    swap(rowOrder, k, p);
  }
  if (q !== k) {
    for (let i = 0; i < rows; i++) swap(F, i * cols + k, i * cols + q);
    swap(colOrder, k, q);
  }
}

function swap(a: Float64Array | Int32Array, i: number, j: number): void {
  const value = a[i]!;
  a[i] = a[j]!;
  a[j] = value;
}

/** Back substitution with U1 for one right-hand side of size rank, in place. */
function solveUpper({ cols, F }: Elimination, rank: number, x: Float64Array): void {
  for (let i = rank - 1; i >= 0; i--) {
    let sum = x[i]!;
    for (let j = i + 1; j < rank; j++) sum -= F[i * cols + j]! * x[j]!;
    x[i] = sum / F[i * cols + i]!;
  }
}

function rightNullSpace(e: Elimination, rank: number): Float64Array {
  const { cols, F, colOrder, colScale } = e;
  const d = cols - rank;
  const N = new Float64Array(cols * d);
  const x = new Float64Array(rank);
  for (let c = 0; c < d; c++) {
    for (let i = 0; i < rank; i++) x[i] = -F[i * cols + rank + c]!;
    solveUpper(e, rank, x);
    dropRounding(x);
    for (let i = 0; i < rank; i++) N[colOrder[i]! * d + c] = x[i]! * colScale[colOrder[i]!]!;
    N[colOrder[rank + c]! * d + c] = colScale[colOrder[rank + c]!]!;
    normalise(N, c, d, cols);
  }
  return N;
}

function leftNullSpace({ rows, cols, F, rowOrder, rowScale }: Elimination, rank: number): Float64Array {
  const d = rows - rank;
  const W = new Float64Array(d * rows);
  const y = new Float64Array(rank);
  for (let r = 0; r < d; r++) {
    for (let j = 0; j < rank; j++) y[j] = -F[(rank + r) * cols + j]!;
    // y L1 = -L2 row: back substitution with the unit lower triangle transposed.
    for (let j = rank - 1; j >= 0; j--) {
      for (let i = j + 1; i < rank; i++) y[j]! -= F[i * cols + j]! * y[i]!;
    }
    dropRounding(y);
    for (let j = 0; j < rank; j++) W[r * rows + rowOrder[j]!] = y[j]! * rowScale[rowOrder[j]!]!;
    W[r * rows + rowOrder[rank + r]!] = rowScale[rowOrder[rank + r]!]!;
    normalise(W, r * rows, 1, rows);
  }
  return W;
}

/** inv(U1) inv(L1) by rows, so that the zeros of sparse factors cost nothing. */
function basicInverse(e: Elimination, rank: number): Float64Array {
  const { rows, cols, F, rowOrder, colOrder, rowScale, colScale } = e;
  const Y = new Float64Array(rank * rank);
  for (let i = 0; i < rank; i++) {
    for (let j = 0; j < i; j++) subtractRow(F[i * cols + j]!, Y, j * rank, i * rank, j + 1);
    Y[i * rank + i] = 1;
  }
  for (let i = rank - 1; i >= 0; i--) {
    for (let j = i + 1; j < rank; j++) subtractRow(F[i * cols + j]!, Y, j * rank, i * rank, rank);
    const pivot = F[i * cols + i]!;
    for (let c = 0; c < rank; c++) Y[i * rank + c]! /= pivot;
  }
  const X = new Float64Array(cols * rows);
  for (let i = 0; i < rank; i++) {
    const start = colOrder[i]! * rows;
    const scale = colScale[colOrder[i]!]!;
    for (let c = 0; c < rank; c++) {
      const row = rowOrder[c]!;
      X[start + row] = Y[i * rank + c]! * scale * rowScale[row]!;
    }
  }
  return X;
}

/** Y[to ..] -= factor Y[from ..], `count` entries. */
function subtractRow(factor: number, Y: Float64Array, from: number, to: number, count: number): void {
  if (factor === 0) return;
  for (let c = 0; c < count; c++) Y[to + c]! -= factor * Y[from + c]!;
}

/** Clears what elimination left where a zero belongs; entries are relative to the 1 of the free variable. */
function dropRounding(x: Float64Array): void {
  let largest = 1;
  for (const a of x) largest = Math.max(largest, Math.abs(a));
  for (let i = 0; i < x.length; i++) if (Math.abs(x[i]!) <= 1e-14 * largest) x[i] = 0;
}

function normalise(A: Float64Array, start: number, stride: number, count: number): void {
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, Math.abs(A[start + i * stride]!));
  for (let i = 0; i < count; i++) A[start + i * stride]! /= largest;
}
