/**
 * Equilibration: positive diagonals R and C such that the rows and columns of R A C have a largest
 * magnitude near 1. Volts, amperes, 1e-15 and 1e12 in one matrix become comparable, so that one
 * relative tolerance makes sense.
 *
 * The factors are powers of two: scaling and unscaling are exact, no bit of a solution changes.
 * Rows and columns of zeros keep the factor 1. Cost: O(rows * cols) for each of 12 rounds at most.
 * Source: simultaneous row and column scaling in the max norm [Ruiz 2001], with rounded factors.
 */

const ROUNDS = 12;

/** Writes the row factors (rows) and column factors (cols) for A, rows x cols. */
export function equilibrate(
  rows: number,
  cols: number,
  A: Float64Array,
  rowScale: Float64Array,
  colScale: Float64Array,
): void {
  rowScale.fill(1, 0, rows);
  colScale.fill(1, 0, cols);
  for (let round = 0; round < ROUNDS; round++) {
    const rowLargest = new Float64Array(rows);
    const colLargest = new Float64Array(cols);
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < cols; j++) {
        const a = Math.abs(A[i * cols + j]!) * rowScale[i]! * colScale[j]!;
        if (a > rowLargest[i]!) rowLargest[i] = a;
        if (a > colLargest[j]!) colLargest[j] = a;
      }
    }
    const rowsMoved = rescale(rows, rowLargest, rowScale);
    const colsMoved = rescale(cols, colLargest, colScale);
    if (!rowsMoved && !colsMoved) return;
  }
}

/** Divides every factor by the power of two nearest to the square root of its largest entry. */
function rescale(n: number, largest: Float64Array, scale: Float64Array): boolean {
  let moved = false;
  for (let i = 0; i < n; i++) {
    const exponent = largest[i]! > 0 ? Math.trunc(Math.log2(largest[i]!) / 2) : 0;
    if (exponent === 0) continue;
    scale[i]! *= 2 ** -exponent;
    moved = true;
  }
  return moved;
}

/** Writes R A C. */
export function applyScaling(
  rows: number,
  cols: number,
  A: Float64Array,
  rowScale: Float64Array,
  colScale: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) out[i * cols + j] = A[i * cols + j]! * rowScale[i]! * colScale[j]!;
  }
}
