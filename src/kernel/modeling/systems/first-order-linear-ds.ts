/**
 * First-order linear dynamical systems, [intro] 6.1 (24), [notes] 2.3:
 *
 *     M x' = A(t, z) x + b(t, z) + r,      x(t0) = x0
 *
 * M is constant and regular (a singular M is the business of the circuit compiler's reduction); r comes
 * from relations. With a constant A time stepping keeps one matrix a mode. Callbacks take z last, so that
 * one without parameters leaves it out.
 */
import { multiplyVector } from '../../../numerics/dense/matrix.js';
import type { FirstOrderSystem, LinearDynamics } from './first-order-system.js';
import { requireKnownOptions } from '../known-options.js';
import { LinearInput } from '../signals/linear-input.js';
import { checkFinite, checkSize, ModelError } from '../model-error.js';

/** Writes a vector or matrix (row by row) that depends on t and parameters z. */
export type TimeFunction = (t: number, out: Float64Array, z: Float64Array) => void;

export interface FirstOrderLinearOptions {
  /** n x n row-major, regular; the identity when absent. */
  readonly M?: Float64Array;
  /** A constant vector of n, or signals with gain n x p, or a callback that writes b(t, z). */
  readonly b?: Float64Array | LinearInput | TimeFunction;
  /** Parameters handed to every callback; the user may change them between steps. */
  readonly z?: Float64Array;
  /** What rounding of a constant A left over, where that is known: stiff modes are propagated with it. */
  readonly remainder?: Float64Array;
}

export class FirstOrderLinearDS implements FirstOrderSystem {
  readonly name: string;
  readonly n: number;
  readonly x0: Float64Array;
  /** The constant A, or where A is a callback its value at the last time asked for. */
  readonly A: Float64Array;
  readonly M: Float64Array | undefined;
  readonly remainder: Float64Array | undefined;
  readonly b: LinearInput | undefined;
  readonly z: Float64Array;
  readonly notes: readonly string[] = [];
  readonly #matrix: TimeFunction | undefined;

  /**
   * Takes x0 (n) and A (n x n row-major, or a callback that writes it); throws `ModelError` when sizes do
   * not fit or an entry is not finite.
   */
  constructor(x0: Float64Array, A: Float64Array | TimeFunction, options: FirstOrderLinearOptions = {}) {
    const n = x0.length;
    const object = new.target.name;
    this.name = object;
    requireKnownOptions(object, options, { M: true, b: true, z: true, remainder: true });
    checkSize(object, 'x0', x0, n, 1);
    if (typeof A === 'function') {
      this.#matrix = A;
      this.A = new Float64Array(n * n);
    } else {
      checkSize(object, 'A', A, n, n);
      this.A = A;
    }
    if (options.M) checkSize(object, 'M', options.M, n, n);
    if (options.remainder) checkSize(object, 'remainder', options.remainder, n, n);
    this.n = n;
    this.x0 = x0;
    this.M = options.M;
    this.remainder = options.remainder;
    this.z = options.z ?? new Float64Array(0);
    this.b = LinearInput.of(object, 'b', n, options.b, this.z);
    if (this.b && this.b.signals.length > 0 && this.b.rows !== n) {
      throw new ModelError(`${object}: the gain of b has ${this.b.rows} rows; the system has ${n} states`);
    }
  }

  get linear(): LinearDynamics | undefined {
    return this.#matrix ? undefined : this;
  }

  vectorField(t: number, x: Float64Array, out: Float64Array): void {
    this.#evaluate(t);
    multiplyVector(this.n, this.n, this.A, x, out);
  }

  jacobian(t: number, _x: Float64Array, out: Float64Array): void {
    this.#evaluate(t);
    out.set(this.A);
  }

  #evaluate(t: number): void {
    if (!this.#matrix) return;
    this.A.fill(0);
    this.#matrix(t, this.A, this.z);
    checkFinite(this.name, 'A(t, out, z)', t, this.A);
  }
}

/** M x' = A x + b + r with everything constant; the name of the seeds. */
export class FirstOrderLinearTIDS extends FirstOrderLinearDS {
  constructor(x0: Float64Array, A: Float64Array, options: { M?: Float64Array; b?: Float64Array } = {}) {
    super(x0, A, options);
  }
}
