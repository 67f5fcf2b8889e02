/**
 * The trustworthy solver of the box problem: lifted to a mixed complementarity problem (`box-lift.ts`),
 * solved by `solveMlcp`; then every row is put exactly on its bound or its equation and the free rows are
 * solved once more from the original data.
 *
 * "solved" means that `boxResidual` is within tolerance. Guaranteed as `solveLcp` is; a bounded box with a
 * positive semidefinite or a P-matrix always has a solution. Cost as an LCP of m + b rows.
 */
import { submatrix } from '../dense/matrix.js';
import { factorLU, solveLU } from '../dense/lu.js';
import { complementaryPart, RESIDUAL_TOLERANCE } from '../lcp/linear-complementarity.js';
import type { LcpReport, SolveLcpOptions } from '../lcp/solve-lcp.js';
import { solveMlcp } from '../mlcp/solve-mlcp.js';
import { FREE, LOWER, UPPER, liftBox, liftVector, rowState, type BoxLift } from './box-lift.js';
import { boxResidual, type BoxProblem } from './box-problem.js';

export type SolveBoxOptions = Pick<SolveLcpOptions, 'tolerance' | 'nodeLimit'>;

/** Solves the box problem; writes lambda and y (n each, zero unless "solved"). */
export function solveBox(
  problem: BoxProblem,
  lambda: Float64Array,
  y: Float64Array,
  options: SolveBoxOptions = {},
): LcpReport {
  const { n, M, q } = problem;
  const lift = liftBox(n, M, problem.lb, problem.ub);
  const liftedQ = new Float64Array(lift.rows);
  liftVector(lift, q, liftedQ);
  const kept = Int32Array.from({ length: lift.rows }, (_, i) => i).filter((i) => lift.forced[i]! >= 0);
  const matrix = new Float64Array(kept.length * kept.length);
  submatrix(lift.rows, lift.M, kept, kept, matrix);
  const zKept = new Float64Array(kept.length);
  const report = solveMlcp(
    {
      n: kept.length,
      M: matrix,
      q: Float64Array.from(kept, (i) => liftedQ[i]!),
      equality: Uint8Array.from(kept, (i) => lift.forced[i]!),
    },
    zKept,
    new Float64Array(kept.length),
    options,
  );
  lambda.fill(0, 0, n);
  y.fill(0, 0, n);
  if (report.status !== 'solved') return report;
  const z = new Float64Array(lift.rows);
  kept.forEach((i, p) => (z[i] = zKept[p]!));
  const residual = settle(problem, lift, z, lambda);
  if (residual <= (options.tolerance ?? RESIDUAL_TOLERANCE)) {
    complementaryPart(n, M, q, lambda, y);
    return { ...report, residual };
  }
  lambda.fill(0, 0, n);
  return { ...report, status: 'undecided', residual: Infinity };
}

/**
 * Solves from the states that a nearby lambda is in: one linear system of its free rows. Writes lambda and y and returns
 * the residual where that is the answer; otherwise neither changes. Cost: k^3 / 3 for k free rows.
 */
export function continueBox(problem: BoxProblem, lambda: Float64Array, y: Float64Array): number | undefined {
  const { n, M, q, lb, ub } = problem;
  const states = Array.from({ length: n }, (_, i) => {
    if (lambda[i]! <= lb[i]!) return LOWER;
    return lambda[i]! >= ub[i]! ? UPPER : FREE;
  });
  const next = Float64Array.from(states, (state, i) =>
    state === LOWER ? lb[i]! : state === UPPER ? ub[i]! : 0,
  );
  const free = solveFree(problem, states, next);
  if (!free) return undefined;
  // An answer has its free rows within their bounds as they come out: nothing is clipped.
  if (free.some((i) => !(next[i]! >= lb[i]! && next[i]! <= ub[i]!))) return undefined;
  const residual = boxResidual(problem, next);
  if (!(residual <= CONTINUED)) return undefined;
  lambda.set(next);
  complementaryPart(n, M, q, lambda, y);
  return residual;
}

/** Largest residual of an answer whose states were guessed: rounding, since nothing else was looked for. */
const CONTINUED = 1e-12;

/** Solves y = 0 in the free rows, the others as they are; writes them into lambda and returns which they are. */
function solveFree(
  { n, M, q }: BoxProblem,
  states: readonly number[],
  lambda: Float64Array,
): Int32Array | undefined {
  const free = Int32Array.from({ length: n }, (_, i) => i).filter((i) => states[i] === FREE);
  const k = free.length;
  const A = new Float64Array(k * k);
  submatrix(n, M, free, free, A);
  const pivots = new Int32Array(k);
  if (k > 0 && factorLU(k, A, pivots, new Float64Array(2 * k)) >= 0) return undefined;
  for (const i of free) lambda[i] = 0;
  const right = Float64Array.from(free, (i) => {
    let sum = -q[i]!;
    for (let j = 0; j < n; j++) sum -= M[i * n + j]! * lambda[j]!;
    return sum;
  });
  solveLU(k, A, pivots, right, right);
  free.forEach((i, p) => (lambda[i] = right[p]!));
  return free;
}

/** Writes lambda: from z, or refined where that is better. Returns its residual. */
function settle(problem: BoxProblem, lift: BoxLift, z: Float64Array, lambda: Float64Array): number {
  const { n, lb, ub } = problem;
  const states = Array.from({ length: n }, (_, i) =>
    rowState(lift, i, (row) => z[row]! > 0 || lift.forced[row]! > 0),
  );
  for (let i = 0; i < n; i++) {
    lambda[i] = lift.base[i]! + lift.sigma[i]! * z[i]!;
    if (states[i] !== FREE) lambda[i] = states[i] === LOWER ? lb[i]! : ub[i]!;
    else lambda[i] = Math.max(lb[i]!, Math.min(ub[i]!, lambda[i]!));
  }
  const residual = boxResidual(problem, lambda);
  const refined = lambda.slice();
  const free = solveFree(problem, states, refined);
  if (!free || free.length === 0) return residual;
  // Rounding may put a free row just outside its bounds; the residual judges what is left of it.
  for (const i of free) refined[i] = Math.max(lb[i]!, Math.min(ub[i]!, refined[i]!));
  const better = boxResidual(problem, refined);
  if (!(better < residual)) return residual;
  lambda.set(refined);
  return better;
}
