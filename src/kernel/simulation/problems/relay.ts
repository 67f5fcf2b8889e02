/** The one-step problem of relays and saturations: every multiplier between two finite bounds, [notes] (9.34). */
import { OneStepNSProblem } from './one-step-ns-problem.js';

export class Relay extends OneStepNSProblem {
  readonly name = 'Relay';
  protected readonly meaning = 'finite bounds on both sides';

  protected accepts(lower: number, upper: number): boolean {
    return Number.isFinite(lower) && Number.isFinite(upper);
  }
}
