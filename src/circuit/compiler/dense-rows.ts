/** Rows of numbers as the reduction handles them: sums of rows of dense row-major matrices. */

/** Reads entry (i, j) of a matrix with `cols` columns. */
export function entry(A: Float64Array, cols: number, i: number, j: number): number {
  return A[i * cols + j] as number;
}

/** Adds to entry (i, j) of a matrix with `cols` columns. */
export function addEntry(A: Float64Array, cols: number, i: number, j: number, value: number): void {
  A[i * cols + j] = (A[i * cols + j] as number) + value;
}

/** target[start + k] += factor source[from + k] for k < count. */
export function addScaled(
  target: Float64Array,
  start: number,
  factor: number,
  source: Float64Array,
  from: number,
  count: number,
): void {
  if (factor === 0) return;
  for (let k = 0; k < count; k++) {
    target[start + k] = (target[start + k] as number) + factor * (source[from + k] as number);
  }
}

/** Replaces -0 by 0, so that matrices print and compare as people expect. */
export function positiveZeros(A: Float64Array): Float64Array {
  for (let k = 0; k < A.length; k++) if (A[k] === 0) A[k] = 0;
  return A;
}

/** The largest magnitude of `count` entries from `start`. */
export function largestOf(A: Float64Array, start: number, count: number): number {
  let largest = 0;
  for (let k = start; k < start + count; k++) largest = Math.max(largest, Math.abs(A[k] as number));
  return largest;
}
