/**
 * One contact with Coulomb's law, u = W r + q with a small matrix W, row-major from `at` on: what a sweep of Gauss and
 * Seidel asks, and the solver in two dimensions, which tries the cases one after another:
 *
 *     open      q_N >= 0                                r = 0
 *     sticking  r = -W^-1 q in the cone                 u = 0
 *     sliding   r = (1, -d mu) r_N, d = +1 and -1       u_N = 0, d u_T >= 0, r_N >= 0.
 *
 * Complete for every 2 x 2 matrix: one of them solves wherever there is a solution. Cost: some tens of operations.
 */

/** Solves one contact; r (size) holds a guess and receives the answer; q is local. False: not solved, r is the guess. */
export type LocalSolver = (
  size: number,
  mu: number,
  W: Float64Array,
  at: number,
  q: Float64Array,
  r: Float64Array,
) => boolean;

/** A determinant this much smaller than its terms is rounding. */
const SINGULAR = 1e-14;

/** Whether a planar contact has a point where it sticks: W, row-major from `at` on, is regular. */
export function isRegular(W: Float64Array, at: number): boolean {
  const straight = W[at]! * W[at + 3]!;
  const across = W[at + 1]! * W[at + 2]!;
  return Math.abs(straight - across) > SINGULAR * (Math.abs(straight) + Math.abs(across));
}

/** The solver in two dimensions. */
export const solvePlanar: LocalSolver = (_size, mu, W, at, q, r) => {
  const qN = q[0]!;
  const qT = q[1]!;
  if (qN >= 0) {
    r[0] = 0;
    r[1] = 0;
    return true;
  }
  const wNN = W[at]!;
  const wNT = W[at + 1]!;
  const wTN = W[at + 2]!;
  const wTT = W[at + 3]!;
  if (isRegular(W, at)) {
    const det = wNN * wTT - wNT * wTN;
    const rN = (wNT * qT - wTT * qN) / det;
    const rT = (wTN * qN - wNN * qT) / det;
    if (rN >= 0 && Math.abs(rT) <= mu * rN) {
      r[0] = rN;
      r[1] = rT;
      return true;
    }
  }
  for (let d = 1; d >= -1; d -= 2) {
    const rN = -qN / (wNN - d * mu * wNT);
    const uT = qT + (wTN - d * mu * wTT) * rN;
    if (rN >= 0 && rN < Infinity && d * uT >= 0) {
      r[0] = rN;
      r[1] = -d * mu * rN;
      return true;
    }
  }
  return false;
};

/** Writes x = -A^-1 b for a 3 x 3 matrix by cofactors; false where its determinant is rounding. x may not be b. */
export function solveMinus3(A: Float64Array, at: number, b: Float64Array, x: Float64Array): boolean {
  const a0 = A[at]!;
  const a1 = A[at + 1]!;
  const a2 = A[at + 2]!;
  const a3 = A[at + 3]!;
  const a4 = A[at + 4]!;
  const a5 = A[at + 5]!;
  const a6 = A[at + 6]!;
  const a7 = A[at + 7]!;
  const a8 = A[at + 8]!;
  const c0 = a4 * a8 - a5 * a7;
  const c1 = a5 * a6 - a3 * a8;
  const c2 = a3 * a7 - a4 * a6;
  const det = a0 * c0 + a1 * c1 + a2 * c2;
  if (!(Math.abs(det) > SINGULAR * (Math.abs(a0 * c0) + Math.abs(a1 * c1) + Math.abs(a2 * c2)))) return false;
  const b0 = b[0]!;
  const b1 = b[1]!;
  const b2 = b[2]!;
  x[0] = -(c0 * b0 + (a2 * a7 - a1 * a8) * b1 + (a1 * a5 - a2 * a4) * b2) / det;
  x[1] = -(c1 * b0 + (a0 * a8 - a2 * a6) * b1 + (a2 * a3 - a0 * a5) * b2) / det;
  x[2] = -(c2 * b0 + (a1 * a6 - a0 * a7) * b1 + (a0 * a4 - a1 * a3) * b2) / det;
  return true;
}

/** Tries the open and the sticking case in three dimensions; writes r and returns true where one holds. */
export function openOrSticking3(
  mu: number,
  W: Float64Array,
  at: number,
  q: Float64Array,
  r: Float64Array,
  work: Float64Array,
): boolean {
  if (q[0]! >= 0) {
    r.fill(0, 0, 3);
    return true;
  }
  if (!solveMinus3(W, at, q, work)) return false;
  if (!(work[0]! >= 0 && Math.hypot(work[1]!, work[2]!) <= mu * work[0]!)) return false;
  for (let k = 0; k < 3; k++) r[k] = work[k]!;
  return true;
}
