/** The relation y = h(t, x, z), r = g(t, lambda, z), [notes] (9.2): D = 0 and K = 0. */
import type { StateFunction } from '../systems/first-order-nonlinear-ds.js';
import { requireKnownOptions } from '../known-options.js';
import { FirstOrderType2R } from './first-order-type2-r.js';

export interface Type1RelationFunctions {
  /** Writes y, m, from (t, x, out, z). */
  readonly h: StateFunction;
  /** Writes r, n, from (t, lambda, out, z). */
  readonly g: StateFunction;
  /** dh/dx, m x n, from (t, x, out, z). */
  readonly C?: StateFunction;
  /** dg/dlambda, n x m, from (t, lambda, out, z). */
  readonly B?: StateFunction;
  readonly z?: Float64Array;
}

export class FirstOrderType1R extends FirstOrderType2R {
  /** Takes the states n of all linked systems and the rows m; missing Jacobians by central differences. */
  constructor(n: number, m: number, functions: Type1RelationFunctions) {
    requireKnownOptions(new.target.name, functions, { h: true, g: true, C: true, B: true, z: true });
    const { h, C, ...rest } = functions;
    super(n, m, {
      ...rest,
      h: (t, x, _lambda, out, z) => h(t, x, out, z),
      D: (_t, _x, _lambda, out) => void out.fill(0),
      ...(C && { C: (t, x, _lambda, out, z) => C(t, x, out, z) }),
    });
  }
}
