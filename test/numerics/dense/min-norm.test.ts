import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import { columnRank, minNormShift } from '../../../src/numerics/dense/min-norm.js';

/** The gradient U' (P + U T) of the sum of squares, its largest entry. */
function gradient(
  rows: number,
  d: number,
  k: number,
  U: Float64Array,
  P: Float64Array,
  T: Float64Array,
): number {
  let largest = 0;
  const u = P.slice();
  for (let i = 0; i < rows; i++)
    for (let a = 0; a < d; a++) for (let c = 0; c < k; c++) u[i * k + c]! += U[i * d + a]! * T[a * k + c]!;
  for (let a = 0; a < d; a++) {
    for (let c = 0; c < k; c++) {
      let sum = 0;
      for (let i = 0; i < rows; i++) sum += U[i * d + a]! * u[i * k + c]!;
      largest = Math.max(largest, Math.abs(sum));
    }
  }
  return largest;
}

describe('minNormShift where every column has a row of its own', () => {
  it('leaves a residual orthogonal to every direction, whichever of both ways it takes', () => {
    const random = new RandomStream(5);
    for (let trial = 0; trial < 300; trial++) {
      const d = 1 + Math.floor(12 * random.uniform());
      const others = Math.floor(16 * random.uniform());
      const rows = d + others;
      const k = 3;
      const U = new Float64Array(rows * d);
      for (let a = 0; a < d; a++) {
        U[a * d + a] = 2 ** Math.floor(5 * random.uniform() - 2) * (random.uniform() < 0.5 ? 1 : -1);
        for (let i = d; i < rows; i++) if (random.uniform() < 0.7) U[i * d + a] = 2 * random.uniform() - 1;
      }
      // A column of zeros asks for no shift.
      const P = Float64Array.from({ length: rows * k }, (_, p) =>
        p % k === 1 ? 0 : 2 * random.uniform() - 1,
      );
      const T = new Float64Array(d * k);
      expect(minNormShift(rows, d, k, U, P, T)).toBe(d);
      for (let a = 0; a < d; a++) expect(T[a * k + 1]).toBe(0);
      // Sums of 28 products of entries below 4 and shifts below 40, conditions below 1e2.
      expect(gradient(rows, d, k, U, P, T)).toBeLessThan(1e-12);
    }
  });

  it('shares a current among two thousand parallel shorts: each carries a part, to rounding', () => {
    const n = 2000;
    // i_0 = 1 - sum of the others, which are free.
    const U = new Float64Array(n * (n - 1));
    for (let a = 0; a < n - 1; a++) {
      U[a] = -1;
      U[(a + 1) * (n - 1) + a] = 1;
    }
    const P = new Float64Array(n);
    P[0] = 1;
    const T = new Float64Array(n - 1);
    expect(minNormShift(n, n - 1, 1, U, P, T)).toBe(n - 1);
    // Two sums of n terms.
    T.forEach((value) => expect(Math.abs(value * n - 1)).toBeLessThan(2 * n * Number.EPSILON));
  });
});

it('columnRank counts independent columns, none in a matrix of zeros', () => {
  expect(columnRank(3, 3, Float64Array.of(1, 2, 3, 2, 4, 1, 0, 0, 1))).toBe(2);
  expect(columnRank(3, 2, new Float64Array(6))).toBe(0);
});
