import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix, maxNorm, multiply, transpose } from '../../../src/numerics/dense/matrix.js';
import { minNormShift } from '../../../src/numerics/dense/min-norm.js';
import { revealRank } from '../../../src/numerics/dense/rank-reveal.js';

const entries = (count: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: -4, max: 4 }), { minLength: count, maxLength: count });

/** An m x n matrix of integers that is a product through r columns: rank at most r. */
const product = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 6 }))
  .chain(([m, n, r]) =>
    fc.tuple(entries(m * r), entries(r * n)).map(([left, right]) => {
      const A = new Float64Array(m * n);
      multiply(m, r, n, Float64Array.from(left), Float64Array.from(right), A);
      return { m, n, r, A };
    }),
  );

describe('revealRank', () => {
  it('finds null spaces that the matrix maps to zero, of the dimensions that the rank leaves', () => {
    fc.assert(
      fc.property(product, ({ m, n, r, A }) => {
        const { rank, rightNull, leftNull } = revealRank(m, n, A);
        expect(rank).toBeLessThanOrEqual(Math.min(m, n, r));
        const AN = new Float64Array(m * (n - rank));
        multiply(m, n, n - rank, A, rightNull, AN);
        const WA = new Float64Array((m - rank) * n);
        multiply(m - rank, m, n, leftNull, A, WA);
        // Entries of A reach 96, null vectors are of size 1: some hundred roundings of 1e-14.
        expect(maxNorm(AN)).toBeLessThan(1e-11);
        expect(maxNorm(WA)).toBeLessThan(1e-11);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('gives a basic inverse that reproduces consistent right-hand sides', () => {
    fc.assert(
      fc.property(product, ({ m, n, A }) => {
        const { basicInverse } = revealRank(m, n, A);
        const XA = new Float64Array(n * n);
        const AXA = new Float64Array(m * n);
        multiply(n, m, n, basicInverse, A, XA);
        multiply(m, n, n, A, XA, AXA);
        expect(maxNorm(AXA.map((a, p) => a - A[p]!))).toBeLessThan(1e-10 * (1 + maxNorm(A)));
      }),
      { seed: 6, numRuns: 300 },
    );
  });

  it('is not misled by entries from 1e-15 to 1e12', () => {
    const A = matrix([
      [1e-15, 1e-3],
      [1, 1e12],
    ]);
    expect(revealRank(2, 2, A).rank).toBe(1);
    expect(
      revealRank(
        2,
        2,
        matrix([
          [1e-15, 1e-3],
          [1, 2e12],
        ]),
      ).rank,
    ).toBe(2);
    expect(
      revealRank(
        3,
        3,
        matrix([
          [1e-15, 0, 0],
          [0, 1, 0],
          [0, 0, 1e12],
        ]),
      ).rank,
    ).toBe(3);
  });

  it('handles matrices without rows or columns', () => {
    expect(revealRank(0, 2, new Float64Array(0))).toMatchObject({
      rank: 0,
      rightNull: Float64Array.of(1, 0, 0, 1),
    });
    expect(revealRank(2, 0, new Float64Array(0))).toMatchObject({
      rank: 0,
      leftNull: Float64Array.of(1, 0, 0, 1),
    });
  });
});

describe('minNormShift', () => {
  it('leaves a residual orthogonal to every direction', () => {
    fc.assert(
      fc.property(product, ({ m, n, A }) => {
        const P = Float64Array.from({ length: m }, (_, i) => 1 + i);
        const T = new Float64Array(n);
        minNormShift(m, n, 1, A, P, T);
        const u = P.slice();
        for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) u[i]! += A[i * n + j]! * T[j]!;
        const At = new Float64Array(n * m);
        transpose(m, n, A, At);
        const gradient = new Float64Array(n);
        multiply(n, m, 1, At, u, gradient);
        // Products of entries up to 96 and 6; conditions of random integer matrices below 1e5.
        expect(maxNorm(gradient)).toBeLessThan(1e-8);
      }),
      { seed: 8, numRuns: 200 },
    );
  });

  it('refuses ragged rows at the public edge', () => {
    expect(() => matrix([[1, 2], [3]])).toThrow('matrix row 2 has 1 entries where row 1 has 2');
  });
});
