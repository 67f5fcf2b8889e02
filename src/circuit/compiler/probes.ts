/** What an output item such as v(a,b) or i(l1) means: a form over zeta = (x, lambda, u). */
import type { Descriptor, ReducedSystem } from './compiled-circuit.js';
import { addScaled } from './dense-rows.js';
import { nodeVoltageForm } from './guards.js';
import type { SmoothBranch } from '../primitives.js';
import { ground } from './tree.js';

/**
 * Returns the form of v(node), v(node,node), v(element) or i(element); undefined when a name is unknown. A node wins over
 * an element of the same name. The current of an element is the sum over its branches (conventions: signs).
 */
export function probeForm(
  descriptor: Pick<Descriptor, 'tree'>,
  system: ReducedSystem,
  quantity: 'v' | 'i',
  names: readonly string[],
): Float64Array | undefined {
  const [first = '', second] = names;
  if (quantity === 'i') return names.length === 1 ? currentForm(system, first) : undefined;
  const isNode = (name: string): boolean => name === ground || descriptor.tree.nodeIndex.has(name);
  if (isNode(first) && (second === undefined || isNode(second)) && names.length <= 2) {
    return nodeVoltageForm(descriptor, system, first, second ?? ground);
  }
  if (names.length !== 1) return undefined;
  const own = system.branches.filter(({ element }) => element === first);
  const ends = endsOfElement(own);
  const branch = own.find(({ a, b, reversed }) => reversed !== true && a === ends?.a && b === ends.b);
  // A voltage of its own has more digits than a difference.
  return branch
    ? system.forms[system.branches.indexOf(branch)]?.v
    : ends && nodeVoltageForm(descriptor, system, ends.a, ends.b);
}

/**
 * Between which nodes the voltage of an element is, of its branches; undefined where none of them is across it: a rigid stop has
 * hidden nodes, and its impulses no power.
 */
export function endsOfElement(
  branches: readonly Pick<SmoothBranch, 'kind' | 'a' | 'b' | 'across' | 'reversed'>[],
): { readonly a: string; readonly b: string } | undefined {
  const along = branches.find(({ reversed }) => reversed !== true);
  if (along) return along.across ?? along;
  const against = branches.find(({ kind }) => kind !== 'unilateral');
  return against && { a: against.b, b: against.a };
}

function currentForm(system: ReducedSystem, element: string): Float64Array | undefined {
  let form: Float64Array | undefined;
  system.branches.forEach((branch, index) => {
    const part = system.forms[index]?.i;
    if (branch.element !== element || part === undefined) return;
    form ??= new Float64Array(part.length);
    addScaled(form, 0, branch.reversed === true ? -1 : 1, part, 0, part.length);
  });
  return form;
}
