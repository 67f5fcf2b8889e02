/**
 * What every LCP solver must do. A solver is told by the class of problems for which it promises an
 * answer; outside that class it may say "undecided" but never give a wrong answer.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../src/numerics/dense/matrix.js';
import {
  lcpResidual,
  type LcpResult,
  type LcpSolver,
} from '../../src/numerics/lcp/linear-complementarity.js';
import { literatureProblems } from '../numerics/lcp/literature-problems.js';
import {
  copositivePlusProblem,
  monotoneProblem,
  pProblem,
  type Problem,
} from '../numerics/lcp/random-problems.js';

export interface SolverPromise {
  /** Solves every P-matrix. */
  readonly p: boolean;
  /** Solves every feasible problem with a positive semidefinite or copositive-plus matrix. */
  readonly copositivePlus: boolean;
  /** Decides every problem (solved or proved infeasible), within its limits. */
  readonly all: boolean;
}

/** A residual of 1e-9 is the certificate's bound; the problems here have conditions below 1e5. */
const TOLERANCE = 1e-9;
const SEED = { seed: 20260101, numRuns: 150 };

export function runSolver(
  solver: LcpSolver,
  { n, M, q }: Problem,
): LcpResult & { z: Float64Array; w: Float64Array } {
  const z = new Float64Array(n).fill(NaN);
  const w = new Float64Array(n).fill(NaN);
  return { ...solver(n, M, q, z, w), z, w };
}

function expectSolution(problem: Problem, result: ReturnType<typeof runSolver>): void {
  const { n, M, q } = problem;
  expect(result.status).toBe('solved');
  expect(lcpResidual(n, M, q, result.z)).toBeLessThanOrEqual(TOLERANCE);
  expect(result.residual).toBeLessThanOrEqual(TOLERANCE);
}

export function lcpSolverSuite(name: string, solver: LcpSolver, promise: SolverPromise): void {
  describe(`${name} as an LCP solver`, () => {
    for (const problem of literatureProblems) {
      const promised =
        promise.all || (promise.copositivePlus && problem.copositivePlus) || (promise.p && problem.p);
      if (promised) {
        it(`solves ${problem.name}`, () => {
          const result = runSolver(solver, problem);
          expectSolution(problem, result);
          problem.z?.forEach((value, i) => {
            // Known answers are of order 1 and conditions below 100: rounding stays below 1e-12.
            expect(result.z[i]).toBeCloseTo(value, 12);
          });
        });
      }
      it(`gives no wrong answer to ${problem.name}`, () => {
        const result = runSolver(solver, problem);
        expect(result.status).not.toBe('infeasible');
        if (result.status === 'solved') expectSolution(problem, result);
      });
    }

    if (promise.p)
      it('solves random P-matrices', () => {
        fc.assert(
          fc.property(pProblem, (problem) => expectSolution(problem, runSolver(solver, problem))),
          SEED,
        );
      });

    if (promise.copositivePlus)
      it('solves feasible positive semidefinite problems, degenerate ones included', () => {
        fc.assert(
          fc.property(monotoneProblem, (problem) => expectSolution(problem, runSolver(solver, problem))),
          SEED,
        );
      });

    if (promise.copositivePlus)
      it('solves random strictly copositive problems', () => {
        fc.assert(
          fc.property(copositivePlusProblem, (problem) =>
            expectSolution(problem, runSolver(solver, problem)),
          ),
          SEED,
        );
      });

    it('says "solved" only where the residual says so, whatever the matrix', () => {
      const entry = fc.integer({ min: -3, max: 3 });
      const any = fc
        .integer({ min: 1, max: 5 })
        .chain((n) =>
          fc.tuple(
            fc.array(entry, { minLength: n * n, maxLength: n * n }),
            fc.array(entry, { minLength: n, maxLength: n }),
          ),
        );
      fc.assert(
        fc.property(any, ([entries, right]) => {
          const problem = { n: right.length, M: Float64Array.from(entries), q: Float64Array.from(right) };
          const result = runSolver(solver, problem);
          if (result.status === 'solved') expectSolution(problem, result);
          if (promise.all) expect(result.status).not.toBe('undecided');
        }),
        { ...SEED, numRuns: 400 },
      );
    });

    it('does not call an infeasible problem solved', () => {
      const problem = {
        n: 2,
        M: matrix([
          [0, -1],
          [1, 0],
        ]),
        q: Float64Array.of(-1, 1),
      };
      const result = runSolver(solver, problem);
      expect(result.status).toBe(promise.all ? 'infeasible' : 'undecided');
      expect(result.residual).toBe(Infinity);
    });

    it('returns z = 0 for q >= 0', () => {
      const problem = {
        n: 2,
        M: matrix([
          [-1, -5],
          [7, -2],
        ]),
        q: Float64Array.of(0, 3),
      };
      const result = runSolver(solver, problem);
      expectSolution(problem, result);
      expect(Array.from(result.w)).toEqual([0, 3]);
    });

    it('solves the empty problem', () => {
      const empty = { n: 0, M: new Float64Array(0), q: new Float64Array(0) };
      expect(runSolver(solver, empty).status).toBe('solved');
    });

    it('gives the same bits every time and leaves its input alone', () => {
      const problem = literatureProblems[0]!;
      const M = problem.M.slice();
      const q = problem.q.slice();
      const first = runSolver(solver, problem);
      const second = runSolver(solver, problem);
      expect(second).toEqual(first);
      expect(problem.M).toEqual(M);
      expect(problem.q).toEqual(q);
    });
  });
}
