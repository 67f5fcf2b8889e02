/**
 * The basic solution of a complementary basis: with alpha the rows whose z is basic,
 *
 *     z_alpha = -inv(M_alpha,alpha) q_alpha,   z elsewhere 0,   w = M z + q    [Cottle-Pang-Stone 1992, 2.3].
 *
 * Solved from the original data, so that it carries none of the rounding of a tableau.
 */
import { submatrix } from '../dense/matrix.js';
import { factorLU, solveLU } from '../dense/lu.js';
import { complementaryPart } from './linear-complementarity.js';

/** Writes z and w; returns false, with z and w undefined, when M_alpha,alpha is singular. */
export function solveBasis(
  n: number,
  M: Float64Array,
  q: Float64Array,
  alpha: Int32Array,
  z: Float64Array,
  w: Float64Array,
): boolean {
  const k = alpha.length;
  const A = new Float64Array(k * k);
  submatrix(n, M, alpha, alpha, A);
  const pivots = new Int32Array(k);
  if (factorLU(k, A, pivots, new Float64Array(2 * k)) >= 0) return false;
  const x = new Float64Array(k);
  for (let p = 0; p < k; p++) x[p] = -q[alpha[p]!]!;
  solveLU(k, A, pivots, x, x);
  z.fill(0, 0, n);
  for (let p = 0; p < k; p++) z[alpha[p]!] = x[p]!;
  complementaryPart(n, M, q, z, w);
  for (let p = 0; p < k; p++) w[alpha[p]!] = 0;
  return true;
}
