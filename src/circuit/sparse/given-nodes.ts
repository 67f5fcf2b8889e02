/**
 * Nodes whose voltage sources alone decide, directly, by linear sources of them or by comparisons of them: nothing in the circuit acts on
 * them, so that nothing slides where one of them rests at a level.
 */
import { ground } from '../compiler/tree.js';
import type { LinearForm, SmoothBranch } from '../primitives.js';

export class GivenNodes {
  readonly #nodes = new Set<string>([ground]);

  /** Cost: linear in the branches, times the longest chain of sources against their order. */
  constructor(branches: readonly SmoothBranch[]) {
    let left = branches.filter((branch) => branch.kind === 'voltage' || branch.kind === 'controlled');
    for (let known = 0; known < this.#nodes.size;) {
      known = this.#nodes.size;
      left = left.filter((branch) => !this.#add(branch));
    }
  }

  /** Whether a form is one of given nodes, of time and of what belongs to its own branch. */
  decide({ terms }: LinearForm): boolean {
    return terms.every((term) => {
      if (term.quantity === 'voltage') return this.#nodes.has(term.a) && this.#nodes.has(term.b);
      return term.quantity === 'signal' || (term.quantity === 'auxiliary' && term.branch === undefined);
    });
  }

  /** Notes what a branch ties to a given node; whether it did. */
  #add(branch: SmoothBranch): boolean {
    const { a, b } = branch;
    if (!(this.#nodes.has(a) || this.#nodes.has(b)) || !this.#isGiven(branch)) return false;
    this.#nodes.add(a).add(b);
    return true;
  }

  #isGiven(branch: SmoothBranch): boolean {
    if (branch.kind === 'voltage') return branch.impact === undefined;
    if (branch.kind !== 'controlled' || branch.output !== 'voltage' || branch.charge) return false;
    const { form, auxiliaries = [] } = branch;
    return (
      this.decide(form) &&
      auxiliaries.every(
        ({ y, smooth, guard }) => !smooth && this.decide(y) && (!guard || this.decide(guard.control)),
      )
    );
  }
}
