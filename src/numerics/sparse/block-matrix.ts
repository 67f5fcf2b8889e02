/**
 * Square matrices of small dense blocks with a symmetric pattern: the coupling u = W r of contacts that share bodies.
 *
 * Block row i holds the entries rowStart[i] .. rowStart[i+1]-1, columns ascending; entry e is the block (i, column[e]),
 * size_i x size_j row-major, from place[e] on in `values`. Every diagonal block is there. Memory and products cost what
 * the graph costs: a thousand contacts with four neighbours each are five thousand blocks.
 */

export interface BlockMatrix {
  readonly blocks: number;
  /** Rows of all blocks together. */
  readonly n: number;
  /** Block i has the rows offset[i] .. offset[i+1]-1. */
  readonly offset: Int32Array;
  readonly rowStart: Int32Array;
  readonly column: Int32Array;
  readonly place: Int32Array;
  /** Number of the entry (i, i). */
  readonly diagonal: Int32Array;
  readonly values: Float64Array;
}

/** Makes a matrix of zeros; `neighbours[i]`: blocks j coupled with i, in any order, given once or both ways. */
export function blockMatrix(sizes: ArrayLike<number>, neighbours: readonly Iterable<number>[]): BlockMatrix {
  const blocks = sizes.length;
  const offset = new Int32Array(blocks + 1);
  for (let i = 0; i < blocks; i++) offset[i + 1] = offset[i]! + sizes[i]!;
  const rows = Array.from({ length: blocks }, (_, i) => new Set([i]));
  neighbours.forEach((row, i) => {
    for (const j of row) {
      if (!(j >= 0 && j < blocks))
        throw new RangeError(`block ${i} is coupled with ${j} of ${blocks} blocks`);
      rows[i]!.add(j);
      rows[j]!.add(i);
    }
  });
  const rowStart = new Int32Array(blocks + 1);
  rows.forEach((row, i) => (rowStart[i + 1] = rowStart[i]! + row.size));
  const column = new Int32Array(rowStart[blocks]!);
  const place = new Int32Array(column.length);
  const diagonal = new Int32Array(blocks);
  let next = 0;
  rows.forEach((row, i) => {
    const columns = Int32Array.from(row).sort();
    columns.forEach((j, k) => {
      const entry = rowStart[i]! + k;
      column[entry] = j;
      place[entry] = next;
      next += sizes[i]! * sizes[j]!;
      if (j === i) diagonal[i] = entry;
    });
  });
  return {
    blocks,
    n: offset[blocks]!,
    offset,
    rowStart,
    column,
    place,
    diagonal,
    values: new Float64Array(next),
  };
}

/** The number of the entry (i, j), -1 where the pattern has none; by bisection. */
export function blockEntry({ rowStart, column }: BlockMatrix, i: number, j: number): number {
  let low = rowStart[i]!;
  let high = rowStart[i + 1]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle]! < j) low = middle + 1;
    else high = middle;
  }
  return low < rowStart[i + 1]! && column[low] === j ? low : -1;
}

/** Takes the blocks of given sizes out of a dense matrix (row-major); blocks that are zero both ways are left out. */
export function blocksOfDense(sizes: readonly number[], dense: Float64Array): BlockMatrix {
  const offset = [0];
  for (const size of sizes) offset.push(offset.at(-1)! + size);
  const n = offset.at(-1)!;
  if (dense.length !== n * n) {
    throw new RangeError(`blocks of ${n} rows need a matrix of ${n * n} entries, not ${dense.length}`);
  }
  const isZero = (i: number, j: number): boolean => {
    for (let a = offset[i]!; a < offset[i + 1]!; a++) {
      for (let b = offset[j]!; b < offset[j + 1]!; b++) if (dense[a * n + b] !== 0) return false;
    }
    return true;
  };
  const neighbours = sizes.map((_, i) => sizes.map((_, j) => j).filter((j) => j !== i && !isZero(i, j)));
  const W = blockMatrix(sizes, neighbours);
  for (let i = 0; i < W.blocks; i++) {
    for (let e = W.rowStart[i]!; e < W.rowStart[i + 1]!; e++) {
      const j = W.column[e]!;
      let at = W.place[e]!;
      for (let a = offset[i]!; a < offset[i + 1]!; a++) {
        for (let b = offset[j]!; b < offset[j + 1]!; b++) W.values[at++] = dense[a * n + b]!;
      }
    }
  }
  return W;
}

/** Writes the matrix out densely, n x n row-major. */
export function denseOfBlocks(W: BlockMatrix): Float64Array {
  const { n, offset } = W;
  const dense = new Float64Array(n * n);
  for (let i = 0; i < W.blocks; i++) {
    for (let e = W.rowStart[i]!; e < W.rowStart[i + 1]!; e++) {
      const j = W.column[e]!;
      let at = W.place[e]!;
      for (let a = offset[i]!; a < offset[i + 1]!; a++) {
        for (let b = offset[j]!; b < offset[j + 1]!; b++) dense[a * n + b] = W.values[at++]!;
      }
    }
  }
  return dense;
}

/** Adds y += (row block i of W) r, written into the entries offset[i] .. of y. */
export function addBlockRow(W: BlockMatrix, i: number, r: Float64Array, y: Float64Array): void {
  const { offset, rowStart, column, place, values } = W;
  const first = offset[i]!;
  const size = offset[i + 1]! - first;
  for (let e = rowStart[i]!; e < rowStart[i + 1]!; e++) {
    const from = offset[column[e]!]!;
    const cols = offset[column[e]! + 1]! - from;
    let at = place[e]!;
    for (let a = 0; a < size; a++) {
      let sum = 0;
      for (let b = 0; b < cols; b++) sum += values[at++]! * r[from + b]!;
      y[first + a]! += sum;
    }
  }
}

/** Writes u = W r + q. */
export function blockProduct(W: BlockMatrix, r: Float64Array, q: Float64Array, u: Float64Array): void {
  for (let i = 0; i < W.n; i++) u[i] = q[i]!;
  for (let i = 0; i < W.blocks; i++) addBlockRow(W, i, r, u);
}
