/**
 * Prescribed velocities v_j(t) = b_j(t) of some equations of a mechanical system: a support that is held (b = 0) or moved.
 * Source: [intro] 6.1.
 */
import { ModelError } from '../model-error.js';

export interface BoundaryCondition {
  /** The equations whose velocity is prescribed, ascending. */
  readonly equations: readonly number[];
  /** Writes their velocities at t, one an entry of `equations`, in m/s or rad/s. */
  velocity(t: number, out: Float64Array): void;
}

/** Holds the velocities of some equations at zero. */
export function fixedVelocities(equations: readonly number[]): BoundaryCondition {
  return { equations: sorted(equations), velocity: (_t, out) => void out.fill(0) };
}

/** Moves some equations with v_j = a_j + b_j cos(w_j t + phi_j). */
export function harmonicVelocities(
  equations: readonly number[],
  terms: readonly {
    /** m/s, m/s, rad/s, rad. */
    readonly mean: number;
    readonly amplitude: number;
    readonly frequency: number;
    readonly phase: number;
  }[],
): BoundaryCondition {
  if (terms.length !== equations.length) {
    throw new ModelError(
      `harmonicVelocities: ${equations.length} equations have ${terms.length} motions; each needs one`,
    );
  }
  const order = equations.map((_, k) => k).sort((a, b) => equations[a]! - equations[b]!);
  const placed = order.map((k) => terms[k]!);
  return {
    equations: sorted(equations),
    velocity: (t, out) => {
      placed.forEach(({ mean, amplitude, frequency, phase }, k) => {
        out[k] = mean + amplitude * Math.cos(frequency * t + phase);
      });
    },
  };
}

/** Throws `ModelError` where a prescribed equation is not one of the system, or is there twice. */
export function checkBoundary(object: string, size: number, boundary: BoundaryCondition): void {
  boundary.equations.forEach((equation, k) => {
    if (!(Number.isInteger(equation) && equation >= 0 && equation < size)) {
      throw new ModelError(
        `${object}: the boundary condition prescribes velocity ${equation}; there are ${size} of them, from 0 on`,
      );
    }
    if (k > 0 && equation <= boundary.equations[k - 1]!) {
      throw new ModelError(
        `${object}: the boundary condition names velocity ${equation} twice or out of order; list each once, ascending`,
      );
    }
  });
}

function sorted(equations: readonly number[]): readonly number[] {
  return [...equations].sort((a, b) => a - b);
}
