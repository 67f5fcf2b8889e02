import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { lcpResidual } from '../../../src/numerics/lcp/linear-complementarity.js';
import { boxResidual, type BoxProblem } from '../../../src/numerics/relay/box-problem.js';
import { continueBox, solveBox } from '../../../src/numerics/relay/solve-box.js';
import { monotoneProblem } from '../lcp/random-problems.js';
import { boxProblem, solvableBoxProblem } from './random-boxes.js';

function run(problem: BoxProblem): { status: string; lambda: number[]; y: number[]; residual: number } {
  const lambda = new Float64Array(problem.n);
  const y = new Float64Array(problem.n);
  const { status, residual } = solveBox(problem, lambda, y);
  return { status, lambda: Array.from(lambda), y: Array.from(y), residual };
}

const scalar = (M: number, q: number, lb: number, ub: number): BoxProblem => ({
  n: 1,
  M: Float64Array.of(M),
  q: Float64Array.of(q),
  lb: Float64Array.of(lb),
  ub: Float64Array.of(ub),
});

describe('solveBox', () => {
  it('is a relay with lambda = -sgn(y) on [-1, 1]', () => {
    expect(run(scalar(0, 3, -1, 1))).toMatchObject({ status: 'solved', lambda: [-1], y: [3] });
    expect(run(scalar(0, -3, -1, 1))).toMatchObject({ status: 'solved', lambda: [1], y: [-3] });
    expect(run(scalar(2, 1, -1, 1))).toMatchObject({ status: 'solved', lambda: [-0.5], y: [0] });
  });

  it('treats one-sided, fixed and free rows by their signs', () => {
    expect(run(scalar(1, -2, 0, Infinity))).toMatchObject({ lambda: [2], y: [0] });
    expect(run(scalar(1, 2, 0, Infinity))).toMatchObject({ lambda: [0], y: [2] });
    expect(run(scalar(1, -2, -Infinity, 1))).toMatchObject({ lambda: [1], y: [-1] });
    expect(run(scalar(1, 2, -Infinity, 1))).toMatchObject({ lambda: [-2], y: [0] });
    expect(run(scalar(5, 2, 0.25, 0.25))).toMatchObject({ lambda: [0.25], y: [3.25] });
    expect(run(scalar(4, 2, -Infinity, Infinity))).toMatchObject({ lambda: [-0.5], y: [0] });
  });

  it('proves a free row with a zero coefficient infeasible', () => {
    expect(run(scalar(0, 2, -Infinity, Infinity))).toMatchObject({
      status: 'infeasible',
      residual: Infinity,
    });
  });

  it('solves every monotone problem in a bounded box', () => {
    fc.assert(
      fc.property(boxProblem, (problem) => {
        const { status, residual } = run(problem);
        expect(status).toBe('solved');
        expect(residual).toBeLessThanOrEqual(1e-9);
      }),
      { seed: 41, numRuns: 300 },
    );
  });

  it('solves every feasible monotone problem with bounds of all kinds', () => {
    fc.assert(
      fc.property(solvableBoxProblem, (problem) => {
        const { status, lambda } = run(problem);
        expect(status).toBe('solved');
        expect(boxResidual(problem, Float64Array.from(lambda))).toBeLessThanOrEqual(1e-9);
        lambda.forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual(problem.lb[i]!);
          expect(value).toBeLessThanOrEqual(problem.ub[i]!);
        });
      }),
      { seed: 42, numRuns: 300 },
    );
  });

  it('gives the mirrored answer to the mirrored problem when it is unique', () => {
    const M = matrix([
      [3, 1, 0],
      [-1, 2, 1],
      [0, -1, 4],
    ]);
    const lb = Float64Array.of(-1, -2, 0);
    const ub = Float64Array.of(2, 1, Infinity);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 }), (right) => {
        const q = Float64Array.from(right);
        const plain = run({ n: 3, M, q, lb, ub });
        const mirrored = run({ n: 3, M, q: q.map((a) => -a), lb: ub.map((a) => -a), ub: lb.map((a) => -a) });
        // Two solves of a well-conditioned system of size 10.
        plain.lambda.forEach((value, i) => expect(mirrored.lambda[i]).toBeCloseTo(-value, 13));
      }),
      { seed: 43, numRuns: 100 },
    );
  });
});

describe('boxResidual', () => {
  it('is the complementarity residual on [0, inf)', () => {
    fc.assert(
      fc.property(monotoneProblem, fc.array(fc.integer({ min: -2, max: 4 })), ({ n, M, q }, values) => {
        const z = Float64Array.from({ length: n }, (_, i) => values[i] ?? 0);
        const problem = { n, M, q, lb: new Float64Array(n), ub: new Float64Array(n).fill(Infinity) };
        // The same sums; u - max(0, u - v) rounds once more than min(u, v).
        expect(boxResidual(problem, z)).toBeCloseTo(lcpResidual(n, M, q, z), 14);
      }),
      { seed: 44, numRuns: 200 },
    );
  });

  it('sees a multiplier outside its box and a y of the wrong sign', () => {
    expect(boxResidual(scalar(0, 1, -1, 1), Float64Array.of(-2))).toBe(0.5);
    expect(boxResidual(scalar(0, 1, -1, 1), Float64Array.of(1))).toBe(1);
    expect(boxResidual(scalar(0, 1, -1, 1), Float64Array.of(NaN))).toBeNaN();
  });

  it('refuses an empty interval', () => {
    const problem = scalar(1, 0, 2, 1);
    expect(() => solveBox(problem, new Float64Array(1), new Float64Array(1))).toThrow(
      new RangeError('row 0 of the box problem has the empty interval [2, 1]'),
    );
  });
});

describe('continueBox', () => {
  // y = M lambda + q in [0, inf) x [-1, 1] x (-inf, inf).
  const M = Float64Array.of(2, 1, 0, 1, 2, 0, 0, 0, 1);
  const bounds = { lb: Float64Array.of(0, -1, -Infinity), ub: Float64Array.of(Infinity, 1, Infinity) };
  const problem = (q: readonly number[]) => ({ n: 3, M, q: Float64Array.from(q), ...bounds });

  it('answers where every row is still in its state, as solveBox does', () => {
    const y = new Float64Array(3);
    const known = new Float64Array(3);
    expect(solveBox(problem([-3, 4, -1]), known, y).status).toBe('solved');
    expect([...known]).toEqual([2, -1, 1]);
    const lambda = known.slice();
    expect(continueBox(problem([-4, 5, -2]), lambda, y)).toBeLessThan(1e-15);
    expect([...lambda]).toEqual([2.5, -1, 2]);
    expect([...y]).toEqual([0, 5.5, 0]);
  });

  it('leaves alone what has changed its state', () => {
    for (const q of [
      [3, 4, -1],
      [-3, -1, -1],
    ]) {
      const lambda = Float64Array.of(2, -1, 1);
      expect(continueBox(problem(q), lambda, new Float64Array(3))).toBe(undefined);
      expect([...lambda]).toEqual([2, -1, 1]);
    }
  });
});
