import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DenseLinearSolver } from '../../../src/numerics/dense/dense-linear-solver.js';
import { factorLU, solveLU, solveManyLU } from '../../../src/numerics/dense/lu.js';
import { identity, infinityNorm, matrix, multiplyVector } from '../../../src/numerics/dense/matrix.js';
import { compressColumns, Triplets, type SparseMatrix } from '../../../src/numerics/sparse/sparse-matrix.js';
import { leastHeapGrowth } from '../../suites/heap-growth.js';

const EPS = 2 ** -52;

function factored(A: Float64Array): { n: number; LU: Float64Array; pivots: Int32Array; column: number } {
  const n = Math.sqrt(A.length);
  const LU = A.slice();
  const pivots = new Int32Array(n);
  return { n, LU, pivots, column: factorLU(n, LU, pivots, new Float64Array(2 * n)) };
}

function sparse(A: Float64Array, n: number): SparseMatrix {
  const triplets = new Triplets();
  A.forEach((a, p) => triplets.add(Math.floor(p / n), p % n, a));
  return compressColumns(n, n, triplets);
}

const randomSystem = fc.integer({ min: 1, max: 12 }).chain((n) => {
  const entry = fc.integer({ min: -1000, max: 1000 }).map((k) => k / 1000);
  const scale = fc.integer({ min: -40, max: 40 }).map((e) => 2 ** e);
  return fc.tuple(
    fc.array(entry, { minLength: n * n, maxLength: n * n }),
    fc.array(scale, { minLength: n, maxLength: n }),
    fc.array(entry, { minLength: n, maxLength: n }),
  );
});

describe('LU with scaled partial pivoting', () => {
  it('is backward stable row by row, whatever the units of the rows', () => {
    fc.assert(
      fc.property(randomSystem, ([entries, scales, right]) => {
        const n = right.length;
        const A = Float64Array.from(entries, (a, p) => a * scales[Math.floor(p / n)]!);
        const b = Float64Array.from(right, (a, i) => a * scales[i]!);
        const { LU, pivots, column } = factored(A);
        if (column >= 0) return;
        const x = new Float64Array(n);
        solveLU(n, LU, pivots, b, x);
        const r = new Float64Array(n);
        multiplyVector(n, n, A, x, r);
        const size = infinityNorm(n, 1, x);
        // n eps times the growth of the factors, which partial pivoting keeps below 10 for random n <= 12.
        for (let i = 0; i < n; i++) {
          const rowSize = infinityNorm(1, n, A.subarray(i * n, (i + 1) * n));
          expect(Math.abs(r[i]! - b[i]!)).toBeLessThanOrEqual(
            10 * n * EPS * (rowSize * size + Math.abs(b[i]!)),
          );
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('names the first dependent column', () => {
    expect(
      factored(
        matrix([
          [1, 2, 3],
          [4, 8, 6],
          [7, 14, 10],
        ]),
      ).column,
    ).toBe(1);
    expect(
      factored(
        matrix([
          [1, 2, 3],
          [4, 5, 9],
          [7, 8, 15],
        ]),
      ).column,
    ).toBe(2);
    expect(factored(matrix([[NaN]])).column).toBe(0);
  });

  it('keeps a small but independent column', () => {
    expect(
      factored(
        matrix([
          [1, 1e-15],
          [1, -1e-15],
        ]),
      ).column,
    ).toBe(-1);
  });

  it('solves many right-hand sides as it solves one', () => {
    const A = matrix([
      [0, 2, 1],
      [1, 1e-9, 3],
      [4, 1, 0],
    ]);
    const { n, LU, pivots } = factored(A);
    const X = new Float64Array(n * n);
    identity(n, X);
    solveManyLU(n, LU, pivots, n, X, X);
    for (let j = 0; j < n; j++) {
      const unit = new Float64Array(n);
      unit[j] = 1;
      solveLU(n, LU, pivots, unit, unit);
      expect(Array.from(unit)).toEqual([0, 1, 2].map((i) => X[i * n + j]));
    }
  });
});

describe('DenseLinearSolver', () => {
  it('refactors and solves without allocating', () => {
    const n = 6;
    const A = Float64Array.from(
      { length: n * n },
      (_, p) => 1 / (1 + (p % n) + Math.floor(p / n)) + (p % 7 === 0 ? 1 : 0),
    );
    const W = sparse(A, n);
    const solver = new DenseLinearSolver();
    solver.analyze(W);
    const b = new Float64Array(n).fill(1);
    const work = (): void => {
      for (let k = 0; k < 2000; k++) {
        solver.refactor(W);
        solver.solve(b, b);
      }
    };
    for (let warm = 0; warm < 20; warm++) {
      work();
      b.fill(1);
    }
    // One Float64Array a refactor would be at least 200 kB.
    expect(leastHeapGrowth(5, work)).toBeLessThan(100_000);
  });

  it('reports the singular column and refuses to solve then', () => {
    const solver = new DenseLinearSolver();
    const W = sparse(
      matrix([
        [1, 1],
        [1, 1],
      ]),
      2,
    );
    solver.analyze(W);
    expect(solver.factor(W)).toEqual({ status: 'singular', column: 1 });
    expect(() => solver.solve(new Float64Array(2), new Float64Array(2))).toThrow(
      'solve() needs a factor() that returned "ok"',
    );
  });

  it('refuses a matrix that is not square', () => {
    expect(() => new DenseLinearSolver().analyze(compressColumns(2, 3, new Triplets()))).toThrow(
      'a linear system must be square, not 2 x 3',
    );
  });
});
