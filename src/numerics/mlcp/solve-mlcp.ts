/**
 * The trustworthy solver of mixed linear complementarity problems. The equality rows F are eliminated,
 *
 *     u = -inv(M_FF) (q_F + M_FR z_R),
 *
 * and the LCP that remains goes to `solveLcp`. Where M_FF is singular, u is doubled into two sign-restricted
 * variables and each equation into two inequalities (`forced-problem.ts`), which keeps semidefiniteness;
 * the answer is then moved along the null space of [M_FF; M_RF], which changes no row, to the shortest u.
 * The complementary basis found is solved once more from the original data, so that the answer carries
 * none of the rounding of the elimination.
 *
 * Guaranteed as `solveLcp` is: it ends, and "solved" means that `mlcpResidual` of the problem as given is
 * within tolerance. Cost O(n^3) beside the LCP. Source: [Cottle-Pang-Stone 1992, 1.5, 2.3].
 */
import { submatrix } from '../dense/matrix.js';
import { factorLU, solveLU } from '../dense/lu.js';
import { minNormShift } from '../dense/min-norm.js';
import { revealRank } from '../dense/rank-reveal.js';
import { solveBasis } from '../lcp/complementary-basis.js';
import { reduceForced, type ReducedProblem } from '../lcp/forced-problem.js';
import {
  ComplementarityResidual,
  complementaryPart,
  RESIDUAL_TOLERANCE,
} from '../lcp/linear-complementarity.js';
import { solveLcp, type LcpReport, type SolveLcpOptions } from '../lcp/solve-lcp.js';
import { requireSize, type MixedProblem } from './mixed-complementarity.js';

/** Solves the problem; writes z and w (n each, zero unless "solved"). `guess`: rows (of n) believed basic. */
export function solveMlcp(
  problem: MixedProblem,
  z: Float64Array,
  w: Float64Array,
  options: SolveLcpOptions = {},
): LcpReport {
  const { n, M, q, equality } = problem;
  requireSize('M', M, n * n);
  requireSize('q', q, n);
  requireSize('the row kinds', equality, n);
  requireFinite('M', M);
  requireFinite('q', q);
  const tolerance = options.tolerance ?? RESIDUAL_TOLERANCE;
  const forced = Int8Array.from(equality);
  const reduced = reduceForced(n, M, q, forced, options.magnitude);
  const zr = new Float64Array(reduced.n);
  const { guess } = options;
  const report = solveLcp(reduced.n, reduced.M, reduced.q, zr, new Float64Array(reduced.n), {
    ...options,
    magnitude: reduced.magnitude,
    ...(guess && { guess: Uint8Array.from(reduced.origin, (i) => (forced[i] === 0 ? guess[i]! : 0)) }),
  });
  z.fill(0, 0, n);
  w.fill(0, 0, n);
  if (report.status !== 'solved') return report;
  const residualOf = new ComplementarityResidual(n, M);
  const residual = (): number => residualOf.evaluate(q, z, forced);

  const basis = Int32Array.from(basicRows(reduced, forced, zr));
  if (solveBasis(n, M, q, basis, z, w) && residual() <= tolerance) {
    for (let i = 0; i < n; i++) z[i]! += 0; // -0 becomes 0
    return { ...report, residual: residual() };
  }
  expand(problem, reduced, zr, z);
  complementaryPart(n, M, q, z, w);
  const reached = residual();
  if (reached <= tolerance) return { ...report, residual: reached };
  z.fill(0, 0, n);
  w.fill(0, 0, n);
  return { ...report, status: 'undecided', residual: Infinity };
}

/** The rows with w = 0 and z free to be computed: all equality rows, and those with z > 0. */
function basicRows({ origin }: ReducedProblem, forced: Int8Array, zr: Float64Array): number[] {
  const rows = new Set<number>();
  forced.forEach((role, i) => {
    if (role > 0) rows.add(i);
  });
  origin.forEach((i, p) => {
    if (zr[p]! > 0) rows.add(i);
  });
  return [...rows].sort((a, b) => a - b);
}

/** Spreads the reduced solution over all rows: u by elimination, or from its two parts and shortened. */
function expand(
  { n, M, q, equality }: MixedProblem,
  { origin }: ReducedProblem,
  zr: Float64Array,
  z: Float64Array,
): void {
  z.fill(0, 0, n);
  const rows = Int32Array.from({ length: n }, (_, i) => i);
  const F = rows.filter((i) => equality[i] === 1);
  const seen = new Uint8Array(n);
  origin.forEach((i, p) => {
    z[i]! += seen[i] === 1 ? -zr[p]! : zr[p]!;
    seen[i] = 1;
  });
  const doubled = F.length > 0 && seen[F[0]!] === 1;
  if (doubled) shorten(n, M, rows, F, z);
  else eliminated(n, M, q, F, z);
}

function eliminated(n: number, M: Float64Array, q: Float64Array, F: Int32Array, z: Float64Array): void {
  const f = F.length;
  const A = new Float64Array(f * f);
  submatrix(n, M, F, F, A);
  const pivots = new Int32Array(f);
  const u = Float64Array.from(F, (i) => {
    let sum = -q[i]!;
    for (let j = 0; j < n; j++) sum -= M[i * n + j]! * z[j]!;
    return sum;
  });
  if (factorLU(f, A, pivots, new Float64Array(2 * f)) >= 0) return;
  solveLU(f, A, pivots, u, u);
  F.forEach((i, p) => (z[i] = u[p]!));
}

/** Moves u along the null space of the columns F of M (no row changes) to the least norm. */
function shorten(n: number, M: Float64Array, rows: Int32Array, F: Int32Array, z: Float64Array): void {
  const f = F.length;
  const columns = new Float64Array(n * f);
  submatrix(n, M, rows, F, columns);
  const { rank, rightNull } = revealRank(n, f, columns);
  const d = f - rank;
  const u = Float64Array.from(F, (i) => z[i]!);
  const t = new Float64Array(d);
  minNormShift(f, d, 1, rightNull, u, t);
  F.forEach((i, p) => {
    for (let c = 0; c < d; c++) z[i]! += rightNull[p * d + c]! * t[c]!;
  });
}

function requireFinite(name: string, values: Float64Array): void {
  const at = values.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) throw new RangeError(`the mixed complementarity problem has ${name}[${at}] = ${values[at]}`);
}
