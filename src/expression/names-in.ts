/**
 * The names that an expression refers to: what it depends on.
 */
import type { Expression } from './ast.js';
import { childrenOf } from './run-grammar.js';

/** Lists every name once, in the order of first use. */
export function namesIn(expression: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  const pending = [expression];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.kind === 'name') names.add(node.name);
    const children = childrenOf(node);
    for (let k = children.length - 1; k >= 0; k--) {
      const child = children[k];
      if (child) pending.push(child);
    }
  }
  return names;
}
