/**
 * The one-step problem as a variational inequality over a box, [notes] (9.34): complementarity, equations,
 * relays, piecewise-linear graphs and, for small models, second-order cones, or Coulomb friction, side by side. What TimeStepping takes unless told otherwise.
 */
import { OneStepNSProblem } from './one-step-ns-problem.js';

export class BoxVI extends OneStepNSProblem {
  readonly name = 'BoxVI';
  protected override readonly acceptsCones = true;
  protected override readonly acceptsFriction = true;
  protected readonly meaning = 'any box';

  protected accepts(lower: number, upper: number): boolean {
    return lower < upper;
  }
}
