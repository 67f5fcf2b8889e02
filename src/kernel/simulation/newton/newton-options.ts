/** Options of Newton's method for one step, [notes] 9.3. */
import { resolveOptions } from '../resolve-options.js';

export interface NewtonOptions {
  /**
   * A step is accepted when every equation is fulfilled to this part of the sum of its terms; 1e-12: rounding
   * leaves some 1e-15, and the steps of a run add up.
   */
  readonly tolerance: number;
  /** Iterations of a step; quadratic convergence takes 3 to 6, a change of mode a few more. */
  readonly maxIterations: number;
}

export const defaultNewtonOptions: NewtonOptions = Object.freeze({ tolerance: 1e-12, maxIterations: 50 });

export function resolveNewtonOptions(given: Partial<NewtonOptions> = {}): NewtonOptions {
  return resolveOptions('NewtonOptions', defaultNewtonOptions, given);
}
