/**
 * What kernel assembly asks of a relation between the states x of the linked systems, one after another,
 * the output y and the input r, [notes] 9.1:
 *
 *     y = h(t, x, lambda, z),      r = g(t, x, lambda, z),
 *
 * linearised ([notes] 9.17, 9.22) as y + C dx + D dlambda and r + K dx + B dlambda.
 */
import type { LinearInput } from './linear-input.js';

export interface FirstOrderRelation {
  /** The class, for messages. */
  readonly name: string;
  /** States of all linked systems together, rows of y and lambda. */
  readonly n: number;
  readonly m: number;
  readonly z: Float64Array;
  /** The constant matrices of a linear time-invariant relation; undefined otherwise. */
  readonly linear: LinearRelation | undefined;
  /** Whether r depends on x (K is not zero): the linked systems must then be solved together. */
  readonly couplesStates: boolean;
  /** What the user should know, e.g. that a Jacobian is taken by differences. */
  readonly notes: readonly string[];
  /** Writes y, r and the four Jacobians at (t, x, lambda). */
  linearize(t: number, x: Float64Array, lambda: Float64Array, out: RelationLinearization): void;
}

/** y = C x + D lambda + e(t), r = B lambda. */
export interface LinearRelation {
  readonly n: number;
  readonly m: number;
  readonly C: Float64Array;
  readonly B: Float64Array;
  readonly D: Float64Array | undefined;
  readonly e: LinearInput | undefined;
}

/** Row-major: y m, r n, C m x n, D m x m, K n x n, B n x m. */
export interface RelationLinearization {
  readonly y: Float64Array;
  readonly r: Float64Array;
  readonly C: Float64Array;
  readonly D: Float64Array;
  readonly K: Float64Array;
  readonly B: Float64Array;
}

export function relationLinearization(n: number, m: number): RelationLinearization {
  return {
    y: new Float64Array(m),
    r: new Float64Array(n),
    C: new Float64Array(m * n),
    D: new Float64Array(m * m),
    K: new Float64Array(n * n),
    B: new Float64Array(n * m),
  };
}
