import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyScaling, equilibrate } from '../../../src/numerics/dense/equilibrate.js';
import { infinityNorm, matrix, maxNorm, multiply, submatrix } from '../../../src/numerics/dense/matrix.js';

describe('matrix helpers', () => {
  it('multiplies rectangular matrices', () => {
    const C = new Float64Array(4);
    multiply(
      2,
      3,
      2,
      matrix([
        [1, 2, 3],
        [4, 5, 6],
      ]),
      matrix([
        [1, 0],
        [0, 1],
        [1, -1],
      ]),
      C,
    );
    expect(C).toEqual(
      matrix([
        [4, -1],
        [10, -1],
      ]),
    );
  });

  it('takes submatrices in the order asked for', () => {
    const out = new Float64Array(2);
    submatrix(
      2,
      matrix([
        [1, 2],
        [3, 4],
      ]),
      Int32Array.of(1),
      Int32Array.of(1, 0),
      out,
    );
    expect(Array.from(out)).toEqual([4, 3]);
  });

  it('computes norms without overflow', () => {
    const A = matrix([
      [3e200, -4e200],
      [0, 0],
    ]);
    expect([maxNorm(A), infinityNorm(2, 2, A)]).toEqual([4e200, 7e200]);
  });
});

describe('equilibrate', () => {
  it('brings every non-zero row and column near 1 with powers of two, so that unscaling is exact', () => {
    const entry = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -50, max: 40 }));
    fc.assert(
      fc.property(fc.array(entry, { minLength: 20, maxLength: 20 }), (entries) => {
        const A = Float64Array.from(entries, ([digit, exponent]) => digit * 2 ** exponent);
        const r = new Float64Array(4);
        const c = new Float64Array(5);
        equilibrate(4, 5, A, r, c);
        const scaled = new Float64Array(20);
        applyScaling(4, 5, A, r, c, scaled);
        for (const factor of [...r, ...c]) expect(Number.isInteger(Math.log2(factor))).toBe(true);
        for (let i = 0; i < 4; i++) {
          const largest = maxNorm(scaled.subarray(5 * i, 5 * i + 5));
          // Factors stop where the square root of the largest entry is within a factor of two of 1.
          if (largest > 0) expect(largest).toBeGreaterThan(0.1);
          expect(largest).toBeLessThan(10);
        }
        applyScaling(
          4,
          5,
          scaled,
          r.map((s) => 1 / s),
          c.map((s) => 1 / s),
          scaled,
        );
        expect(scaled).toEqual(A);
      }),
      { seed: 9, numRuns: 200 },
    );
  });
});
