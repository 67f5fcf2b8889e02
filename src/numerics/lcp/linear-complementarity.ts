/**
 * The linear complementarity problem LCP(q, M): find z with
 *
 *     w = M z + q,   0 <= w  _|_  z >= 0        [Cottle-Pang-Stone 1992, 1.1]
 *
 * and the public residual that every answer of every solver passes before anyone uses it.
 * Rows may be forced, which makes the problem mixed: an active row has w = 0 and z free, an
 * inactive one z = 0 and w free.
 */
import { equilibrate } from '../dense/equilibrate.js';
import { largestSolution, UNDERFLOW } from '../zero-tolerance.js';

/**
 * "solved": the residual is below tolerance. "infeasible": no z exists, proved (matrix class or exact
 * search). "undecided": the solver met a ray or its limit and nothing is proved.
 */
export type LcpStatus = 'solved' | 'infeasible' | 'undecided';

export interface LcpResult {
  readonly status: LcpStatus;
  /** Pivots or nodes used. */
  readonly iterations: number;
  /** `lcpResidual` of the returned z (Infinity when there is none). */
  readonly residual: number;
}

/** Solves for M row-major n x n, q of n; writes z and w (n each); allocates freely (it runs on a miss only). */
export type LcpSolver = (
  n: number,
  M: Float64Array,
  q: Float64Array,
  z: Float64Array,
  w: Float64Array,
) => LcpResult;

/**
 * Default bound of the residual of an answer: that of the certificate. A solve of a problem with
 * condition 1e6 leaves 1e-10, a wrong complementary basis far more.
 */
export const RESIDUAL_TOLERANCE = 1e-9;

/**
 * Values this much smaller than the largest z (in equilibrated units) are measured against that
 * multiple of it, so that the rounding error of a degenerate zero (1e-16 of the largest) counts as
 * 1e-13 and not as 1.
 */
const FLOOR = 1e-3;

/**
 * The residual for one matrix M, n x n, prepared once: max_i |min(w_i / s_i, z_i / t_i)| with
 * w = M z + q recomputed, in units in which the rows and columns of M are of size 1, where
 *
 *     t = max |z|,   t_i = max(|z_i|, 1e-3 t),   s_i = max(|q_i|, max_j |M_ij z_j|, 1e-3 t max_j |M_ij|):
 *
 * 0 for an exact solution, near 1 for a wrong one, independent of the units of rows and columns.
 */
export class ComplementarityResidual {
  readonly #rowScale: Float64Array;
  readonly #colScale: Float64Array;
  readonly #rowLargest: Float64Array;

  constructor(
    readonly n: number,
    readonly M: Float64Array,
  ) {
    this.#rowScale = new Float64Array(n);
    this.#colScale = new Float64Array(n);
    this.#rowLargest = new Float64Array(n);
    equilibrate(n, n, M, this.#rowScale, this.#colScale);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const a = Math.abs(M[i * n + j]!) * this.#colScale[j]!;
        if (a > this.#rowLargest[i]!) this.#rowLargest[i] = a;
      }
    }
  }

  /**
   * Returns the residual of z; allocates nothing. `forced[i]`: 0 complementary, 1 active, -1 inactive.
   * `magnitude[i]` >= |q_i| is the size of the terms from which q_i was summed (default |q_i|).
   */
  evaluate(q: Float64Array, z: Float64Array, forced?: Int8Array, magnitude?: Float64Array): number {
    const largest = this.#largest(z);
    let worst = 0;
    for (let i = 0; i < this.n; i++) {
      const violation = this.#rowResidual(i, largest, q, z, forced, magnitude);
      if (!(violation <= worst)) worst = violation;
    }
    return worst;
  }

  /** Rows whose residual is above `tolerance`, ascending. */
  rowsAbove(
    tolerance: number,
    q: Float64Array,
    z: Float64Array,
    forced?: Int8Array,
    magnitude?: Float64Array,
  ): number[] {
    const largest = this.#largest(z);
    const rows: number[] = [];
    for (let i = 0; i < this.n; i++) {
      if (!(this.#rowResidual(i, largest, q, z, forced, magnitude) <= tolerance)) rows.push(i);
    }
    return rows;
  }

  /**
   * Whether z is a solution of these data and not of their rounding: were every entry of M off by its rounding, n eps,
   * no w_i would move by more than 1e-3 of the largest q, rows in their units. A singular problem without solution is
   * solved to rounding by z of 1e15 times q, where M z is nothing but cancelled digits.
   */
  isDetermined(q: Float64Array, z: Float64Array, magnitude?: Float64Array): boolean {
    const { n, M } = this;
    let data = 0;
    let terms = 0;
    for (let i = 0; i < n; i++) {
      const unit = this.#rowScale[i]!;
      data = Math.max(data, unit * Math.max(Math.abs(q[i]!), magnitude?.[i] ?? 0));
      let sum = 0;
      for (let j = 0; j < n; j++) sum += Math.abs(M[i * n + j]! * z[j]!);
      terms = Math.max(terms, unit * sum);
    }
    return terms <= largestSolution(n) * Math.max(data, UNDERFLOW);
  }

  /**
   * The error of q_i that a residual of `tolerance` forgives: that part of the largest q, rows in their units, since terms
   * of that size may meet in any row. An infeasibility that hangs on less is none.
   */
  forgiven(q: Float64Array, tolerance: number, magnitude?: Float64Array): Float64Array {
    let largest = UNDERFLOW;
    q.forEach((value, i) => {
      const own = Math.max(Math.abs(value), magnitude?.[i] ?? 0);
      largest = Math.max(largest, own * this.#rowScale[i]!);
    });
    return this.#rowScale.map((unit) => (tolerance * largest) / unit);
  }

  #largest(z: Float64Array): number {
    let largest = 0;
    for (let j = 0; j < this.n; j++) largest = Math.max(largest, Math.abs(z[j]! / this.#colScale[j]!));
    return largest;
  }

  #rowResidual(
    i: number,
    largest: number,
    q: Float64Array,
    z: Float64Array,
    forced?: Int8Array,
    magnitude?: Float64Array,
  ): number {
    const { n, M } = this;
    let w = q[i]!;
    let scale = Math.max(Math.abs(w), magnitude?.[i] ?? 0, FLOOR * largest * this.#rowLargest[i]!, UNDERFLOW);
    for (let j = 0; j < n; j++) {
      const term = M[i * n + j]! * z[j]!;
      w += term;
      if (Math.abs(term) > scale) scale = Math.abs(term);
    }
    const wScaled = w / scale;
    const zOwn = z[i]! / this.#colScale[i]!;
    const zScaled = zOwn / Math.max(Math.abs(zOwn), FLOOR * largest, UNDERFLOW);
    const role = forced?.[i] ?? 0;
    return Math.abs(role > 0 ? wScaled : role < 0 ? zScaled : Math.min(wScaled, zScaled));
  }
}

/** Returns the residual of z for LCP(q, M) as `ComplementarityResidual` defines it; NaN for a NaN. */
export function lcpResidual(n: number, M: Float64Array, q: Float64Array, z: Float64Array): number {
  return new ComplementarityResidual(n, M).evaluate(q, z);
}

/** Writes w = M z + q. */
export function complementaryPart(
  n: number,
  M: Float64Array,
  q: Float64Array,
  z: Float64Array,
  w: Float64Array,
): void {
  for (let i = 0; i < n; i++) {
    let sum = q[i]!;
    for (let j = 0; j < n; j++) sum += M[i * n + j]! * z[j]!;
    w[i] = sum;
  }
}
