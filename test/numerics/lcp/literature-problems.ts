/**
 * Linear complementarity problems from the literature with known solutions, and the circuits of the
 * seed documents.
 */
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { bridgeProblem } from './bridge.js';
import type { Problem } from './random-problems.js';

export interface LiteratureProblem extends Problem {
  readonly name: string;
  readonly p: boolean;
  readonly copositivePlus: boolean;
  /** The solution, where it is unique. */
  readonly z?: readonly number[];
}

function problem(
  name: string,
  kind: 'p' | 'copositive-plus' | 'both' | 'other',
  rows: number[][],
  q: number[],
  z?: number[],
): LiteratureProblem {
  const p = kind === 'p' || kind === 'both';
  const copositivePlus = kind === 'copositive-plus' || kind === 'both';
  return { name, p, copositivePlus, n: q.length, M: matrix(rows), q: Float64Array.from(q), ...(z && { z }) };
}

const unitTriangle = (n: number): number[][] =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : i < j ? 2 : 0)));

const fathi = (n: number): number[][] => {
  const F = unitTriangle(n);
  return F.map((_, i) => F.map((_, j) => F.reduce((sum, row) => sum + row[i]! * row[j]!, 0)));
};

export const literatureProblems: readonly LiteratureProblem[] = [
  problem(
    'the cyclic P-matrix of Kostreva',
    'p',
    [
      [1, 2, 0],
      [0, 1, 2],
      [2, 0, 1],
    ],
    [-1, -1, -1],
    [1 / 3, 1 / 3, 1 / 3],
  ),
  problem(
    "Murty's exponential example, n = 8",
    'p',
    unitTriangle(8),
    Array<number>(8).fill(-1),
    [0, 0, 0, 0, 0, 0, 0, 1],
  ),
  problem(
    "Fathi's positive definite example, n = 7",
    'both',
    fathi(7),
    Array<number>(7).fill(-1),
    [1, 0, 0, 0, 0, 0, 0],
  ),
  problem(
    "Murty's two by two example",
    'both',
    [
      [2, 1],
      [1, 2],
    ],
    [-5, -6],
    [4 / 3, 7 / 3],
  ),
  problem(
    'a skew-symmetric problem',
    'copositive-plus',
    [
      [0, -1],
      [1, 0],
    ],
    [1, -1],
    [1, 1],
  ),
  problem(
    'the optimality conditions of a quadratic programme',
    'copositive-plus',
    [
      [2, 0, 1],
      [0, 2, 1],
      [-1, -1, 0],
    ],
    [-2, -5, 1],
    [0, 1, 3],
  ),
  problem(
    'a positive matrix with three solutions',
    'copositive-plus',
    [
      [1, 3],
      [3, 1],
    ],
    [-1, -1],
  ),
  problem(
    'three equal rows',
    'copositive-plus',
    [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ],
    [-1, -1, -1],
  ),
  problem(
    'a bimatrix game with a mixed equilibrium',
    'other',
    [
      [0, 0, 2, 1],
      [0, 0, 1, 2],
      [1, 2, 0, 0],
      [2, 1, 0, 0],
    ],
    [-1, -1, -1, -1],
    [1 / 3, 1 / 3, 1 / 3, 1 / 3],
  ),
  problem(
    'the ray example, solvable although Lemke meets a ray at once',
    'other',
    [
      [0, 1],
      [0, 0],
    ],
    [-1, 0],
  ),
  { name: 'the diode bridge at its first step', p: false, copositivePlus: true, ...bridgeProblem() },
];
