import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { exactSearch } from '../../../src/numerics/lcp/exact-search.js';
import { lcpResidual } from '../../../src/numerics/lcp/linear-complementarity.js';
import { solveLcp } from '../../../src/numerics/lcp/solve-lcp.js';
import { runSolver } from '../../suites/lcp-solver-suite.js';
import { bridgeStep } from './bridge.js';
import { anyMonotoneProblem, pProblem } from './random-problems.js';

describe('solveLcp', () => {
  it('agrees with exact search on whether a monotone problem is feasible', () => {
    const verdicts = new Set<string>();
    fc.assert(
      fc.property(anyMonotoneProblem, (problem) => {
        const front = runSolver(solveLcp, problem);
        const search = runSolver(exactSearch, problem);
        expect(front.status).toBe(search.status);
        verdicts.add(front.status);
      }),
      { seed: 7, numRuns: 300 },
    );
    expect([...verdicts].sort()).toEqual(['infeasible', 'solved']);
  });

  it('has a solution that does not depend on the units of rows and columns', () => {
    fc.assert(
      fc.property(pProblem, fc.integer({ min: -30, max: 30 }), ({ n, M, q }, exponent) => {
        const scale = Float64Array.from({ length: n }, (_, i) => 2 ** (i % 2 === 0 ? exponent : -exponent));
        const plain = runSolver(solveLcp, { n, M, q });
        const scaled = runSolver(solveLcp, {
          n,
          M: M.map((a, p) => a * scale[Math.floor(p / n)]! * scale[p % n]!),
          q: q.map((a, i) => a * scale[i]!),
        });
        expect(scaled.status).toBe('solved');
        // Powers of two scale exactly, but the equilibration may round its factors differently: 1e-9 is
        // the condition of these problems (1e5) times the rounding of some dozen operations.
        for (let i = 0; i < n; i++) {
          const size = Math.max(...plain.z.map(Math.abs));
          expect(Math.abs(scaled.z[i]! * scale[i]! - plain.z[i]!)).toBeLessThanOrEqual(1e-9 * size);
        }
      }),
      { seed: 11, numRuns: 100 },
    );
  });

  it('finds z = (0, 1) by exact search after the ray that proves nothing', () => {
    const problem = {
      n: 2,
      M: matrix([
        [0, 1],
        [0, 0],
      ]),
      q: Float64Array.of(-1, 0),
    };
    const result = runSolver(solveLcp, problem);
    expect(result).toMatchObject({ status: 'solved', method: 'exact-search', residual: 0 });
    expect(Array.from(result.z)).toEqual([0, 1]);
  });

  it('proves a loop of shorted sources infeasible and names the class', () => {
    const result = runSolver(solveLcp, {
      n: 2,
      M: matrix([
        [0, -1],
        [1, 0],
      ]),
      q: Float64Array.of(-1, 0),
    });
    expect(result).toMatchObject({
      status: 'infeasible',
      matrixClass: { class: 'positive-semidefinite', rayProvesInfeasible: true, unique: false },
    });
  });

  it('is undecided, not wrong, when the node limit is 0 and the class proves nothing', () => {
    const problem = {
      n: 2,
      M: matrix([
        [0, 1],
        [0, 0],
      ]),
      q: Float64Array.of(-1, 0),
    };
    const result = solveLcp(2, problem.M, problem.q, new Float64Array(2), new Float64Array(2), {
      nodeLimit: 0,
    });
    expect(result).toMatchObject({ status: 'undecided', residual: Infinity });
  });

  it('proves infeasibility by multipliers alone: a ray of a semidefinite matrix, which rounding makes too, proves nothing', () => {
    const M = matrix([
      [0, -1],
      [1, 0],
    ]);
    const z = new Float64Array(2);
    const q = Float64Array.of(-1, 0);
    expect(solveLcp(2, M, q, z, z.slice(), { nodeLimit: 0 })).toMatchObject({ status: 'undecided' });
    const proved = solveLcp(2, M, q, z, z.slice(), { nodeLimit: 1 });
    expect(proved).toMatchObject({ status: 'infeasible', method: 'exact-search' });
  });

  it('solves every step of the diode bridge, where a plain ratio test fails at the first', () => {
    const { M, Q, X, G } = bridgeStep(1e-6);
    let x = Float64Array.of(10, 0);
    const z = new Float64Array(4);
    for (let step = 0; step < 1000; step++) {
      const q = Float64Array.from({ length: 4 }, (_, i) => Q[2 * i]! * x[0]! + Q[2 * i + 1]! * x[1]!);
      expect(solveLcp(4, M, q, z, new Float64Array(4)).status).toBe('solved');
      x = Float64Array.from({ length: 2 }, (_, i) => {
        let sum = X[2 * i]! * x[0]! + X[2 * i + 1]! * x[1]!;
        for (let j = 0; j < 4; j++) sum += G[4 * i + j]! * z[j]!;
        return sum;
      });
    }
    // The tank has lost energy to the resistor and nothing has blown up.
    expect(Math.abs(x[0]!)).toBeLessThan(10);
  });

  it('refuses a NaN with its place', () => {
    const M = Float64Array.of(1, NaN, 0, 1);
    expect(() => solveLcp(2, M, new Float64Array(2), new Float64Array(2), new Float64Array(2))).toThrow(
      'the complementarity problem has M[1] = NaN',
    );
  });
});

describe('lcpResidual', () => {
  it('is 0 for a solution, 1 for a sign error and NaN for a NaN', () => {
    const M = matrix([
      [2, 1],
      [1, 2],
    ]);
    const q = Float64Array.of(-3, -3);
    expect(lcpResidual(2, M, q, Float64Array.of(1, 1))).toBe(0);
    expect(lcpResidual(2, M, q, Float64Array.of(0, 0))).toBe(1);
    expect(lcpResidual(2, M, q, Float64Array.of(NaN, 1))).toBeNaN();
  });

  it('sees a row that is wrong beside one that is right and a billion times larger', () => {
    const M = matrix([
      [1, 0],
      [0, 1],
    ]);
    const q = Float64Array.of(-1, -1e-9);
    expect(lcpResidual(2, M, q, Float64Array.of(1, 1e-9))).toBe(0);
    // Measured against the floor, 1e-3 of the largest.
    expect(lcpResidual(2, M, q, Float64Array.of(1, 0))).toBeCloseTo(1e-6, 20);
  });
});
