/**
 * Quantities that are polynomials within a step, sums over unknowns, their rates and inputs that never change, as arrays that
 * machine code reads. The points of a step are (z | u | 0) at its stages.
 */
import type { Int } from '../../../base/int.js';

/** Terms gain times place of quantity k from start[k] to start[k + 1], and those over rates. */
export interface FormArrays {
  readonly count: Int;
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly gain: Float64Array;
  readonly rateStart: Int32Array;
  readonly rateIndex: Int32Array;
  readonly rateGain: Float64Array;
}
