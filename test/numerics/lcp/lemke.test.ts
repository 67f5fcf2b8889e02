import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { lemke, type LemkeOptions, type LemkeResult } from '../../../src/numerics/lcp/lemke.js';

function run(M: Float64Array, q: number[], options?: LemkeOptions): LemkeResult & { z: number[] } {
  const z = new Float64Array(q.length);
  const result = lemke(q.length, M, Float64Array.from(q), z, new Float64Array(q.length), options);
  return { ...result, z: Array.from(z) };
}

describe('lemke', () => {
  const cyclic = matrix([
    [1, 2, 0],
    [0, 1, 2],
    [2, 0, 1],
  ]);

  it('cycles on a P-matrix when ties go to the first row, and not with the lexicographic rule', () => {
    const limit = 5000;
    expect(run(cyclic, [-1, -1, -1], { lexicographic: false, limit })).toMatchObject({
      status: 'undecided',
      end: 'limit',
      iterations: limit,
    });
    const solved = run(cyclic, [-1, -1, -1], { limit });
    expect(solved).toMatchObject({ status: 'solved', end: 'solution' });
    expect(solved.iterations).toBeLessThan(10);
  });

  it('ends on every fully tied problem with small integers, many of which cycle without the rule', () => {
    const entry = fc.integer({ min: -2, max: 2 });
    const tied = fc
      .integer({ min: 3, max: 5 })
      .chain((n) => fc.tuple(fc.constant(n), fc.array(entry, { minLength: n * n, maxLength: n * n })));
    const cycled = { with: 0, without: 0 };
    fc.assert(
      fc.property(tied, ([n, entries]) => {
        const q = Array<number>(n).fill(-1);
        const M = Float64Array.from(entries);
        if (run(M, q).end === 'limit') cycled.with++;
        if (run(M, q, { lexicographic: false }).end === 'limit') cycled.without++;
      }),
      { seed: 13, numRuns: 20_000 },
    );
    expect(cycled.with).toBe(0);
    expect(cycled.without).toBeGreaterThan(0);
  });

  it('meets a ray at once on M = [[0, 1], [0, 0]], q = (-1, 0), which z = (0, 1) solves, and does not say solved', () => {
    const M = matrix([
      [0, 1],
      [0, 0],
    ]);
    expect(run(M, [-1, 0])).toMatchObject({
      status: 'undecided',
      end: 'ray',
      iterations: 1,
      residual: Infinity,
    });
  });

  it('follows another covering vector to the same unique solution', () => {
    const { z } = run(cyclic, [-1, -2, -1.5], { covering: Float64Array.of(3, 1, 0.25) });
    const reference = run(cyclic, [-1, -2, -1.5]).z;
    // Both solve the same basis system by the same LU: equal to the bit.
    expect(z).toEqual(reference);
  });

  it("takes 2^n pivots' path without losing accuracy on Murty's triangle, n = 10", () => {
    const n = 10;
    const M = Float64Array.from({ length: n * n }, (_, p) => {
      const i = Math.floor(p / n);
      const j = p % n;
      return i === j ? 1 : i < j ? 2 : 0;
    });
    const { z, status } = run(M, Array<number>(n).fill(-1), { limit: 5000 });
    expect(status).toBe('solved');
    expect(z).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });
});
