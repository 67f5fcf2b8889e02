import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import {
  coneResidual,
  projectCone,
  projectSecondOrder,
  type ConeBlock,
  type ConeProblem,
} from '../../../src/numerics/vi/cone.js';
import { solveConeVi } from '../../../src/numerics/vi/solve-cone-vi.js';

function run(problem: ConeProblem): { status: string; residual: number; lambda: number[]; y: number[] } {
  const lambda = new Float64Array(problem.n);
  const y = new Float64Array(problem.n);
  const { status, residual } = solveConeVi(problem, lambda, y);
  return { status, residual, lambda: Array.from(lambda), y: Array.from(y) };
}

const vector = (n: number): fc.Arbitrary<Float64Array> =>
  fc
    .array(fc.integer({ min: -32, max: 32 }), { minLength: n, maxLength: n })
    .map((values) => Float64Array.from(values, (k) => k / 8));

describe('the projection on the second-order cone', () => {
  it('splits a point into two orthogonal parts, one in the cone and one in its polar', () => {
    fc.assert(
      fc.property(vector(4), (x) => {
        const p = new Float64Array(4);
        projectSecondOrder(4, x, 0, p);
        const rest = x.map((value, i) => value - p[i]!);
        // Sums of four products of size 16.
        expect(p[0]! - Math.hypot(p[1]!, p[2]!, p[3]!)).toBeGreaterThanOrEqual(-1e-14);
        expect(-rest[0]! - Math.hypot(rest[1]!, rest[2]!, rest[3]!)).toBeGreaterThanOrEqual(-1e-14);
        expect(Math.abs(p.reduce((sum, value, i) => sum + value * rest[i]!, 0))).toBeLessThan(1e-13);
      }),
      { seed: 111, numRuns: 300 },
    );
  });
});

describe('solveConeVi', () => {
  it('projects: for M = I the solution is the projection of -q', () => {
    const cone: ConeBlock[] = [
      { kind: 'second-order', size: 3 },
      { kind: 'orthant', size: 1 },
      { kind: 'free', size: 1 },
      { kind: 'box', lb: Float64Array.of(-1), ub: Float64Array.of(1) },
    ];
    fc.assert(
      fc.property(vector(6), (q) => {
        const M = Float64Array.from({ length: 36 }, (_, p) => (p % 7 === 0 ? 1 : 0));
        const { status, lambda } = run({ n: 6, M, q, cone });
        const expected = new Float64Array(6);
        projectCone(
          cone,
          q.map((value) => -value),
          expected,
        );
        expect(status).toBe('solved');
        expected.forEach((value, i) => expect(lambda[i]).toBeCloseTo(value, 8));
      }),
      { seed: 112, numRuns: 100 },
    );
  });

  it('gives y in the dual cone, orthogonal to lambda, for random positive definite M', () => {
    const cone: ConeBlock[] = [
      { kind: 'second-order', size: 3 },
      { kind: 'second-order', size: 3 },
    ];
    fc.assert(
      fc.property(vector(36), vector(6), (B, q) => {
        const n = 6;
        const M = Float64Array.from({ length: 36 }, (_, p) => {
          const i = Math.floor(p / n);
          const j = p % n;
          let sum = i === j ? 0.5 : 0;
          for (let k = 0; k < n; k++) sum += (B[i * n + k]! * B[j * n + k]!) / 4;
          return sum + B[i * n + j]! - B[j * n + i]!;
        });
        const { status, residual, lambda, y } = run({ n, M, q, cone });
        expect(status).toBe('solved');
        expect(residual).toBeLessThanOrEqual(1e-9);
        for (const start of [0, 3]) {
          const size = Math.max(1, ...y.map(Math.abs)) * Math.max(1, ...lambda.map(Math.abs));
          expect(y[start]! - Math.hypot(y[start + 1]!, y[start + 2]!)).toBeGreaterThan(-1e-6 * size);
          const dot = [0, 1, 2].reduce((sum, i) => sum + y[start + i]! * lambda[start + i]!, 0);
          expect(Math.abs(dot)).toBeLessThan(1e-6 * size);
        }
      }),
      { seed: 113, numRuns: 100 },
    );
  });

  it('hands a product of boxes to the box solver, which can prove infeasibility', () => {
    const problem: ConeProblem = {
      n: 1,
      M: Float64Array.of(0),
      q: Float64Array.of(-1),
      cone: [{ kind: 'orthant', size: 1 }],
    };
    expect(run(problem).status).toBe('infeasible');
  });

  it('is undecided, never wrong, where there is no solution', () => {
    const problem: ConeProblem = {
      n: 2,
      M: new Float64Array(4),
      q: Float64Array.of(-1, 0),
      cone: [{ kind: 'second-order', size: 2 }],
    };
    const lambda = new Float64Array(2);
    const result = solveConeVi(problem, lambda, lambda.slice(), { splittingSteps: 500 });
    expect(result).toMatchObject({ status: 'undecided', residual: Infinity });
  });

  it('has a residual of 0 at a solution and near 1 at a wrong point', () => {
    const problem: ConeProblem = {
      n: 2,
      M: matrix([
        [1, 0],
        [0, 1],
      ]),
      q: Float64Array.of(0, -2),
      cone: [{ kind: 'second-order', size: 2 }],
    };
    expect(coneResidual(problem, Float64Array.of(1, 1))).toBe(0);
    expect(coneResidual(problem, Float64Array.of(0, 0))).toBeGreaterThan(0.4);
    expect(coneResidual(problem, Float64Array.of(NaN, 0))).toBeNaN();
  });

  it('refuses blocks that do not fit', () => {
    const problem = { n: 2, M: new Float64Array(4), q: new Float64Array(2), cone: [] };
    expect(() => run(problem)).toThrow(
      new RangeError('the blocks of the set have 0 rows, the problem has 2'),
    );
  });
});
