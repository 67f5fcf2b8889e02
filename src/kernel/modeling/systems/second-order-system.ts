/**
 * What integrators ask of a mechanical system, [notes] 2, 10.1, 11.1:
 *
 *     M(q, z) v' = F(t, q, v, z) + p,      q' = T(q) v,      q(t0) = q0,  v(t0) = v0,
 *
 * state x = (q, v), p from interactions. Lagrangian systems have T = I, bodies in space (`newton-euler-ds.ts`) seven
 * coordinates and six velocities. Velocities that a boundary condition prescribes are no freedoms of a step: their
 * equation is v_j = b_j(t), and reactions do not reach them.
 */
import type { BoundaryCondition } from './boundary-condition.js';
import type { DynamicalSystem } from './dynamical-system.js';

export interface SecondOrderSystem extends DynamicalSystem {
  /** Velocities v, forces and reactions. */
  readonly equations: number;
  /** Coordinates q, which stand before v in the state. */
  readonly coordinates: number;
  readonly boundary: BoundaryCondition | undefined;
  /** The constant matrices of a linear time-invariant system; undefined otherwise. */
  readonly linearMechanics: LinearMechanics | undefined;
  /** Writes M(q), equations x equations row-major. */
  massMatrix(q: Float64Array, M: Float64Array): void;
  /** Writes F(t, q, v), all forces but the reactions. */
  forces(t: number, q: Float64Array, v: Float64Array, F: Float64Array): void;
  /** Writes dF/dq (equations x coordinates) and dF/dv (equations x equations). */
  forceJacobians(t: number, q: Float64Array, v: Float64Array, byQ: Float64Array, byV: Float64Array): void;
  /** Writes T(q), coordinates x equations; absent: the identity. */
  rates?(q: Float64Array, T: Float64Array): void;
  /** Brings q back to the set on which it lives (a quaternion to norm 1) after a step; absent: all of space. */
  normalize?(q: Float64Array): void;
  /** c(q) = 0 of that set (|p| - 1), its gradient (coordinates) written; where there is `normalize`. */
  unitConstraint?(q: Float64Array, gradient: Float64Array): number;
}

/** M v' + C v + K q = FExt(t) + p with constant M, C, K; row-major, C and K absent where they are zero. */
export interface LinearMechanics {
  readonly equations: number;
  readonly M: Float64Array;
  readonly C: Float64Array | undefined;
  readonly K: Float64Array | undefined;
  /** Writes FExt(t); absent: no force. */
  readonly external: ((t: number, F: Float64Array) => void) | undefined;
  /** FExt does not depend on t (nor on parameters that change). */
  readonly constantForce: boolean;
}

/** Whether a system is one of those of this file. */
export function isSecondOrder(system: DynamicalSystem): system is SecondOrderSystem {
  return 'massMatrix' in system;
}
