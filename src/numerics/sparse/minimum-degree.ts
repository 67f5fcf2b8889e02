/**
 * A fill-reducing order of elimination for symmetric patterns: the block of least degree in the graph of what is left goes
 * first, its neighbours become neighbours of each other; ties go to the block that has had its degree longest. With it the
 * pattern of the factors. Cost: the squares of the degrees met, linear for chains and trees. Source: [Rose 1972].
 */
import type { BlockMatrix } from './block-matrix.js';

export interface Elimination {
  readonly order: Int32Array;
  readonly rank: Int32Array;
  /** Steps in row k of L + U, ascending. */
  readonly rows: readonly Int32Array[];
}

/** Eliminates, stage after stage, the block of least degree first. */
export function minimumDegree({ blocks, rowStart, column }: BlockMatrix, stage: Uint8Array): Elimination {
  const graph = Array.from({ length: blocks }, (_, i) => {
    const row = new Set(column.subarray(rowStart[i], rowStart[i + 1]));
    row.delete(i);
    return row;
  });
  // Buckets of one degree; those of a later stage stand behind all of an earlier one.
  const buckets: Set<number>[] = [];
  const bucketOf = (i: number): number => stage[i]! * blocks + graph[i]!.size;
  const put = (i: number): void => void (buckets[bucketOf(i)] ??= new Set()).add(i);
  for (let i = 0; i < blocks; i++) put(i);
  const order = new Int32Array(blocks);
  const rank = new Int32Array(blocks);
  const behind: number[][] = [];
  for (let k = 0; k < blocks; k++) {
    const bucket = buckets.find((set) => set !== undefined && set.size > 0)!;
    const i = bucket.values().next().value!;
    bucket.delete(i);
    order[k] = i;
    rank[i] = k;
    const neighbours = [...graph[i]!];
    behind.push(neighbours);
    for (const j of neighbours) {
      buckets[bucketOf(j)]!.delete(j);
      graph[j]!.delete(i);
    }
    for (const a of neighbours) for (const b of neighbours) if (a !== b) graph[a]!.add(b);
    for (const j of neighbours) put(j);
  }
  const rows = Array.from({ length: blocks }, (_, k) => [k]);
  behind.forEach((neighbours, k) => {
    for (const j of neighbours) {
      rows[k]!.push(rank[j]!);
      rows[rank[j]!]!.push(k);
    }
  });
  return { order, rank, rows: rows.map((row) => Int32Array.from(row).sort()) };
}
