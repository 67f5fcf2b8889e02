/** What the reduction hands to those who read voltages and currents out of it. */

import type { DoubleDoubles } from '../../numerics/dense/double-double.js';

/** w as forms over zeta = (x, lambda, u): N x (n + m + p). */
export interface Recovery {
  readonly size: number;
  readonly n: number;
  readonly m: number;
  readonly p: number;
  readonly W: DoubleDoubles;
  /** The impulses w^ of a unit in the right-hand side of each equation of jumps: N x their number. */
  readonly impulses: DoubleDoubles;
}
