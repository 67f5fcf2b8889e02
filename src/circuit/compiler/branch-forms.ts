/**
 * Voltage and current of every branch as forms over zeta = (x, lambda, u), from the recovered unknowns: voltages
 * are differences of node voltages; currents are unknowns, multipliers, inputs, or v / R. They serve energy, Kirchhoff
 * checks, probes and guards.
 */
import type { BranchForms, Descriptor } from './compiled-circuit.js';
import { addScaledWide, doubleDoubles, type DoubleDoubles } from '../../numerics/dense/double-double.js';
import { addEntry, positiveZeros } from './dense-rows.js';
import type { Branch } from '../primitives.js';
import type { Recovery } from './recovery.js';

/** Returns the forms of all branches, by index. */
export function branchForms(descriptor: Descriptor, recovery: Recovery): BranchForms[] {
  return descriptor.branches.map((branch, index) => {
    const v = voltageForm(descriptor, recovery, branch.a, branch.b).hi;
    return { v, i: positiveZeros(currentForm(descriptor, recovery, branch, index, v)) };
  });
}

/** Returns v_a - v_b as a form; both must be nodes of the circuit or ground. */
export function voltageForm(
  descriptor: Descriptor,
  { n, m, p, W }: Recovery,
  a: string,
  b: string,
): DoubleDoubles {
  const width = n + m + p;
  const form = doubleDoubles(width);
  const nodeA = (descriptor.tree.nodeIndex.get(a) ?? 0) - 1;
  const nodeB = (descriptor.tree.nodeIndex.get(b) ?? 0) - 1;
  if (nodeA >= 0) addScaledWide(form, 0, 1, 0, W, nodeA * width, width);
  if (nodeB >= 0) addScaledWide(form, 0, -1, 0, W, nodeB * width, width);
  positiveZeros(form.hi);
  return form;
}

function currentForm(
  descriptor: Descriptor,
  { n, m, p, W }: Recovery,
  branch: Branch,
  index: number,
  v: Float64Array,
): Float64Array {
  const width = n + m + p;
  const own = descriptor.currentUnknown[index] as number;
  if (own >= 0) return W.hi.slice(own * width, (own + 1) * width);
  const form = new Float64Array(width);
  if (branch.kind === 'resistance') {
    for (let k = 0; k < width; k++) form[k] = (v[k] as number) / branch.resistance;
  } else if (branch.kind === 'current') {
    const { input, coefficient } = descriptor.inputs.source(branch.name, branch.signal);
    if (coefficient !== 0) addEntry(form, width, 0, n + m + input, coefficient);
  } else {
    form[n + (descriptor.rowOfBranch[index] as number)] = 1;
  }
  return form;
}
