/**
 * Which rows of an infeasible LCP contradict each other. Where already the inequalities
 *
 *     w - M z = q,   w, z >= 0
 *
 * have no solution, they are the support of Farkas multipliers y (y M >= 0, y <= 0, y q > 0): of a basic
 * solution, so that few rows are named. Where only the complementarity cannot be met, they are the rows each of
 * which makes the problem solvable when its signs are given up (y_i = 0 or lambda_i = 0 whatever the other's
 * sign). Cost: one linear feasibility, and 2 m solves in the second case. Source: [Cottle-Pang-Stone 1992, 3.1].
 */
import { applyScaling, equilibrate } from '../dense/equilibrate.js';
import { reduceForced, type ReducedProblem } from './forced-problem.js';
import { ComplementarityResidual, RESIDUAL_TOLERANCE } from './linear-complementarity.js';
import { findFeasible } from './phase-one.js';
import { solveLcp } from './solve-lcp.js';

/** Rows beyond which single rows are not tried. */
const maxTrials = 64;
/** Nodes of the exact search of a trial. */
const trialNodes = 500;

/** Rows in conflict, ascending; all that are not forced where nothing more precise is found. */
export function conflictingRows(m: number, M: Float64Array, q: Float64Array, forced: Int8Array): number[] {
  const reduced = reduceForced(m, M, q, forced);
  const free = [...forced.keys()].filter((i) => forced[i] === 0);
  const found = contradiction(reduced) ?? (free.length <= maxTrials ? hints(m, M, q, forced, free) : []);
  return found.length > 0 ? found : free;
}

/** Rows with multipliers of the proof that the inequalities contradict each other; undefined when they do not. */
function contradiction({ n, M, q, magnitude, origin }: ReducedProblem): number[] | undefined {
  const rowScale = new Float64Array(n);
  const colScale = new Float64Array(n);
  const scaled = new Float64Array(n * n);
  equilibrate(n, n, M, rowScale, colScale);
  applyScaling(n, n, M, rowScale, colScale, scaled);
  const A = new Float64Array(n * 2 * n);
  for (let i = 0; i < n; i++) {
    A[i * 2 * n + i] = 1;
    for (let j = 0; j < n; j++) A[i * 2 * n + n + j] = -scaled[i * n + j]!;
  }
  const b = q.map((value, i) => value * rowScale[i]!);
  const proof = new Float64Array(n);
  const forgiven = new ComplementarityResidual(n, M).forgiven(q, RESIDUAL_TOLERANCE, magnitude);
  const slack = forgiven.map((value, i) => value * rowScale[i]!);
  if (findFeasible(n, 2 * n, A, b, slack, new Float64Array(2 * n), proof) !== 'infeasible') return undefined;
  const rows = [...proof.keys()].filter((i) => proof[i] !== 0).map((i) => origin[i]!);
  return [...new Set(rows)].sort((a, c) => a - c);
}

/** Rows whose release makes the problem solvable. */
function hints(
  m: number,
  M: Float64Array,
  q: Float64Array,
  forced: Int8Array,
  free: readonly number[],
): number[] {
  return free.filter((row) =>
    [1, -1].some((role) => {
      const released = forced.slice();
      released[row] = role;
      const { n, M: own, q: ownQ } = reduceForced(m, M, q, released);
      const [z, w] = [new Float64Array(n), new Float64Array(n)];
      return solveLcp(n, own, ownQ, z, w, { nodeLimit: trialNodes }).status === 'solved';
    }),
  );
}
