/**
 * The one-step nonsmooth problem as a linear complementarity problem, [notes] 1.1.1:
 *
 *     y = Mlcp lambda + q,    0 <= y  _|_  lambda >= 0    (rows of switches: y = 0 or lambda = 0)
 *
 * solved by a mode cache (one product and a sign test), principal pivots from the last mode, lexicographic
 * Lemke and exact search, in this order; every answer passes the public residual (numerics/lcp).
 */
import { OneStepNSProblem } from './one-step-ns-problem.js';

export class LCP extends OneStepNSProblem {
  readonly name = 'LCP';
  protected readonly meaning = 'complementarity, [0, Infinity]';

  protected accepts(lower: number, upper: number): boolean {
    return lower === 0 && upper === Infinity;
  }
}
