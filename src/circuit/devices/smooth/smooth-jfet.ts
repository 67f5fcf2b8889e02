/** J as SPICE's smooth laws: the channel (`laws/jfet-law.ts`) behind RD and RS, and the two junctions of the gate. */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import { diodeLaw, junctionParameters, staticDiodeLaw } from '../../laws/diode-law.js';
import { jfetLaw, jfetParameters } from '../../laws/jfet-law.js';
import { readerOf } from '../../laws/law-parameters.js';
import {
  capacitanceGrowth,
  potentialAt,
  saturationGrowth,
  thermalVoltage,
} from '../../laws/semiconductor.js';
import type { SmoothBranch } from '../../primitives.js';
import { temperaturesOf } from '../parts/element-parts.js';
import { behindResistance } from '../semiconductors/junction.js';
import { junction, smoothModel } from './smooth-parts.js';

const charges = Object.freeze({ linear: ['fc'], gradings: ['m'], transits: [] });

export function smoothJfet(element: FlatElement, context: EmissionContext): SmoothBranch[] {
  const { name } = element;
  const [drain = '', gate = '', source = ''] = element.nodes;
  const at = temperaturesOf(element, context);
  const model = smoothModel(element, context, charges);
  if (model === undefined) return [];
  const given = readerOf(model);
  const size = (element.parameters.get('area') ?? 1) * (element.parameters.get('m') ?? 1);
  const branches: SmoothBranch[] = [];
  const d = behindResistance(branches, name, 'rd', drain, given('rd', 0) / size);
  const s = behindResistance(branches, name, 'rs', source, given('rs', 0) / size);
  const type = element.model?.type === 'pjf' ? 'pjf' : 'njf';
  branches.push({
    ...{ kind: 'law', name, element: name, a: d, b: s, reads: [d, gate, s], rows: [d, s], law: jfetLaw },
    ...((d !== drain || s !== source) && { across: { a: drain, b: source } }),
    parameters: jfetParameters(type, model, element.parameters, at),
  });
  const potential = given('pb', 1);
  const grading = given('m', 0.5);
  const emission = given('n', 1);
  for (const [part, node] of [
    ['gs', s],
    ['gd', d],
  ] as const) {
    if (node === gate) continue;
    const capacitance = size * given(`c${part}`, 0) * capacitanceGrowth(potential, grading, at);
    const growth = saturationGrowth(at, given('eg', 1.11), given('xti', 0), emission);
    const parameters = junctionParameters({
      saturation: size * given('is', 1e-14) * growth,
      slopeVoltage: emission * thermalVoltage(at.celsius),
      bottom: { capacitance, potential: potentialAt(potential, at), grading, linearFrom: given('fc', 0.5) },
    });
    const law = capacitance > 0 ? diodeLaw : staticDiodeLaw;
    const ends = type === 'njf' ? ([gate, node] as const) : ([node, gate] as const);
    branches.push(junction(name, part, ends, { law, parameters }));
  }
  return branches;
}
