/**
 * The least-norm point of an affine family: of all quantities
 *
 *     u = P b + U t,        U rows x d, P rows x k, t free,
 *
 * the shortest, for every b at once: t = T b with T = -pinv(U) P. With U = E N, where N spans the
 * null space of a singular consistent A and E maps the unknowns to what is to be small, x = X b + N T b
 * is the solution that a vanishing equal resistance (conductance) in each quantity would select.
 *
 * Directions of t that move no quantity stay 0. Cost O(rows d (d + k)); modified Gram-Schmidt, twice
 * for orthogonality to rounding [Golub-Van Loan 2013, 5.2.8, 5.5].
 */

/** Columns whose part orthogonal to the earlier ones is relatively smaller than this depend on them. */
const DEPENDENT = 1e-12;

/** Writes T (d x k). Returns the rank of U. U and P are not changed. */
export function minNormShift(
  rows: number,
  d: number,
  k: number,
  U: Float64Array,
  P: Float64Array,
  T: Float64Array,
): number {
  const { V, R, independent } = orthonormalise(rows, d, U);
  T.fill(0, 0, d * k);
  for (let c = 0; c < k; c++) {
    for (let a = d - 1; a >= 0; a--) {
      if (independent[a] === 0) continue;
      let sum = 0;
      for (let i = 0; i < rows; i++) sum -= V[i * d + a]! * P[i * k + c]!;
      for (let b = a + 1; b < d; b++) sum -= R[a * d + b]! * T[b * k + c]!;
      T[a * k + c] = sum / R[a * d + a]!;
    }
  }
  let rank = 0;
  for (const flag of independent) rank += flag;
  return rank;
}

/** Returns the rank of U, rows x d, by the same orthogonalisation. */
export function columnRank(rows: number, d: number, U: Float64Array): number {
  let rank = 0;
  for (const flag of orthonormalise(rows, d, U).independent) rank += flag;
  return rank;
}

/** U = V R with orthonormal independent columns of V. */
function orthonormalise(
  rows: number,
  d: number,
  U: Float64Array,
): { V: Float64Array; R: Float64Array; independent: Uint8Array } {
  const V = Float64Array.from(U.subarray(0, rows * d));
  const R = new Float64Array(d * d);
  const independent = new Uint8Array(d);
  for (let a = 0; a < d; a++) {
    const before = columnLength(rows, d, V, a);
    for (let pass = 0; pass < 2; pass++) {
      for (let b = 0; b < a; b++) {
        if (independent[b] === 0) continue;
        let dot = 0;
        for (let i = 0; i < rows; i++) dot += V[i * d + b]! * V[i * d + a]!;
        R[b * d + a]! += dot;
        for (let i = 0; i < rows; i++) V[i * d + a]! -= dot * V[i * d + b]!;
      }
    }
    const after = columnLength(rows, d, V, a);
    if (!(after > DEPENDENT * before)) continue;
    independent[a] = 1;
    R[a * d + a] = after;
    for (let i = 0; i < rows; i++) V[i * d + a]! /= after;
  }
  return { V, R, independent };
}

function columnLength(rows: number, d: number, V: Float64Array, column: number): number {
  let sum = 0;
  for (let i = 0; i < rows; i++) sum += V[i * d + column]! * V[i * d + column]!;
  return Math.sqrt(sum);
}
