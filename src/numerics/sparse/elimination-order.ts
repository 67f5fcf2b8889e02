/**
 * The order in which a sparse LU eliminates: block triangular form first, then within each diagonal block approximate
 * minimum degree on the pattern of A_kk + A_kk^T, rows and matched columns together. Depends on the pattern alone.
 * Source: [Davis-Palamadai Natarajan 2010, algorithm 907 (KLU)].
 */
import { approximateMinimumDegree, type SymmetricGraph } from './approximate-minimum-degree.js';
import { blockTriangularForm, type BlockTriangularForm } from './block-triangular-form.js';
import type { SparsePattern } from './compressed-columns.js';

/** Orders a square pattern; the blocks' columns no longer ascend. */
export function eliminationOrder(pattern: SparsePattern): BlockTriangularForm {
  const form = blockTriangularForm(pattern);
  const { blocks, blockStart, rowOrder, colOrder } = form;
  const placeOfRow = new Int32Array(pattern.rows);
  for (let k = 0; k < rowOrder.length; k++) placeOfRow[rowOrder[k]!] = k;
  const rows = rowOrder.slice();
  const cols = colOrder.slice();
  for (let block = 0; block < blocks; block++) {
    const first = blockStart[block]!;
    const size = blockStart[block + 1]! - first;
    if (size < 3) continue;
    const order = approximateMinimumDegree(blockGraph(pattern, colOrder, placeOfRow, first, size));
    for (let k = 0; k < size; k++) {
      rows[first + k] = rowOrder[first + order[k]!]!;
      cols[first + k] = colOrder[first + order[k]!]!;
    }
  }
  return { ...form, rowOrder: rows, colOrder: cols };
}

/** The graph of A + A^T, without its diagonal, of the block at places first .. first + size - 1. */
function blockGraph(
  { colStart, rowIndex }: SparsePattern,
  colOrder: Int32Array,
  placeOfRow: Int32Array,
  first: number,
  size: number,
): SymmetricGraph {
  const count = new Int32Array(size + 1);
  for (let j = 0; j < size; j++) {
    const col = colOrder[first + j]!;
    for (let p = colStart[col]!; p < colStart[col + 1]!; p++) {
      const i = placeOfRow[rowIndex[p]!]! - first;
      if (i >= size || i === j) continue;
      count[i + 1]!++;
      count[j + 1]!++;
    }
  }
  for (let i = 0; i < size; i++) count[i + 1]! += count[i]!;
  const next = count.slice();
  const both = new Int32Array(count[size]!);
  for (let j = 0; j < size; j++) {
    const col = colOrder[first + j]!;
    for (let p = colStart[col]!; p < colStart[col + 1]!; p++) {
      const i = placeOfRow[rowIndex[p]!]! - first;
      if (i >= size || i === j) continue;
      both[next[i]!++] = j;
      both[next[j]!++] = i;
    }
  }
  // An entry that has its mirror came twice.
  const seen = new Int32Array(size).fill(-1);
  const start = new Int32Array(size + 1);
  let end = 0;
  for (let i = 0; i < size; i++) {
    for (let p = count[i]!; p < count[i + 1]!; p++) {
      const j = both[p]!;
      if (seen[j] === i) continue;
      seen[j] = i;
      both[end++] = j;
    }
    start[i + 1] = end;
  }
  return { start, neighbour: both.subarray(0, end) };
}
