/**
 * Of the modes that solve a problem y = M lambda + q, 0 <= lambda _|_ y >= 0 at one q, the one that the limit of equal vanishing losses
 * takes (conventions: undetermined quantities): a resistance epsilon in series with every ideal element and a conductance epsilon
 * across it,
 *
 *     y - epsilon lambda = M (lambda - epsilon y) + q,
 *     y = inv(I + epsilon M) ((M + epsilon I) lambda + q).
 *
 * Where pairs have lambda = y = 0 other modes may solve the problem too, in which parts share what a single one has here: two diodes
 * behind coils at rest share one current. For a semidefinite M this problem has one solution, whose pairs say which are to be active;
 * what they carry follows from M. Cost O(m^3) where a pair is so, O(m) else.
 */
import { factorLU, SINGULAR_TOLERANCE, solveManyLU } from '../dense/lu.js';
import type { Mode } from './mode.js';
import { ModeSolver } from './mode-solver.js';

/** Ohms and siemens: nothing beside what circuits are made of, with half the digits left. */
const EPSILON = 1e-8;
/** Below this part of its terms what a mode tests in a row is 0. */
const ZERO = 1e-10;

export interface SharedProblem {
  readonly m: number;
  readonly M: Float64Array;
  /** As for `ModeSolver`. */
  readonly kind: Int8Array;
  readonly q: Float64Array;
  readonly forced: Int8Array;
  readonly terms: Float64Array;
}

/** The mode that shares where `mode`, an answer of `solver`, has pairs that are 0; `mode` itself where none does. */
export function sharedMode(problem: SharedProblem, solver: ModeSolver, mode: Mode): Mode {
  const { m, q, forced, terms } = problem;
  const isOpen = (i: number): boolean =>
    forced[i] === 0 && mode.idle[i] === 0 && Math.abs(solver.margin(mode, i, q, terms)) <= ZERO;
  if (q.every((value) => value === 0) || !mode.idle.some((_, i) => isOpen(i))) return mode;
  const lossy = withLosses(problem);
  if (!lossy) return mode;
  const { kind } = problem;
  const found = new ModeSolver(m, lossy.M, { kind, limit: m + 2 }).solve(lossy.q, forced, mode);
  if (found.status !== 'solved') return mode;
  const shared = solver.answerFrom(found.mode.key, q, forced, terms);
  return shared && shared.undetermined.length > mode.undetermined.length ? shared : mode;
}

function withLosses({
  m,
  M,
  q,
}: SharedProblem): { readonly M: Float64Array; readonly q: Float64Array } | undefined {
  const width = m + 1;
  const left = M.map((value, p) => EPSILON * value + (p % width === 0 ? 1 : 0));
  const right = new Float64Array(m * width);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) right[i * width + j] = M[i * m + j]! + (i === j ? EPSILON : 0);
    right[i * width + m] = q[i]!;
  }
  const pivots = new Int32Array(m);
  if (factorLU(m, left, pivots, new Float64Array(2 * m), SINGULAR_TOLERANCE) >= 0) return undefined;
  solveManyLU(m, left, pivots, width, right, right);
  return {
    M: Float64Array.from({ length: m * m }, (_, p) => right[Math.floor(p / m) * width + (p % m)]!),
    q: Float64Array.from({ length: m }, (_, i) => right[i * width + m]!),
  };
}
