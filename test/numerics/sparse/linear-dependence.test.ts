import { describe, expect, it } from 'vitest';
import { linearDependence } from '../../../src/numerics/sparse/linear-dependence.js';
import { SparseLu } from '../../../src/numerics/sparse/sparse-lu.js';
import { compressColumns, Triplets, type SparseMatrix } from '../../../src/numerics/sparse/sparse-matrix.js';

function matrixOf(n: number, places: readonly (readonly [number, number, number])[]): SparseMatrix {
  const triplets = new Triplets();
  for (const [i, j, value] of places) triplets.add(i, j, value);
  return compressColumns(n, n, triplets);
}

describe('a singular matrix', () => {
  it('of two sources at one node names their rows and their currents, by the pattern alone', () => {
    // Unknowns v, i1, i2 of a grounded conductance.
    const A = matrixOf(3, [
      [0, 0, 1],
      [0, 1, 1],
      [0, 2, 1],
      [1, 0, 1],
      [2, 0, 1],
    ]);
    const lu = new SparseLu(A);
    const status = lu.factor(A.values);
    expect(status).toEqual({ status: 'singular', row: 2, column: 2, structural: true });
    expect(lu.refactor(A.values)).toBe(false);
    expect(linearDependence(A, A.values)).toEqual({ rows: Int32Array.of(1, 2), cols: Int32Array.of(1, 2) });
  });

  it('of nodes without a path to ground names these nodes', () => {
    // Nodes 0 and 1 are grounded, 2, 3 and 4 hang on each other alone.
    const A = matrixOf(5, [
      [0, 0, 2],
      [0, 1, -1],
      [1, 0, -1],
      [1, 1, 1.5],
      [2, 2, 3],
      [2, 3, -3],
      [3, 2, -3],
      [3, 3, 3.7],
      [3, 4, -0.7],
      [4, 3, -0.7],
      [4, 4, 0.7],
    ]);
    const lu = new SparseLu(A);
    const status = lu.factor(A.values);
    if (status.status === 'ok') throw new Error('it is singular');
    expect(status.structural).toBe(false);
    expect([2, 3, 4]).toContain(status.column);
    expect([2, 3, 4]).toContain(status.row);
    expect(linearDependence(A, A.values)).toEqual({
      rows: Int32Array.of(2, 3, 4),
      cols: Int32Array.of(2, 3, 4),
    });
    const z = new Float64Array(5);
    lu.nullVector(z);
    // The same voltage at each: the null vector of a floating group, to rounding.
    for (const j of [0, 1]) expect(z[j]).toBe(0);
    for (const j of [2, 3, 4]) expect(Math.abs(z[j]! - 1)).toBeLessThan(1e-14);
  });

  it('of a loop of sources names the rows and currents of the loop', () => {
    // Nodes 0, 1, 2, each with a conductance to ground, sources 3: 0-1, 4: 1-2, 5: 2-0, and 6 at node 7 apart.
    const places: [number, number, number][] = [0, 1, 2, 7].map((node) => [node, node, 1 + node]);
    const source = (row: number, a: number, b: number): void => {
      places.push([row, a, 1], [a, row, 1]);
      if (b >= 0) places.push([row, b, -1], [b, row, -1]);
    };
    source(3, 0, 1);
    source(4, 1, 2);
    source(5, 2, 0);
    source(6, 7, -1);
    const A = matrixOf(8, places);
    expect(linearDependence(A, A.values)).toEqual({
      rows: Int32Array.of(3, 4, 5),
      cols: Int32Array.of(3, 4, 5),
    });
  });

  it('names a row and a column that depend on others, in whatever order they stand', () => {
    // Row 2 is twice row 0, column 1 is minus column 2 in these two; row 1 is free of them.
    const dense = [
      [1e-9, 1, -1],
      [1, 0.5, 2],
      [2e-9, 2, -2],
    ];
    const orders = [0, 1, 2].flatMap((a) => [0, 1, 2].filter((b) => b !== a).map((b) => [a, b, 3 - a - b]));
    for (const rows of orders) {
      for (const cols of orders) {
        const A = matrixOf(
          3,
          dense.flatMap((row, i) => row.map((value, j) => [rows[i]!, cols[j]!, value] as const)),
        );
        const status = new SparseLu(A).factor(A.values);
        if (status.status === 'ok') throw new Error('it is singular');
        expect([rows[0], rows[2]]).toContain(status.row);
        expect(Array.from(linearDependence(A, A.values).rows)).toEqual(
          [rows[0]!, rows[2]!].sort((a, b) => a - b),
        );
      }
    }
  });

  it('that is not has no dependence', () => {
    const A = matrixOf(2, [
      [0, 0, 1],
      [1, 0, 1],
      [0, 1, 1],
      [1, 1, -1],
    ]);
    expect(linearDependence(A, A.values)).toEqual({ rows: new Int32Array(0), cols: new Int32Array(0) });
    const lu = new SparseLu(A);
    lu.factor(A.values);
    expect(() => lu.nullVector(new Float64Array(2))).toThrow(
      'nullVector() needs a factor() that found the values singular',
    );
  });
});
