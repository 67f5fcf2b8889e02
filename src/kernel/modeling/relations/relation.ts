/**
 * What kernel assembly asks of any relation between the states x of the linked systems, one after another, the
 * output y and the reaction r, [notes] 9.1, 10.1:
 *
 *     y = h(t, x, lambda, z),      r = g(t, x, lambda, z),
 *
 * linearised ([notes] 9.17, 9.22) as y + C dx + D dlambda and r + K dx + B dlambda. At level 1, 2 the same for the
 * time derivatives of y, [notes] 8.3: a contact has its gap at level 0, its relative velocity H(q) v at level 1. Which
 * level a step is stated at is said by the integrators (`simulation/one-step-integrator.ts`).
 */

export interface Relation {
  /** The class, for messages. */
  readonly name: string;
  /** States of all linked systems together, rows of y and lambda. */
  readonly n: number;
  readonly m: number;
  /** Equations of all linked systems together: entries of r; n where absent. */
  readonly equations?: number;
  /** Derivatives of y that `linearize` can give; 0 alone where absent. */
  readonly levels?: readonly number[];
  readonly z: Float64Array;
  /** Whether r depends on x (K is not zero): the linked systems must then be solved together. */
  readonly couplesStates: boolean;
  /** What the user should know, e.g. that a Jacobian is taken by differences. */
  readonly notes: readonly string[];
  /** Writes y at the level, r and the four Jacobians at (t, x, lambda). */
  linearize(
    t: number,
    x: Float64Array,
    lambda: Float64Array,
    out: RelationLinearization,
    level: number,
  ): void;
}

/** Row-major, with e equations: y m, r e, C m x n, D m x m, K e x n, B e x m. */
export interface RelationLinearization {
  readonly y: Float64Array;
  readonly r: Float64Array;
  readonly C: Float64Array;
  readonly D: Float64Array;
  readonly K: Float64Array;
  readonly B: Float64Array;
  /** What y is made of beside C x, D lambda and itself, as a sum of magnitudes by row: 0 where that has no terms that cancel. */
  readonly terms: Float64Array;
}

export function relationLinearization(n: number, m: number, equations = n): RelationLinearization {
  return {
    y: new Float64Array(m),
    r: new Float64Array(equations),
    C: new Float64Array(m * n),
    D: new Float64Array(m * m),
    K: new Float64Array(equations * n),
    B: new Float64Array(equations * m),
    terms: new Float64Array(m),
  };
}

/** Derivatives of y that a relation can give. */
export function levelsOf({ levels }: Pick<Relation, 'levels'>): readonly number[] {
  return levels ?? [0];
}
