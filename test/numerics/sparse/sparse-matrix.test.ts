import { describe, expect, it } from 'vitest';
import { matrix } from '../../../src/numerics/dense/matrix.js';
import { compressColumns, denseFromTriplets, Triplets } from '../../../src/numerics/sparse/sparse-matrix.js';

describe('triplets', () => {
  const triplets = new Triplets();
  triplets.add(1, 1, 5);
  triplets.add(0, 1, 2);
  triplets.add(1, 0, 3);
  triplets.add(1, 1, -5);

  it('add up at repeated places, and keep the place of what sums to zero', () => {
    expect(compressColumns(2, 2, triplets)).toEqual({
      rows: 2,
      cols: 2,
      colStart: Int32Array.of(0, 1, 3),
      rowIndex: Int32Array.of(1, 0, 1),
      values: Float64Array.of(3, 2, 0),
    });
    expect(denseFromTriplets(2, 2, triplets)).toEqual(
      matrix([
        [0, 2],
        [3, 0],
      ]),
    );
  });

  it('outside the matrix are refused with their place', () => {
    expect(() => compressColumns(1, 2, triplets)).toThrow('triplet (1, 0) lies outside 1 x 2');
  });
});
