/** The structure of a piecewise-linear expression, a tree of four kinds of node (`piecewise-linear.ts`). */
import type { LinearForm } from './linear-form.js';

/** A continuous piecewise-linear function of one number: points of ascending x, and the slopes outside. */
export interface Curve {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly leftSlope: number;
  readonly rightSlope: number;
}

export type PiecewiseLinear =
  | { readonly kind: 'linear'; readonly form: LinearForm }
  /** Sum of factor * term; at least two terms, at most one of them linear, none a sum. */
  | { readonly kind: 'sum'; readonly terms: readonly PiecewiseLinearTerm[] }
  | { readonly kind: 'curve'; readonly input: PiecewiseLinear; readonly curve: Curve }
  | {
      readonly kind: 'choice';
      readonly condition: Condition;
      readonly then: PiecewiseLinear;
      readonly otherwise: PiecewiseLinear;
    };

export interface PiecewiseLinearTerm {
  readonly factor: number;
  readonly term: PiecewiseLinear;
}

export type Condition =
  /** guard > 0 (strict) or guard >= 0. */
  | { readonly kind: 'above'; readonly guard: PiecewiseLinear; readonly strict: boolean }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly first: Condition; readonly second: Condition };
