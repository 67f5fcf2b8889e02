/** How far a run is from rest. */
import type { StageSolver } from './stage-solver.js';

/**
 * How far the static solution next to where a run stands lies from it, in tolerances of the unknown that would move most,
 * by its size in the last steps; Infinity where none is found. The run stays where it is; `forced` keeps its mode meanwhile. Cost: one static solution.
 */
export function restDistance(
  { points, newton, rows, assembly, options }: StageSolver,
  forced: Uint8Array,
): number {
  const z = points[0]!;
  const w = z.slice();
  const { size, system } = assembly;
  forced.set(rows.forced);
  const status = newton.solve(w, new Float64Array(size), 0, options.maxIterations);
  rows.restore(forced);
  assembly.resetLimits(z);
  if (status !== 'converged') return Infinity;
  let farthest = 0;
  for (let i = 0; i < size; i++) {
    const large = Math.max(Math.abs(w[i]!), newton.sizes[i]!);
    const tolerance = system.absolute[i]! + options.reltol * large;
    farthest = Math.max(farthest, Math.abs(w[i]! - z[i]!) / tolerance);
  }
  return farthest;
}
