/**
 * What `.op` tells of a point found by complementarity: states of diodes and switches, Kirchhoff's current law at every node and
 * the laws of resistances and sources from the flat list of branches, and min(y, lambda) of every free row.
 */
import type { OperatingPointSystem } from '../../circuit/operating-point.js';
import { ground } from '../../circuit/compiler/tree.js';
import type { SummaryRow } from '../../waveform/writer.js';
import { dot } from '../certificate/energy/energy-ledger.js';
import { residualFact, type RestingPoint } from './resting-circuit.js';

/** Below these magnitudes of voltages and currents nothing is relative. */
const floors = Object.freeze({ v: 1e-6, i: 1e-12 });

/** A y below this part of the terms of which it is the sum is rounding; so is a current below what that part of the voltages drives. */
const termShare = 1e-6;

/** What is smaller than this part of the largest of its unit comes out of one solve with it, and has its rounding. */
const largestShare = 1e-3;

/** The state of each device that has one. */
export function piecewiseLinearStates(
  { system, guards }: OperatingPointSystem,
  { unknowns, guards: on }: RestingPoint,
): SummaryRow[] {
  const segments = new Map<string, { on: number; of: number }>();
  system.rows.forEach(({ branch, multiplier, law }, row) => {
    const { kind, element = '' } = system.branches[branch] ?? {};
    if (law !== 'unilateral' || kind !== 'unilateral') return;
    const known = segments.get(element) ?? { on: 0, of: 0 };
    const lambda = unknowns[row] ?? 0;
    const conducts = multiplier === 'current' ? lambda > 0 : lambda === 0;
    segments.set(element, { on: known.on + (conducts ? 1 : 0), of: known.of + 1 });
  });
  const diodes = [...segments].map(([label, { on: count, of }]) => ({
    label,
    value: of === 1 ? (count === 1 ? 'conducts' : 'blocks') : `${count} of ${of} segments conduct`,
  }));
  return [...diodes, ...guards.map(({ name }, g) => ({ label: name, value: on[g] === 1 ? 'on' : 'off' }))];
}

/** Residuals of the laws at a point, by the scales of runs (`certificate/law-scales.ts`). */
export function piecewiseLinearResiduals(
  { system, resting }: OperatingPointSystem,
  { unknowns: zeta }: RestingPoint,
  tolerance: number,
): SummaryRow[] {
  const values = system.forms.map((form) => ({ v: dot(form.v, zeta), i: dot(form.i, zeta) }));
  const largest = {
    v: values.reduce((most, { v }) => Math.max(most, Math.abs(v)), floors.v / largestShare),
    i: values.reduce((most, { i }) => Math.max(most, Math.abs(i)), resistiveCurrent(system, values)),
  };
  const least = { v: largestShare * largest.v, i: largestShare * largest.i };
  const free = complementarity(system, zeta, least);
  const kirchhoff = worstNode(system, values, largest.v, least.i);
  const laws = worstLaw({ system, resting }, values, largest.i, least);
  return [
    ...(free ? [residualFact('complementarity', free.value, free.name, tolerance)] : []),
    residualFact('Kirchhoff', kirchhoff.value, kirchhoff.name, tolerance),
    residualFact('element laws', laws.value, laws.name, tolerance),
  ];
}

/** Largest of v_a/R and v_b/R of a resistance, amperes: its current is their difference. */
function resistiveCurrent(
  { branches }: OperatingPointSystem['system'],
  values: readonly Quantities[],
): number {
  const nodes = nodeVoltages(branches, values);
  const terms = branches.map((branch) =>
    branch.kind === 'resistance'
      ? (Math.abs(nodes.get(branch.a) ?? 0) + Math.abs(nodes.get(branch.b) ?? 0)) /
        Math.abs(branch.resistance)
      : 0,
  );
  return terms.reduce((most, term) => Math.max(most, term), floors.i / largestShare);
}

/** Voltages of the nodes, from branch to branch; a node that nothing ties to ground is not among them. */
function nodeVoltages(
  branches: OperatingPointSystem['system']['branches'],
  values: readonly Quantities[],
): Map<string, number> {
  const ends = new Map<string, { readonly to: string; readonly rise: number }[]>();
  branches.forEach(({ a, b }, index) => {
    const v = values[index]?.v ?? 0;
    for (const [from, to, rise] of [[a, b, -v] as const, [b, a, v] as const]) {
      const known = ends.get(from);
      if (known) known.push({ to, rise });
      else ends.set(from, [{ to, rise }]);
    }
  });
  const nodes = new Map([[ground, 0]]);
  for (const [node, voltage] of nodes) {
    // What is added while a map is walked is walked too.
    for (const { to, rise } of ends.get(node) ?? []) if (!nodes.has(to)) nodes.set(to, voltage + rise);
  }
  return nodes;
}

interface Quantities {
  readonly v: number;
  readonly i: number;
}

/** The worst sum of currents at a node, relative to them and to what the rounding of voltages drives through resistances there. */
function worstNode(
  { branches }: OperatingPointSystem['system'],
  values: readonly Quantities[],
  largestVoltage: number,
  leastCurrent: number,
): Worst {
  const nodes = new Map<string, { sum: number; largest: number; conductance: number }>();
  branches.forEach((branch, index) => {
    const current = values[index]?.i ?? 0;
    const conductance =
      'resistance' in branch && branch.resistance !== 0 ? 1 / Math.abs(branch.resistance) : 0;
    for (const [node, i] of [[branch.a, current] as const, [branch.b, -current] as const]) {
      const known = nodes.get(node) ?? { sum: 0, largest: 0, conductance: 0 };
      known.sum += i;
      known.largest = Math.max(known.largest, Math.abs(i));
      known.conductance += conductance;
      nodes.set(node, known);
    }
  });
  let worst: Worst = { value: 0, name: '' };
  for (const [node, { sum, largest, conductance }] of nodes) {
    const scale = Math.max(largest, leastCurrent, termShare * largestVoltage * conductance);
    const value = Math.abs(sum) / scale;
    if (node !== ground && !(value <= worst.value)) worst = { value, name: `node ${node}` };
  }
  return worst;
}

/** The worst law of a resistance or a source. */
function worstLaw(
  { system: { branches }, resting }: Pick<OperatingPointSystem, 'system' | 'resting'>,
  values: readonly Quantities[],
  largestCurrent: number,
  least: Quantities,
): Worst {
  let worst: Worst = { value: 0, name: '' };
  branches.forEach((branch, index) => {
    const { v, i } = values[index] ?? { v: 0, i: 0 };
    const storage = resting.get(index);
    let sides: readonly [number, number, number];
    // Nodes that capacitors alone tie have the voltage of equal leaks, not that of the tree: no current is the law.
    if (storage !== undefined) sides = storage === 'capacitance' ? [i, 0, least.i] : [v, 0, least.v];
    else if (branch.kind === 'resistance') {
      const { resistance } = branch;
      sides = [v, resistance * i, Math.max(least.v, largestShare * Math.abs(resistance) * largestCurrent)];
    } else if (branch.kind === 'voltage') sides = [v, branch.signal.value(0), least.v];
    else if (branch.kind === 'current' && !branch.delayed) sides = [i, branch.signal.value(0), least.i];
    else return;
    const value = Math.abs(sides[0] - sides[1]) / Math.max(...sides.map(Math.abs));
    if (!(value <= worst.value)) worst = { value, name: branch.element };
  });
  return worst;
}

interface Worst {
  readonly value: number;
  readonly name: string;
}

/** The worst |min(y, lambda)| of rows whose sign decides, both relative to the largest of their unit, at least to `least`. */
function complementarity(
  { m, p, D, E, rows }: OperatingPointSystem['system'],
  zeta: Float64Array,
  least: Quantities,
): Worst | undefined {
  const y = new Float64Array(m);
  const terms = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m + p; j++) {
      const term = ((j < m ? D[i * m + j] : E[i * p + j - m]) ?? 0) * (zeta[j] ?? 0);
      y[i] = (y[i] ?? 0) + term;
      terms[i] = (terms[i] ?? 0) + Math.abs(term);
    }
  }
  const largest: Record<'v' | 'i', number> = { ...least };
  const unitsOf = (i: number): readonly ['v' | 'i', 'v' | 'i'] =>
    rows[i]?.multiplier === 'current' ? ['v', 'i'] : ['i', 'v'];
  for (let i = 0; i < m; i++) {
    const [ofY, ofLambda] = unitsOf(i);
    largest[ofY] = Math.max(largest[ofY], Math.abs(y[i] ?? 0), termShare * (terms[i] ?? 0));
    largest[ofLambda] = Math.max(largest[ofLambda], Math.abs(zeta[i] ?? 0));
  }
  let worst: Worst | undefined;
  rows.forEach(({ law, name }, i) => {
    if (law !== 'unilateral') return;
    const [ofY, ofLambda] = unitsOf(i);
    const value = Math.abs(Math.min((y[i] ?? NaN) / largest[ofY], (zeta[i] ?? NaN) / largest[ofLambda]));
    if (!worst || !(value <= worst.value)) worst = { value, name };
  });
  return worst;
}
