/**
 * A linear form g(tau) = c . x(tau) + d of a linear flow as a polynomial on a substep, with a bound of what
 * is left out. In balanced coordinates and for a group of eigenvalues with projector P,
 *
 *     c P exp(A tau) x = sum_k r_k . x tau^k,    r_k = c P A^k / k!,
 *     | sum_{k > K} | <= |r_{K+1}|_1 |P x|_max tau^(K+1) exp(rate tau).
 *
 * The rows r_k are made once a form; a substep then costs (K + 2) n a group. Groups too fast for the
 * substep enter by their bound alone, |c P|_1 K_g |P x|_max: enough while they have decayed or the form is
 * far from zero. Rounding of the sums is part of the bound.
 */
import { multiplyVector } from '../dense/matrix.js';
import { DEGREE, REACH, type LinearFlow } from './linear-flow.js';

interface GroupRows {
  readonly rate: number;
  /** (DEGREE + 2) x n: r_0 .. r_{K+1}. */
  readonly rows: Float64Array;
  /** |r_{K+1}|_1. */
  readonly tail: number;
  /** |c P|_1 K_g. */
  readonly decayed: number;
}

/** Rounding of a product of n terms, relative to the sum of their magnitudes, with some room. */
const ROUNDING = 2 ** -50;

/** The start of a substep, shared by all forms of a flow: balanced x and its size in every group. */
export class SubstepStart {
  readonly balanced: Float64Array;
  /** |P_g x|_max by group. */
  readonly sizes: Float64Array;
  readonly #projected: Float64Array;

  constructor(readonly flow: LinearFlow) {
    this.balanced = new Float64Array(flow.n);
    this.sizes = new Float64Array(flow.groups.length);
    this.#projected = new Float64Array(flow.n);
  }

  /** Sets x(0) of the substep. */
  load(x: Float64Array): void {
    const { n, exponential, groups } = this.flow;
    for (let i = 0; i < n; i++) this.balanced[i] = x[i]! / exponential.D[i]!;
    groups.forEach(({ projector }, g) => {
      if (groups.length > 1) multiplyVector(n, n, projector, this.balanced, this.#projected);
      const vector = groups.length > 1 ? this.#projected : this.balanced;
      let largest = 0;
      for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(vector[i]!));
      this.sizes[g] = largest;
    });
  }
}

export class RowForm {
  /** Monomials (DEGREE + 1) of g in u = tau / substep, after `expand`. */
  readonly coefficients = new Float64Array(DEGREE + 1);
  /** Bound of |g - polynomial| on the substep. */
  error = 0;
  /** The part of it that comes from groups too fast for the substep: a shorter one would lower it. */
  fastError = 0;
  /** The rest of it: truncation and rounding. */
  restError = 0;
  readonly #groups: readonly GroupRows[];
  readonly #n: number;

  /** Prepares c (n) of a flow; `offset` is d. */
  constructor(
    flow: LinearFlow,
    readonly c: Float64Array,
    readonly offset = 0,
  ) {
    const { n } = flow;
    this.#n = n;
    const cb = c.map((value, i) => value * flow.exponential.D[i]!);
    this.#groups = flow.groups.map(({ projector, rate, bound }) => {
      const rows = taylorRows(n, flow.exponential.balanced, projector, cb, flow.groups.length > 1);
      const first = absoluteSum(rows.subarray(0, n));
      return {
        rate,
        rows,
        tail: absoluteSum(rows.subarray((DEGREE + 1) * n)),
        decayed: first === 0 ? 0 : first * bound,
      };
    });
  }

  /** Makes the polynomial on [0, substep] from the start. */
  expand({ balanced, sizes }: SubstepStart, substep: number): void {
    const n = this.#n;
    const a = this.coefficients;
    a.fill(0);
    a[0] = this.offset;
    let left = 0;
    let fast = 0;
    let terms = Math.abs(this.offset);
    for (let g = 0; g < this.#groups.length; g++) {
      const { rate, rows, tail, decayed } = this.#groups[g]!;
      const size = sizes[g]!;
      // Substeps are REACH / rate or less; the comparison allows for their rounding.
      if (rate * substep > REACH * (1 + 1e-9)) {
        fast += size === 0 ? 0 : decayed * size;
        continue;
      }
      let power = 1;
      for (let k = 0, p = 0; k <= DEGREE; k++) {
        let sum = 0;
        for (let i = 0; i < n; i++) {
          const term = rows[p++]! * balanced[i]!;
          sum += term;
          terms += Math.abs(term) * power;
        }
        a[k]! += sum * power;
        power *= substep;
      }
      if (tail > 0) left += tail * size * power * Math.exp(rate * substep);
    }
    this.fastError = fast;
    this.restError = left + ROUNDING * terms;
    this.error = this.restError + fast;
  }

  /** Returns c . x + d. */
  value(x: Float64Array): number {
    let sum = this.offset;
    for (let i = 0; i < this.#n; i++) sum += this.c[i]! * x[i]!;
    return sum;
  }
}

/** r_k = r_{k-1} A P / k: projected at every step, so that rounding does not feed faster groups. */
function taylorRows(
  n: number,
  A: Float64Array,
  P: Float64Array,
  c: Float64Array,
  several: boolean,
): Float64Array {
  const rows = new Float64Array((DEGREE + 2) * n);
  const row = new Float64Array(n);
  const projected = new Float64Array(n);
  const project = (k: number): void => {
    if (several) rowTimes(n, row, P, projected);
    rows.set(several ? projected : row, k * n);
  };
  row.set(c);
  project(0);
  for (let k = 1; k <= DEGREE + 1; k++) {
    rowTimes(n, rows.subarray((k - 1) * n, k * n), A, row);
    for (let i = 0; i < n; i++) row[i]! /= k;
    project(k);
  }
  return rows;
}

function rowTimes(n: number, row: Float64Array, A: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let i = 0; i < n; i++) {
    const factor = row[i]!;
    if (factor === 0) continue;
    for (let j = 0; j < n; j++) out[j]! += factor * A[i * n + j]!;
  }
}

function absoluteSum(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += Math.abs(value);
  return sum;
}
