/**
 * The multiplier at t0, which schemes with gamma < 1 need as r_0 (CONVENTIONS 9): the least-norm solution of
 *
 *     y = D lambda + C x0 + E u(t0),    0 <= y  _|_  lambda >= 0,
 *
 * or 0 where this problem alone does not determine one (rows of relative degree 1 and higher).
 */
import { ModeSolver } from '../../numerics/lcp/mode-solver.js';
import type { LinearSystem } from './linear-system.js';
import type { StepperState } from './linear-stepper.js';

export function initialMultiplier(system: LinearSystem, state: StepperState, t0: number): Float64Array {
  const { n, m, p, C, D, E, guards, flowIsY } = system;
  const lambda = new Float64Array(m);
  if (m === 0) return lambda;
  const q = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) q[i]! += C[i * n + j]! * state.x[j]!;
    for (let j = 0; j < p; j++) q[i]! += E[i * p + j]! * (system.signals[j]?.value(t0) ?? 0);
  }
  const forced = new Int8Array(m);
  guards.forEach(({ row, guard }, g) => {
    forced[row] = (state.on[g] === 1) === (guard.onMeans === 'y=0') ? 1 : -1;
  });
  const found = new ModeSolver(m, D, { kind: flowIsY, limit: 64 }).solve(q, forced, undefined);
  if (found.status !== 'solved') return lambda;
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) lambda[i]! += found.mode.S[i * m + j]! * q[j]!;
  }
  return lambda;
}
