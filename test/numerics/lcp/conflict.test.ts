import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { conflictingRows } from '../../../src/numerics/lcp/conflict.js';
import { solveLcp } from '../../../src/numerics/lcp/solve-lcp.js';

describe('rows that contradict each other', () => {
  it('a diode alone across a source', () => {
    expect(conflictingRows(1, matrix([[0]]), Float64Array.of(-5), new Int8Array(1))).toEqual([0]);
  });

  it('two of three: y0 = z2 - 1 - z1 and y1 = z1 - z2 cannot both hold', () => {
    const M = matrix([
      [0, -1, 1],
      [0, 1, -1],
      [0, 0, 1],
    ]);
    expect(conflictingRows(3, M, Float64Array.of(-1, 0, 2), new Int8Array(3))).toEqual([0, 1]);
  });

  it('a closed switch across a source', () => {
    expect(
      conflictingRows(
        2,
        matrix([
          [0, 0],
          [0, 1],
        ]),
        Float64Array.of(-5, 1),
        Int8Array.of(1, 0),
      ),
    ).toEqual([0]);
  });

  it('a row whose release is the hint where only complementarity cannot be met', () => {
    // z0 is 0 or 0.25 by row 0; rows 1 and 2 leave 0.3 <= z0 <= 0.5, which is not empty.
    const M = matrix([
      [1, 0, 0],
      [-1, 0, 0],
      [1, 0, 0],
    ]);
    const q = Float64Array.of(-0.25, 0.5, -0.3);
    const free = new Int8Array(3);
    expect(solveLcp(3, M, q, new Float64Array(3), new Float64Array(3)).status).toBe('infeasible');
    // z0 = 0.25 is right but for row 2.
    expect(conflictingRows(3, M, q, free)).toEqual([2]);
  });

  it('is, where linear, infeasible by itself', () => {
    const n = 5;
    const entry = fc.integer({ min: -2, max: 2 });
    let proved = 0;
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: n * n, maxLength: n * n }),
        fc.array(entry, { minLength: n, maxLength: n }),
        (entries, right) => {
          const [M, q] = [Float64Array.from(entries), Float64Array.from(right)];
          const [z, w] = [new Float64Array(n), new Float64Array(n)];
          if (solveLcp(n, M, q, z, w).status !== 'infeasible') return;
          const rows = conflictingRows(n, M, q, new Int8Array(n));
          expect(rows.length).toBeGreaterThan(0);
          // With the other rows' y free (a large constant added), there is still no solution: linear conflicts only.
          const rest = q.map((value, i) => (rows.includes(i) ? value : 1e3));
          if (solveLcp(n, M, rest, z, w).status === 'infeasible') proved++;
        },
      ),
      { seed: 71, numRuns: 2000 },
    );
    expect(proved).toBeGreaterThan(200);
  });
});
