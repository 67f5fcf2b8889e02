/**
 * Linear time-invariant relation with input, [intro] 6.2 (34):
 *
 *     y = C x + D lambda + e(t),      r = B lambda
 *
 * x is the concatenation of the states of the systems that the interaction links, in the order of `link`.
 */
import { LinearInput } from './linear-input.js';
import { checkSize, ModelError } from './model-error.js';

export interface FirstOrderLinearTIROptions {
  /** m x m row-major; zero when absent. */
  readonly D?: Float64Array;
  /** A constant vector of m, or signals with gain m x p, or a callback that writes e(t). */
  readonly e?: Float64Array | LinearInput | ((t: number, out: Float64Array) => void);
}

export class FirstOrderLinearTIR {
  readonly n: number;
  readonly m: number;
  readonly C: Float64Array;
  readonly B: Float64Array;
  readonly D: Float64Array | undefined;
  readonly e: LinearInput | undefined;

  /** Takes C (m x n) and B (n x m), row-major; throws `ModelError` when sizes do not fit. */
  constructor(m: number, C: Float64Array, B: Float64Array, options: FirstOrderLinearTIROptions = {}) {
    const object = 'FirstOrderLinearTIR';
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
    const { e } = options;
    if (e instanceof Float64Array) {
      checkSize(object, 'e', e, m, 1);
      this.e = LinearInput.constant(e);
    } else if (typeof e === 'function') {
      this.e = LinearInput.callback(m, e);
    } else {
      this.e = e;
    }
    if (this.e && this.e.signals.length > 0 && this.e.rows !== m) {
      throw new ModelError(`${object}: the gain of e has ${this.e.rows} rows; the relation has ${m}`);
    }
  }
}
