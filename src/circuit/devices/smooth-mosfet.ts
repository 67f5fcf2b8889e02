/**
 * M of level 1 as SPICE's smooth laws: the channel (`laws/mos1-law.ts`) behind RD and RS (or RSH times NRD, NRS), with TOX the
 * capacitances of the gate (`laws/meyer-law.ts`), overlaps as capacitances, and the junctions of the bulk: IS, or JS times their areas.
 */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { EmissionContext } from '../device.js';
import { diodeLaw, junctionParameters, staticDiodeLaw } from '../laws/diode-law.js';
import { readerOf } from '../laws/law-parameters.js';
import { meyerLaw, meyerParameters } from '../laws/meyer-law.js';
import { mos1ChannelParameters, mos1Law } from '../laws/mos1-law.js';
import { channelLength, mos1Values } from '../laws/mos1-parameters.js';
import {
  capacitanceGrowth,
  energyGap,
  potentialAt,
  type Temperatures,
  thermalVoltage,
} from '../laws/semiconductor.js';
import type { Branch, LawBranch, SmoothBranch } from '../primitives.js';
import { temperaturesOf } from './element-parts.js';
import { addCapacitance, behindResistance, partOf } from './junction.js';
import { smoothModel, twoNodeLaw } from './smooth-parts.js';

const charges = Object.freeze({ linear: ['fc'], gradings: ['mj', 'mjsw'], transits: [] });

export function smoothMosfet(element: FlatElement, context: EmissionContext): SmoothBranch[] {
  const { name } = element;
  const [drain = '', gate = '', source = '', bulk = source] = element.nodes;
  const at = temperaturesOf(element, context);
  const model = smoothModel(element, context, charges);
  if (model === undefined) return [];
  const given = readerOf(model);
  const own = readerOf(element.parameters);
  const count = own('m', 1);
  const resistance = (end: 'd' | 's'): number =>
    given(`r${end}`, given('rsh', 0) * own(`nr${end}`, 1)) / count;
  const branches: SmoothBranch[] = [];
  const d = behindResistance(branches, name, 'rd', drain, resistance('d'));
  const s = behindResistance(branches, name, 'rs', source, resistance('s'));
  const type = element.model?.type === 'pmos' ? 'pmos' : 'nmos';
  const values = mos1Values(type, model, element.parameters, at);
  const reads = [d, gate, s, bulk];
  branches.push({
    ...{ kind: 'law', name, element: name, a: d, b: s, reads, rows: [d, s], law: mos1Law },
    ...((d !== drain || s !== source) && { across: { a: drain, b: source } }),
    parameters: mos1ChannelParameters(values),
  });
  if (values.oxide > 0) {
    branches.push({
      ...{ kind: 'law', ...partOf(name, 'gate', d, s), reads, rows: reads, law: meyerLaw },
      parameters: meyerParameters(values),
    });
  }
  const overlaps: Branch[] = [];
  const width = own('w', 1e-4);
  addCapacitance(overlaps, partOf(name, 'cgs', gate, s), count * given('cgso', 0) * width);
  addCapacitance(overlaps, partOf(name, 'cgd', gate, d), count * given('cgdo', 0) * width);
  const length = channelLength(model, element.parameters);
  addCapacitance(overlaps, partOf(name, 'cgb', gate, bulk), count * given('cgbo', 0) * length);
  branches.push(...overlaps);
  for (const [part, node] of [
    ['bd', d],
    ['bs', s],
  ] as const) {
    if (node !== bulk) branches.push(bulkJunction(element, { part, node, bulk, model, at }));
  }
  return branches;
}

interface BulkJunction {
  readonly part: 'bd' | 'bs';
  readonly node: string;
  readonly bulk: string;
  readonly model: ReadonlyMap<string, number>;
  readonly at: Temperatures;
}

function bulkJunction(element: FlatElement, { part, node, bulk, model, at }: BulkJunction): LawBranch {
  const given = readerOf(model);
  const own = readerOf(element.parameters);
  const count = own('m', 1);
  const end = part === 'bd' ? 'd' : 's';
  const area = own(`a${end}`, 0);
  const areal = given('js', 0) > 0 && own('ad', 0) > 0 && own('as', 0) > 0;
  // Level 1 has the gap of silicon instead of EG and XTI.
  const growth = Math.exp(
    energyGap(at.nominal) / thermalVoltage(at.nominal) - energyGap(at.celsius) / thermalVoltage(at.celsius),
  );
  const potential = given('pb', 0.8);
  const linearFrom = given('fc', 0.5);
  const layer = (
    farads: number,
    grading: number,
  ): Parameters<typeof junctionParameters>[0]['bottom'] & object => ({
    capacitance: count * farads * capacitanceGrowth(potential, grading, at),
    potential: potentialAt(potential, at),
    grading,
    linearFrom,
  });
  const bottom = layer(given(`c${part}`, given('cj', 0) * area), given('mj', 0.5));
  const side = layer(given('cjsw', 0) * own(`p${end}`, 0), given('mjsw', 0.5));
  const parameters = junctionParameters({
    saturation: count * growth * (areal ? given('js', 0) * area : given('is', 1e-14)),
    slopeVoltage: given('n', 1) * thermalVoltage(at.celsius),
    bottom,
    side,
  });
  const law = bottom.capacitance > 0 || side.capacitance > 0 ? diodeLaw : staticDiodeLaw;
  const ends = element.model?.type === 'pmos' ? ([node, bulk] as const) : ([bulk, node] as const);
  return twoNodeLaw(element.name, part, ends, { law, parameters });
}
