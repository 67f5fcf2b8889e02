/**
 * What kernel assembly asks of a law between y and lambda: its size, and what holds row by row. Every
 * polyhedral law is a set of boxes, [notes] (9.34): with multipliers mu_j in [l_j, u_j], one or more a row,
 *
 *     lambda_i = offset_i + sum of mu_j over the boxes j on row i,
 *     w_j = y_i + shift_j + slope_j mu_j,      -w_j in N_[l_j,u_j](mu_j),      i = row_j.
 *
 * [0, inf) is complementarity, (-inf, inf) an equation y = 0, [lb, ub] a relay; several boxes on one row a
 * piecewise-linear graph. Semidefiniteness of y = M lambda + q is inherited, for slope_j >= 0.
 */
import type { LinearInput } from '../signals/linear-input.js';
import { ModelError } from '../model-error.js';

export interface NonSmoothLaw {
  readonly size: number;
  /** The law as boxes; absent where every row is plain complementarity, 0 <= y _|_ lambda >= 0. */
  readonly boxes?: BoxRows;
  /** Groups of rows with lambda in a second-order cone; their rows carry no boxes. */
  readonly cones?: readonly SecondOrderCone[];
  /** Groups of rows with Coulomb's law, which is no box and no associated cone; their rows carry no boxes. */
  readonly coulomb?: readonly CoulombRows[];
  /** Rows that a discrete state forces; absent where there is none. */
  readonly guards?: readonly SwitchGuard[];
  /** Pairs of complementarity rows that together are a relay; absent where there is none. */
  readonly relays?: readonly RelayPair[];
  /**
   * Which of each pair is the flow (current, impulse): 0 lambda, 1 y. It matters only where the model leaves
   * multipliers undetermined and the least flows and efforts are chosen (conventions: undetermined quantities).
   */
  readonly flowIsY?: Int8Array;
  /**
   * Impact laws, [notes] 10.2: at the level of velocities the law holds for y_i + e_i y_i-, y- being the output at the
   * start of the step; a scheme at the level of positions has e in the point at which it takes y. One entry a row.
   */
  readonly restitution?: Float64Array;
  /** True: lambda is the impulse of a step; absent: a force, a current, which acts all through the step. */
  readonly impulsive?: boolean;
}

/**
 * A relay with bounds 0 and 1 as two complementarity rows, 0 <= mu _|_ w + nu >= 0 and 0 <= nu _|_ 1 - mu >= 0: mu is the
 * multiplier of `between`, nu of `above`. It slides, w = 0 with 0 < mu < 1, while `between` alone is active.
 */
export interface RelayPair {
  readonly between: number;
  readonly above: number;
}

/** Boxes of a law; the arrays but `offset` (size of the law) have one entry a box. */
export interface BoxRows {
  readonly row: Int32Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly shift: Float64Array;
  readonly slope: Float64Array;
  readonly offset: Float64Array;
}

/** Rows first .. first + size - 1 with |(lambda_2, ...)| <= aperture lambda_1, and -y in its normal cone. */
export interface SecondOrderCone {
  readonly first: number;
  readonly size: number;
  readonly aperture: number;
}

/** Rows first .. first + size - 1, the normal one first, with |lambda_T| <= mu lambda_N against sliding; 2 or 3 rows. */
export interface CoulombRows {
  readonly first: number;
  readonly size: 2 | 3;
  readonly mu: number;
}

/**
 * A switch: its discrete state follows a control c = k_x . x + k_lambda . lambda + k_u(t) with hysteresis,
 * on above `on`, off below `off` (conventions: simultaneous events).
 */
export interface SwitchGuard {
  readonly row: number;
  /** k_x over the states of the linked systems. */
  readonly controlX: Float64Array;
  /** k_lambda over the rows of this interaction. */
  readonly controlLambda: Float64Array;
  /** k_u: one row over signals; absent where no input reaches the control. */
  readonly controlInput?: LinearInput;
  readonly on: number;
  readonly off: number;
  readonly initially: 'on' | 'off';
  /** True: the control depends on inputs alone and is taken at t_k+1, otherwise at t_k. */
  readonly sourceOnly: boolean;
  /** What holds in the on state: y = 0 (lambda free), or lambda = 0 (y free). */
  readonly onMeans: 'y=0' | 'lambda=0';
}

export function checkLawSize(object: string, size: number): void {
  if (!Number.isInteger(size) || size < 0) {
    throw new ModelError(`${object}: the size is ${size}; it must be a whole number of rows`);
  }
}

/** Boxes of lambda itself, one a row: no shift, slope or offset. */
export function plainBoxes(lower: Float64Array, upper: Float64Array): BoxRows {
  const size = lower.length;
  return {
    row: Int32Array.from({ length: size }, (_, i) => i),
    lower,
    upper,
    shift: new Float64Array(size),
    slope: new Float64Array(size),
    offset: new Float64Array(size),
  };
}

/** The boxes of any law without cones: one [0, inf) a row where the law gives none. */
export function boxesOf(law: NonSmoothLaw): BoxRows {
  return law.boxes ?? plainBoxes(new Float64Array(law.size), new Float64Array(law.size).fill(Infinity));
}
