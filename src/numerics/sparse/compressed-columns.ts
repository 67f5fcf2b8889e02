/**
 * Compressed sparse columns from triplets: the pattern once, and for each triplet its place among the values, so that a
 * caller who assembles again and again adds numbers and nothing else:
 *
 *     values.fill(0); values[position[k]] += g_k for every triplet k.
 *
 * Places that repeat add up; a place whose values cancel stays in the pattern. Cost: linear in triplets, rows and columns
 * (two stable counting sorts, by rows and then by columns). Source: [Davis 2006, 2.4].
 */
import type { Int } from '../../base/int.js';

/** Entries of rows x cols: column j has rows rowIndex[colStart[j] .. colStart[j+1]), ascending. */
export interface SparsePattern {
  readonly rows: Int;
  readonly cols: Int;
  readonly colStart: Int32Array;
  readonly rowIndex: Int32Array;
}

export interface CompressedTriplets {
  readonly pattern: SparsePattern;
  /** The entry of the pattern to which triplet k adds. */
  readonly position: Int32Array;
}

/** Compresses the places (row[k], col[k]); throws a RangeError where one lies outside rows x cols. */
export function compressTriplets(
  rows: number,
  cols: number,
  row: ArrayLike<number>,
  col: ArrayLike<number>,
): CompressedTriplets {
  const count = row.length;
  const rowStart = new Int32Array(rows + 1);
  const colStart = new Int32Array(cols + 1);
  for (let k = 0; k < count; k++) {
    const i = row[k]!;
    const j = col[k]!;
    if (!isInside(i, rows) || !isInside(j, cols)) refuse(rows, cols, row, col);
    rowStart[i + 1]!++;
    colStart[j + 1]!++;
  }
  for (let i = 0; i < rows; i++) rowStart[i + 1]! += rowStart[i]!;
  for (let j = 0; j < cols; j++) colStart[j + 1]! += colStart[j]!;
  const byRow = new Int32Array(count);
  for (let k = 0; k < count; k++) byRow[rowStart[row[k]!]!++] = k;
  const byColumn = new Int32Array(count);
  const next = colStart.slice();
  for (let q = 0; q < count; q++) {
    const k = byRow[q]!;
    byColumn[next[col[k]!]!++] = k;
  }

  // Within a column the triplets now stand by rows: neighbours of one row are one entry.
  const position = new Int32Array(count);
  const rowIndex = new Int32Array(count);
  let entries = 0;
  let q = 0;
  for (let j = 0; j < cols; j++) {
    const end = colStart[j + 1]!;
    colStart[j] = entries;
    let last = -1;
    for (; q < end; q++) {
      const k = byColumn[q]!;
      const i = row[k]!;
      if (i !== last) rowIndex[entries++] = i;
      last = i;
      position[k] = entries - 1;
    }
  }
  colStart[cols] = entries;
  return { pattern: { rows, cols, colStart, rowIndex: rowIndex.slice(0, entries) }, position };
}

/** An entry of the transposed pattern and the entry of the pattern that it is. */
export interface TransposedPattern {
  readonly pattern: SparsePattern;
  readonly source: Int32Array;
}

/** Transposes a pattern: its rows as columns. */
export function transposePattern({ rows, cols, colStart, rowIndex }: SparsePattern): TransposedPattern {
  const start = new Int32Array(rows + 1);
  for (const i of rowIndex) start[i + 1]!++;
  for (let i = 0; i < rows; i++) start[i + 1]! += start[i]!;
  const next = start.slice();
  const index = new Int32Array(rowIndex.length);
  const source = new Int32Array(rowIndex.length);
  for (let j = 0; j < cols; j++) {
    for (let p = colStart[j]!; p < colStart[j + 1]!; p++) {
      const q = next[rowIndex[p]!]!++;
      index[q] = j;
      source[q] = p;
    }
  }
  return { pattern: { rows: cols, cols: rows, colStart: start, rowIndex: index }, source };
}

function isInside(index: number, count: number): boolean {
  return index >= 0 && index < count;
}

/** Names the place outside that comes first by columns. */
function refuse(rows: number, cols: number, row: ArrayLike<number>, col: ArrayLike<number>): never {
  const outside = Array.from(row, (i, k) => [i, col[k]!] as const)
    .filter(([i, j]) => !isInside(i, rows) || !isInside(j, cols))
    .sort(([i, j], [k, l]) => j - l || i - k);
  const [i, j] = outside[0]!;
  throw new RangeError(`triplet (${i}, ${j}) lies outside ${rows} x ${cols}`);
}
