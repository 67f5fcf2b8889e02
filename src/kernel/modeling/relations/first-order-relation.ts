/**
 * A relation of first-order systems, [notes] 9.1 (`relation.ts`): level 0 alone, r with an entry a state. Where all its
 * matrices are constant a step of one mode is one product with cached matrices.
 */
import type { LinearInput } from '../signals/linear-input.js';
import type { Relation, RelationLinearization } from './relation.js';

export type { RelationLinearization } from './relation.js';

export interface FirstOrderRelation extends Relation {
  /** The constant matrices of a linear time-invariant relation; undefined otherwise. */
  readonly linear: LinearRelation | undefined;
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
  readonly remainder?: RelationRemainder | undefined;
}

/** What rounding of the matrices left over, where that is known. */
export interface RelationRemainder {
  readonly B: Float64Array;
  readonly C: Float64Array;
  readonly D: Float64Array;
  /** Sums of products of entries that cancel to this part of their terms are 0. */
  readonly cancelled: number;
}

/** The constant matrices of a relation; undefined where it has none. */
export function linearRelation(relation: Relation): LinearRelation | undefined {
  return 'linear' in relation ? (relation as FirstOrderRelation).linear : undefined;
}
