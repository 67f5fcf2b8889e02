/**
 * The box problem (relays, saturated rows, bounded multipliers): find lambda with
 *
 *     y = M lambda + q,      -y in N_[lb, ub](lambda),
 *
 * row by row: lambda = lb and y >= 0, or lb <= lambda <= ub and y = 0, or lambda = ub and y <= 0. Either
 * bound may be infinite: [0, inf) is complementarity, (-inf, inf) the equation y = 0, lb = ub a given
 * multiplier, [-1, 1] the relay lambda = -sgn(y). Source: [intro] 6.3 with the sign of its reference runs.
 */
import { equilibrate } from '../dense/equilibrate.js';
import { UNDERFLOW } from '../zero-tolerance.js';

export interface BoxProblem {
  readonly n: number;
  /** n x n, row-major. */
  readonly M: Float64Array;
  readonly q: Float64Array;
  /** Lower bounds; -Infinity for none. */
  readonly lb: Float64Array;
  /** Upper bounds; Infinity for none. */
  readonly ub: Float64Array;
}

/** See linear-complementarity.ts: what is smaller than this beside the largest lambda counts as that. */
const FLOOR = 1e-3;

/**
 * The residual for one matrix and box: the natural map max_i |l - proj_[lb', ub'](l - v)| with
 * l = lambda_i / t_i, v = y_i / s_i, bounds divided by t_i, scaled as `ComplementarityResidual` scales
 * (with which it agrees on [0, inf)): 0 for an exact solution, near 1 for a wrong one, whatever the units.
 */
export class BoxResidual {
  readonly #colScale: Float64Array;
  readonly #rowLargest: Float64Array;

  constructor(
    readonly n: number,
    readonly M: Float64Array,
    readonly lb: Float64Array,
    readonly ub: Float64Array,
  ) {
    this.#colScale = new Float64Array(n);
    this.#rowLargest = new Float64Array(n);
    equilibrate(n, n, M, new Float64Array(n), this.#colScale);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const a = Math.abs(M[i * n + j]!) * this.#colScale[j]!;
        if (a > this.#rowLargest[i]!) this.#rowLargest[i] = a;
      }
    }
  }

  /**
   * Returns the residual of lambda; allocates nothing. `magnitude[i]` >= |q_i|: the size of its terms.
   * `forced[i]`: 1 makes the row y = 0, -1 holds lambda at its lower bound (else at its only one, else at 0).
   */
  evaluate(q: Float64Array, lambda: Float64Array, magnitude?: Float64Array, forced?: Int8Array): number {
    const { n, M, lb, ub } = this;
    let largest = 0;
    for (let j = 0; j < n; j++) largest = Math.max(largest, Math.abs(lambda[j]! / this.#colScale[j]!));
    let worst = 0;
    for (let i = 0; i < n; i++) {
      let y = q[i]!;
      let scale = Math.max(
        Math.abs(y),
        magnitude?.[i] ?? 0,
        FLOOR * largest * this.#rowLargest[i]!,
        UNDERFLOW,
      );
      for (let j = 0; j < n; j++) {
        const term = M[i * n + j]! * lambda[j]!;
        y += term;
        if (Math.abs(term) > scale) scale = Math.abs(term);
      }
      const v = y / scale;
      const t = Math.max(Math.abs(lambda[i]!), FLOOR * largest * this.#colScale[i]!, UNDERFLOW);
      const l = lambda[i]! / t;
      const role = forced?.[i] ?? 0;
      const held = role < 0 ? this.#base(i) : 0;
      const low = role > 0 ? -Infinity : role < 0 ? held : lb[i]!;
      const high = role > 0 ? Infinity : role < 0 ? held : ub[i]!;
      const violation = Math.abs(l - Math.max(low / t, Math.min(high / t, l - v)));
      if (!(violation <= worst)) worst = violation;
    }
    return worst;
  }

  #base(i: number): number {
    if (this.lb[i]! > -Infinity) return this.lb[i]!;
    return this.ub[i]! < Infinity ? this.ub[i]! : 0;
  }
}

/** Returns the residual of lambda as `BoxResidual` defines it; NaN for a NaN. */
export function boxResidual({ n, M, q, lb, ub }: BoxProblem, lambda: Float64Array): number {
  return new BoxResidual(n, M, lb, ub).evaluate(q, lambda);
}

/** Throws a RangeError naming the first row whose bounds are not lb <= ub with a number in between. */
export function requireBox(n: number, lb: Float64Array, ub: Float64Array): void {
  if (lb.length !== n || ub.length !== n) {
    throw new RangeError(`a box problem of ${n} rows has ${lb.length} lower and ${ub.length} upper bounds`);
  }
  for (let i = 0; i < n; i++) {
    if (lb[i]! <= ub[i]! && lb[i]! < Infinity && ub[i]! > -Infinity) continue;
    throw new RangeError(`row ${i} of the box problem has the empty interval [${lb[i]}, ${ub[i]}]`);
  }
}
