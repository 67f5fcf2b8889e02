/**
 * What kernel assembly asks of a first-order dynamical system, [intro] 6.1, [notes] 2.2:
 *
 *     M x' = f(x, t, z) + b(t) + r,      x(t0) = x0,
 *
 * M regular, z parameters that the user may change between steps, r from relations. b is kept apart from f
 * so that an integrator can take its average over a step.
 */
import type { DynamicalSystem } from './dynamical-system.js';
import type { LinearInput } from '../signals/linear-input.js';

export interface FirstOrderSystem extends DynamicalSystem {
  /** n x n row-major; the identity when absent. */
  readonly M: Float64Array | undefined;
  readonly b: LinearInput | undefined;
  /** The constant matrices where f = A x; undefined otherwise. */
  readonly linear: LinearDynamics | undefined;
  /** Writes f(x, t, z), n. */
  vectorField(t: number, x: Float64Array, out: Float64Array): void;
  /** Writes the Jacobian of f with respect to x, n x n row-major. */
  jacobian(t: number, x: Float64Array, out: Float64Array): void;
}

/** M x' = A x + b(t) + r with constant M and A. */
export interface LinearDynamics {
  readonly n: number;
  readonly x0: Float64Array;
  readonly A: Float64Array;
  /** What rounding of A left over, where that is known. */
  readonly remainder?: Float64Array | undefined;
  readonly M: Float64Array | undefined;
  readonly b: LinearInput | undefined;
}

export function isFirstOrder(system: DynamicalSystem): system is FirstOrderSystem {
  return 'vectorField' in system && 'linear' in system;
}

/** The constant matrices of a system; undefined where it has none. */
export function linearDynamics(system: DynamicalSystem): LinearDynamics | undefined {
  return isFirstOrder(system) ? system.linear : undefined;
}
