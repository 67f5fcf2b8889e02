/**
 * What the graph alone says against a circuit, whatever its values: nodes without a path to ground, loops of voltage sources,
 * cutsets of current sources. A smooth law ties all its nodes together. Cost: O(branches).
 */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { MechanicalDomains } from '../../netlist/flat-circuit.js';
import type { Branch, SmoothBranch } from '../primitives.js';
import { chooseTree, DisjointSets } from '../compiler/tree.js';
import type { SparseNumbering } from './sparse-numbering.js';
import { reportImpossible, type SpanOf } from '../compiler/well-posedness.js';

/** Reports errors to `diagnostics`. */
export function reportStructure(
  numbering: SparseNumbering,
  spanOf: SpanOf,
  diagnostics: Diagnostics,
  domains?: MechanicalDomains,
): void {
  if (isPossible(numbering)) return;
  const { branches } = numbering;
  const edges: Branch[] = [];
  const places: number[] = [];
  branches.forEach((branch, index) => {
    for (const edge of edgesOf(branch)) {
      edges.push(edge);
      places.push(index);
    }
  });
  const spanOfEdge: SpanOf = (edge) => spanOf(places[edge] ?? -1);
  reportImpossible(chooseTree(edges), edges, spanOfEdge, diagnostics, domains);
}

/**
 * Whether nothing is wrong, by sets of connected nodes alone: no V source closes a loop of V sources, no I source connects what
 * nothing else does, and there is one set.
 */
function isPossible({
  branches,
  nodes,
  firstNode,
  secondNode,
  lawStart,
  lawNodes,
}: SparseNumbering): boolean {
  // Node k of the numbering is k + 1, ground 0.
  const sets = new DisjointSets(nodes.length + 1);
  const count = branches.length;
  let joined = 0;
  const join = (a: number, b: number): boolean => {
    const isNew = sets.join(a + 1, b + 1);
    if (isNew) joined++;
    return isNew;
  };
  const joinEnds = (k: number): boolean => join(firstNode[k] as number, secondNode[k] as number);
  for (let k = 0; k < count; k++) if (branches[k]?.kind === 'voltage' && !joinEnds(k)) return false;
  for (let k = 0; k < count; k++) {
    const kind = branches[k]?.kind;
    if (kind === 'voltage' || kind === 'current') continue;
    joinEnds(k);
    const end = lawStart[k + 1] as number;
    for (let at = lawStart[k] as number; at < end; at++) join(firstNode[k] as number, lawNodes[at] as number);
  }
  for (let k = 0; k < count; k++) if (branches[k]?.kind === 'current' && joinEnds(k)) return false;
  return joined === nodes.length;
}

/** A law as resistances from its first node to all others. */
function edgesOf(branch: SmoothBranch): readonly Branch[] {
  if (branch.kind !== 'law') return [branch];
  const { name, element, rows, reads } = branch;
  const [first = '', ...others] = [...new Set([...rows, ...reads])];
  return others.map((node) => ({ kind: 'resistance', name, element, a: first, b: node, resistance: 1 }));
}
