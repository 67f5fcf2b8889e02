/** Which elements of a circuit are dry friction, and the force of each. */
import type { ReducedSystem } from '../../../circuit/compiler/compiled-circuit.js';
import type { Branch, SmoothBranch } from '../../../circuit/primitives.js';
import type { MechanicalDomains } from '../../../netlist/flat-circuit.js';

/** The names of frictions: what has a bound that dissipates. */
export function frictionNames(
  branches: readonly (Branch | SmoothBranch)[],
  domains: MechanicalDomains | undefined,
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const branch of branches)
    if (
      branch.kind === 'controlled' &&
      branch.dissipates === true &&
      domains?.ports.has(branch.element) === true
    )
      names.add(branch.element);
  return names;
}

/** F of every friction over the point, by its name: the current of the half that bears its name. */
export function frictionForces(
  { branches, forms }: ReducedSystem,
  domains: MechanicalDomains | undefined,
): Map<string, Float64Array> {
  const forces = new Map<string, Float64Array>();
  const names = frictionNames(branches, domains);
  branches.forEach(({ element, reversed }, k) => {
    if (!names.has(element)) return;
    const force = forces.get(element) ?? new Float64Array(forms[0]?.i.length ?? 0);
    const sign = reversed === true ? -1 : 1;
    forms[k]?.i.forEach((value, entry) => (force[entry] = (force[entry] as number) + sign * value));
    forces.set(element, force);
  });
  return forces;
}
