/**
 * What every solver of mixed complementarity problems must do: "solved" only where the public residual
 * says so, every feasible monotone problem, regular or singular equality blocks.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../src/numerics/dense/matrix.js';
import { exactSearch } from '../../src/numerics/lcp/exact-search.js';
import type { LcpResult } from '../../src/numerics/lcp/linear-complementarity.js';
import {
  fromBlocks,
  mlcpResidual,
  type MixedProblem,
} from '../../src/numerics/mlcp/mixed-complementarity.js';
import { anyMonotoneProblem, monotoneProblem, type Problem } from '../numerics/lcp/random-problems.js';

export type MlcpSolver = (problem: MixedProblem, z: Float64Array, w: Float64Array) => LcpResult;

export function runMlcp(
  solver: MlcpSolver,
  problem: MixedProblem,
): LcpResult & { z: Float64Array; w: Float64Array } {
  const z = new Float64Array(problem.n).fill(NaN);
  const w = new Float64Array(problem.n).fill(NaN);
  return { ...solver(problem, z, w), z, w };
}

const withKinds = (problems: fc.Arbitrary<Problem>): fc.Arbitrary<MixedProblem> =>
  problems.chain((problem) =>
    fc
      .array(fc.constantFrom(0, 1), { minLength: problem.n, maxLength: problem.n })
      .map((kinds) => ({ ...problem, equality: Uint8Array.from(kinds) })),
  );

export function mlcpSolverSuite(name: string, solver: MlcpSolver): void {
  describe(`${name} as an MLCP solver`, () => {
    it('agrees with exact search of the problem whose equations are pairs of inequalities', () => {
      fc.assert(
        fc.property(withKinds(fc.oneof(monotoneProblem, anyMonotoneProblem)), (problem) => {
          const result = runMlcp(solver, problem);
          const doubled = doubledProblem(problem);
          const z = new Float64Array(doubled.n);
          expect(result.status).toBe(exactSearch(doubled.n, doubled.M, doubled.q, z, z.slice()).status);
          if (result.status === 'solved') expect(mlcpResidual(problem, result.z)).toBeLessThanOrEqual(1e-9);
        }),
        { seed: 31, numRuns: 300 },
      );
    });

    it('solves a half-wave rectifier with its node equations as equality rows', () => {
      // u = node voltage behind the diode, v = diode current: 0 = u / 2 - v, w = u - e.
      const at = (e: number): MixedProblem =>
        fromBlocks({
          p: 1,
          m: 1,
          A: matrix([[0.5]]),
          C: matrix([[-1]]),
          D: matrix([[1]]),
          B: matrix([[0]]),
          a: Float64Array.of(0),
          b: Float64Array.of(-e),
        });
      const conducts = runMlcp(solver, at(10));
      expect(conducts.status).toBe('solved');
      expect(Array.from(conducts.z)).toEqual([10, 5]);
      const blocks = runMlcp(solver, at(-10));
      expect(Array.from(blocks.z)).toEqual([0, 0]);
      expect(Array.from(blocks.w)).toEqual([0, 10]);
    });

    it('gives the shortest u where the equality block is singular', () => {
      // u1 + u2 = 4 twice; w = u1 + u2 - 5 + v.
      const problem: MixedProblem = {
        n: 3,
        M: matrix([
          [1, 1, 0],
          [1, 1, 0],
          [1, 1, 1],
        ]),
        q: Float64Array.of(-4, -4, -5),
        equality: Uint8Array.of(1, 1, 0),
      };
      const { status, z } = runMlcp(solver, problem);
      expect(status).toBe('solved');
      // A dozen operations on numbers of size 5.
      [2, 2, 1].forEach((value, i) => expect(z[i]).toBeCloseTo(value, 13));
    });

    it('proves contradicting equations infeasible', () => {
      const problem: MixedProblem = {
        n: 2,
        M: matrix([
          [1, 1],
          [1, 1],
        ]),
        q: Float64Array.of(-1, -2),
        equality: Uint8Array.of(1, 1),
      };
      expect(runMlcp(solver, problem)).toMatchObject({ status: 'infeasible', residual: Infinity });
    });

    it('solves a problem of equations alone, one of pairs alone and the empty one', () => {
      const M = matrix([
        [0, 2],
        [1, 0],
      ]);
      const q = Float64Array.of(-2, -3);
      const equations = runMlcp(solver, { n: 2, M, q, equality: Uint8Array.of(1, 1) });
      expect(Array.from(equations.z)).toEqual([3, 1]);
      const pairs = runMlcp(solver, { n: 2, M, q, equality: Uint8Array.of(0, 0) });
      expect(Array.from(pairs.z)).toEqual([3, 1]);
      const none = new Float64Array(0);
      expect(runMlcp(solver, { n: 0, M: none, q: none, equality: new Uint8Array(0) }).status).toBe('solved');
    });
  });
}

function doubledProblem({ n, M, q, equality }: MixedProblem): Problem {
  const columns: { row: number; sign: number }[] = [];
  for (let i = 0; i < n; i++) {
    columns.push({ row: i, sign: 1 });
    if (equality[i] === 1) columns.push({ row: i, sign: -1 });
  }
  return {
    n: columns.length,
    M: Float64Array.from(columns.flatMap((a) => columns.map((b) => a.sign * b.sign * M[a.row * n + b.row]!))),
    q: Float64Array.from(columns, ({ row, sign }) => sign * q[row]!),
  };
}
