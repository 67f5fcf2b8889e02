/**
 * What devices tell of themselves at a point, as ngspice names it (`netlist/device-quantities.ts`): currents into terminals, and of smooth
 * laws voltages behind the resistances of their terminals and slopes of their static currents. With the law's currents i over its nodes:
 *
 *     channel, drain and source as they conduct     gm = |d id / d vg|,  gmbs = |d id / d vb|,  gds = min(d id / d vd, -d id / d vs)
 *     bipolar                                       gmu = d (ic + ie) / d vc,  gpi = d (ic + ie) / d ve,  go = d ic / d vc - gmu,
 *                                                   gm = d ic / d vb + gmu
 *     diode                                         gd = d i / d v
 *
 * Voltages of p-channel and pnp transistors are turned over, as there. Undefined where an element has no smooth law.
 */
import {
  type EmitAlone,
  type PointForm,
  slopeProbe,
  sparseProbe,
  terminalProbe,
  toldProbe,
} from '../../circuit/sparse/sparse-probe.js';
import type { SparseNumbering } from '../../circuit/sparse/sparse-numbering.js';
import { terminalOf } from '../../netlist/device-quantities.js';
import type { FlatCircuit, FlatElement } from '../../netlist/flat-circuit.js';
import { type CombinedValue, single } from '../preparation/output-value.js';

interface DeviceCircuit {
  readonly flat: Pick<FlatCircuit, 'elements'>;
  readonly numbering: SparseNumbering;
  readonly emitAlone: EmitAlone;
}

/** Slopes by [row, read] of a law, and what follows from them. */
interface Slope {
  readonly of: readonly (readonly [row: number, read: number])[];
  readonly combine: (values: Float64Array) => number;
}

const at = (values: Float64Array, k: number): number => values[k] ?? NaN;
const ofChannel = (read: number): Slope => ({ of: [[0, read]], combine: (d) => Math.abs(at(d, 0)) });
const channelSlopes: Readonly<Record<string, Slope>> = {
  gm: ofChannel(1),
  gmbs: ofChannel(3),
  gds: {
    of: [
      [0, 0],
      [0, 2],
    ],
    combine: (d) => Math.min(at(d, 0), -at(d, 1)),
  },
};
const [cc, ec, cb, ce, ee] = [
  [0, 0],
  [2, 0],
  [0, 1],
  [0, 2],
  [2, 2],
] as const;
const bipolarSlopes: Readonly<Record<string, Slope>> = {
  gmu: { of: [cc, ec], combine: (d) => at(d, 0) + at(d, 1) },
  gpi: { of: [ce, ee], combine: (d) => at(d, 0) + at(d, 1) },
  go: { of: [ec], combine: (d) => -at(d, 0) },
  gm: { of: [cb, cc, ec], combine: (d) => at(d, 0) + at(d, 1) + at(d, 2) },
};

interface Quantities {
  readonly slopes: Readonly<Record<string, Slope>>;
  /** Places among the reads of a law: from one to the other. */
  readonly voltages: Readonly<Record<string, readonly [number, number]>>;
}

const channel: Quantities = {
  slopes: channelSlopes,
  voltages: { vgs: [1, 2], vds: [0, 2], vbs: [3, 2], vgd: [1, 0] },
};

/** By the letters of elements. */
const quantities: ReadonlyMap<string, Quantities> = new Map([
  ['M', channel],
  ['J', channel],
  ['Z', channel],
  ['Q', { slopes: bipolarSlopes, voltages: { vbe: [1, 2], vbc: [1, 0] } }],
  ['D', { slopes: { gd: { of: [[0, 0]], combine: (d) => at(d, 0) } }, voltages: { vd: [0, 1] } }],
]);

/** Returns what a quantity such as "@gm" of an element is. */
export function deviceForms({
  flat,
  numbering,
  emitAlone,
}: DeviceCircuit): (quantity: string, element: string) => CombinedValue<PointForm> | undefined {
  let byName: ReadonlyMap<string, FlatElement> | undefined;
  return (quantity, name) => {
    const terminal = terminalOf(quantity);
    if (terminal !== undefined) {
      const form = terminalProbe(numbering, terminal, name, emitAlone);
      return form && single(form);
    }
    byName ??= new Map(flat.elements.map((element) => [element.name, element]));
    const element = byName.get(name);
    const index = numbering.branchNamed.get(name) ?? -1;
    const law = numbering.branches[index];
    // Of VBIC the law reads other nodes.
    if (!element || law?.kind !== 'law' || element.model?.type.endsWith('-vbic') === true) return undefined;
    const { slopes, voltages } = quantities.get(element.letter) ?? { slopes: {}, voltages: {} };
    const asked = quantity.slice(1);
    const ends = voltages[asked];
    if (ends) {
      const [a, b] = ends.map((read) => law.reads[read]);
      const form = a === undefined || b === undefined ? undefined : sparseProbe(numbering, 'v', [a, b]);
      const sign = isTurned(element) ? -1 : 1;
      return form && { forms: [form], smooth: true, combine: (_, values) => sign * at(values, 0) };
    }
    const told = toldProbe(numbering, index, asked);
    if (told) {
      const sign = isTurned(element) ? -1 : 1;
      return { forms: [told], smooth: true, combine: (_, values) => sign * at(values, 0) };
    }
    const slope = slopes[asked];
    if (!slope?.of.every(([, read]) => read < law.reads.length)) return undefined;
    const forms = slope.of.map(([row, read]) => slopeProbe(numbering, index, row, read));
    return { forms, smooth: true, combine: (_, values) => slope.combine(values) };
  };
}

function isTurned({ model }: FlatElement): boolean {
  return model?.type.startsWith('p') === true || model?.parameters.get('pchan') === 1;
}
