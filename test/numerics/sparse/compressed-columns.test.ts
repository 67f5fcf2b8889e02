import { describe, expect, it } from 'vitest';
import { compressTriplets, transposePattern } from '../../../src/numerics/sparse/compressed-columns.js';
import { denseFromTriplets, Triplets } from '../../../src/numerics/sparse/sparse-matrix.js';
import { seeded } from './circuit-matrices.js';

/** Integers: every sum is exact whatever its order. */
function randomTriplets(rows: number, cols: number, count: number, seed: number): Triplets {
  const random = seeded(seed);
  const triplets = new Triplets();
  for (let k = 0; k < count; k++)
    triplets.add(Math.floor(random() * rows), Math.floor(random() * cols), Math.floor(random() * 9) - 4);
  return triplets;
}

describe('compressed columns', () => {
  it.each([1, 2, 3, 4, 5])('hold the sums of the triplets at their positions (seed %i)', (seed) => {
    const rows = 3 + seed;
    const cols = 9 - seed;
    const triplets = randomTriplets(rows, cols, 10 * seed, seed);
    const { pattern, position } = compressTriplets(rows, cols, triplets.row, triplets.col);
    const values = new Float64Array(pattern.rowIndex.length);
    triplets.value.forEach((value, k) => (values[position[k]!]! += value));
    const dense = new Float64Array(rows * cols);
    for (let j = 0; j < cols; j++) {
      for (let p = pattern.colStart[j]!; p < pattern.colStart[j + 1]!; p++) {
        dense[pattern.rowIndex[p]! * cols + j] = values[p]!;
        if (p > pattern.colStart[j]!) expect(pattern.rowIndex[p]!).toBeGreaterThan(pattern.rowIndex[p - 1]!);
      }
    }
    expect(dense).toEqual(denseFromTriplets(rows, cols, triplets));
  });

  it('are themselves after two transpositions', () => {
    const { row, col } = randomTriplets(7, 5, 20, 3);
    const { pattern } = compressTriplets(7, 5, row, col);
    const once = transposePattern(pattern);
    expect(transposePattern(once.pattern).pattern).toEqual(pattern);
    expect(once.source.slice().sort()).toEqual(Int32Array.from(once.source.keys()));
  });
});
