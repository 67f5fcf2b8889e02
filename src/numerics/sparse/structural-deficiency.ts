/**
 * What a structurally singular pattern is short of. Columns that alternating paths reach from an unmatched column are
 * more than the rows they have entries in; rows that such paths reach from an unmatched row are more than the columns
 * they have entries in. Of a circuit: unknowns that nothing determines, and equations that contradict or repeat each other. The
 * two sets do not depend on the matching that was found. Source: [Dulmage-Mendelsohn 1958], [Pothen-Fan 1990].
 */
import { transposePattern, type SparsePattern } from './compressed-columns.js';
import { maximumMatching, type Matching } from './maximum-matching.js';

export interface StructuralDeficiency {
  /** Ascending; both empty where every row and every column is matched. */
  readonly rows: Int32Array;
  readonly cols: Int32Array;
}

/** Finds the rows and the columns that are too many. */
export function structuralDeficiency(
  pattern: SparsePattern,
  matching: Matching = maximumMatching(pattern),
): StructuralDeficiency {
  const { rowOf, colOf } = matching;
  return {
    cols: surplus(pattern, rowOf, colOf),
    rows: surplus(transposePattern(pattern).pattern, colOf, rowOf),
  };
}

function surplus(
  { cols, colStart, rowIndex }: SparsePattern,
  rowOf: Int32Array,
  colOf: Int32Array,
): Int32Array {
  const reached = new Int32Array(cols);
  const isReached = new Uint8Array(cols);
  let count = 0;
  const reach = (j: number): void => {
    if (isReached[j] !== 0) return;
    isReached[j] = 1;
    reached[count++] = j;
  };
  for (let j = 0; j < cols; j++) if (rowOf[j] === -1) reach(j);
  // Every row met is matched: else the matching could grow.
  for (let k = 0; k < count; k++) {
    const j = reached[k]!;
    for (let p = colStart[j]!; p < colStart[j + 1]!; p++) reach(colOf[rowIndex[p]!]!);
  }
  return reached.slice(0, count).sort();
}
