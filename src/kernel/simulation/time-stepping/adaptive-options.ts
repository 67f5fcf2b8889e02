/** Options of time stepping with step-size control. */
import { ModelError } from '../../modeling/model-error.js';
import { resolveOptions } from '../resolve-options.js';

export interface AdaptiveOptions {
  readonly reltol: number;
  /** In the units of the states. */
  readonly abstol: number;
  /** Seconds; Infinity: a hundredth of the interval. */
  readonly largestStep: number;
  /** As a part of the largest step; 2^-30: below it the trajectory is taken to jump. */
  readonly smallestPart: number;
  /** Part of its largest magnitude by which a watched quantity may miss a line from step to step; 0: any. */
  readonly chord: number;
}

export const defaultAdaptiveOptions: AdaptiveOptions = Object.freeze({
  reltol: 1e-4,
  abstol: 1e-9,
  largestStep: Infinity,
  smallestPart: 2 ** -30,
  chord: 0,
});

export function resolveAdaptiveOptions(given: Partial<AdaptiveOptions>): AdaptiveOptions {
  const object = 'AdaptiveTimeStepping';
  const options = resolveOptions(object, defaultAdaptiveOptions, given);
  if (options.smallestPart <= 0.25) return options;
  throw new ModelError(`${object}: smallestPart is ${options.smallestPart}; it must be 1/4 or less`);
}
