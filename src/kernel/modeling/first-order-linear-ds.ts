/**
 * First-order linear dynamical systems, [intro] 6.1 (24), [notes] 2.3:
 *
 *     M x' = A x + b(t) + r,      x(t0) = x0
 *
 * M is regular (a singular M is the business of the circuit compiler's reduction); r comes from relations.
 */
import { LinearInput } from './linear-input.js';
import { checkSize, ModelError } from './model-error.js';

export interface FirstOrderLinearOptions {
  /** n x n row-major, regular; the identity when absent. */
  readonly M?: Float64Array;
  /** A constant vector of n, or signals with gain n x p, or a callback that writes b(t). */
  readonly b?: Float64Array | LinearInput | ((t: number, out: Float64Array) => void);
}

/** M x' = A x + b(t) + r with constant M and A. */
export class FirstOrderLinearDS {
  readonly n: number;
  readonly x0: Float64Array;
  readonly A: Float64Array;
  readonly M: Float64Array | undefined;
  readonly b: LinearInput | undefined;

  /** Takes x0 (n) and A (n x n row-major); throws `ModelError` when sizes do not fit or an entry is not finite. */
  constructor(x0: Float64Array, A: Float64Array, options: FirstOrderLinearOptions = {}) {
    const n = x0.length;
    const object = new.target.name;
    checkSize(object, 'x0', x0, n, 1);
    checkSize(object, 'A', A, n, n);
    if (options.M) checkSize(object, 'M', options.M, n, n);
    this.n = n;
    this.x0 = x0;
    this.A = A;
    this.M = options.M;
    const { b } = options;
    if (b instanceof Float64Array) {
      checkSize(object, 'b', b, n, 1);
      this.b = LinearInput.constant(b);
    } else if (typeof b === 'function') {
      this.b = LinearInput.callback(n, b);
    } else {
      this.b = b;
    }
    if (this.b && this.b.signals.length > 0 && this.b.rows !== n) {
      throw new ModelError(`${object}: the gain of b has ${this.b.rows} rows; the system has ${n} states`);
    }
  }
}

/** M x' = A x + b + r with everything constant; the name of the seeds. */
export class FirstOrderLinearTIDS extends FirstOrderLinearDS {
  constructor(x0: Float64Array, A: Float64Array, options: { M?: Float64Array; b?: Float64Array } = {}) {
    super(x0, A, options);
  }
}
