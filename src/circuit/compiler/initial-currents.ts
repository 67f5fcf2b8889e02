/** `.ic i(l1)=value`: initial currents of inductors; `ic=` of the element wins, as it does over `.ic v(node)`. */
import type { Diagnostics } from '../../base/diagnostic.js';
import type { InitialValue } from '../../netlist/flat-circuit.js';
import type { SmoothBranch } from '../primitives.js';

/** Returns the branches with the currents filled in, to be held in the operating point. */
export function withInitialCurrents<Kind extends SmoothBranch>(
  branches: readonly Kind[],
  currents: ReadonlyMap<string, InitialValue>,
  diagnostics: Diagnostics,
): readonly Kind[] {
  if (currents.size === 0) return branches;
  const left = new Map(currents);
  const filled = branches.map((branch): Kind => {
    const given = branch.kind === 'inductance' ? currents.get(branch.element) : undefined;
    if (branch.kind !== 'inductance' || !given) return branch;
    left.delete(branch.element);
    return branch.initial === undefined ? { ...branch, initial: given.value, held: true } : branch;
  });
  for (const [element, { span }] of left) {
    const message = `.ic i(${element}): only inductors have an initial current`;
    diagnostics.error('not-an-inductor', message, span, {
      hint: 'give the voltage of a node: .ic v(node)=value',
    });
  }
  return filled;
}
