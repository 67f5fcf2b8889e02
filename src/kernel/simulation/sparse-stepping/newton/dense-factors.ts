/**
 * LU factors with partial pivoting of a matrix of a few rows, dense: n^3/3 operations without a single index, which is
 * less than what a sparse pattern of that size costs. Source: [Golub-Van Loan 2013, alg. 3.4.1].
 */
import type { Int } from '../../../../base/int.js';
import type { Bound, NumberRoom } from '../../../../numerics/code/number-room.js';
import { clearNumbers } from '../../../../numerics/dense/short-arrays.js';
import type { SparsePattern } from '../../../../numerics/sparse/compressed-columns.js';

/** A pivot this much smaller than what its column held is rounding. */
const SINGULAR = 1e-15;

/** Place of each entry of the pattern in `a`, row by row; pivots by row, and the largest entry of each column. */
export interface DenseArrays {
  readonly n: Int;
  readonly place: Int32Array;
  readonly a: Float64Array;
  readonly pivot: Int32Array;
  readonly columnMax: Float64Array;
}

export class DenseFactors {
  readonly arrays: DenseArrays;
  /** Chooses pivots; returns -1, or the column that depends on the others. */
  readonly factor: Bound<[values: Float64Array], number>;
  /** Solves A x = b in place. */
  readonly solve: Bound<[b: Float64Array], void>;

  constructor({ rows, cols, colStart, rowIndex }: SparsePattern, room: NumberRoom) {
    if (rows !== cols) throw new RangeError(`a matrix of ${rows} x ${cols} has no factors`);
    const n = rows;
    const place = room.integers(rowIndex.length);
    for (let j = 0; j < n; j++)
      for (let p = colStart[j]!; p < colStart[j + 1]!; p++) place[p] = rowIndex[p]! * n + j;
    const own = { pivot: room.integers(n), columnMax: room.floats(n) };
    const arrays: DenseArrays = { n, place, a: room.floats(n * n), ...own };
    this.arrays = arrays;
    this.factor = room.bind('factorDense', factorDense, arrays);
    this.solve = room.bind('solveDense', solveDense, arrays);
  }

  /** As `factor`: choosing pivots costs nothing here. */
  refactor(values: Float64Array): boolean {
    return this.factor(values) < 0;
  }
}

export function factorDense(of: DenseArrays, values: Float64Array): Int {
  const { n, a, place, columnMax, pivot } = of;
  const entries = place.length;
  clearNumbers(a, n * n);
  for (let p = 0; p < entries; p++) a[place[p]!] = values[p]!;
  clearNumbers(columnMax, n);
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
      if (other > size) {
        best = i;
        size = other;
      }
    }
    if (!(size > SINGULAR * columnMax[k]!)) return k;
    pivot[k] = best;
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

export function solveDense(of: DenseArrays, b: Float64Array): void {
  const { n, a, pivot } = of;
  for (let k = 0; k < n; k++) {
    const from = pivot[k]!;
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
