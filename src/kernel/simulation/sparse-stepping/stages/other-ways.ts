/**
 * Ways to the solution of k(w) + b (s(w) - history) = 0 that Newton's method does not find from where it begins. One that does not lead
 * there leaves w, the mode and the sizes of rows as they were.
 */
import type { NewtonStatus } from '../newton/newton-status.js';
import { followPseudoTime, TerminalConductances, terminalsOf } from '../newton/pseudo-transient.js';
import type { StageSolver } from './stage-solver.js';

export class OtherWays {
  constructor(private readonly solver: StageSolver) {}

  /** Whether a way, told of the sizes of rows, leads to the solution. */
  leads(w: Float64Array, way: (sizes: Float64Array) => NewtonStatus): boolean {
    const { rows, assembly, newton } = this.solver;
    const { sizes } = newton.residuals.arrays;
    const [before, forced, known] = [w.slice(), rows.forced.slice(), sizes.slice()];
    if (way(known) === 'converged') return true;
    w.set(before);
    rows.restore(forced);
    sizes.set(known);
    assembly.resetLimits(w);
    return false;
  }

  /** To where the capacitances that a model leaves out would lead. */
  followCapacitances(w: Float64Array, history: Float64Array, b: number, maxIterations: number): boolean {
    const { assembly, newton } = this.solver;
    if (!assembly.nonlinear) return false;
    newton.counters.fallback('pseudo-transient');
    const conductances = new TerminalConductances(newton, terminalsOf(assembly));
    const solve = (of: Float64Array): NewtonStatus => newton.solve(w, of, b, maxIterations);
    const isSolved = (of: Float64Array): boolean => solve(of) === 'converged';
    return this.leads(w, (sizes) => {
      if (!followPseudoTime(newton, conductances, w, history, b, isSolved)) return 'diverged';
      // What rows had on the way measures nothing.
      newton.residuals.arrays.sizes.set(sizes);
      return solve(history);
    });
  }
}
