/**
 * The entries of a matrix in the order in which a sparse LU takes them: columns by place, in each the entries inside its
 * diagonal block first, then those below it. Says of each entry where its value stands and, once pivots are chosen, to
 * which place its row has gone.
 */
import { type NumberRoom, plainRoom } from '../code/number-room.js';
import type { BlockTriangularForm } from './block-triangular-form.js';
import type { SparsePattern } from './compressed-columns.js';

export class PermutedColumns {
  /** Column at place k: entries start[k] .. inside[k]-1 in its block, inside[k] .. start[k+1]-1 below it. */
  readonly start: Int32Array;
  readonly inside: Int32Array;
  /** Of each entry: its place among the caller's values, its row there, the place of that row after pivoting. */
  readonly source: Int32Array;
  readonly row: Int32Array;
  readonly target: Int32Array;

  constructor(
    { colStart, rowIndex }: SparsePattern,
    { colOrder, blockOfCol, blockOfRow }: BlockTriangularForm,
    room: NumberRoom = plainRoom,
  ) {
    const n = colOrder.length;
    const entries = colStart[n]!;
    this.start = room.integers(n + 1);
    this.inside = room.integers(n);
    this.source = room.integers(entries);
    this.row = room.integers(entries);
    this.target = room.integers(entries);
    let next = 0;
    for (let k = 0; k < n; k++) {
      const j = colOrder[k]!;
      const block = blockOfCol[j]!;
      const first = colStart[j]!;
      const end = colStart[j + 1]!;
      for (const below of [false, true]) {
        for (let p = first; p < end; p++) {
          const i = rowIndex[p]!;
          if ((blockOfRow[i] !== block) !== below) continue;
          this.source[next] = p;
          this.row[next++] = i;
        }
        if (!below) this.inside[k] = next;
      }
      this.start[k + 1] = next;
    }
  }

  /** Takes over where the rows have gone. */
  retarget(placeOfRow: Int32Array): void {
    const { row, target } = this;
    for (let e = 0; e < row.length; e++) target[e] = placeOfRow[row[e]!]!;
  }
}
