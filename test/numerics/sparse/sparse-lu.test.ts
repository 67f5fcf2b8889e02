import { describe, expect, it } from 'vitest';
import { compressTriplets, transposePattern } from '../../../src/numerics/sparse/compressed-columns.js';
import { compressColumns, Triplets, type SparseMatrix } from '../../../src/numerics/sparse/sparse-matrix.js';
import { maximumMatching } from '../../../src/numerics/sparse/maximum-matching.js';
import { factorLU, solveLU } from '../../../src/numerics/dense/lu.js';
import { SparseLu } from '../../../src/numerics/sparse/sparse-lu.js';
import { leastHeapGrowth } from '../../suites/heap-growth.js';
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

function denseOf({ rows, cols, colStart, rowIndex, values }: SparseMatrix): Float64Array {
  const dense = new Float64Array(rows * cols);
  for (let j = 0; j < cols; j++)
    for (let p = colStart[j]!; p < colStart[j + 1]!; p++) dense[rowIndex[p]! * cols + j] = values[p]!;
  return dense;
}

function norm(x: Float64Array): number {
  return x.reduce((sum, value) => sum + Math.abs(value), 0);
}

/** A dense block with this first diagonal entry, and what it makes of (1, 1). */
function twoByTwo(diagonal: number): { A: SparseMatrix; b: Float64Array } {
  const triplets = new Triplets();
  triplets.add(0, 0, diagonal);
  triplets.add(1, 0, 1);
  triplets.add(0, 1, -1);
  triplets.add(1, 1, 0.5);
  return { A: matrixOf({ n: 2, triplets }), b: Float64Array.of(diagonal - 1, 1.5) };
}

const small = Array.from({ length: 30 }, (_, seed) => seed);

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

  it.each(small)('agrees with dense elimination: seed %i', (seed) => {
    const A = matrixOf(randomCircuit(4 + (seed % 20), 2 + seed, seed % 5, seed));
    const n = A.rows;
    const random = seeded(seed + 100);
    const b = Float64Array.from({ length: n }, () => random() - 0.5);
    const lu = new SparseLu(A);
    expect(lu.factor(A.values)).toEqual({ status: 'ok' });
    const x = b.slice();
    lu.solve(x);
    const dense = denseOf(A);
    const pivots = new Int32Array(n);
    expect(factorLU(n, dense, pivots, new Float64Array(2 * n))).toBe(-1);
    const y = new Float64Array(n);
    solveLU(n, dense, pivots, b, y);
    const difference = norm(x.map((value, i) => value - y[i]!));
    // Each is off by a few n eps of the condition number, which is estimated from below within a factor of 3.
    expect(difference).toBeLessThanOrEqual(30 * n * Number.EPSILON * lu.condition(A.values) * norm(y));
  });

  it.each(small)('estimates the condition number from below, within a factor of 3: seed %i', (seed) => {
    const A = matrixOf(randomCircuit(3 + (seed % 9), 2 + seed, seed % 3, seed));
    const n = A.rows;
    const lu = new SparseLu(A);
    expect(lu.factor(A.values)).toEqual({ status: 'ok' });
    let largest = 0;
    let inverse = 0;
    for (let j = 0; j < n; j++) {
      const column = A.values.subarray(A.colStart[j], A.colStart[j + 1]);
      largest = Math.max(largest, norm(column));
      const unit = new Float64Array(n);
      unit[j] = 1;
      lu.solve(unit);
      inverse = Math.max(inverse, norm(unit));
    }
    const condition = lu.condition(A.values);
    // The estimate is a column of the inverse or less, computed by the same solve: equal up to the order of one sum.
    expect(condition).toBeLessThanOrEqual(largest * inverse * (1 + 1e-12));
    expect(condition).toBeGreaterThanOrEqual((largest * inverse) / 3);
  });

  it('of a permuted triangular matrix multiplies nothing', () => {
    const n = 100;
    const random = seeded(3);
    const triplets = new Triplets();
    for (let j = 0; j < n; j++) {
      triplets.add((37 * j) % n, (61 * j) % n, 1 + random());
      for (let i = j + 1; i < n; i += 1 + Math.floor(9 * random()))
        triplets.add((37 * i) % n, (61 * j) % n, 0.1 * (random() - 0.5));
    }
    const A = matrixOf({ n, triplets });
    const lu = new SparseLu(A);
    expect(lu.factor(A.values)).toEqual({ status: 'ok' });
    expect(lu.order.blocks).toBe(n);
    expect(lu.size).toEqual({ entries: n, operations: 0 });
    const b = Float64Array.from({ length: n }, () => random() - 0.5);
    const x = b.slice();
    lu.solve(x);
    expect(backwardError(A, x, b)).toBeLessThan(1e-14);
  });

  it.each([
    ['ladder', ladder],
    ['inverters', inverterChain],
  ] as const)('takes work that is linear in the length of a chain: %s', (_, chain) => {
    const count = (length: number): readonly number[] => {
      const A = matrixOf(chain(length));
      const lu = new SparseLu(A);
      expect(lu.factor(A.values)).toEqual({ status: 'ok' });
      return [lu.size.entries, lu.size.operations, maximumMatching(A).visits];
    };
    const once = count(2000);
    // What does not grow is the ends of the chain.
    count(4000).forEach((total, k) => expect(total).toBeLessThan(2.01 * once[k]!));
  });

  it('takes the zero diagonals of sources and of complementarity rows', () => {
    // Unknowns v, i of a source and a diode's lambda: v - E = 0, i + g v - lambda = 0, and the diode's row in either state.
    const pattern = compressTriplets(3, 3, [0, 1, 1, 1, 2, 2], [0, 0, 1, 2, 0, 2]);
    const lu = new SparseLu(pattern.pattern);
    const values = (state: readonly [number, number]): Float64Array => {
      const out = new Float64Array(6);
      [1, 0.5, 1, -1, ...state].forEach((value, k) => (out[pattern.position[k]!]! += value));
      return out;
    };
    expect(lu.factor(values([0, 1]))).toEqual({ status: 'ok' });
    const b = Float64Array.of(2, 0, 3);
    lu.solve(b);
    expect(b).toEqual(Float64Array.of(2, 2, 3));
    // Its other state: the row has the voltage, not the multiplier, and is the source's row once more.
    expect(lu.factor(values([1, 0])).status).toBe('singular');
  });

  it('pivots away from a diagonal that is zero or small', () => {
    for (const diagonal of [0, 1e-9]) {
      const { A, b } = twoByTwo(diagonal);
      const lu = new SparseLu(A);
      expect(lu.factor(A.values)).toEqual({ status: 'ok' });
      lu.solve(b);
      // x = (1, 1) by construction; pivots of size 1 leave a few roundings.
      expect(Math.max(...b.map((value) => Math.abs(value - 1)))).toBeLessThan(4 * Number.EPSILON);
    }
  });

  it('refuses old pivots that have become small, and takes them again when they are large again', () => {
    const good = twoByTwo(1);
    const bad = twoByTwo(1e-9);
    const lu = new SparseLu(good.A);
    expect(lu.factor(good.A.values)).toEqual({ status: 'ok' });
    expect(lu.refactor(bad.A.values)).toBe(false);
    expect(() => lu.solve(bad.b)).toThrow('solve() needs a factor() that returned "ok"');
    expect(lu.refactor(good.A.values)).toBe(true);
    lu.solve(good.b);
    expect(Math.max(...good.b.map((value) => Math.abs(value - 1)))).toBeLessThan(4 * Number.EPSILON);
  });

  it('says so when values are no numbers', () => {
    const { A } = twoByTwo(1);
    const lu = new SparseLu(A);
    expect(lu.factor(A.values)).toEqual({ status: 'ok' });
    for (const value of [NaN, Infinity]) {
      const values = A.values.slice();
      values[1] = value;
      expect(lu.refactor(values)).toBe(false);
      expect(lu.factor(values).status).toBe('singular');
      expect(lu.factor(A.values)).toEqual({ status: 'ok' });
    }
  });

  it.each(circuits)(
    'after a change of some columns has the bits of a full refactorisation: %s',
    (_, circuit) => {
      const A = matrixOf(circuit);
      const random = seeded(23);
      const part = new SparseLu(A);
      const full = new SparseLu(A);
      expect(part.factor(A.values)).toEqual({ status: 'ok' });
      expect(full.factor(A.values)).toEqual({ status: 'ok' });
      for (let round = 0; round < 20; round++) {
        const columns = Array.from({ length: 1 + (round % 4) }, () => Math.floor(random() * A.cols));
        for (const j of columns)
          for (let p = A.colStart[j]!; p < A.colStart[j + 1]!; p++) A.values[p]! *= 0.9 + 0.2 * random();
        expect(part.refactorColumns(A.values, columns)).toBe(true);
        expect(full.refactor(A.values)).toBe(true);
        const x = Float64Array.from({ length: A.rows }, () => random() - 0.5);
        const y = x.slice();
        part.solve(x);
        full.solve(y);
        expect(x).toEqual(y);
      }
    },
  );

  it('refactors any number of times between choices of pivots', () => {
    const random = seeded(31);
    const A = matrixOf(randomCircuit(30, 20, 4, 9));
    const lu = new SparseLu(A);
    for (let round = 0; round < 60; round++) {
      for (let p = 0; p < A.values.length; p++) A.values[p]! *= 0.9 + 0.2 * random();
      if (round % 7 === 0 || round % 11 === 0) expect(lu.factor(A.values)).toEqual({ status: 'ok' });
      else expect(lu.refactor(A.values)).toBe(true);
      const b = Float64Array.from({ length: A.rows }, () => random() - 0.5);
      const x = b.slice();
      lu.solve(x);
      expect(backwardError(A, x, b)).toBeLessThan(1e-12);
    }
  });

  it('refactors no column without factors of the others', () => {
    const { A } = twoByTwo(1);
    expect(new SparseLu(A).refactorColumns(A.values, [0])).toBe(false);
  });

  it('allocates nothing in refactorisations and solves', () => {
    const A = matrixOf(mesh(10));
    const lu = new SparseLu(A);
    expect(lu.factor(A.values)).toEqual({ status: 'ok' });
    const b = new Float64Array(A.rows).fill(1);
    const changed = Int32Array.of(3, 50);
    const turns = (count: number): void => {
      for (let k = 0; k < count; k++) {
        lu.refactor(A.values);
        lu.refactorColumns(A.values, changed);
        lu.solve(b);
        lu.solveTransposed(b);
      }
    };
    // An array of n numbers in each turn would be 400 kB, a boxed number 8 kB; reading the heap's size takes some itself.
    expect(leastHeapGrowth(20, () => void turns(500))).toBeLessThan(16e3);
  });

  it('of no unknowns is regular', () => {
    const lu = new SparseLu(compressTriplets(0, 0, [], []).pattern);
    expect(lu.factor(new Float64Array(0))).toEqual({ status: 'ok' });
    lu.solve(new Float64Array(0));
    expect(lu.condition(new Float64Array(0))).toBe(0);
  });
});
