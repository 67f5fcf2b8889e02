/** The unknown nearest to a column of a singular matrix, on the way over rows to columns, that something can be done to. */
import type { SparsePattern } from '../../../../numerics/sparse/compressed-columns.js';

/** Breadth first from `column`; -1 where none is `wanted`. Cost: one pass over the pattern. */
export function nearestUnknown(
  { colStart, rowIndex, cols }: SparsePattern,
  column: number,
  wanted: (unknown: number) => boolean,
): number {
  if (wanted(column)) return column;
  const columnsOf: number[][] = Array.from({ length: cols }, () => []);
  for (let j = 0; j < cols; j++)
    for (let p = colStart[j]!; p < colStart[j + 1]!; p++) columnsOf[rowIndex[p]!]!.push(j);
  const seen = new Set([column]);
  for (const at of seen) {
    if (wanted(at)) return at;
    for (let p = colStart[at]!; p < colStart[at + 1]!; p++)
      for (const next of columnsOf[rowIndex[p]!]!) seen.add(next);
  }
  return -1;
}
