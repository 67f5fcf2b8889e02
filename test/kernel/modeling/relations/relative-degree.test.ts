/** Relative degrees and levels, [notes] 1.1.3 and 8. */
import { describe, expect, test } from 'vitest';
import {
  interactionLevels,
  relativeDegree,
} from '../../../../src/kernel/modeling/relations/relative-degree.js';
import { matrix } from '../../../../src/numerics/dense/matrix.js';
import { assembleLinearSystem } from '../../../../src/kernel/simulation/linear/linear-system.js';
import { bridgeSystem } from '../../models.js';

/** A chain of integrators x1' = x2, ..., xn' = lambda, y = x1. */
function chain(n: number): Parameters<typeof relativeDegree>[0] {
  const A = new Float64Array(n * n);
  for (let i = 0; i + 1 < n; i++) A[i * n + i + 1] = 1;
  const B = new Float64Array(n);
  B[n - 1] = 1;
  const C = new Float64Array(n);
  C[0] = 1;
  return { n, m: 1, A, B, C };
}

describe('one input, one output', () => {
  test.each([1, 2, 3, 5])('a chain of %d integrators has its length as degree', (n) => {
    const { uniform, rows, markov } = relativeDegree(chain(n));
    expect([uniform, rows, markov.length]).toEqual([n, [n], n + 1]);
    expect(markov.at(-1)).toEqual(Float64Array.of(1));
  });

  test('a feedthrough has degree 0', () => {
    expect(relativeDegree({ ...chain(3), D: Float64Array.of(2) }).uniform).toBe(0);
  });

  test('an output that lambda never reaches has degree Infinity', () => {
    const { uniform, rows } = relativeDegree({ ...chain(3), C: new Float64Array(3) });
    expect([uniform, rows]).toEqual([Infinity, [Infinity]]);
  });

  test('a mass is divided by', () => {
    expect(relativeDegree({ ...chain(2), M: matrix([[0, 1], [1, 0]]) }).uniform).toBe(1); // prettier-ignore
  });

  test('a product that cancels to rounding counts as zero', () => {
    // C B = 0.1 * 3 - 0.3 = 5.6e-17.
    const quadruple = { n: 2, m: 1, A: matrix([[0, 1], [0, 0]]), B: Float64Array.of(0.1, -0.3), C: Float64Array.of(3, 1) }; // prettier-ignore
    expect(relativeDegree(quadruple).uniform).toBe(2);
  });
});

describe('several', () => {
  test('the bridge has the uniform degree 0: its D is regular though its diagonal is not', () => {
    const { n, m, B, C, D, blocks } = assembleLinearSystem(bridgeSystem(1));
    const A = blocks[0]!.system.A;
    expect(relativeDegree({ n, m, A, B, C, D }).uniform).toBe(0);
  });

  test('rows of degree 1 and 2 side by side have no uniform degree', () => {
    const A = matrix([[0, 0, 0], [0, 0, 1], [0, 0, 0]]); // prettier-ignore
    const B = matrix([[1, 0], [0, 0], [0, 1]]); // prettier-ignore
    const C = matrix([[1, 0, 0], [0, 1, 0]]); // prettier-ignore
    const { uniform, rows } = relativeDegree({ n: 3, m: 2, A, B, C });
    expect([uniform, rows]).toEqual([undefined, [1, 2]]);
  });

  test('a singular mass is an error', () => {
    expect(() => relativeDegree({ ...chain(2), M: new Float64Array(4) })).toThrow(
      'relativeDegree: M is singular at column 0; eliminate the algebraic part first',
    );
  });
});

describe('levels', () => {
  test.each([
    [
      0,
      'time-stepping',
      { lowerForOutput: 0, upperForOutput: 0, lowerForInput: 0, upperForInput: 0, indexSets: 1 },
    ],
    [
      2,
      'time-stepping',
      { lowerForOutput: 0, upperForOutput: 0, lowerForInput: 0, upperForInput: 0, indexSets: 1 },
    ],
    [
      0,
      'event-driven',
      { lowerForOutput: 0, upperForOutput: 0, lowerForInput: 0, upperForInput: 0, indexSets: 1 },
    ],
    [
      1,
      'event-driven',
      { lowerForOutput: 0, upperForOutput: 1, lowerForInput: 0, upperForInput: 1, indexSets: 2 },
    ],
    [
      2,
      'event-driven',
      { lowerForOutput: 0, upperForOutput: 2, lowerForInput: 1, upperForInput: 2, indexSets: 3 },
    ],
  ] as const)('of degree %d in %s', (degree, simulation, levels) => {
    expect(interactionLevels(degree, simulation)).toEqual(levels);
  });

  test('above degree 2 are an error with the hint', () => {
    expect(() => interactionLevels(3, 'time-stepping')).toThrow(
      'the relative degree between lambda and y is 3; simulations go up to 2: differentiate the constraint ' +
        'by hand, or add the compliance (a resistor, a damper) that makes lambda act sooner',
    );
  });
});
