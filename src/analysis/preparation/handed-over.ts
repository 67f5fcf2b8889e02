/**
 * The start of sparse steps where a run of exact events ended. Both systems are of the same elements, so that what decides how
 * the circuit goes on passes from one to the other by name:
 *
 *     charges and fluxes      C v and L i of every storage element, kept by the first step whatever else follows
 *     switches                on or off, one by one
 *     all other unknowns      voltages, currents and multipliers, as a guess from which that step begins
 *     sizes of controls       the largest term of each: where a switch slides at 0, v(a) - v(b) says nothing, v(a) does; of that
 *                             which slides also over what the exact circuit writes it as, where an output is such a difference
 *
 * A charge of a smooth law is that at the voltages of its nodes. Cost: O(branches states).
 */
import { guessAtStart, storedAtStart } from '../../circuit/sparse/sparse-start.js';
import type { CompiledCircuit } from '../../circuit/compiler/compiled-circuit.js';
import { nodeVoltageForm } from '../../circuit/compiler/guards.js';
import type { SmoothBranch } from '../../circuit/primitives.js';
import type { DescriptorStart } from '../../kernel/modeling/descriptor-system.js';
import { dot } from '../certificate/energy/energy-ledger.js';
import type { SteppingCircuit } from './stepping-circuit.js';

/** Where a run of exact events stands. */
export interface ExactPoint {
  /** Seconds. */
  readonly t: number;
  /** (x, lambda, u). */
  readonly zeta: Float64Array;
  /** 1 for a switch that is on, in the order of the compiled circuit's guards. */
  readonly on: Uint8Array;
}

/** The part of the largest quantity of its kind below which the terms of a control do not tell how large it is. */
const leastControl = 1e-4;

/**
 * Undefined where the exact circuit does not say what is stored, or how a switch stands, or how large the control of the switch is
 * (row `sliding` of the exact circuit) that has to slide.
 */
export function handedOver(
  { descriptor, system, guards }: CompiledCircuit,
  { t, zeta, on }: ExactPoint,
  { model }: SteppingCircuit,
  sliding?: number,
): DescriptorStart | undefined {
  const { numbering, system: sparse } = model;
  const branchAt = new Map(system.branches.map(({ name }, index) => [name, index]));
  const rowAt = new Map(
    system.rows.map(({ branch, auxiliary }, row) => [
      rowKey(system.branches[branch]?.name ?? '', auxiliary),
      row,
    ]),
  );
  const voltage = (node: string): number | undefined =>
    descriptor.tree.nodeIndex.has(node)
      ? dot(nodeVoltageForm(descriptor, system, node, '0'), zeta)
      : undefined;
  const ofBranch = (name: string, quantity: 'v' | 'i'): number | undefined => {
    const form = system.forms[branchAt.get(name) ?? -1]?.[quantity];
    return form && dot(form, zeta);
  };
  let isKnown = true;
  /** The element as it would be written to start with what it stores now. */
  const charged = (branch: SmoothBranch): SmoothBranch => {
    if (branch.kind === 'law' && branch.startsFrom)
      return { ...branch, startsFrom: (voltageOf) => voltageOf };
    if (branch.kind !== 'capacitance' && branch.kind !== 'inductance') return branch;
    const initial = ofBranch(branch.name, branch.kind === 'capacitance' ? 'v' : 'i');
    isKnown &&= initial !== undefined;
    return initial === undefined ? branch : { ...branch, initial };
  };
  const branches = numbering.branches.map(charged);
  const nodes = new Map<string, number>();
  for (const node of numbering.nodes) {
    const value = voltage(node);
    if (value !== undefined) nodes.set(node, value);
  }
  const z = guessAtStart(model, nodes);
  numbering.origins.forEach(({ quantity, name }, unknown) => {
    if (quantity === 'i') z[unknown] = ofBranch(name, 'i') ?? 0;
    else if (quantity === 'auxiliary') z[unknown] = zeta[system.n + (rowAt.get(name) ?? NaN)] ?? 0;
  });
  const states = sparse.guards.map(({ row }) => {
    const at = rowAt.get(numbering.origins[row]?.name ?? '');
    return at === undefined ? undefined : on[guards.findIndex((guard) => guard.row === at)];
  });
  if (!isKnown || states.includes(undefined)) return undefined;
  const controlSizes = Float64Array.from(sparse.guards, ({ control: { index, gain } }) =>
    index.reduce((size, at, k) => Math.max(size, Math.abs((gain[k] ?? 0) * (z[at] ?? 0))), 0),
  );
  if (sliding !== undefined) {
    const slides = sparse.guards.findIndex(
      ({ row }) => rowAt.get(numbering.origins[row]?.name ?? '') === sliding,
    );
    const guard = guards.find(({ row }) => row === sliding);
    const largestTerm = guard?.control.reduce(
      (size, gain, k) => Math.max(size, Math.abs(gain * (zeta[k] ?? 0))),
      Math.abs(guard.on),
    );
    controlSizes[slides] = Math.max(controlSizes[slides] ?? 0, largestTerm ?? 0);
    const { quantity } = numbering.origins[sparse.guards[slides]?.control.index[0] ?? -1] ?? {};
    const largest = z.reduce(
      (size, value, at) =>
        numbering.origins[at]?.quantity === quantity ? Math.max(size, Math.abs(value)) : size,
      0,
    );
    if (!((controlSizes[slides] ?? 0) > leastControl * largest)) return undefined;
  }
  return {
    ...{ t0: t, z, stored: storedAtStart({ ...model, numbering: { ...numbering, branches } }, nodes) },
    guards: Uint8Array.from(states, (state) => state ?? 0),
    ...(sliding !== undefined && { controlSizes }),
  };
}

/** As the sparse numbering names unknowns: those of ideal elements by their branch, auxiliary ones by their number in it. */
function rowKey(branch: string, auxiliary: number | undefined): string {
  return auxiliary === undefined ? branch : `${branch}:${auxiliary + 1}`;
}
