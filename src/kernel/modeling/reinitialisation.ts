/**
 * A user's rule for a nonsmooth event, [intro] (14): where the guard g(t, x) of the linked systems falls below
 * zero, their state is set to x+ = F(t, x-). In time stepping that happens at the first grid point behind the
 * crossing.
 */
import type { StateFunction } from './first-order-nonlinear-ds.js';

export class Reinitialisation {
  constructor(
    /** g(t, x): the event is where it changes from >= 0 to < 0. */
    readonly guard: (t: number, x: Float64Array, z: Float64Array) => number,
    /** Writes x+, from (t, x-, out, z). */
    readonly map: StateFunction,
    readonly z: Float64Array = new Float64Array(0),
  ) {}
}
