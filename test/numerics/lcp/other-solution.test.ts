import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import type { ModeResult } from '../../../src/numerics/lcp/mode-result.js';
import { ModeSolver } from '../../../src/numerics/lcp/mode-solver.js';
import { rowsOfOtherSolution } from '../../../src/numerics/lcp/other-solution.js';
import { anyMonotoneProblem } from './random-problems.js';

function otherRows(M: Float64Array, q: Float64Array, key?: string): readonly number[] {
  const m = q.length;
  const solver = new ModeSolver(m, M, { kind: new Int8Array(m).fill(2) });
  const forced = new Int8Array(m);
  const mode = key === undefined ? undefined : solver.answerFrom(key, q, forced);
  if (mode) return rowsOfOtherSolution(solver, mode, q, forced);
  const found = solver.solve(q, forced);
  expect(found.status).toBe('solved');
  return found.status === 'solved' ? rowsOfOtherSolution(solver, found.mode, q, forced) : [];
}

describe('a second solution', () => {
  test('y = -lambda + 1 is solved by lambda = 0 and by lambda = 1', () => {
    const M = Float64Array.of(-1);
    expect(otherRows(M, Float64Array.of(1), '0')).toEqual([0]);
    expect(otherRows(M, Float64Array.of(1), '1')).toEqual([0]);
  });

  test('at the fold, q = 0, both are one', () => {
    expect(otherRows(Float64Array.of(-1), Float64Array.of(0))).toEqual([]);
  });

  test('the latch M = [0 2; 2 0] - I has three: from the middle one an outer one is found', () => {
    // y1 = lambda1 + 2 lambda2 - 1 and its mirror image: (1/3, 1/3), (1, 0), (0, 1).
    const M = matrix([
      [1, 2],
      [2, 1],
    ]);
    expect(otherRows(M, Float64Array.of(-1, -1), '11')).not.toEqual([]);
    expect(otherRows(M, Float64Array.of(-1, -1), '10')).toEqual([1]);
  });

  test('parallel ideal shorts share a current in many ways: those are no second solution', () => {
    const M = matrix([
      [1, 1],
      [1, 1],
    ]);
    expect(otherRows(M, Float64Array.of(-1, -1))).toEqual([]);
  });

  test('a monotone problem never has one that excludes the first', () => {
    fc.assert(
      fc.property(anyMonotoneProblem, ({ n, M, q }) => {
        const solver = new ModeSolver(n, M, { kind: new Int8Array(n).fill(2) });
        const forced = new Int8Array(n);
        const found = solver.solve(q, forced);
        if (found.status === 'solved') expect(rowsOfOtherSolution(solver, found.mode, q, forced)).toEqual([]);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test('pushed problems are pivoted only: a search of all modes, exponential in the rows, is not begun', () => {
    // With q0 = -3 rows 0 and 1 have no solution, though their inequalities have: only a search could prove it.
    const M = Float64Array.of(0, 1, 1, 0);
    const q = Float64Array.of(1, 1);
    const solver = new ModeSolver(2, M, { kind: new Int8Array(2).fill(2) });
    const mode = solver.answerFrom('00', q, new Int8Array(2));
    const solve = vi.spyOn(solver, 'solve');
    expect(rowsOfOtherSolution(solver, mode!, q, new Int8Array(2))).toEqual([]);
    const ended = solve.mock.results.map(({ value }) => (value as ModeResult).status);
    expect(ended).toContain('undecided');
    expect(ended).not.toContain('infeasible');
  });
});
