/**
 * LU factors with partial pivoting of a matrix of a few rows, dense: n^3/3 operations without a single index, which is
 * less than what a sparse pattern of that size costs. Source: [Golub-Van Loan 2013, alg. 3.4.1].
 */
import { clearNumbers } from '../../../numerics/dense/short-arrays.js';
import type { SparsePattern } from '../../../numerics/sparse/compressed-columns.js';

/** A pivot this much smaller than what its column held is rounding. */
const SINGULAR = 1e-15;

export class DenseFactors {
  readonly #n: number;
  /** Place in the dense row-major array of each entry of the pattern. */
  readonly #place: Int32Array;
  readonly #a: Float64Array;
  readonly #pivot: Int32Array;
  readonly #columnMax: Float64Array;

  constructor({ rows, cols, colStart, rowIndex }: SparsePattern) {
    if (rows !== cols) throw new RangeError(`a matrix of ${rows} x ${cols} has no factors`);
    const n = rows;
    this.#n = n;
    this.#place = new Int32Array(rowIndex.length);
    for (let j = 0; j < n; j++)
      for (let p = colStart[j]!; p < colStart[j + 1]!; p++) this.#place[p] = rowIndex[p]! * n + j;
    this.#a = new Float64Array(n * n);
    this.#pivot = new Int32Array(n);
    this.#columnMax = new Float64Array(n);
  }

  factor(values: Float64Array): number {
    const n = this.#n;
    const a = this.#a;
    const place = this.#place;
    const columnMax = this.#columnMax;
    clearNumbers(a);
    for (let p = 0; p < place.length; p++) a[place[p]!] = values[p]!;
    clearNumbers(columnMax);
    for (let at = 0, i = 0; i < n; i++)
      for (let j = 0; j < n; j++, at++) {
        const size = Math.abs(a[at]!);
        if (size > columnMax[j]!) columnMax[j] = size;
      }
    for (let k = 0; k < n; k++) {
      let best = k;
      let size = Math.abs(a[k * n + k]!);
      for (let i = k + 1; i < n; i++) {
        const other = Math.abs(a[i * n + k]!);
        if (other > size) [best, size] = [i, other];
      }
      if (!(size > SINGULAR * columnMax[k]!)) return k;
      this.#pivot[k] = best;
      if (best !== k)
        for (let j = 0; j < n; j++) {
          const held = a[k * n + j]!;
          a[k * n + j] = a[best * n + j]!;
          a[best * n + j] = held;
        }
      const inverse = 1 / a[k * n + k]!;
      a[k * n + k] = inverse;
      for (let i = k + 1; i < n; i++) {
        const factor = a[i * n + k]! * inverse;
        a[i * n + k] = factor;
        if (factor === 0) continue;
        for (let j = k + 1; j < n; j++) a[i * n + j]! -= factor * a[k * n + j]!;
      }
    }
    return -1;
  }

  /** As `factor`: choosing pivots costs nothing here. */
  refactor(values: Float64Array): boolean {
    return this.factor(values) < 0;
  }

  solve(b: Float64Array): void {
    const n = this.#n;
    const a = this.#a;
    for (let k = 0; k < n; k++) {
      const from = this.#pivot[k]!;
      if (from !== k) {
        const held = b[k]!;
        b[k] = b[from]!;
        b[from] = held;
      }
    }
    for (let i = 1; i < n; i++) {
      let sum = b[i]!;
      for (let j = 0; j < i; j++) sum -= a[i * n + j]! * b[j]!;
      b[i] = sum;
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = b[i]!;
      for (let j = i + 1; j < n; j++) sum -= a[i * n + j]! * b[j]!;
      b[i] = sum * a[i * n + i]!;
    }
  }
}
