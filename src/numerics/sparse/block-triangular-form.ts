/**
 * The block triangular form of a square pattern: rows and columns in an order in which
 *
 *     P A Q = [ A_11            ]
 *             [ A_21  A_22      ]      diagonal blocks square and irreducible, their diagonals structurally nonzero,
 *             [ ...        A_bb ]
 *
 * so that A x = b is solved block by block, an upstream block first: block k reads the unknowns of blocks before it, and no
 * block reads one behind it. Rows are matched with columns (`maximum-matching.ts`); the blocks are the strong components
 * of the graph in which column j leads to the columns whose rows have an entry in column j. They do not depend on the matching
 * that was found. Cost: that of the matching, else linear. Source: [Duff-Reid 1978, algorithm 529], [Davis 2006, 7].
 *
 * A structurally singular pattern has rows and columns that no matching takes: they are named, and paired with each other
 * to complete the form, whose diagonal then has zeros.
 */
import type { SparsePattern } from './compressed-columns.js';
import { maximumMatching, type Matching } from './maximum-matching.js';
import { strongComponents } from './strong-components.js';

export interface BlockTriangularForm {
  readonly blocks: number;
  /** Block k has the places blockStart[k] .. blockStart[k+1]-1 of the two orders. */
  readonly blockStart: Int32Array;
  /** Row and column at each place; those at one place are matched. Columns of a block ascend. */
  readonly rowOrder: Int32Array;
  readonly colOrder: Int32Array;
  /** The block of each column, and of each row. */
  readonly blockOfCol: Int32Array;
  readonly blockOfRow: Int32Array;
  readonly structuralRank: number;
  /** What no matching takes, ascending, as many of the one as of the other. */
  readonly unmatchedRows: Int32Array;
  readonly unmatchedCols: Int32Array;
}

/** Orders a square pattern; throws a RangeError where it is not square. */
export function blockTriangularForm(pattern: SparsePattern): BlockTriangularForm {
  const { rows, cols: n, colStart, rowIndex } = pattern;
  if (rows !== n)
    throw new RangeError(`a block triangular form is of square matrices, not of ${rows} x ${n}`);
  const matching = maximumMatching(pattern);
  const { rowOf, colOf, unmatchedRows, unmatchedCols } = completed(matching);
  const target = rowIndex.map((i) => colOf[i]!);
  const { count, componentOf } = strongComponents(colStart, target);

  const blockStart = new Int32Array(count + 1);
  for (let j = 0; j < n; j++) blockStart[componentOf[j]! + 1]!++;
  for (let k = 0; k < count; k++) blockStart[k + 1]! += blockStart[k]!;
  const next = blockStart.slice();
  const rowOrder = new Int32Array(n);
  const colOrder = new Int32Array(n);
  const blockOfRow = new Int32Array(n);
  for (let j = 0; j < n; j++) {
    const block = componentOf[j]!;
    const place = next[block]!++;
    colOrder[place] = j;
    rowOrder[place] = rowOf[j]!;
    blockOfRow[rowOf[j]!] = block;
  }
  return {
    blocks: count,
    blockStart,
    rowOrder,
    colOrder,
    blockOfCol: componentOf,
    blockOfRow,
    structuralRank: matching.size,
    unmatchedRows,
    unmatchedCols,
  };
}

/** Pairs the rows and columns that were left, in their order. */
function completed({ rowOf, colOf, size }: Matching): {
  rowOf: Int32Array;
  colOf: Int32Array;
  unmatchedRows: Int32Array;
  unmatchedCols: Int32Array;
} {
  const left = rowOf.length - size;
  const unmatchedRows = new Int32Array(left);
  const unmatchedCols = new Int32Array(left);
  if (left === 0) return { rowOf, colOf, unmatchedRows, unmatchedCols };
  let row = 0;
  let col = 0;
  for (let i = 0; i < rowOf.length; i++) {
    if (colOf[i] === -1) unmatchedRows[row++] = i;
    if (rowOf[i] === -1) unmatchedCols[col++] = i;
  }
  const fullRowOf = rowOf.slice();
  const fullColOf = colOf.slice();
  for (let k = 0; k < left; k++) {
    fullRowOf[unmatchedCols[k]!] = unmatchedRows[k]!;
    fullColOf[unmatchedRows[k]!] = unmatchedCols[k]!;
  }
  return { rowOf: fullRowOf, colOf: fullColOf, unmatchedRows, unmatchedCols };
}
