/**
 * The one-step nonsmooth problem as a linear complementarity problem, [notes] 1.1.1:
 *
 *     y = Mlcp lambda + q,    0 <= y  _|_  lambda >= 0    (rows of switches: y = 0 or lambda = 0)
 *
 * solved by a mode cache (one product and a sign test), principal pivots from the last mode, lexicographic
 * Lemke and exact search, in this order; every answer passes the public residual (numerics/lcp).
 */
import { ModelError } from '../modeling/model-error.js';
import { defaultStepperOptions, type StepperOptions } from './linear-stepper.js';

export class LCP {
  readonly options: StepperOptions;

  constructor(options: Partial<StepperOptions> = {}) {
    this.options = { ...defaultStepperOptions, ...options };
    for (const [name, value] of Object.entries(this.options)) {
      if (!(value > 0)) throw new ModelError(`LCP: ${name} is ${String(value)}; it must be positive`);
    }
  }
}
