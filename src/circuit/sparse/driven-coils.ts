/**
 * Coils that close a loop with voltage sources and other coils: at rest the sources around it must cancel, or they drive a current
 * without end. The loop of a coil is found in a forest of the sources and of the coils before it; cost: the size of the forest a loop.
 */
import type { OrientedSource } from '../driving-sources.js';
import type { InductanceBranch, SmoothBranch } from '../primitives.js';

interface Edge {
  readonly to: string;
  readonly source?: OrientedSource;
}

export interface CoilLoop {
  /** The element that the coil belongs to. */
  readonly element: string;
  /** Sources around it, with the signs that they have there. */
  readonly sources: readonly OrientedSource[];
}

/** Loops of coils that are shorts at rest; `holds` are sources beside the branches. */
export function coilLoops(
  branches: readonly SmoothBranch[],
  holds: readonly SmoothBranch[],
  isHeld: (coil: InductanceBranch) => boolean,
): readonly CoilLoop[] {
  const forest = new Map<string, Edge[]>();
  const edgesAt = (node: string): Edge[] => {
    const known = forest.get(node);
    if (known) return known;
    const made: Edge[] = [];
    forest.set(node, made);
    return made;
  };
  for (const branch of [...branches, ...holds]) {
    if (branch.kind !== 'voltage') continue;
    edgesAt(branch.a).push({ to: branch.b, source: { branch, sign: 1 } });
    edgesAt(branch.b).push({ to: branch.a, source: { branch, sign: -1 } });
  }
  return branches.flatMap((branch): CoilLoop[] => {
    if (branch.kind !== 'inductance' || isHeld(branch)) return [];
    const { element, a, b } = branch;
    const sources = pathBetween(forest, a, b);
    if (sources) return [{ element, sources }];
    edgesAt(a).push({ to: b });
    edgesAt(b).push({ to: a });
    return [];
  });
}

/** Sources on the way from one node to another; undefined where there is none. */
function pathBetween(
  forest: ReadonlyMap<string, readonly Edge[]>,
  from: string,
  to: string,
): readonly OrientedSource[] | undefined {
  const before = new Map<string, { readonly node: string; readonly edge: Edge } | undefined>([
    [from, undefined],
  ]);
  const open = [from];
  for (let node = open.pop(); node !== undefined && !before.has(to); node = open.pop()) {
    for (const edge of forest.get(node) ?? []) {
      if (before.has(edge.to)) continue;
      before.set(edge.to, { node, edge });
      open.push(edge.to);
    }
  }
  if (!before.has(to)) return undefined;
  const path: OrientedSource[] = [];
  for (let step = before.get(to); step; step = before.get(step.node))
    if (step.edge.source) path.push(step.edge.source);
  return path;
}
