/**
 * A maximum matching of the rows and columns of a pattern: as many entries as possible, no two in one row or column. It
 * puts nonzeros on the diagonal; its size is the structural rank, and what it leaves out is what a structurally singular
 * matrix is short of.
 *
 * Columns take their own row where they have it (a circuit's best pivots), then a free row, then look depth-first for a
 * path along which the columns met give up their rows for others. A search that fails shows that none of the columns it met
 * can ever lead to a free row; later searches pass them by. Cost: at most columns times entries, in practice a few times
 * the entries. Iterative: paths may be as long as the matrix. Source: [Duff 1981, algorithm 575].
 */
import type { SparsePattern } from './compressed-columns.js';

export interface Matching {
  /** The row of column j, -1 where it has none. */
  readonly rowOf: Int32Array;
  /** The column of row i, -1 where it has none. */
  readonly colOf: Int32Array;
  /** The structural rank. */
  readonly size: number;
  /** Entries looked at: what it did cost. */
  readonly visits: number;
}

/** Finds a maximum matching. */
export function maximumMatching({ rows, cols, colStart, rowIndex }: SparsePattern): Matching {
  const rowOf = new Int32Array(cols).fill(-1);
  const colOf = new Int32Array(rows).fill(-1);
  let size = 0;
  let visits = rowIndex.length;
  for (let j = 0; j < cols; j++) {
    for (let p = colStart[j]!; p < colStart[j + 1]!; p++) {
      if (rowIndex[p] !== j) continue;
      rowOf[j] = j;
      colOf[j] = j;
      size++;
    }
  }

  /** Entries of a column before `free` are of rows that are taken, and stay taken. */
  const free = colStart.slice(0, cols);
  const met = new Int32Array(cols).fill(-1);
  const path = new Int32Array(cols);
  const next = new Int32Array(cols);
  const trail = new Int32Array(cols);
  for (let start = 0; start < cols; start++) {
    if (rowOf[start] !== -1) continue;
    let depth = 0;
    let length = 0;
    trail[length++] = start;
    path[0] = start;
    next[0] = colStart[start]!;
    met[start] = start;
    while (depth >= 0) {
      const j = path[depth]!;
      const end = colStart[j + 1]!;
      let p = free[j]!;
      while (p < end && colOf[rowIndex[p]!] !== -1) p++;
      visits += p - free[j]! + 1;
      free[j] = p;
      if (p < end) {
        // A free row: every column of the path takes the row through which the path went on.
        size++;
        let row = rowIndex[p]!;
        for (; depth >= 0; depth--) {
          const col = path[depth]!;
          const given = rowOf[col]!;
          rowOf[col] = row;
          colOf[row] = col;
          row = given;
        }
        break;
      }
      let q = next[depth]!;
      let taker = -1;
      for (; q < end; q++) {
        visits++;
        taker = colOf[rowIndex[q]!]!;
        if (met[taker] !== start && met[taker] !== FAILED) break;
      }
      next[depth] = q + 1;
      if (q === end) depth--;
      else {
        met[taker] = start;
        trail[length++] = taker;
        path[++depth] = taker;
        next[depth] = colStart[taker]!;
      }
    }
    if (rowOf[start] === -1) for (let t = 0; t < length; t++) met[trail[t]!] = FAILED;
  }
  return { rowOf, colOf, size, visits };
}

/** Mark of a column from which no free row can be reached. */
const FAILED = -2;
