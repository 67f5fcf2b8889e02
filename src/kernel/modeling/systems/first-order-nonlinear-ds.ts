/**
 * First-order nonlinear dynamical systems, [intro] 6.1 (22), [notes] 9.1:
 *
 *     M x' = f(x, t, z) + b(t) + r,      x(t0) = x0,      M constant and regular.
 *
 * Callbacks take z last, so that one without parameters leaves it out.
 */
import { differenceJacobian } from '../finite-differences.js';
import type { FirstOrderSystem } from './first-order-system.js';
import { requireKnownOptions } from '../known-options.js';
import type { LinearInput } from '../signals/linear-input.js';
import { checkFinite, checkSize, ModelError } from '../model-error.js';

/** Writes a vector or matrix (row by row) that depends on t, x and parameters z. */
export type StateFunction = (t: number, x: Float64Array, out: Float64Array, z: Float64Array) => void;

export interface FirstOrderNonLinearOptions {
  /** n x n row-major, regular; the identity when absent. */
  readonly M?: Float64Array;
  /** Writes df/dx, n x n row-major; central differences when absent. */
  readonly jacobian?: StateFunction;
  /** Signals that add b(t) = G s(t) to f. */
  readonly b?: LinearInput;
  /** Parameters handed to every callback; the user may change them between steps. */
  readonly z?: Float64Array;
}

export class FirstOrderNonLinearDS implements FirstOrderSystem {
  readonly name = 'FirstOrderNonLinearDS';
  readonly n: number;
  readonly M: Float64Array | undefined;
  readonly b: LinearInput | undefined;
  readonly z: Float64Array;
  readonly linear = undefined;
  readonly notes: readonly string[];
  readonly #jacobian: StateFunction | undefined;

  /** Takes x0 (n) and f, which writes n entries; throws `ModelError` when sizes do not fit or f(x0) is not finite. */
  constructor(
    readonly x0: Float64Array,
    private readonly f: StateFunction,
    options: FirstOrderNonLinearOptions = {},
  ) {
    const n = x0.length;
    requireKnownOptions(this.name, options, { M: true, jacobian: true, b: true, z: true });
    checkSize(this.name, 'x0', x0, n, 1);
    if (options.M) checkSize(this.name, 'M', options.M, n, n);
    if (options.b && options.b.signals.length > 0 && options.b.rows !== n) {
      throw new ModelError(
        `${this.name}: the gain of b has ${options.b.rows} rows; the system has ${n} states`,
      );
    }
    this.n = n;
    this.M = options.M;
    this.b = options.b;
    this.z = options.z ?? new Float64Array(0);
    this.#jacobian = options.jacobian;
    this.notes = options.jacobian ? [] : [`${this.name}: the Jacobian of f is taken by central differences`];
  }

  vectorField(t: number, x: Float64Array, out: Float64Array): void {
    // A callback that forgets an entry is found out.
    out.fill(NaN);
    this.f(t, x, out, this.z);
    checkFinite(this.name, 'f(t, x, out, z)', t, out);
  }

  jacobian(t: number, x: Float64Array, out: Float64Array): void {
    out.fill(0);
    if (this.#jacobian) this.#jacobian(t, x, out, this.z);
    else differenceJacobian(this.n, x.slice(), (at, value) => this.f(t, at, value, this.z), out);
    checkFinite(this.name, 'the Jacobian of f', t, out);
  }
}
