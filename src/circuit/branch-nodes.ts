/** The nodes that a branch connects, as graphs of circuits ask for them; a node may come more than once. */
import type { SmoothBranch } from './primitives.js';

export function forEachNode(branch: SmoothBranch, visit: (node: string) => void): void {
  visit(branch.a);
  if (branch.kind !== 'law') {
    visit(branch.b);
    return;
  }
  for (const node of branch.rows) visit(node);
  for (const node of branch.reads) visit(node);
}

/** How often `forEachNode` visits a node. */
export function nodeCount(branch: SmoothBranch): number {
  return branch.kind === 'law' ? 1 + branch.rows.length + branch.reads.length : 2;
}
