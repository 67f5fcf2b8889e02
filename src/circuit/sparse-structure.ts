/**
 * What the graph alone says against a circuit, whatever its values: nodes without a path to ground, loops of voltage sources,
 * cutsets of current sources. A smooth law ties all its nodes together. Cost: O(branches).
 */
import type { Diagnostics } from '../base/diagnostic.js';
import type { Branch, SmoothBranch } from './primitives.js';
import { chooseTree } from './tree.js';
import { reportImpossible, type SpanOf } from './well-posedness.js';

/** Reports errors to `diagnostics`. */
export function reportStructure(
  branches: readonly SmoothBranch[],
  spanOf: SpanOf,
  diagnostics: Diagnostics,
): void {
  const edges: Branch[] = [];
  const places: number[] = [];
  branches.forEach((branch, index) => {
    for (const edge of edgesOf(branch)) {
      edges.push(edge);
      places.push(index);
    }
  });
  reportImpossible(chooseTree(edges), edges, (edge) => spanOf(places[edge] ?? -1), diagnostics);
}

/** A law as resistances from its first node to all others. */
function edgesOf(branch: SmoothBranch): readonly Branch[] {
  if (branch.kind !== 'law') return [branch];
  const { name, element, rows, reads } = branch;
  const [first = '', ...others] = [...new Set([...rows, ...reads])];
  return others.map((node) => ({ kind: 'resistance', name, element, a: first, b: node, resistance: 1 }));
}
