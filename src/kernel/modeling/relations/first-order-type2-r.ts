/** The relation y = h(t, x, lambda, z), r = g(t, lambda, z), [notes] (9.3): r does not depend on x, K = 0. */
import type { StateFunction } from '../systems/first-order-nonlinear-ds.js';
import { requireKnownOptions } from '../known-options.js';
import { FirstOrderNonLinearR, type RelationFunction } from './first-order-nonlinear-r.js';

export interface Type2RelationFunctions {
  /** Writes y, m. */
  readonly h: RelationFunction;
  /** Writes r, n, from (t, lambda, out, z). */
  readonly g: StateFunction;
  /** dh/dx, m x n. */
  readonly C?: RelationFunction;
  /** dh/dlambda, m x m. */
  readonly D?: RelationFunction;
  /** dg/dlambda, n x m, from (t, lambda, out, z). */
  readonly B?: StateFunction;
  /** The size of what h adds up beside its products with x and lambda, m. */
  readonly terms?: RelationFunction;
  readonly z?: Float64Array;
}

export class FirstOrderType2R extends FirstOrderNonLinearR {
  override readonly couplesStates = false;

  /** Takes the states n of all linked systems and the rows m; missing Jacobians by central differences. */
  constructor(n: number, m: number, functions: Type2RelationFunctions) {
    const all = { h: true, g: true, C: true, D: true, B: true, terms: true, z: true } as const;
    requireKnownOptions(new.target.name, functions, all);
    const { g, B, ...rest } = functions;
    super(n, m, {
      ...rest,
      g: (t, _x, lambda, out, z) => g(t, lambda, out, z),
      K: (_t, _x, _lambda, out) => void out.fill(0),
      ...(B && { B: (t, _x, lambda, out, z) => B(t, lambda, out, z) }),
    });
  }
}
