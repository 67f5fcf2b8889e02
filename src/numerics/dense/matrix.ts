/**
 * Dense matrices, row-major in a Float64Array: element (i, j) of an m x n matrix is A[i * n + j].
 * Every function writes into its last argument, which must not overlap the others unless stated.
 */

/** Converts rows written as nested arrays; throws a RangeError where a row differs in length. */
export function matrix(rows: readonly (readonly number[])[]): Float64Array {
  const cols = rows[0]?.length ?? 0;
  const values = new Float64Array(rows.length * cols);
  rows.forEach((row, i) => {
    if (row.length !== cols) {
      throw new RangeError(`matrix row ${i + 1} has ${row.length} entries where row 1 has ${cols}`);
    }
    values.set(row, i * cols);
  });
  return values;
}

/** Writes the n x n identity. */
export function identity(n: number, A: Float64Array): void {
  A.fill(0, 0, n * n);
  for (let i = 0; i < n; i++) A[i * n + i] = 1;
}

/** Writes C = A B, with A m x k, B k x n, C m x n. */
export function multiply(
  m: number,
  k: number,
  n: number,
  A: Float64Array,
  B: Float64Array,
  C: Float64Array,
): void {
  C.fill(0, 0, m * n);
  multiplyAdd(m, k, n, A, B, C);
}

/** Adds C += A B, with A m x k, B k x n, C m x n. */
export function multiplyAdd(
  m: number,
  k: number,
  n: number,
  A: Float64Array,
  B: Float64Array,
  C: Float64Array,
): void {
  for (let i = 0; i < m; i++) {
    for (let p = 0; p < k; p++) {
      const a = A[i * k + p]!;
      if (a === 0) continue;
      for (let j = 0; j < n; j++) C[i * n + j]! += a * B[p * n + j]!;
    }
  }
}

/** Writes y = A x, with A m x n. */
export function multiplyVector(
  m: number,
  n: number,
  A: Float64Array,
  x: Float64Array,
  y: Float64Array,
): void {
  for (let i = 0, p = 0; i < m; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += A[p++]! * x[j]!;
    y[i] = sum;
  }
}

/** Writes y = A x and, row by row, the sum of the terms' magnitudes, with A m x n. */
export function multiplyVectorWithTerms(
  m: number,
  n: number,
  A: Float64Array,
  x: Float64Array,
  y: Float64Array,
  terms: Float64Array,
): void {
  for (let i = 0, p = 0; i < m; i++) {
    let sum = 0;
    let size = 0;
    for (let j = 0; j < n; j++) {
      const term = A[p++]! * x[j]!;
      sum += term;
      size += Math.abs(term);
    }
    y[i] = sum;
    terms[i] = size;
  }
}

/** Writes T = A^T (n x m), with A m x n. */
export function transpose(m: number, n: number, A: Float64Array, T: Float64Array): void {
  for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) T[j * m + i] = A[i * n + j]!;
}

/** Writes the submatrix A[rowSet, colSet] of a matrix with n columns. */
export function submatrix(
  n: number,
  A: Float64Array,
  rowSet: Int32Array,
  colSet: Int32Array,
  out: Float64Array,
): void {
  let p = 0;
  for (const i of rowSet) for (const j of colSet) out[p++] = A[i * n + j]!;
}

/** Returns the largest magnitude of an entry: max |a|. */
export function maxNorm(A: Float64Array): number {
  let largest = 0;
  for (const a of A) largest = Math.max(largest, Math.abs(a));
  return largest;
}

/** Returns the largest row sum of magnitudes of an m x n matrix. */
export function infinityNorm(m: number, n: number, A: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < m; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.abs(A[i * n + j]!);
    largest = Math.max(largest, sum);
  }
  return largest;
}
