import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { classifyMatrix, type MatrixClassName } from '../../../src/numerics/lcp/matrix-class.js';
import { bridgeStep } from './bridge.js';
import { pProblem, semidefiniteMatrix } from './random-problems.js';

describe('classifyMatrix', () => {
  const cases: [string, number[][], MatrixClassName][] = [
    [
      'a symmetric definite matrix',
      [
        [2, -1],
        [-1, 2],
      ],
      'positive-definite',
    ],
    [
      'a definite matrix with a skew part',
      [
        [1, 9],
        [-9, 1],
      ],
      'positive-definite',
    ],
    [
      'an indefinite P-matrix',
      [
        [1, 4],
        [0, 1],
      ],
      'p',
    ],
    [
      'a skew-symmetric matrix',
      [
        [0, -1],
        [1, 0],
      ],
      'positive-semidefinite',
    ],
    [
      'a matrix of ones',
      [
        [1, 1],
        [1, 1],
      ],
      'positive-semidefinite',
    ],
    [
      'a positive matrix that is not P',
      [
        [1, 3],
        [3, 1],
      ],
      'copositive-plus',
    ],
    [
      'the ray example',
      [
        [0, 1],
        [0, 0],
      ],
      'unknown',
    ],
    ['a negative diagonal', [[-1]], 'unknown'],
    [
      'an indefinite matrix with a zero diagonal entry',
      [
        [0, 1],
        [1, 1],
      ],
      'unknown',
    ],
  ];
  for (const [name, rows, expected] of cases) {
    it(`finds ${name} to be ${expected}`, () => {
      expect(classifyMatrix(rows.length, matrix(rows)).class).toBe(expected);
    });
  }

  it('proves the diode bridge positive semidefinite at every step size', () => {
    for (const h of [1e-9, 1e-7, 1e-6, 1e-5]) {
      expect(classifyMatrix(4, bridgeStep(h).M)).toEqual({
        class: 'positive-semidefinite',
        proof: 'the symmetric part has no negative pivot',
        unique: false,
        rayProvesInfeasible: true,
      });
    }
  });

  it('never calls a semidefinite matrix less than copositive-plus', () => {
    fc.assert(
      fc.property(semidefiniteMatrix, ({ n, M }) => {
        expect(classifyMatrix(n, M).rayProvesInfeasible).toBe(true);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('proves scaled definite matrices to be P', () => {
    fc.assert(
      fc.property(pProblem, ({ n, M }) => {
        expect(classifyMatrix(n, M).unique).toBe(true);
      }),
      { seed: 4, numRuns: 150 },
    );
  });
});
