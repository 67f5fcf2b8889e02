/**
 * The normal tree, by which multipliers and states are chosen (conventions: tree rule): V sources, controlled voltages, C,
 * ideal elements (in order of names), R by size, L, controlled currents, I sources; each branch that closes no loop is taken. Then
 *
 * - a link's fundamental loop runs through branches of its own class or earlier ones only: a link C closes a
 *   loop of C and V sources, a link V source one of V sources;
 * - a tree branch's fundamental cutset holds branches of its own class or later ones only: a tree L cuts
 *   through L and I sources, a tree I source through I sources.
 *
 * Cost: O(branches) with union-find by size; a loop or cutset is computed when asked for.
 */
import type { Branch } from '../primitives.js';

export const ground = '0';

export interface Tree {
  /** Names, ground first. */
  readonly nodes: readonly string[];
  readonly nodeIndex: ReadonlyMap<string, number>;
  /** By index of the branches. */
  readonly inTree: readonly boolean[];
  /** Branches in the order in which they were tried. */
  readonly order: readonly number[];
  /** For each node the tree branch to its parent and the parent; -1 at a root. */
  readonly parentBranch: Int32Array;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** Root of the connected component of each node. */
  readonly root: Int32Array;
}

/** A branch of a loop or cutset; sign +1: in the direction of the branch that defines it. */
export interface Oriented {
  readonly branch: number;
  readonly sign: 1 | -1;
}

/** Place of each kind in the order in which branches are tried. */
const kindOrder: Readonly<Record<Branch['kind'], number>> = Object.freeze({
  voltage: 0,
  controlled: 0.5,
  capacitance: 1,
  unilateral: 2,
  'ideal-switch': 2,
  resistance: 3,
  inductance: 4,
  current: 5,
});

/** Just before I sources: a cutset of I sources holds nothing else. */
const controlledCurrentOrder = 4.5;

/**
 * Returns the place of a branch in the order of conventions: tree rule. Resistors come in order of size, and segments of a steep
 * graph stand among them where its segments on the whole do: a current that is a difference of voltages over 100 Ohm has
 * no digits left for a segment of 10 GOhm, nor has a voltage over 1 TOhm for one of 1 mOhm.
 */
export function normalTreeOrder(branch: Branch): number {
  if (branch.kind === 'resistance') return kindOrder.resistance + bySize(Math.abs(branch.resistance));
  if (branch.kind === 'unilateral' && branch.graded !== undefined)
    return kindOrder.resistance + bySize(branch.graded);
  if (branch.kind === 'controlled' && branch.output === 'current') return controlledCurrentOrder;
  return kindOrder[branch.kind];
}

/** Below 0.4 for every number, rising with it. */
function bySize(ohms: number): number {
  return (Math.log10(ohms) + 400) / 2000;
}

/** Chooses the tree; `orderOf` replaces the places of kinds where another circuit of the same graph is meant. */
export function chooseTree(
  branches: readonly Branch[],
  orderOf: (branch: Branch, index: number) => number = normalTreeOrder,
): Tree {
  const nodes = [ground];
  const nodeIndex = new Map([[ground, 0]]);
  for (const { a, b } of branches) {
    for (const node of [a, b]) {
      if (nodeIndex.has(node)) continue;
      nodeIndex.set(node, nodes.length);
      nodes.push(node);
    }
  }
  const count = branches.length;
  const ends = new Int32Array(2 * count);
  const place = new Float64Array(count);
  branches.forEach((branch, index) => {
    ends[2 * index] = nodeIndex.get(branch.a) ?? 0;
    ends[2 * index + 1] = nodeIndex.get(branch.b) ?? 0;
    place[index] = orderOf(branch, index);
  });
  // Sorting is stable: those of one place stay in their order.
  const order = Array.from({ length: count }, (_, index) => index).sort(
    (p, q) => (place[p] as number) - (place[q] as number),
  );
  const inTree = branches.map(() => false);
  const sets = new DisjointSets(nodes.length);
  for (const index of order) {
    if (sets.join(ends[2 * index] as number, ends[2 * index + 1] as number)) inTree[index] = true;
  }
  return { nodes, nodeIndex, inTree, order, ...rootForest(nodes.length, ends, inTree) };
}

/** Sets of nodes that are connected so far. */
export class DisjointSets {
  readonly #parent: Int32Array;
  readonly #size: Int32Array;

  constructor(count: number) {
    this.#parent = Int32Array.from({ length: count }, (_, i) => i);
    this.#size = new Int32Array(count).fill(1);
  }

  find(i: number): number {
    let at = i;
    while (this.#parentOf(at) !== at) {
      const next = this.#parentOf(this.#parentOf(at));
      this.#parent[at] = next;
      at = next;
    }
    return at;
  }

  /** Joins the sets of a and b; false when they were one already. */
  join(a: number, b: number): boolean {
    let [p, q] = [this.find(a), this.find(b)];
    if (p === q) return false;
    if ((this.#size[p] as number) < (this.#size[q] as number)) [p, q] = [q, p];
    this.#parent[q] = p;
    this.#size[p] = (this.#size[p] as number) + (this.#size[q] as number);
    return true;
  }

  #parentOf(i: number): number {
    return this.#parent[i] as number;
  }
}

type RootedForest = Pick<Tree, 'parentBranch' | 'parent' | 'depth' | 'root'>;

/** `ends`: both nodes of every branch. */
function rootForest(count: number, ends: Int32Array, inTree: readonly boolean[]): RootedForest {
  // The tree branches at each node, in their order.
  const taken = ends.filter((_, end) => inTree[end >> 1]);
  const start = new Int32Array(count + 1);
  for (const node of taken) start[node + 1] = (start[node + 1] as number) + 1;
  for (let node = 0; node < count; node++)
    start[node + 1] = (start[node + 1] as number) + (start[node] as number);
  const at = new Int32Array(taken.length);
  const next = start.slice();
  ends.forEach((node, end) => {
    if (!inTree[end >> 1]) return;
    const place = next[node] as number;
    next[node] = place + 1;
    at[place] = end >> 1;
  });
  const parentBranch = new Int32Array(count).fill(-1);
  const parent = new Int32Array(count).fill(-1);
  const depth = new Int32Array(count);
  const root = new Int32Array(count).fill(-1);
  for (let from = 0; from < count; from++) {
    if (root[from] !== -1) continue;
    root[from] = from;
    const stack = [from];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      for (let k = start[node] as number; k < (start[node + 1] as number); k++) {
        const branch = at[k] as number;
        const [a, b] = [ends[2 * branch] as number, ends[2 * branch + 1] as number];
        const other = a === node ? b : a;
        if (root[other] !== -1) continue;
        root[other] = from;
        parent[other] = node;
        parentBranch[other] = branch;
        depth[other] = (depth[node] as number) + 1;
        stack.push(other);
      }
    }
  }
  return { parentBranch, parent, depth, root };
}

/** Returns the loop that a link closes, itself first: from its a through it to b, and through the tree back to a. */
export function fundamentalLoop(tree: Tree, branches: readonly Branch[], link: number): Oriented[] {
  const { a, b } = branches[link] as Branch;
  const loop: Oriented[] = [{ branch: link, sign: 1 }];
  let up = tree.nodeIndex.get(b) ?? 0;
  let down = tree.nodeIndex.get(a) ?? 0;
  while (up !== down) {
    const climb = (tree.depth[up] as number) >= (tree.depth[down] as number);
    const node = climb ? up : down;
    const branch = tree.parentBranch[node] as number;
    // Climbing from b the loop leaves the node, climbing from a it arrives there.
    const leavesByA = tree.nodeIndex.get((branches[branch] as Branch).a) === node;
    loop.push({ branch, sign: leavesByA === climb ? 1 : -1 });
    if (climb) up = tree.parent[node] as number;
    else down = tree.parent[node] as number;
  }
  return loop;
}

/** Returns the nodes that a tree branch cuts off from the root of their component. */
export function cutOffNodes(tree: Tree, branches: readonly Branch[], treeBranch: number): Set<number> {
  const { a, b } = branches[treeBranch] as Branch;
  const [nodeA, nodeB] = [tree.nodeIndex.get(a) ?? 0, tree.nodeIndex.get(b) ?? 0];
  const top = tree.parentBranch[nodeA] === treeBranch ? nodeA : nodeB;
  const cut = new Set([top]);
  // Children have greater depth: visit nodes by depth, take those whose parent is cut off.
  const byDepth = tree.nodes.map((_, node) => node);
  byDepth.sort((p, q) => (tree.depth[p] as number) - (tree.depth[q] as number));
  for (const node of byDepth) if (cut.has(tree.parent[node] as number)) cut.add(node);
  return cut;
}

/** Returns the cutset of a tree branch, itself first; sign +1: it crosses in the same direction. */
export function fundamentalCutset(tree: Tree, branches: readonly Branch[], treeBranch: number): Oriented[] {
  const cut = cutOffNodes(tree, branches, treeBranch);
  const side = (node: string): boolean => cut.has(tree.nodeIndex.get(node) ?? 0);
  const own = branches[treeBranch] as Branch;
  const cutset: Oriented[] = [{ branch: treeBranch, sign: 1 }];
  branches.forEach((branch, index) => {
    if (index === treeBranch || side(branch.a) === side(branch.b)) return;
    cutset.push({ branch: index, sign: side(branch.a) === side(own.a) ? 1 : -1 });
  });
  return cutset;
}
