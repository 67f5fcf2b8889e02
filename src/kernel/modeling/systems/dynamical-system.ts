/**
 * What a simulation knows of any dynamical system, [intro] 6.1, [notes] 2: a state, and the equations of motion to
 * which the reactions r of its interactions add,
 *
 *     first order    M x' = f(x, t, z) + b(t) + r               state x, as many equations,
 *     second order   M(q) v' = F(t, q, v, z) + r,   q' = T(q) v     state (q, v), one equation a degree of freedom.
 *
 * What the equations are is between a system and its one-step integrator (`simulation/one-step-integrator.ts`).
 */
export interface DynamicalSystem {
  /** The class, for messages. */
  readonly name: string;
  /** Entries of the state x. */
  readonly n: number;
  /** Equations of motion, and so entries of a reaction; n where absent. */
  readonly equations?: number;
  /** The state at t0 (n). */
  readonly x0: Float64Array;
  /** Parameters that the user, a sensor or an actuator may change between steps. */
  readonly z: Float64Array;
  /** What the user should know, e.g. that a Jacobian is taken by differences. */
  readonly notes: readonly string[];
}

/** Entries of a reaction on the system. */
export function equationsOf({ n, equations }: Pick<DynamicalSystem, 'n' | 'equations'>): number {
  return equations ?? n;
}
