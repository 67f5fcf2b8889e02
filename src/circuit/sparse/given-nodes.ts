/**
 * Nodes whose voltage follows directly from sources, from linear sources of such nodes and from comparisons of them: nothing else in the
 * circuit acts on them. What compares them does not slide where one of them rests at a level, unless it acts on them itself, as a latch
 * does by its own output.
 */
import { ground } from '../compiler/tree.js';
import type { LinearForm, SmoothBranch } from '../primitives.js';

/** The branch that ties a node to another one. */
interface Tie {
  readonly branch: SmoothBranch;
  readonly from: string;
}

export class GivenNodes {
  readonly #ties = new Map<string, Tie | undefined>([[ground, undefined]]);
  /** By node the nodes that decide it. */
  readonly #reads = new Map<string, ReadonlySet<string>>();

  /** Cost: linear in the branches, times the longest chain of sources against their order. */
  constructor(branches: readonly SmoothBranch[]) {
    let left = branches.filter((branch) => branch.kind === 'voltage' || branch.kind === 'controlled');
    for (let known = 0; known < this.#ties.size;) {
      known = this.#ties.size;
      left = left.filter((branch) => !this.#tie(branch));
    }
    this.#dropOthers();
  }

  /** Whether a form of a branch is one of given nodes that the branch does not act on, of time and of what belongs to itself. */
  decide(form: LinearForm, owner: SmoothBranch): boolean {
    const open = nodesOf(form);
    if (!open) return false;
    const seen = new Set(open);
    for (const node of seen) {
      const tie = this.#ties.get(node);
      if (!this.#ties.has(node) || tie?.branch === owner) return false;
      for (const read of this.#reads.get(node) ?? []) seen.add(read);
    }
    return true;
  }

  /** Notes the node that a branch ties to one that is noted; whether it did. */
  #tie(branch: SmoothBranch): boolean {
    const { a, b } = branch;
    if (this.#ties.has(a) === this.#ties.has(b)) return false;
    const reads = readsOf(branch);
    if (!reads) return false;
    const [node, from] = this.#ties.has(a) ? [b, a] : [a, b];
    this.#ties.set(node, { branch, from });
    this.#reads.set(node, reads.add(from));
    return true;
  }

  /** Drops nodes that others decide which are not given, and what these decide in turn. */
  #dropOthers(): void {
    const readers = new Map<string, string[]>();
    for (const [node, reads] of this.#reads)
      for (const read of reads) {
        const known = readers.get(read);
        if (known) known.push(node);
        else readers.set(read, [node]);
      }
    const dropped = [...readers.keys()].filter((node) => !this.#ties.has(node));
    for (let node = dropped.pop(); node !== undefined; node = dropped.pop())
      for (const reader of readers.get(node) ?? []) if (this.#ties.delete(reader)) dropped.push(reader);
  }
}

/** The nodes that decide the voltage of a branch besides its own; undefined where anything else does. */
function readsOf(branch: SmoothBranch): Set<string> | undefined {
  if (branch.kind === 'voltage') return branch.impact === undefined ? new Set() : undefined;
  if (branch.kind !== 'controlled' || branch.output !== 'voltage' || branch.charge) return undefined;
  const { form, auxiliaries = [] } = branch;
  if (auxiliaries.some(({ smooth }) => smooth)) return undefined;
  const forms = [form, ...auxiliaries.flatMap(({ y, guard }) => (guard ? [y, guard.control] : [y]))];
  const reads = new Set<string>();
  for (const each of forms) {
    const nodes = nodesOf(each);
    if (!nodes) return undefined;
    for (const node of nodes) reads.add(node);
  }
  return reads;
}

/** The nodes that a form reads; undefined where it reads a current, or what belongs to another branch. */
function nodesOf({ terms }: LinearForm): readonly string[] | undefined {
  const nodes: string[] = [];
  for (const term of terms) {
    if (term.quantity === 'voltage') nodes.push(term.a, term.b);
    else if (term.quantity === 'current' || (term.quantity === 'auxiliary' && term.branch !== undefined))
      return undefined;
  }
  return nodes;
}
