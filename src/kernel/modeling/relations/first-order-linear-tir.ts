/**
 * Linear time-invariant relation with input, [intro] 6.2 (34):
 *
 *     y = C x + F z + D lambda + e(t),      r = B lambda
 *
 * x is the concatenation of the states of the systems that the interaction links, in the order of `link`.
 */
import { multiplyAdd, multiplyVector } from '../../../numerics/dense/matrix.js';
import type {
  FirstOrderRelation,
  LinearRelation,
  RelationLinearization,
  RelationRemainder,
} from './first-order-relation.js';
import { requireKnownOptions } from '../known-options.js';
import { LinearInput, type InputCallback } from '../signals/linear-input.js';
import { checkSize, ModelError } from '../model-error.js';

export interface FirstOrderLinearTIROptions {
  /** m x m row-major; zero when absent. */
  readonly D?: Float64Array;
  /** m x z.length row-major. */
  readonly F?: Float64Array;
  /** A constant vector of m, or signals with gain m x p, or a callback that writes e(t, z). */
  readonly e?: Float64Array | LinearInput | InputCallback;
  /** Parameters; the user may change them between steps. */
  readonly z?: Float64Array;
  readonly remainder?: RelationRemainder;
}

export class FirstOrderLinearTIR implements FirstOrderRelation, LinearRelation {
  readonly name = 'FirstOrderLinearTIR';
  readonly n: number;
  readonly m: number;
  readonly C: Float64Array;
  readonly B: Float64Array;
  readonly D: Float64Array | undefined;
  readonly remainder: RelationRemainder | undefined;
  /** e(t) + F z. */
  readonly e: LinearInput | undefined;
  readonly z: Float64Array;
  readonly couplesStates = false;
  readonly notes: readonly string[] = [];

  /** Takes C (m x n) and B (n x m), row-major; throws `ModelError` when sizes do not fit. */
  constructor(m: number, C: Float64Array, B: Float64Array, options: FirstOrderLinearTIROptions = {}) {
    const object = this.name;
    requireKnownOptions(object, options, { D: true, F: true, e: true, z: true, remainder: true });
    const n = m === 0 ? 0 : C.length / m;
    if (!Number.isInteger(n)) {
      throw new ModelError(`${object}: C has ${C.length} entries, which is no multiple of m = ${m} rows`);
    }
    checkSize(object, 'C', C, m, n);
    checkSize(object, 'B', B, n, m);
    if (options.D) checkSize(object, 'D', options.D, m, m);
    this.n = n;
    this.m = m;
    this.C = C;
    this.B = B;
    this.D = options.D;
    this.remainder = options.remainder;
    this.z = options.z ?? new Float64Array(0);
    this.e = LinearInput.of(object, 'e', m, options.e, this.z);
    if (this.e && this.e.signals.length > 0 && this.e.rows !== m) {
      throw new ModelError(`${object}: the gain of e has ${this.e.rows} rows; the relation has ${m}`);
    }
    if (options.F) {
      checkSize(object, 'F', options.F, m, this.z.length);
      const Fz = LinearInput.parameters(options.F, this.z);
      this.e = this.e ? LinearInput.sum(this.e, Fz) : Fz;
    }
  }

  get linear(): LinearRelation {
    return this;
  }

  linearize(t: number, x: Float64Array, lambda: Float64Array, out: RelationLinearization): void {
    const { n, m } = this;
    out.C.set(this.C);
    out.B.set(this.B);
    out.K.fill(0);
    if (this.D) out.D.set(this.D);
    else out.D.fill(0);
    multiplyVector(m, n, this.C, x, out.y);
    if (this.D) multiplyAdd(m, m, 1, this.D, lambda, out.y);
    this.e?.addValue(t, out.y);
    multiplyVector(n, m, this.B, lambda, out.r);
  }
}
