/**
 * What every contact solver must do. A solver says for which dimensions it promises an answer; outside, and where there
 * is none, it may say "undecided" but never give a wrong answer.
 */
import { describe, expect, it } from 'vitest';
import {
  contactResidual,
  type ContactProblem,
  type ContactResult,
} from '../../src/numerics/friction/contact-problem.js';
import { knownProblems, randomContacts } from '../numerics/friction/contact-problems.js';

export interface ContactPromise {
  readonly dimensions: readonly (1 | 2 | 3)[];
  /** Proves that a problem without solution has none. */
  readonly proves: boolean;
  /** Part of random problems (W well conditioned, friction to 0.9) that it may leave undecided. */
  readonly undecided: number;
  solve(problem: ContactProblem, r: Float64Array): ContactResult;
}

/** The certificate's bound. */
const TOLERANCE = 1e-9;

export function contactSolverSuite(name: string, solver: ContactPromise): void {
  const solve = (problem: ContactProblem): ContactResult & { readonly r: Float64Array } => {
    const r = new Float64Array(problem.W.n);
    return { ...solver.solve(problem, r), r };
  };

  describe(`${name} as a contact solver`, () => {
    for (const { name: title, problem, dimension, r, solvable } of knownProblems) {
      if (!solver.dimensions.includes(dimension)) continue;
      if (solvable) {
        it(`solves ${title}`, () => {
          const result = solve(problem);
          expect(result.status).toBe('solved');
          expect(contactResidual(problem, result.r)).toBeLessThanOrEqual(TOLERANCE);
          expect(result.residual).toBeLessThanOrEqual(TOLERANCE);
          // Conditions below 1e3 and impulses up to 12: a residual of 1e-9 leaves a few 1e-6.
          r?.forEach((value, k) => expect(result.r[k]).toBeCloseTo(value, 5));
        });
      } else {
        it(`does not call ${title} solved`, () => {
          expect(solve(problem).status).toBe(solver.proves ? 'infeasible' : 'undecided');
        });
      }
    }

    for (const dimension of solver.dimensions) {
      it(`solves random problems in ${dimension}D`, () => {
        let undecided = 0;
        const runs = 60;
        for (let seed = 1; seed <= runs; seed++) {
          const problem = randomContacts(seed, dimension, 1 + (seed % 6));
          const result = solve(problem);
          if (result.status === 'solved')
            expect(contactResidual(problem, result.r), `seed ${seed}`).toBeLessThanOrEqual(TOLERANCE);
          else undecided++;
        }
        expect(undecided).toBeLessThanOrEqual(solver.undecided * runs);
      });
    }

    it('gives the same bits every time and leaves its input alone', () => {
      const { problem } = knownProblems.find(({ dimension }) => solver.dimensions.includes(dimension))!;
      const before = [problem.W.values.slice(), problem.q.slice()];
      const first = solve(problem);
      expect(solve(problem)).toEqual(first);
      expect([problem.W.values, problem.q]).toEqual(before);
    });
  });
}
