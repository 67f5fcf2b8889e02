/**
 * LU factorisation P A = L U in place, L with unit diagonal below, U on and above the diagonal.
 *
 * Partial pivoting with row scaling: the pivot of column k is the row with the largest
 * |a_ik| / max_j |a_ij|, the maximum taken over the original row, so that an equation written in
 * milliamperes does not win over the same one in amperes. Backward stable in practice; cost
 * 2/3 n^3 for the factors, 2 n^2 a right-hand side. Source: [Golub-Van Loan 2013, 3.4].
 *
 * A column is singular when its best scaled pivot is at most `tolerance` times the largest scaled
 * magnitude that the column had before the elimination.
 */

/**
 * Relative size below which a pivot is the rounding error of what was subtracted: elimination
 * leaves about n eps of a column, 2e-14 for n = 100, while a pivot of 1e-13 still has correct digits.
 */
export const SINGULAR_TOLERANCE = 2e-14;

/**
 * Factors A (n x n) in place. Writes the row exchanged with row k into pivots[k]; `work` holds 2 n.
 * Returns -1, or the first singular column, at which the factorisation stopped.
 */
export function factorLU(
  n: number,
  A: Float64Array,
  pivots: Int32Array,
  work: Float64Array,
  tolerance: number = SINGULAR_TOLERANCE,
): number {
  measure(n, A, work);
  for (let k = 0; k < n; k++) {
    let pivotRow = k;
    let largest = -1;
    for (let i = k; i < n; i++) {
      const size = Math.abs(A[i * n + k]!) * work[i]!;
      if (size > largest) {
        largest = size;
        pivotRow = i;
      }
    }
    // The negated comparison also stops at NaN.
    if (!(largest > tolerance * work[n + k]!)) return k;
    pivots[k] = pivotRow;
    if (pivotRow !== k) exchangeRows(n, A, work, k, pivotRow);
    eliminate(n, A, k);
  }
  return -1;
}

/** Writes the inverse row maxima into work[0..n) and the scaled column maxima into work[n..2n). */
function measure(n: number, A: Float64Array, work: Float64Array): void {
  work.fill(0, n, 2 * n);
  for (let i = 0; i < n; i++) {
    let largest = 0;
    for (let j = 0; j < n; j++) {
      const a = Math.abs(A[i * n + j]!);
      if (a > largest) largest = a;
    }
    const scale = largest > 0 ? 1 / largest : 0;
    work[i] = scale;
    for (let j = 0; j < n; j++) {
      const a = Math.abs(A[i * n + j]!) * scale;
      if (a > work[n + j]!) work[n + j] = a;
    }
  }
}

function exchangeRows(n: number, A: Float64Array, scale: Float64Array, k: number, p: number): void {
  for (let j = 0; j < n; j++) {
    const a = A[k * n + j]!;
    A[k * n + j] = A[p * n + j]!;
    A[p * n + j] = a;
  }
  const s = scale[k]!;
  scale[k] = scale[p]!;
  scale[p] = s;
}

function eliminate(n: number, A: Float64Array, k: number): void {
  const pivot = A[k * n + k]!;
  for (let i = k + 1; i < n; i++) {
    const row = i * n;
    if (A[row + k] === 0) continue;
    const factor = A[row + k]! / pivot;
    A[row + k] = factor;
    for (let j = k + 1; j < n; j++) A[row + j]! -= factor * A[k * n + j]!;
  }
}

/** Solves A x = b with the factors; b and x may be the same array. */
export function solveLU(
  n: number,
  LU: Float64Array,
  pivots: Int32Array,
  b: Float64Array,
  x: Float64Array,
): void {
  if (x !== b) for (let i = 0; i < n; i++) x[i] = b[i]!;
  for (let k = 0; k < n; k++) {
    const p = pivots[k]!;
    const value = x[p]!;
    x[p] = x[k]!;
    x[k] = value;
  }
  for (let i = 1; i < n; i++) {
    let sum = x[i]!;
    for (let j = 0; j < i; j++) sum -= LU[i * n + j]! * x[j]!;
    x[i] = sum;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i]!;
    for (let j = i + 1; j < n; j++) sum -= LU[i * n + j]! * x[j]!;
    x[i] = sum / LU[i * n + i]!;
  }
}

/** Solves A X = B for k right-hand sides (B and X n x k row-major); X may be B. */
export function solveManyLU(
  n: number,
  LU: Float64Array,
  pivots: Int32Array,
  k: number,
  B: Float64Array,
  X: Float64Array,
): void {
  if (X !== B) for (let i = 0; i < n * k; i++) X[i] = B[i]!;
  for (let i = 0; i < n; i++) {
    const p = pivots[i]!;
    if (p === i) continue;
    for (let c = 0; c < k; c++) {
      const value = X[p * k + c]!;
      X[p * k + c] = X[i * k + c]!;
      X[i * k + c] = value;
    }
  }
  for (let i = 1; i < n; i++) {
    for (let j = 0; j < i; j++) subtractRow(k, LU[i * n + j]!, X, j, i);
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) subtractRow(k, LU[i * n + j]!, X, j, i);
    const pivot = LU[i * n + i]!;
    for (let c = 0; c < k; c++) X[i * k + c]! /= pivot;
  }
}

/** X[to, :] -= factor X[from, :]. */
function subtractRow(k: number, factor: number, X: Float64Array, from: number, to: number): void {
  if (factor === 0) return;
  for (let c = 0; c < k; c++) X[to * k + c]! -= factor * X[from * k + c]!;
}
