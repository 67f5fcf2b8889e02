import { describe, expect, it } from 'vitest';
import { blockTriangularForm } from '../../../src/numerics/sparse/block-triangular-form.js';
import { compressTriplets, type SparsePattern } from '../../../src/numerics/sparse/compressed-columns.js';
import { maximumMatching } from '../../../src/numerics/sparse/maximum-matching.js';
import { strongComponents } from '../../../src/numerics/sparse/strong-components.js';
import { structuralDeficiency } from '../../../src/numerics/sparse/structural-deficiency.js';
import { seeded } from './circuit-matrices.js';

function patternOf(n: number, places: readonly (readonly [number, number])[]): SparsePattern {
  return compressTriplets(
    n,
    n,
    places.map(([i]) => i),
    places.map(([, j]) => j),
  ).pattern;
}

function randomPattern(n: number, count: number, seed: number): SparsePattern {
  const random = seeded(seed);
  const pick = (): number => Math.floor(random() * n);
  return patternOf(
    n,
    Array.from({ length: count }, () => [pick(), pick()] as const),
  );
}

const ranks = Array.from({ length: 40 }, (_, seed) => [3 + (seed % 6), 4 + ((7 * seed) % 17), seed] as const);

/** Whether a pattern has an entry, as n x n flags by rows. */
function flags({ cols: n, colStart, rowIndex }: SparsePattern): boolean[][] {
  const has = Array.from({ length: n }, () => new Array<boolean>(n).fill(false));
  for (let j = 0; j < n; j++)
    for (let p = colStart[j]!; p < colStart[j + 1]!; p++) has[rowIndex[p]!]![j] = true;
  return has;
}

/** The largest matching by trying everything. */
function bruteMatching(has: boolean[][], row = 0, taken = 0): number {
  if (row === has.length) return 0;
  let best = bruteMatching(has, row + 1, taken);
  has[row]!.forEach((entry, j) => {
    if (entry && (taken & (1 << j)) === 0)
      best = Math.max(best, 1 + bruteMatching(has, row + 1, taken | (1 << j)));
  });
  return best;
}

/** Which node reaches which [Warshall 1962]. */
function reachability(start: Int32Array, target: Int32Array): boolean[][] {
  const n = start.length - 1;
  const reaches = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (__, j) => i === j));
  for (let i = 0; i < n; i++) for (let p = start[i]!; p < start[i + 1]!; p++) reaches[i]![target[p]!] = true;
  for (let k = 0; k < n; k++)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) reaches[i]![j] ||= reaches[i]![k]! && reaches[k]![j]!;
  return reaches;
}

describe('a maximum matching', () => {
  it.each(ranks)('is as large as any: %i rows, %i places, seed %i', (n, count, seed) => {
    const pattern = randomPattern(n, count, seed);
    const { rowOf, colOf, size } = maximumMatching(pattern);
    const has = flags(pattern);
    expect(size).toBe(bruteMatching(has));
    let matched = 0;
    rowOf.forEach((i, j) => {
      if (i === -1) return;
      matched++;
      expect(colOf[i]).toBe(j);
      expect(has[i]![j]).toBe(true);
    });
    expect(matched).toBe(size);
  });

  it('of rectangular patterns takes what it can', () => {
    const { pattern } = compressTriplets(2, 3, [0, 0, 1, 1], [0, 1, 1, 2]);
    expect(maximumMatching(pattern).size).toBe(2);
  });

  it.each([50_000, 100_000])('follows a path through all of %i columns, once', (n) => {
    const places = Array.from(
      { length: n - 1 },
      (_, j) =>
        [
          [j, j],
          [j + 1, j],
        ] as const,
    ).flat();
    const { size, visits } = maximumMatching(patternOf(n, [...places, [0, n - 1]]));
    expect(size).toBe(n);
    // Each entry is looked at once when it is counted, and at most twice on the path.
    expect(visits).toBeLessThan(8 * n);
  });
});

describe('strong components', () => {
  it.each(ranks)(
    'are the nodes that reach each other, upstream first: %i nodes, %i edges, seed %i',
    (n, count, seed) => {
      const { colStart, rowIndex } = randomPattern(n, count, seed);
      const { componentOf } = strongComponents(colStart, rowIndex);
      const reaches = reachability(colStart, rowIndex);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          expect(componentOf[i] === componentOf[j]).toBe(reaches[i]![j]! && reaches[j]![i]!);
          if (reaches[i]![j]) expect(componentOf[i]!).toBeLessThanOrEqual(componentOf[j]!);
        }
      }
    },
  );

  it('of a ring of 100 000 nodes are one, of a chain as many as nodes, in its order', () => {
    const n = 100_000;
    const start = Int32Array.from({ length: n + 1 }, (_, j) => j);
    const ring = Int32Array.from({ length: n }, (_, j) => (j + 1) % n);
    expect(strongComponents(start, ring).count).toBe(1);
    const chain = start.map((j) => Math.min(j, n - 1));
    const { componentOf } = strongComponents(chain, ring.subarray(0, n - 1));
    expect(componentOf).toEqual(start.subarray(0, n));
  });
});

describe('a block triangular form', () => {
  it.each(ranks)(
    'has irreducible blocks with full diagonals, none above: %i rows, %i places, seed %i',
    (n, count, seed) => {
      const pattern = randomPattern(n, 2 * count, seed);
      const form = blockTriangularForm(pattern);
      const has = flags(pattern);
      const { blocks, blockStart, rowOrder, colOrder, blockOfRow, blockOfCol, unmatchedRows, unmatchedCols } =
        form;
      expect(rowOrder.slice().sort()).toEqual(Int32Array.from({ length: n }, (_, k) => k));
      expect(colOrder.slice().sort()).toEqual(Int32Array.from({ length: n }, (_, k) => k));
      expect(unmatchedRows.length).toBe(n - form.structuralRank);
      expect(unmatchedCols.length).toBe(n - form.structuralRank);
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++)
          if (has[i]![j]) expect(blockOfRow[i]!).toBeGreaterThanOrEqual(blockOfCol[j]!);
      for (let k = 0; k < n; k++)
        if (!unmatchedCols.includes(colOrder[k]!)) expect(has[rowOrder[k]!]![colOrder[k]!]).toBe(true);
      for (let block = 0; block < blocks; block++) {
        const first = blockStart[block]!;
        const size = blockStart[block + 1]! - first;
        const edges: (readonly [number, number])[] = [];
        for (let k = 0; k < size; k++) {
          expect(blockOfCol[colOrder[first + k]!]).toBe(block);
          for (let l = 0; l < size; l++)
            if (has[rowOrder[first + l]!]![colOrder[first + k]!]) edges.push([l, k]);
        }
        const graph = patternOf(size, edges);
        expect(reachability(graph.colStart, graph.rowIndex).flat()).not.toContain(false);
      }
    },
  );

  it('of a permuted triangular matrix has blocks of one', () => {
    const n = 200;
    const random = seeded(5);
    const shuffled = (): number[] => {
      const order = Array.from({ length: n }, (_, k) => k);
      for (let k = n - 1; k > 0; k--) {
        const other = Math.floor(random() * (k + 1));
        [order[k], order[other]] = [order[other]!, order[k]!];
      }
      return order;
    };
    const rows = shuffled();
    const cols = shuffled();
    const places: (readonly [number, number])[] = [];
    for (let j = 0; j < n; j++) {
      places.push([rows[j]!, cols[j]!]);
      for (let t = 0; t < 3; t++) places.push([rows[j + Math.floor(random() * (n - j))]!, cols[j]!]);
    }
    expect(blockTriangularForm(patternOf(n, places)).blocks).toBe(n);
  });

  it('is refused of what is not square', () => {
    const { pattern } = compressTriplets(2, 3, [0], [0]);
    expect(() => blockTriangularForm(pattern)).toThrow(
      'a block triangular form is of square matrices, not of 2 x 3',
    );
  });
});

describe('a structural deficiency', () => {
  it('names the rows that share too few columns and the columns that share too few rows', () => {
    // Rows 0 and 1 have column 0 alone; columns 2 and 3 have row 3 alone; row 2 and column 1 are each other's.
    const pattern = patternOf(4, [
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 2],
      [3, 3],
    ]);
    expect(structuralDeficiency(pattern)).toEqual({ rows: Int32Array.of(0, 1), cols: Int32Array.of(2, 3) });
  });

  it('of a full matching is none', () => {
    expect(
      structuralDeficiency(
        patternOf(2, [
          [0, 1],
          [1, 0],
        ]),
      ),
    ).toEqual({ rows: new Int32Array(0), cols: new Int32Array(0) });
  });
});
