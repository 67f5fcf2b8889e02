/** The one-step problem of equations alone, y = 0 with lambda free: a linear system. */
import { OneStepNSProblem } from './one-step-ns-problem.js';

export class Equality extends OneStepNSProblem {
  readonly name = 'Equality';
  protected readonly meaning = 'equations, [-Infinity, Infinity]';

  protected accepts(lower: number, upper: number): boolean {
    return lower === -Infinity && upper === Infinity;
  }
}
