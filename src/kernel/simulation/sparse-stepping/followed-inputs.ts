/**
 * What inputs that move from `begin` on add to the rates of a step that was solved while they stood, as those of capacitors across
 * sources: it is solved once more with those at its end, and then for the same rates with those at its start, so that all unknowns
 * are those of one time. Where one of these has no solution the unknowns, charges and factors are as they were.
 */
import type { NewtonStatus } from './newton/newton-status.js';
import type { StartStep } from './start-step.js';

/** Takes w, which `step` solved for, along. */
export function followInputs(
  step: StartStep,
  w: Float64Array,
  begin: number,
  maxIterations: number,
): NewtonStatus {
  const { history, newton, solver } = step;
  const { inputs, assembly, rows } = solver;
  const { storageRows, s, size } = assembly;
  const [before, held, eps, end] = [w.slice(), history.slice(), step.length, begin + step.length];
  const forced = rows.forced.slice();
  if (inputs.before(end) < end) return 'converged';
  inputs.evaluate(end, false, w);
  // Less what rounding of times makes of it.
  step.length = end - begin;
  if (w.subarray(size).every((value, j) => value === before[size + j])) return 'converged';
  const [solve, kept] = [() => newton.solve(w, history, 1 / step.length, maxIterations), s.slice()];
  const goBack = (): void => {
    w.set(before);
    assembly.resetLimits(w);
  };
  if (solve() === 'converged') {
    step.keepRates();
    for (const row of storageRows) history[row] = history[row]! + kept[row]! - s[row]!;
    goBack();
    if (solve() === 'converged') return 'converged';
  }
  goBack();
  rows.restore(forced);
  history.set(held);
  return step.solve(w, eps, maxIterations);
}
