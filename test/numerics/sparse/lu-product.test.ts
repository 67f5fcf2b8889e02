import { describe, expect, it } from 'vitest';
import { eliminationOrder } from '../../../src/numerics/sparse/elimination-order.js';
import { LeftLookingLu } from '../../../src/numerics/sparse/left-looking-lu.js';
import { LuFactors, type FactorColumns } from '../../../src/numerics/sparse/lu-factors.js';
import { PermutedColumns } from '../../../src/numerics/sparse/permuted-columns.js';
import { compressColumns, Triplets } from '../../../src/numerics/sparse/sparse-matrix.js';
import { mesh, randomCircuit, seeded, type CircuitMatrix } from './circuit-matrices.js';

/** A matrix without any order: few entries on its diagonal, which pivots hardly ever keep. */
function unsymmetric(n: number, seed: number): CircuitMatrix {
  const random = seeded(seed);
  const triplets = new Triplets();
  for (let k = 0; k < n; k++) triplets.add(k, (k + 3) % n, random() - 0.5);
  for (let k = 0; k < 3 * n; k++)
    triplets.add(Math.floor(random() * n), Math.floor(random() * n), random() - 0.5);
  return { n, triplets };
}

const matrices: readonly (readonly [string, CircuitMatrix, number])[] = [
  ['mesh', mesh(9), 1e-3],
  ...[1, 2, 3, 4].flatMap((seed) => [
    [`random circuit ${seed}`, randomCircuit(15 * seed, 10 * seed, 2 * seed, seed), 1e-3] as const,
    [`no order ${seed}`, unsymmetric(12 * seed, seed), 1e-3] as const,
    [`no order, largest pivots ${seed}`, unsymmetric(12 * seed, seed), 1] as const,
  ]),
];

describe('the factors', () => {
  it.each(matrices)(
    'multiply to the scaled and permuted matrix, L and U triangular: %s',
    (_, { n, triplets }, tolerance) => {
      const A = compressColumns(n, n, triplets);
      const order = eliminationOrder(A);
      const columns = new PermutedColumns(A, order);
      const below = columns.inside.reduce((sum, inside, k) => sum + columns.start[k + 1]! - inside, 0);
      const factors = new LuFactors(
        n,
        order.blocks,
        order.blockStart,
        order.colOrder,
        A.values.length - below,
        below,
      );
      const rule = { tolerance, singular: 0 };
      const lu = new LeftLookingLu(columns, order, factors, rule);
      expect(lu.factor(A.values)).toBe(true);
      const { L, U, F, inverse, rowAt, colAt, scaleAt } = factors;
      expect(rowAt.slice().sort()).toEqual(Int32Array.from({ length: n }, (__, k) => k));

      // product = L U + F, and size = |L| |U| + |F|, by columns of U.
      const product = new Float64Array(n * n);
      const size = new Float64Array(n * n);
      const add = (i: number, j: number, value: number): void => {
        product[i * n + j]! += value;
        size[i * n + j]! += Math.abs(value);
      };
      const each = (
        { start, row, value }: FactorColumns,
        k: number,
        call: (i: number, v: number) => void,
      ): void => {
        for (let p = start[k]!; p < start[k + 1]!; p++) call(row[p]!, value[p]!);
      };
      for (let k = 0; k < n; k++) {
        each(L, k, (i, l) => {
          expect(i).toBeGreaterThan(k);
          expect(Math.abs(l)).toBeLessThanOrEqual((1 + 1e-15) / tolerance);
        });
        each(U, k, (j) => expect(j).toBeLessThan(k));
        each(F, k, (i, f) => add(i, k, f));
        const through = (j: number, u: number): void => {
          add(j, k, u);
          each(L, j, (i, l) => add(i, k, l * u));
        };
        each(U, k, through);
        through(k, 1 / inverse[k]!);
      }
      const placeOfRow = new Int32Array(n);
      rowAt.forEach((i, k) => (placeOfRow[i] = k));
      for (let k = 0; k < n; k++) {
        const j = colAt[k]!;
        for (let p = A.colStart[j]!; p < A.colStart[j + 1]!; p++) {
          const i = placeOfRow[A.rowIndex[p]!]!;
          product[i * n + k]! -= A.values[p]! * scaleAt[i]!;
        }
      }
      // gamma_n of [Higham 2002, 9.3]; one more rounding for each inverse of a pivot.
      product.forEach((rest, at) =>
        expect(Math.abs(rest)).toBeLessThanOrEqual(2 * n * Number.EPSILON * size[at]!),
      );
    },
  );
});
