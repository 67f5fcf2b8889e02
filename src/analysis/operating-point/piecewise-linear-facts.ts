/**
 * What `.op` tells of a point found by complementarity: states of diodes and switches, Kirchhoff's current law at every node and
 * the laws of resistances and sources from the flat list of branches, and min(y, lambda) of every free row.
 */
import type { OperatingPointSystem } from '../../circuit/operating-point.js';
import { ground } from '../../circuit/compiler/tree.js';
import type { SummaryRow } from '../../waveform/writer.js';
import { dot } from '../certificate/energy-ledger.js';
import { residualFact, type RestingPoint } from './resting-circuit.js';

/** Below these magnitudes of voltages and currents nothing is relative. */
const floors = Object.freeze({ v: 1e-6, i: 1e-12 });

/** A y below this part of the terms of which it is the sum is rounding. */
const termShare = 1e-6;

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

/** Residuals of the laws at a point. */
export function piecewiseLinearResiduals(
  { system }: OperatingPointSystem,
  { unknowns: zeta }: RestingPoint,
  tolerance: number,
): SummaryRow[] {
  const nodes = new Map<string, { sum: number; largest: number }>();
  let laws = { value: 0, name: '' };
  const add = (node: string, current: number): void => {
    const known = nodes.get(node) ?? { sum: 0, largest: 0 };
    nodes.set(node, { sum: known.sum + current, largest: Math.max(known.largest, Math.abs(current)) });
  };
  system.branches.forEach((branch, index) => {
    const form = system.forms[index];
    if (!form) return;
    const [v, i] = [dot(form.v, zeta), dot(form.i, zeta)];
    add(branch.a, i);
    add(branch.b, -i);
    const sides =
      branch.kind === 'resistance'
        ? ([v, branch.resistance * i, floors.v] as const)
        : branch.kind === 'voltage'
          ? ([v, branch.signal.value(0), floors.v] as const)
          : branch.kind === 'current' && !branch.delayed
            ? ([i, branch.signal.value(0), floors.i] as const)
            : undefined;
    if (!sides) return;
    const value = Math.abs(sides[0] - sides[1]) / Math.max(...sides.map(Math.abs));
    if (!(value <= laws.value)) laws = { value, name: branch.element };
  });
  const most = Math.max(floors.i, 1e-3 * Math.max(0, ...[...nodes.values()].map(({ largest }) => largest)));
  let kirchhoff = { value: 0, name: '' };
  for (const [node, { sum, largest }] of nodes) {
    const value = Math.abs(sum) / Math.max(largest, most);
    if (node !== ground && !(value <= kirchhoff.value)) kirchhoff = { value, name: `node ${node}` };
  }
  const free = complementarity(system, zeta);
  return [
    ...(free ? [residualFact('complementarity', free.value, free.name, tolerance)] : []),
    residualFact('Kirchhoff', kirchhoff.value, kirchhoff.name, tolerance),
    residualFact('element laws', laws.value, laws.name, tolerance),
  ];
}

/** The worst |min(y, lambda)| of rows whose sign decides, both relative to the largest of their unit. */
function complementarity(
  { m, p, D, E, rows }: OperatingPointSystem['system'],
  zeta: Float64Array,
): { readonly value: number; readonly name: string } | undefined {
  const y = new Float64Array(m);
  const terms = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m + p; j++) {
      const term = ((j < m ? D[i * m + j] : E[i * p + j - m]) ?? 0) * (zeta[j] ?? 0);
      y[i] = (y[i] ?? 0) + term;
      terms[i] = (terms[i] ?? 0) + Math.abs(term);
    }
  }
  const largest: Record<'v' | 'i', number> = { ...floors };
  const unitsOf = (i: number): readonly ['v' | 'i', 'v' | 'i'] =>
    rows[i]?.multiplier === 'current' ? ['v', 'i'] : ['i', 'v'];
  for (let i = 0; i < m; i++) {
    const [ofY, ofLambda] = unitsOf(i);
    largest[ofY] = Math.max(largest[ofY], Math.abs(y[i] ?? 0), termShare * (terms[i] ?? 0));
    largest[ofLambda] = Math.max(largest[ofLambda], Math.abs(zeta[i] ?? 0));
  }
  let worst: { value: number; name: string } | undefined;
  rows.forEach(({ law, name }, i) => {
    if (law !== 'unilateral') return;
    const [ofY, ofLambda] = unitsOf(i);
    const value = Math.abs(Math.min((y[i] ?? NaN) / largest[ofY], (zeta[i] ?? NaN) / largest[ofLambda]));
    if (!worst || !(value <= worst.value)) worst = { value, name };
  });
  return worst;
}
