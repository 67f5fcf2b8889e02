/**
 * Capacitances whose common voltage little determines: those of a group of nodes that only capacitances and voltage sources join, none
 * of which leads to ground, and that no resistance ties to all else within a second (R of it times C of the group). Such a group stands
 * between switches, diodes and coils: a link's capacitor behind leakage, the capacitor of a SEPIC.
 *
 * A sum of currents at a node knows charges to q eps / h, which over a step of a femtosecond is amperes; through leakage these are kilovolts
 * of the common voltage. With currents of their own as unknowns, C dv/dt - i = 0, sums of currents have no charges: rounding moves the
 * voltage across the capacitance, by eps of itself. Where something ties the group it is not worth an unknown.
 */
import type { SmoothBranch } from '../primitives.js';

/** Seconds. */
const TIED = 1;

/** Places of them among the branches; nodes count from 0, ground is -1. */
export function floatingCapacitances(
  branches: readonly SmoothBranch[],
  nodeCount: number,
  first: Int32Array,
  second: Int32Array,
): ReadonlySet<number> {
  // Ground is the last one.
  const parent = Int32Array.from({ length: nodeCount + 1 }, (_, i) => i);
  const place = (node: number): number => (node < 0 ? nodeCount : node);
  const rootOf = (node: number): number => {
    let at = place(node);
    while (parent[at] !== at) at = parent[at] = parent[parent[at] as number] as number;
    return at;
  };
  const join = (index: number): void => {
    parent[rootOf(first[index] as number)] = rootOf(second[index] as number);
  };
  branches.forEach(({ kind }, index) => {
    if (kind === 'capacitance' || kind === 'voltage') join(index);
  });
  const farads = new Float64Array(nodeCount + 1);
  const siemens = new Float64Array(nodeCount + 1);
  branches.forEach((branch, index) => {
    const [a, b] = [rootOf(first[index] as number), rootOf(second[index] as number)];
    if (branch.kind === 'capacitance') farads[a] = (farads[a] as number) + branch.capacitance;
    if (branch.kind !== 'resistance' || a === b) return;
    for (const root of [a, b]) siemens[root] = (siemens[root] as number) + 1 / Math.abs(branch.resistance);
  });
  const grounded = rootOf(-1);
  const floats = (index: number): boolean => {
    const root = rootOf(first[index] as number);
    return root !== grounded && (siemens[root] as number) * TIED < (farads[root] as number);
  };
  return new Set(
    branches.flatMap(({ kind }, index) => (kind === 'capacitance' && floats(index) ? [index] : [])),
  );
}
