/** Twice the digits: what doubles lose of sums, products and quotients, and matrices of 1 mOhm beside 1 TOhm. */
import { describe, expect, test } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import {
  doubleDoubles,
  DoubleDoubleSum,
  multiplyAddWide,
  solveWide,
  widened,
} from '../../../src/numerics/dense/double-double.js';
import { revealRankWide } from '../../../src/numerics/dense/rank-reveal-wide.js';

describe('a sum', () => {
  test('keeps 1e-12 S beside 1000 S', () => {
    const sum = new DoubleDoubleSum().add(1000, 0).add(1e-12, 0).add(-1000, 0);
    expect(sum.hi).toBe(1e-12);
  });

  test('of a product takes what rounding of it leaves over', () => {
    // (1 + 2^-30)^2 - 1 - 2^-29 = 2^-60.
    const a = 1 + 2 ** -30;
    const sum = new DoubleDoubleSum()
      .addProduct(a, 0, a, 0)
      .add(-1, 0)
      .add(-(2 ** -29), 0);
    expect(sum.hi).toBe(2 ** -60);
  });

  test('divided by 3 and multiplied by 3 is itself to 1e-31', () => {
    const third = new DoubleDoubleSum().add(1, 0).divide(3, 0);
    const back = new DoubleDoubleSum().addProduct(third.hi, third.lo, 3, 0).add(-1, 0);
    expect(Math.abs(back.hi)).toBeLessThan(1e-31);
  });
});

test('a solution of a random system with entries over 24 decades leaves no residual', () => {
  const random = new RandomStream(3);
  const n = 8;
  const A = Float64Array.from({ length: n * n }, () => random.normal() * 10 ** (24 * random.uniform() - 12));
  const X = doubleDoubles(n);
  for (let i = 0; i < n; i++) X.hi[i] = random.normal();
  const b = X.hi.slice();
  expect(solveWide(n, widened(A.slice()), 1, X)).toBe(true);
  const residual = widened(b);
  multiplyAddWide(n, n, 1, widened(A), X, residual, -1);
  for (let i = 0; i < n; i++) {
    let terms = 0;
    for (let j = 0; j < n; j++) terms += Math.abs(A[i * n + j]! * X.hi[j]!);
    // n roundings of 1e-32 a term, times the growth of the factors.
    expect(Math.abs(residual.hi[i]!)).toBeLessThan(1e-28 * terms);
  }
});

test('1 mOhm over 1 TOhm is a rank of its own, a multiple is none', () => {
  const regular = widened(Float64Array.of(1, 1, 1, 1 + 2 ** -50));
  expect(revealRankWide(2, 2, regular).rank).toBe(2);
  const singular = widened(Float64Array.of(1, 3, 3, 9));
  const { rank, leftNull } = revealRankWide(2, 2, singular);
  expect(rank).toBe(1);
  expect(leftNull.hi[0]! + 3 * leftNull.hi[1]!).toBeCloseTo(0, 14);
});
