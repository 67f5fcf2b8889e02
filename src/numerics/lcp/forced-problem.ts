/**
 * A complementarity problem with forced rows (closed and open ideal switches) as an LCP: inactive rows
 * drop out; active rows F (y_F = 0, lambda_F free) are eliminated,
 *
 *     M' = M_RR - M_RF inv(M_FF) M_FR,   q' = q_R - M_RF inv(M_FF) q_F,
 *
 * where M_FF is regular. Where it is not (parallel closed switches), lambda_F = u - v with u, v >= 0 and
 * the equation becomes the two inequalities y_F >= 0, -y_F >= 0: both then hold with equality. That keeps
 * semidefiniteness. Source: [Cottle-Pang-Stone 1992, 1.2, 2.3].
 */
import { multiply, submatrix } from '../dense/matrix.js';
import { revealRank } from '../dense/rank-reveal.js';
import { zeroTolerance } from '../zero-tolerance.js';

export interface ReducedProblem {
  readonly n: number;
  readonly M: Float64Array;
  readonly q: Float64Array;
  /** The sizes of the terms of which q is the sum: what cancelled of them is rounding. */
  readonly magnitude: Float64Array;
  /** The original row of each reduced row; rows of F appear twice where they could not be eliminated. */
  readonly origin: Int32Array;
}

/**
 * Reduces the problem by its forced rows: 0 complementary, 1 active, -1 inactive. `magnitude[i]` >= |q_i|: the size of the
 * terms of which q_i is the sum (default |q_i|).
 */
export function reduceForced(
  m: number,
  M: Float64Array,
  q: Float64Array,
  forced: Int8Array,
  magnitude: Float64Array = q.map(Math.abs),
): ReducedProblem {
  const rows = Int32Array.from(forced, (_, i) => i);
  if (forced.every((role) => role === 0)) return { n: m, M, q, magnitude, origin: rows };
  const R = rows.filter((i) => forced[i] === 0);
  const F = rows.filter((i) => forced[i]! > 0);
  const MFF = new Float64Array(F.length * F.length);
  submatrix(m, M, F, F, MFF);
  const revealed = revealRank(F.length, F.length, MFF);
  if (revealed.rank < F.length) return doubleForced(m, M, q, magnitude, R, F);
  return eliminateForced(m, M, q, magnitude, R, F, revealed.basicInverse);
}

function eliminateForced(
  m: number,
  M: Float64Array,
  q: Float64Array,
  magnitude: Float64Array,
  R: Int32Array,
  F: Int32Array,
  inverse: Float64Array,
): ReducedProblem {
  const n = R.length;
  const f = F.length;
  const MRR = new Float64Array(n * n);
  const MRF = new Float64Array(n * f);
  const MFR = new Float64Array(f * n);
  submatrix(m, M, R, R, MRR);
  submatrix(m, M, R, F, MRF);
  submatrix(m, M, F, R, MFR);
  const G = new Float64Array(n * f);
  multiply(n, f, f, MRF, inverse, G);
  const qR = Float64Array.from(R, (i) => q[i]!);
  const terms = Float64Array.from(R, (i) => magnitude[i]!);
  for (let i = 0; i < n; i++) {
    for (let p = 0; p < f; p++) {
      const g = G[i * f + p]!;
      qR[i]! -= g * q[F[p]!]!;
      terms[i]! += Math.abs(g) * magnitude[F[p]!]!;
      for (let j = 0; j < n; j++) MRR[i * n + j]! -= g * MFR[p * n + j]!;
    }
    if (Math.abs(qR[i]!) <= zeroTolerance(f + 1) * terms[i]!) qR[i] = 0;
    clearRounding(m, M, R, i, G, MFR, f, MRR);
  }
  return { n, M: MRR, q: qR, magnitude: terms, origin: R };
}

/** Clears entries of row i that cancelled: they would be taken for small but regular ones. */
function clearRounding(
  m: number,
  M: Float64Array,
  R: Int32Array,
  i: number,
  G: Float64Array,
  MFR: Float64Array,
  f: number,
  reduced: Float64Array,
): void {
  const n = R.length;
  for (let j = 0; j < n; j++) {
    let terms = Math.abs(M[R[i]! * m + R[j]!]!);
    for (let p = 0; p < f; p++) terms += Math.abs(G[i * f + p]! * MFR[p * n + j]!);
    if (Math.abs(reduced[i * n + j]!) <= zeroTolerance(f + 1) * terms) reduced[i * n + j] = 0;
  }
}

function doubleForced(
  m: number,
  M: Float64Array,
  q: Float64Array,
  magnitude: Float64Array,
  R: Int32Array,
  F: Int32Array,
): ReducedProblem {
  const origin = Int32Array.from([...R, ...F, ...F]);
  const n = origin.length;
  const sign = Float64Array.from(origin, (_, p) => (p < R.length + F.length ? 1 : -1));
  const doubled = new Float64Array(n * n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) doubled[a * n + b] = sign[a]! * sign[b]! * M[origin[a]! * m + origin[b]!]!;
  }
  return {
    n,
    M: doubled,
    q: Float64Array.from(origin, (i, p) => sign[p]! * q[i]!),
    magnitude: Float64Array.from(origin, (i) => magnitude[i]!),
    origin,
  };
}
