/**
 * The one-step problem of contacts with Coulomb friction, [notes] 15, 16, beside contacts without friction and joints: the
 * solvers are those of `numerics/friction`, every answer passes the public residual.
 */
import { OneStepNSProblem } from './one-step-ns-problem.js';

export class FrictionContact extends OneStepNSProblem {
  readonly name = 'FrictionContact';
  protected override readonly acceptsFriction = true;
  protected readonly meaning =
    'friction, complementarity, [0, Infinity], equations, [-Infinity, Infinity], and limits of force';

  protected accepts(lower: number, upper: number): boolean {
    return lower < upper;
  }
}
