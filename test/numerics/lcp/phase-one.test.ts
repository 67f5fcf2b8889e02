import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix, multiplyVector } from '../../../src/numerics/dense/matrix.js';
import { findFeasible } from '../../../src/numerics/lcp/phase-one.js';

const entries = (count: number): fc.Arbitrary<number[]> =>
  fc.array(
    fc.integer({ min: -4, max: 4 }).map((k) => k / 4),
    { minLength: count, maxLength: count },
  );

const system = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 8 }))
  .chain(([rows, cols]) =>
    fc.tuple(fc.constant(rows), fc.constant(cols), entries(rows * cols), entries(cols)),
  );

describe('findFeasible', () => {
  it('finds a non-negative point wherever there is one, redundant and degenerate rows included', () => {
    fc.assert(
      fc.property(system, ([rows, cols, a, point]) => {
        const A = Float64Array.from(a);
        const b = new Float64Array(rows);
        multiplyVector(rows, cols, A, Float64Array.from(point, Math.abs), b);
        const x = new Float64Array(cols);
        expect(findFeasible(rows, cols, A, b, new Float64Array(rows), x)).toBe('feasible');
        const reached = new Float64Array(rows);
        multiplyVector(rows, cols, A, x, reached);
        // A vertex of eighths has small determinants: some dozens of roundings of numbers of size 10.
        for (let i = 0; i < rows; i++) expect(Math.abs(reached[i]! - b[i]!)).toBeLessThan(1e-11);
        for (const value of x) expect(value).toBeGreaterThanOrEqual(0);
      }),
      { seed: 31, numRuns: 500 },
    );
  });

  it('proves infeasible what multipliers made so', () => {
    fc.assert(
      fc.property(system, ([rows, cols, a]) => {
        // All columns get a non-positive product with y = (1, ..., 1); b a positive one.
        const A = Float64Array.from(a);
        for (let j = 0; j < cols; j++) {
          let sum = 0;
          for (let i = 0; i < rows; i++) sum += A[i * cols + j]!;
          if (sum > 0) for (let i = 0; i < rows; i++) A[i * cols + j]! *= -1;
        }
        const b = Float64Array.from({ length: rows }, (_, i) => (i === 0 ? rows : -0.5));
        expect(findFeasible(rows, cols, A, b, new Float64Array(rows), new Float64Array(cols))).toBe(
          'infeasible',
        );
      }),
      { seed: 32, numRuns: 500 },
    );
  });

  it('decides a row of zeros by its right-hand side', () => {
    const x = new Float64Array(1);
    expect(findFeasible(2, 1, matrix([[1], [0]]), Float64Array.of(1, 0), new Float64Array(2), x)).toBe(
      'feasible',
    );
    expect(findFeasible(2, 1, matrix([[1], [0]]), Float64Array.of(1, 1e-9), new Float64Array(2), x)).toBe(
      'infeasible',
    );
  });
});
