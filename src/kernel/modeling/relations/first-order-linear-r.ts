/**
 * Linear relation with time-varying matrices, [intro] 6.2 (34), [notes] (9.4):
 *
 *     y = C(t, z) x + F(t, z) z + D(t, z) lambda + e(t, z),      r = B(t, z) lambda
 *
 * Each is an array (row by row) or a callback (t, out, z) that writes one.
 */
import { multiplyAdd, multiplyVector } from '../../../numerics/dense/matrix.js';
import type { TimeFunction } from '../systems/first-order-linear-ds.js';
import type { FirstOrderRelation, RelationLinearization } from './first-order-relation.js';
import { requireKnownOptions } from '../known-options.js';
import { checkFinite, checkSize } from '../model-error.js';

type Matrix = Float64Array | TimeFunction;

export interface FirstOrderLinearRMatrices {
  /** m x n. */
  readonly C: Matrix;
  /** n x m. */
  readonly B: Matrix;
  /** m x m; zero when absent. */
  readonly D?: Matrix;
  /** m x z.length; zero when absent. */
  readonly F?: Matrix;
  /** m; zero when absent. */
  readonly e?: Matrix;
  readonly z?: Float64Array;
}

export class FirstOrderLinearR implements FirstOrderRelation {
  readonly name = 'FirstOrderLinearR';
  readonly z: Float64Array;
  readonly linear = undefined;
  readonly couplesStates = false;
  readonly notes: readonly string[] = [];
  readonly #F: Float64Array;
  readonly #e: Float64Array;

  /** Takes the states n of all linked systems, the rows m and the matrices; throws `ModelError` on sizes. */
  constructor(
    readonly n: number,
    readonly m: number,
    private readonly matrices: FirstOrderLinearRMatrices,
  ) {
    const all = { C: true, B: true, D: true, F: true, e: true, z: true } as const;
    requireKnownOptions(this.name, matrices, all);
    this.z = matrices.z ?? new Float64Array(0);
    const sizes = { C: [m, n], B: [n, m], D: [m, m], F: [m, this.z.length], e: [m, 1] } as const;
    for (const what of ['C', 'B', 'D', 'F', 'e'] as const) {
      const given = matrices[what];
      const [rows, cols] = sizes[what];
      if (given instanceof Float64Array) checkSize(this.name, what, given, rows, cols);
    }
    this.#F = new Float64Array(m * this.z.length);
    this.#e = new Float64Array(m);
  }

  linearize(t: number, x: Float64Array, lambda: Float64Array, out: RelationLinearization): void {
    const { n, m, z } = this;
    this.#write('C', t, out.C);
    this.#write('B', t, out.B);
    this.#write('D', t, out.D);
    this.#write('F', t, this.#F);
    this.#write('e', t, this.#e);
    out.K.fill(0);
    out.y.set(this.#e);
    multiplyAdd(m, n, 1, out.C, x, out.y);
    multiplyAdd(m, m, 1, out.D, lambda, out.y);
    multiplyAdd(m, z.length, 1, this.#F, z, out.y);
    multiplyVector(n, m, out.B, lambda, out.r);
  }

  #write(what: 'C' | 'B' | 'D' | 'F' | 'e', t: number, out: Float64Array): void {
    const given = this.matrices[what];
    if (given instanceof Float64Array) {
      out.set(given);
      return;
    }
    out.fill(0);
    given?.(t, out, this.z);
    checkFinite(this.name, `${what}(t, out, z)`, t, out);
  }
}
