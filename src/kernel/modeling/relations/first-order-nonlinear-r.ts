/**
 * The general relation, [intro] 6.2 (33), [notes] (9.1):
 *
 *     y = h(t, x, lambda, z),      r = g(t, x, lambda, z)
 *
 * with Jacobians C = dh/dx, D = dh/dlambda, K = dg/dx, B = dg/dlambda as callbacks; those that are missing
 * are taken by central differences, and `notes` says so. Callbacks take z last.
 */
import { differenceJacobian } from '../finite-differences.js';
import type { FirstOrderRelation, RelationLinearization } from './first-order-relation.js';
import { requireKnownOptions } from '../known-options.js';
import { checkFinite, ModelError } from '../model-error.js';

/** Writes a vector or matrix (row by row) that depends on t, x, lambda and parameters z. */
export type RelationFunction = (
  t: number,
  x: Float64Array,
  lambda: Float64Array,
  out: Float64Array,
  z: Float64Array,
) => void;

export interface NonLinearRelationFunctions {
  /** Writes y, m. */
  readonly h: RelationFunction;
  /** Writes r, n. */
  readonly g: RelationFunction;
  /** m x n. */
  readonly C?: RelationFunction;
  /** m x m. */
  readonly D?: RelationFunction;
  /** n x n. */
  readonly K?: RelationFunction;
  /** n x m. */
  readonly B?: RelationFunction;
  /** The size of what h adds up besides, m (`RelationLinearization`): y holds to its rounding. */
  readonly terms?: RelationFunction;
  readonly z?: Float64Array;
}

export class FirstOrderNonLinearR implements FirstOrderRelation {
  readonly name: string;
  readonly z: Float64Array;
  readonly linear = undefined;
  readonly couplesStates: boolean = true;
  readonly notes: readonly string[];

  /** Takes the states n of all linked systems and the rows m. */
  constructor(
    readonly n: number,
    readonly m: number,
    private readonly functions: NonLinearRelationFunctions,
  ) {
    this.name = new.target.name;
    if (!(Number.isInteger(n) && n >= 0 && Number.isInteger(m) && m >= 0)) {
      throw new ModelError(
        `${this.name}: n = ${n} states and m = ${m} rows were given; both must be whole numbers`,
      );
    }
    const all = { h: true, g: true, C: true, D: true, K: true, B: true, terms: true, z: true } as const;
    requireKnownOptions(this.name, functions, all);
    this.z = functions.z ?? new Float64Array(0);
    const missing = (['C', 'D', 'K', 'B'] as const).filter((what) => !functions[what]);
    this.notes =
      missing.length === 0
        ? []
        : [`${this.name}: the Jacobians ${missing.join(', ')} are taken by central differences`];
  }

  linearize(t: number, x: Float64Array, lambda: Float64Array, out: RelationLinearization): void {
    const { z } = this;
    const { h, g, C, D, K, B, terms } = this.functions;
    out.y.fill(NaN);
    out.r.fill(NaN);
    h(t, x, lambda, out.y, z);
    checkFinite(this.name, 'h(t, x, lambda, out, z)', t, out.y);
    g(t, x, lambda, out.r, z);
    checkFinite(this.name, 'g(t, x, lambda, out, z)', t, out.r);
    const jacobian = (
      what: string,
      given: RelationFunction | undefined,
      difference: () => void,
      J: Float64Array,
    ): void => {
      J.fill(0);
      if (given) given(t, x, lambda, J, z);
      else difference();
      checkFinite(this.name, `the Jacobian ${what}`, t, J);
    };
    const byX = (f: RelationFunction, rows: number, J: Float64Array) => (): void =>
      differenceJacobian(rows, x.slice(), (at, value) => f(t, at, lambda, value, z), J);
    const byLambda = (f: RelationFunction, rows: number, J: Float64Array) => (): void =>
      differenceJacobian(rows, lambda.slice(), (at, value) => f(t, x, at, value, z), J);
    terms?.(t, x, lambda, out.terms, z);
    jacobian('C', C, byX(h, this.m, out.C), out.C);
    jacobian('D', D, byLambda(h, this.m, out.D), out.D);
    jacobian('K', K, byX(g, this.n, out.K), out.K);
    jacobian('B', B, byLambda(g, this.n, out.B), out.B);
  }
}
