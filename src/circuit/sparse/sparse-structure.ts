/**
 * What the graph alone says against a circuit, whatever its values: nodes without a path to ground, loops of voltage sources,
 * cutsets of current sources. A smooth law ties all its nodes together. Cost: O(branches).
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { Branch, SmoothBranch } from '../primitives.js';
import { chooseTree, DisjointSets, ground } from '../compiler/tree.js';
import { reportImpossible, type SpanOf } from '../compiler/well-posedness.js';

/** Reports errors to `diagnostics`. */
export function reportStructure(
  branches: readonly SmoothBranch[],
  spanOf: SpanOf,
  diagnostics: Diagnostics,
): void {
  if (isPossible(branches)) return;
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

/**
 * Whether nothing is wrong, by sets of connected nodes alone: no V source closes a loop of V sources, no I source connects what
 * nothing else does, and there is one set.
 */
function isPossible(branches: readonly SmoothBranch[]): boolean {
  const numberOf = new Map([[ground, 0]]);
  const numbered = (node: string): number => {
    const known = numberOf.get(node);
    if (known !== undefined) return known;
    numberOf.set(node, numberOf.size);
    return numberOf.size - 1;
  };
  const count = branches.length;
  const a = Int32Array.from(branches, (branch) => numbered(branch.a));
  const b = Int32Array.from(branches, (branch) => numbered(branch.b));
  for (const branch of branches) {
    if (branch.kind !== 'law') continue;
    branch.rows.forEach(numbered);
    branch.reads.forEach(numbered);
  }
  const sets = new DisjointSets(numberOf.size);
  let joined = 0;
  const join = (index: number): boolean => sets.join(a[index] as number, b[index] as number);
  for (let k = 0; k < count; k++) {
    if (branches[k]?.kind !== 'voltage') continue;
    if (!join(k)) return false;
    joined++;
  }
  for (let k = 0; k < count; k++) {
    const branch = branches[k];
    if (!branch || branch.kind === 'voltage' || branch.kind === 'current') continue;
    if (join(k)) joined++;
    if (branch.kind !== 'law') continue;
    const tie = (node: string): void => {
      if (sets.join(a[k] as number, numbered(node))) joined++;
    };
    branch.rows.forEach(tie);
    branch.reads.forEach(tie);
  }
  for (let k = 0; k < count; k++) if (branches[k]?.kind === 'current' && join(k)) return false;
  return joined === numberOf.size - 1;
}

/** A law as resistances from its first node to all others. */
function edgesOf(branch: SmoothBranch): readonly Branch[] {
  if (branch.kind !== 'law') return [branch];
  const { name, element, rows, reads } = branch;
  const [first = '', ...others] = [...new Set([...rows, ...reads])];
  return others.map((node) => ({ kind: 'resistance', name, element, a: first, b: node, resistance: 1 }));
}
