import { describe, expect, it } from 'vitest';
import { fromBlocks, mlcpResidual } from '../../../src/numerics/mlcp/mixed-complementarity.js';
import { solveMlcp } from '../../../src/numerics/mlcp/solve-mlcp.js';
import { mlcpSolverSuite } from '../../suites/mlcp-solver-suite.js';

mlcpSolverSuite('the front', (problem, z, w) => solveMlcp(problem, z, w));

describe('bad input to a mixed complementarity problem', () => {
  const one = Float64Array.of(1);

  it('is refused by sizes', () => {
    const blocks = { p: 1, m: 1, A: one, C: one, D: one, B: new Float64Array(2), a: one, b: one };
    expect(() => fromBlocks(blocks)).toThrow(
      new RangeError('the mixed complementarity problem needs 1 entries in B, not 2'),
    );
  });

  it('is refused when a number is NaN', () => {
    const problem = { n: 1, M: one, q: Float64Array.of(NaN), equality: Uint8Array.of(1) };
    expect(() => solveMlcp(problem, new Float64Array(1), new Float64Array(1))).toThrow(
      new RangeError('the mixed complementarity problem has q[0] = NaN'),
    );
  });

  it('gives a NaN residual for a NaN answer', () => {
    const problem = { n: 1, M: one, q: one, equality: Uint8Array.of(1) };
    expect(mlcpResidual(problem, Float64Array.of(NaN))).toBeNaN();
  });
});
