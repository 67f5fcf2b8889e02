import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix, multiplyVector } from '../../../src/numerics/dense/matrix.js';
import { ModeSolver } from '../../../src/numerics/lcp/mode-solver.js';
import {
  BoxModeSolver,
  type BoxMode,
  type BoxModeResult,
} from '../../../src/numerics/relay/box-mode-solver.js';
import { boxResidual } from '../../../src/numerics/relay/box-problem.js';
import { anyMonotoneProblem } from '../lcp/random-problems.js';
import { solvableBoxProblem } from './random-boxes.js';

function solved(result: BoxModeResult): BoxMode {
  expect(result.status).toBe('solved');
  if (result.status !== 'solved') throw new Error('unreachable');
  return result.mode;
}

function affine(A: Float64Array, b: Float64Array, q: Float64Array): Float64Array {
  const out = new Float64Array(b.length);
  multiplyVector(b.length, q.length, A, q, out);
  return out.map((value, i) => value + b[i]!);
}

const relay = (M: number): BoxModeSolver =>
  new BoxModeSolver(1, Float64Array.of(M), Float64Array.of(-1), Float64Array.of(1));

describe('BoxModeSolver', () => {
  it('describes the three states of a relay as affine maps', () => {
    const solver = relay(2);
    const lower = solved(solver.solve(Float64Array.of(3)));
    expect(lower.states[0]).toBe(-1);
    expect([lower.S[0], lower.s0[0], lower.Y[0], lower.y0[0]]).toEqual([0, -1, 1, -2]);
    const free = solved(solver.solve(Float64Array.of(1), lower));
    expect(free.states[0]).toBe(0);
    expect([free.S[0], free.s0[0], free.Y[0], free.y0[0]]).toEqual([-0.5, 0, 0, 0]);
    const upper = solved(solver.solve(Float64Array.of(-3), free));
    expect(upper.states[0]).toBe(1);
    expect([upper.S[0], upper.s0[0], upper.Y[0], upper.y0[0]]).toEqual([0, 1, 1, 2]);
  });

  it('reaches a neighbouring state by exchange and a known one without a search', () => {
    const solver = relay(2);
    const lower = solver.solve(Float64Array.of(3));
    expect(lower).toMatchObject({ method: 'flip', iterations: 0, residual: 0 });
    const free = solver.solve(Float64Array.of(1), lower.mode);
    expect(free).toMatchObject({ method: 'flip', iterations: 1, fallback: false });
    expect(solver.solve(Float64Array.of(0.5), free.mode)).toMatchObject({ method: 'current' });
    expect(solver.solve(Float64Array.of(4), free.mode)).toMatchObject({ method: 'recent', mode: lower.mode });
  });

  it('jumps between the bounds of a relay with M = 0 without solving anew', () => {
    const solver = relay(0);
    let mode = solved(solver.solve(Float64Array.of(1)));
    mode = solved(solver.solve(Float64Array.of(-1), mode));
    for (let k = 0; k < 10; k++) {
      const result = solver.solve(Float64Array.of(k % 2 === 0 ? 1 : -1), mode);
      expect(result).toMatchObject({ method: 'recent', fallback: false });
      mode = solved(result);
      expect(mode.s0[0]).toBe(k % 2 === 0 ? -1 : 1);
    }
  });

  it('slides a relay with M = 0 at q = 0 only: the mode says so by a condition', () => {
    const solver = relay(0);
    const mode = solved(solver.solve(Float64Array.of(0)));
    expect(solver.holds(mode, Float64Array.of(0))).toBe(true);
    expect(Math.abs(mode.s0[0]!)).toBeLessThanOrEqual(1);
  });

  it('solves what solveBox solves, and its maps pass the public residual', () => {
    fc.assert(
      fc.property(solvableBoxProblem, (problem) => {
        const { n, M, q, lb, ub } = problem;
        const mode = solved(new BoxModeSolver(n, M, lb, ub).solve(q));
        const lambda = affine(mode.S, mode.s0, q);
        expect(boxResidual(problem, lambda)).toBeLessThanOrEqual(1e-9);
        const y = affine(mode.Y, mode.y0, q);
        mode.states.forEach((state, i) => {
          // Data of size 10 and conditions below 1e4.
          if (state === 0) expect(Math.abs(y[i]!)).toBeLessThan(1e-9);
          else expect(lambda[i]).toBe(state < 0 ? lb[i] : ub[i]);
        });
      }),
      { seed: 51, numRuns: 300 },
    );
  });

  it('is the ModeSolver on complementarity rows', () => {
    fc.assert(
      fc.property(anyMonotoneProblem, ({ n, M, q }) => {
        const boxed = new BoxModeSolver(n, M, new Float64Array(n), new Float64Array(n).fill(Infinity)).solve(
          q,
        );
        const plain = new ModeSolver(n, M, {
          kind: new Int8Array(n).fill(2),
          range: { Q: identity(n), cols: n },
        }).solve(q, new Int8Array(n));
        expect(boxed.status).toBe(plain.status);
        expect(boxed.mode?.lifted.key).toBe(plain.mode?.key);
        if (boxed.mode && plain.mode) expect(boxed.mode.lifted.S).toEqual(plain.mode.S);
      }),
      { seed: 52, numRuns: 200 },
    );
  });

  it('holds forced rows: an equation whatever the bounds, or the base bound', () => {
    const solver = new BoxModeSolver(
      2,
      matrix([
        [1, 0],
        [0, 1],
      ]),
      Float64Array.of(-1, 0),
      Float64Array.of(1, Infinity),
    );
    const q = Float64Array.of(-5, -5);
    const result = solver.solve(q, undefined, undefined, Int8Array.of(1, -1));
    const mode = solved(result);
    expect(Array.from(affine(mode.S, mode.s0, q))).toEqual([5, 0]);
    expect(result.residual).toBe(0);
  });

  it('allocates nothing while a mode holds', () => {
    const solver = relay(2);
    const q = Float64Array.of(1);
    const mode = solved(solver.solve(q));
    let held = 0;
    const work = (): void => {
      for (let k = 0; k < 5000; k++) if (solver.holds(mode, q)) held++;
    };
    for (let warm = 0; warm < 20; warm++) work();
    // One small object a call would be 80 kB every time; the measurement and the compiler take theirs now and then.
    let least = Infinity;
    for (let round = 0; round < 5; round++) {
      const before = process.memoryUsage().heapUsed;
      work();
      least = Math.min(least, process.memoryUsage().heapUsed - before);
    }
    expect(least).toBeLessThan(40_000);
    expect(held).toBe(125_000);
  });
});

function identity(n: number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, p) => (p % (n + 1) === 0 ? 1 : 0));
}
