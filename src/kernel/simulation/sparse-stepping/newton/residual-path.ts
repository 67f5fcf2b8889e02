/**
 * Newton's method that begins too far from the solution of F(w) = k + b (s - history) = 0 is led there along what is missed
 * at its start,
 *
 *     F(w) = (1 - p) F(w0),     p: 0 -> 1,
 *
 * by steps in p that follow their success. At p = 0 w0 is the solution, at p = 1 nothing of the path remains. It is passable
 * where J stays regular along it, as where all laws are monotone; else it ends and says so. What is missed stands in the
 * history, as a charge that is yet to come. Rows of pairs are not moved. Source: [Ortega-Rheinboldt 1970, 7.5].
 */
import type { DescriptorNewton } from './newton.js';
import type { NewtonStatus } from './newton-status.js';

/** First step in p, the shortest one, and how many points. */
const FIRST = 0.25;
const SHORTEST = 1e-4;
const MAX_POINTS = 300;

/** Moves w to the solution; where the path does not lead there w is anything. */
export function followResidual(
  newton: DescriptorNewton,
  w: Float64Array,
  history: Float64Array,
  b: number,
  maxIterations: number,
): NewtonStatus {
  const { assembly, rows, counters } = newton;
  const { size } = assembly.system;
  counters.fallback('residuals step by step');
  assembly.resetLimits(w);
  assembly.evaluate(w, b, false);
  const missed = new Float64Array(size);
  for (let i = 0; i < size; i++) missed[i] = assembly.k[i]! / b + (assembly.s[i]! - history[i]!);
  for (let i = 0; i < rows.count; i++) missed[rows.row[i]!] = 0;
  const shifted = new Float64Array(size);
  const best = w.slice();
  const forced = rows.forced.slice();
  let status: NewtonStatus = 'diverged';
  for (let [p, step, points] = [0, FIRST, 0]; p < 1; points++) {
    const next = Math.min(1, p + step);
    for (let i = 0; i < size; i++) shifted[i] = history[i]! + (1 - next) * missed[i]!;
    status = newton.solve(w, shifted, b, maxIterations);
    if (status === 'converged') {
      [p, step] = [next, 2 * step];
      best.set(w);
      forced.set(rows.forced);
      continue;
    }
    step /= 4;
    if (step < SHORTEST || points > MAX_POINTS) return status;
    w.set(best);
    rows.restore(forced);
    assembly.resetLimits(w);
  }
  return status;
}
