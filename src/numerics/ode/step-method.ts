/**
 * The contract between the ODE integrator and its methods: one attempt of a step of x' = f(t, x), its error
 * in units of the tolerance, and the step as polynomials in theta = (time - t) / h.
 */

export interface OdeProblem {
  readonly n: number;
  /** Writes f(t, x), n. */
  derivative(t: number, x: Float64Array, out: Float64Array): void;
  /** Writes df/dx, n x n row-major; finite differences where absent. */
  jacobian?(t: number, x: Float64Array, out: Float64Array): void;
}

export interface StepMethod {
  readonly name: 'dormand-prince' | 'radau';
  /** Order of the solution. */
  readonly order: number;
  /** The error behaves as h^errorOrder. */
  readonly errorOrder: number;
  /** Degree of the dense output. */
  readonly degree: number;
  /** (degree + 1) x n: x(t + theta h) = sum_k dense[k] theta^k, after `attempt`. */
  readonly dense: Float64Array;
  /** Forgets what earlier steps left: after a jump of the state or of f. */
  restart(): void;
  /**
   * Tries a step from (t, x) and writes x(t + h) into xNew. `scale` (n): abstol + reltol |x|. Returns the
   * error norm (accepted up to 1), Infinity where the step has to shrink, NaN where f is not finite.
   */
  attempt(t: number, x: Float64Array, h: number, scale: Float64Array, xNew: Float64Array): number;
  /** Says that the last attempt was accepted. Returns whether the problem looks stiff to this method. */
  accept(): boolean;
}

/** Writes x(t + theta h) of a dense output. */
export function evaluateDense(
  n: number,
  degree: number,
  dense: Float64Array,
  theta: number,
  out: Float64Array,
): void {
  for (let i = 0; i < n; i++) {
    let value = dense[degree * n + i]!;
    for (let k = degree - 1; k >= 0; k--) value = value * theta + dense[k * n + i]!;
    out[i] = value;
  }
}

/** Whether every entry is a finite number; an indexed loop, since an iterator allocates every value. */
export function allFinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i]!)) return false;
  return true;
}
