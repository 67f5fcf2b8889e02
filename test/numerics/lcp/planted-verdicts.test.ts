/** No verdict contradicts a planted answer: neither a z made of rounding, nor a proof that hangs on it. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import { ComplementarityResidual } from '../../../src/numerics/lcp/linear-complementarity.js';
import { solveLcp } from '../../../src/numerics/lcp/solve-lcp.js';
import { mlcpResidual } from '../../../src/numerics/mlcp/mixed-complementarity.js';
import { solveMlcp } from '../../../src/numerics/mlcp/solve-mlcp.js';
import { infeasibleProblem, solvableMixedProblem } from './planted-problems.js';

describe('infeasible singular positive semidefinite problems are proved infeasible', () => {
  it.each([
    ['symmetric', false, 0],
    ['symmetric over 12 decades', false, 6],
    ['with a skew part', true, 0],
    ['with a skew part over 12 decades', true, 6],
  ] as const)('%s', (_name, skew, decades) => {
    const random = new RandomStream(4);
    for (let trial = 0; trial < 800; trial++) {
      const { n, M, q } = infeasibleProblem(random, skew, decades);
      const { status } = solveLcp(n, M, q, new Float64Array(n), new Float64Array(n));
      expect(status, `trial ${trial}`).toBe('infeasible');
    }
  });
});

describe('mixed problems with a planted solution are solved', () => {
  it.each(['psd', 'skew', 'both'] as const)('%s', (kind) => {
    const random = new RandomStream(6);
    for (let trial = 0; trial < 2000; trial++) {
      const problem = solvableMixedProblem(random, kind);
      const z = new Float64Array(problem.n);
      const { status } = solveMlcp(problem, z, new Float64Array(problem.n));
      expect(status, `trial ${trial}`).toBe('solved');
      expect(mlcpResidual(problem, z)).toBeLessThanOrEqual(1e-9);
    }
  });
});

it('a z that only the rounding of a singular M makes a solution is none', () => {
  // w_1 = -w_2 in exact numbers; M_22 is off by one rounding.
  const M = Float64Array.of(1, -1, -1, 1 + Number.EPSILON);
  const q = Float64Array.of(-1, -1);
  const z = Float64Array.of(1 + 2 / Number.EPSILON, 2 / Number.EPSILON);
  const residual = new ComplementarityResidual(2, M);
  expect(residual.evaluate(q, z)).toBeLessThan(1e-9);
  expect(residual.isDetermined(q, z)).toBe(false);
  // A condition of 1e8 is a property of the data.
  const regular = Float64Array.of(1, -1, -1, 1 + 1e-8);
  const found = new Float64Array(2);
  expect(solveLcp(2, regular, q, found, new Float64Array(2)).status).toBe('solved');
  expect(found[1]! / 2e8).toBeCloseTo(1, 6);
});
