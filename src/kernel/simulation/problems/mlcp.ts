/** The one-step problem as a mixed linear complementarity problem, [notes] (9.36): equations and complementarity. */
import { OneStepNSProblem } from './one-step-ns-problem.js';

export class MLCP extends OneStepNSProblem {
  readonly name = 'MLCP';
  protected readonly meaning = 'equations, [-Infinity, Infinity], and complementarity, [0, Infinity]';

  protected accepts(lower: number, upper: number): boolean {
    return (lower === 0 || lower === -Infinity) && upper === Infinity;
  }
}
