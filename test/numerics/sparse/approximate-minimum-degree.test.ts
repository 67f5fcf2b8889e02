import { describe, expect, it } from 'vitest';
import {
  approximateMinimumDegree,
  type SymmetricGraph,
} from '../../../src/numerics/sparse/approximate-minimum-degree.js';
import { minimumDegree } from '../../../src/numerics/sparse/minimum-degree.js';
import { blockMatrix } from '../../../src/numerics/sparse/block-matrix.js';
import { seeded } from './circuit-matrices.js';

function graphOf(n: number, edges: readonly (readonly [number, number])[]): SymmetricGraph {
  const lists = Array.from({ length: n }, () => new Set<number>());
  for (const [a, b] of edges) {
    if (a === b) continue;
    lists[a]!.add(b);
    lists[b]!.add(a);
  }
  const start = new Int32Array(n + 1);
  lists.forEach((list, i) => (start[i + 1] = start[i]! + list.size));
  return { start, neighbour: Int32Array.from(lists.flatMap((list) => [...list])) };
}

function meshEdges(width: number): [number, number][] {
  const edges: [number, number][] = [];
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < width; j++) {
      if (i + 1 < width) edges.push([i * width + j, (i + 1) * width + j]);
      if (j + 1 < width) edges.push([i * width + j, i * width + j + 1]);
    }
  }
  return edges;
}

/** Entries of the Cholesky factor, diagonal included, by eliminating sets of neighbours one after another. */
function factorEntries({ start, neighbour }: SymmetricGraph, order: ArrayLike<number>): number {
  const n = start.length - 1;
  const left = Array.from({ length: n }, (_, i) => new Set(neighbour.subarray(start[i], start[i + 1])));
  let entries = n;
  for (let k = 0; k < n; k++) {
    const i = order[k]!;
    const around = [...left[i]!];
    entries += around.length;
    for (const a of around) {
      left[a]!.delete(i);
      for (const b of around) if (a !== b) left[a]!.add(b);
    }
  }
  return entries;
}

const counts = (n: number): Int32Array => Int32Array.from({ length: n }, (_, k) => k);

describe('approximate minimum degree', () => {
  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'orders every node of a random graph once (seed %i)',
    (seed) => {
      const random = seeded(seed);
      const n = 1 + Math.floor(random() * 60);
      const edges = Array.from(
        { length: Math.floor(random() * 4 * n) },
        () => [Math.floor(random() * n), Math.floor(random() * n)] as const,
      );
      expect(approximateMinimumDegree(graphOf(n, edges)).sort()).toEqual(counts(n));
    },
  );

  it('eliminates chains, trees and stars without fill', () => {
    const random = seeded(1);
    const n = 3000;
    const kinds = [
      counts(n - 1).map((k) => k),
      counts(n - 1).map((k) => Math.floor(random() * (k + 1))),
      new Int32Array(n - 1),
    ];
    for (const parent of kinds) {
      const graph = graphOf(
        n,
        Array.from(parent, (p, k) => [p, k + 1] as const),
      );
      expect(factorEntries(graph, approximateMinimumDegree(graph))).toBe(2 * n - 1);
    }
  });

  it('fills a mesh less than nested dissection may, and hardly more than exact minimum degree', () => {
    const width = 48;
    const n = width * width;
    const graph = graphOf(n, meshEdges(width));
    const order = approximateMinimumDegree(graph);
    const entries = factorEntries(graph, order);
    // The leading term of nested dissection on a square mesh [George 1973].
    expect(entries).toBeLessThan((31 / 4) * n * Math.log2(width));
    const lists = Array.from(counts(n), (i) => [
      i,
      ...graph.neighbour.subarray(graph.start[i], graph.start[i + 1]),
    ]);
    const exact = minimumDegree(blockMatrix(new Int32Array(n).fill(1), lists), new Uint8Array(n)).order;
    // Degrees that are bounds lead astray now and then; [Amestoy-Davis-Duff 1996, table 3] has 10 % and less.
    expect(entries).toBeLessThan(1.1 * factorEntries(graph, exact));
  });

  it('puts rails that everything hangs on last', () => {
    const n = 2000;
    const rail = 700;
    const edges = meshEdges(40).filter(([a, b]) => a !== rail && b !== rail);
    for (let k = 0; k < n; k++) edges.push([rail, k]);
    expect(approximateMinimumDegree(graphOf(n, edges)).at(-1)).toBe(rail);
  });

  it('takes graphs without edges, without nodes, and complete ones', () => {
    expect(approximateMinimumDegree(graphOf(0, []))).toEqual(new Int32Array(0));
    expect(approximateMinimumDegree(graphOf(3, [])).sort()).toEqual(counts(3));
    const all = Array.from({ length: 64 }, (_, k) => [k >> 3, k & 7] as const);
    expect(approximateMinimumDegree(graphOf(8, all)).sort()).toEqual(counts(8));
  });
});
