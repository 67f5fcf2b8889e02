/**
 * A user's rule for a nonsmooth event, [intro] (14): where the guard g(t, x) of the linked systems falls below
 * zero, their state is set to x+ = F(t, x-). In time stepping that happens at the first grid point behind the
 * crossing, with events at the crossing itself.
 */
import type { StateFunction } from './systems/first-order-nonlinear-ds.js';

/** How the linked systems go on from the limit of infinitely many events: with g = 0 held (a ball at rest). */
export interface Resting {
  /** Writes x' of the linked systems while g = 0 is held. */
  readonly field: StateFunction;
  /** r(t, x): where it falls below zero the systems leave g = 0. Absent: they stay. */
  readonly release?: (t: number, x: Float64Array, z: Float64Array) => number;
}

export class Reinitialisation {
  constructor(
    /** g(t, x): the event is where it changes from >= 0 to < 0. */
    readonly guard: (t: number, x: Float64Array, z: Float64Array) => number,
    /** Writes x+, from (t, x-, out, z). */
    readonly map: StateFunction,
    readonly z: Float64Array = new Float64Array(0),
    /** Without it a run by events that meets a Zeno point of this rule stops there. */
    readonly resting?: Resting,
  ) {}
}
