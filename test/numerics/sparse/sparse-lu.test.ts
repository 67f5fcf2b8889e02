import { describe, expect, it } from 'vitest';
import { transposePattern } from '../../../src/numerics/sparse/compressed-columns.js';
import { compressColumns, type SparseMatrix } from '../../../src/numerics/sparse/sparse-matrix.js';
import { SparseLu } from '../../../src/numerics/sparse/sparse-lu.js';
import {
  inverterChain,
  ladder,
  mesh,
  randomCircuit,
  seeded,
  type CircuitMatrix,
} from './circuit-matrices.js';

function matrixOf({ n, triplets }: CircuitMatrix): SparseMatrix {
  return compressColumns(n, n, triplets);
}

function transposed({ values, ...pattern }: SparseMatrix): SparseMatrix {
  const { pattern: rows, source } = transposePattern(pattern);
  return { ...rows, values: Float64Array.from(source, (p) => values[p]!) };
}

/** |A x - b| / (|A| |x| + |b|), the largest row: the componentwise backward error [Higham 2002, 7.3]. */
function backwardError(
  { rows, cols, colStart, rowIndex, values }: SparseMatrix,
  x: Float64Array,
  b: Float64Array,
): number {
  const rest = Float64Array.from(b, (value) => -value);
  const size = Float64Array.from(b, Math.abs);
  for (let j = 0; j < cols; j++) {
    for (let p = colStart[j]!; p < colStart[j + 1]!; p++) {
      rest[rowIndex[p]!]! += values[p]! * x[j]!;
      size[rowIndex[p]!]! += Math.abs(values[p]! * x[j]!);
    }
  }
  let worst = 0;
  for (let i = 0; i < rows; i++) if (size[i]! > 0) worst = Math.max(worst, Math.abs(rest[i]!) / size[i]!);
  return worst;
}

const circuits: readonly (readonly [string, CircuitMatrix])[] = [
  ['ladder', ladder(300)],
  ['mesh', mesh(20)],
  ['inverters', inverterChain(200)],
  ...[1, 2, 3, 4, 5, 6].map(
    (seed) => [`random ${seed}`, randomCircuit(10 * seed, 12 * seed, 3 * seed, seed)] as const,
  ),
];

describe('sparse LU', () => {
  it.each(circuits)('solves A x = b of a circuit: %s', (_, circuit) => {
    const A = matrixOf(circuit);
    const random = seeded(7);
    const b = Float64Array.from({ length: A.rows }, () => random() - 0.5);
    const lu = new SparseLu(A);
    expect(lu.factor(A.values)).toEqual({ status: 'ok' });
    const x = b.slice();
    lu.solve(x);
    expect(backwardError(A, x, b)).toBeLessThan(1e-12);
  });

  it.each(circuits)('takes new values with the pivots of old ones: %s', (_, circuit) => {
    const A = matrixOf(circuit);
    const random = seeded(11);
    const b = Float64Array.from({ length: A.rows }, () => random() - 0.5);
    const lu = new SparseLu(A);
    expect(lu.refactor(A.values)).toBe(false);
    expect(lu.factor(A.values)).toEqual({ status: 'ok' });
    const first = b.slice();
    lu.solve(first);
    // The same values: the same operations in the same order, hence the same bits.
    expect(lu.refactor(A.values)).toBe(true);
    const again = b.slice();
    lu.solve(again);
    expect(again).toEqual(first);

    for (let p = 0; p < A.values.length; p++) A.values[p]! *= 1 + 0.1 * random();
    expect(lu.refactor(A.values)).toBe(true);
    const x = b.slice();
    lu.solve(x);
    expect(backwardError(A, x, b)).toBeLessThan(1e-12);
    const y = b.slice();
    lu.solveTransposed(y);
    expect(backwardError(transposed(A), y, b)).toBeLessThan(1e-12);
  });
});
