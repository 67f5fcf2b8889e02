/**
 * The multiplier at t0, which schemes with gamma < 1 need as r_0 (conventions: initial multiplier): the least-norm solution of
 *
 *     y = D lambda + C x0 + E u(t0),    0 <= y  _|_  lambda >= 0,
 *
 * The problem has no solution where the state is inconsistent: diodes would carry an impulse at once
 * (conventions: jumps).
 */
import { ModeSolver } from '../../../numerics/lcp/mode-solver.js';
import { addMultipliers } from '../../../numerics/lcp/mode.js';
import type { LinearSystem } from './linear-system.js';
import type { StepperState } from './linear-stepper.js';

/**
 * Returns lambda at t0; undefined where no multiplier is consistent with the state. `before` is the state from
 * which a jump led here: rounding is relative to it, for what is left may be rounding itself.
 */
export function initialMultiplier(
  system: LinearSystem,
  state: StepperState,
  t0: number,
  before: Float64Array = state.x,
  solver: ModeSolver = multiplierSolver(system),
): Float64Array | undefined {
  const { n, m, p, C, E, guards } = system;
  const lambda = new Float64Array(m);
  if (m === 0) return lambda;
  const q = new Float64Array(m);
  const terms = new Float64Array(m);
  const add = (i: number, term: number, size = Math.abs(term)): void => {
    q[i]! += term;
    terms[i]! += size;
  };
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      const size = Math.max(Math.abs(state.x[j]!), Math.abs(before[j]!));
      add(i, C[i * n + j]! * state.x[j]!, Math.abs(C[i * n + j]!) * size);
    }
    for (let j = 0; j < p; j++) add(i, E[i * p + j]! * (system.signals[j]?.value(t0) ?? 0));
  }
  const forced = Int8Array.from(system.equations ?? new Int8Array(m));
  guards.forEach(({ row, guard }, g) => {
    forced[row] = (state.on[g] === 1) === (guard.onMeans === 'y=0') ? 1 : -1;
  });
  const found = solver.solve(q, forced, undefined, terms);
  if (found.status !== 'solved') return undefined;
  addMultipliers(found.mode, q, lambda);
  return lambda;
}

/** The solver of these problems, to keep where several are posed. */
export function multiplierSolver({ m, D, flowIsY }: LinearSystem): ModeSolver {
  return new ModeSolver(m, D, { kind: flowIsY, limit: 64 });
}
