/**
 * The strongly connected components of a directed graph: nodes that reach each other. Numbered in topological order: an
 * edge never leads from a component to one of a lower number. Components that no edge orders keep the order of their
 * first nodes as far as the search allows. Cost: linear in nodes and edges. Iterative: paths may be as long as the graph.
 * Source: [Tarjan 1972].
 */

export interface StrongComponents {
  readonly count: number;
  /** The component of each node. */
  readonly componentOf: Int32Array;
}

/** Finds the components of the graph with the edges from node j to target[start[j] .. start[j+1]). */
export function strongComponents(start: Int32Array, target: ArrayLike<number>): StrongComponents {
  const nodes = start.length - 1;
  const componentOf = new Int32Array(nodes).fill(-1);
  /** When a node was met, from 1; and the earliest node still open that it reaches. */
  const met = new Int32Array(nodes);
  const low = new Int32Array(nodes);
  const next = new Int32Array(nodes);
  const open = new Int32Array(nodes);
  const path = new Int32Array(nodes);
  let opened = 0;
  let time = 0;
  let count = 0;
  // Components are closed sinks first: they are numbered backwards, and the last root comes first.
  for (let root = nodes - 1; root >= 0; root--) {
    if (met[root] !== 0) continue;
    let depth = 0;
    path[0] = root;
    met[root] = low[root] = ++time;
    next[root] = start[root]!;
    open[opened++] = root;
    while (depth >= 0) {
      const j = path[depth]!;
      const end = start[j + 1]!;
      let p = next[j]!;
      let least = low[j]!;
      let child = -1;
      for (; p < end; p++) {
        const i = target[p]!;
        if (met[i] === 0) {
          child = i;
          break;
        }
        if (componentOf[i] === -1 && met[i]! < least) least = met[i]!;
      }
      low[j] = least;
      next[j] = p;
      if (child >= 0) {
        path[++depth] = child;
        met[child] = low[child] = ++time;
        next[child] = start[child]!;
        open[opened++] = child;
        continue;
      }
      if (least === met[j]) {
        let i: number;
        do {
          i = open[--opened]!;
          componentOf[i] = count;
        } while (i !== j);
        count++;
      }
      depth--;
      // What a child reaches its parent reaches too, unless the child was closed.
      if (depth >= 0 && componentOf[j] === -1 && low[j] < low[path[depth]!]!) low[path[depth]!] = low[j]!;
    }
  }
  for (let j = 0; j < nodes; j++) componentOf[j] = count - 1 - componentOf[j]!;
  return { count, componentOf };
}
