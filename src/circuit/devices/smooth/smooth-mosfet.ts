/**
 * M as SPICE's smooth laws: the channel of its level (`channel-levels.ts`) behind RD and RS (or RSH times NRD, NRS), with TOX the
 * capacitances of the gate by Meyer (`laws/meyer-gate.ts`), overlaps as capacitances, and the junctions of the bulk: IS, or JS times
 * their areas.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { EmissionContext } from '../../device.js';
import { noteOnce } from '../../diagnose.js';
import { diodeLaw, junctionParameters, staticDiodeLaw } from '../../laws/diode-law.js';
import { type GivenValues, readerOf } from '../../laws/law-parameters.js';
import { channelLength, channelWidth, oxide } from '../../laws/mosfet/mos1-parameters.js';
import {
  capacitanceGrowth,
  energyGap,
  potentialAt,
  type Temperatures,
  thermalVoltage,
} from '../../laws/semiconductor.js';
import type { LocalLaw } from '../../../kernel/modeling/laws/local-law.js';
import type { Branch, LawBranch, SmoothBranch } from '../../primitives.js';
import { channelLevels, fittedLevel } from '../semiconductors/channel-levels.js';
import { passedOver } from '../semiconductors/level-parameters.js';
import { temperaturesOf } from '../parts/element-parts.js';
import { addCapacitance, behindResistance, partOf } from '../semiconductors/junction.js';
import { innerGateAndBulk, pspiceValue } from '../semiconductors/pspice-mosfet.js';
import { bulkJunctions, noteLeftOut, sharedInstance, smoothModel } from './smooth-parts.js';

const charges = Object.freeze({ linear: ['fc'], gradings: ['mj', 'mjsw'], transits: [] });

export function smoothMosfet(element: FlatElement, context: EmissionContext): SmoothBranch[] {
  const { name } = element;
  const [drain = '', outerGate = '', source = '', outerBulk = source] = element.nodes;
  const instance = sharedInstance(element, context, () => instanceOf(element, context));
  if (instance === undefined) return [];
  const series: Branch[] = [];
  const d = behindResistance(series, name, 'rd', drain, instance.drain);
  const s = behindResistance(series, name, 'rs', source, instance.source);
  const outer = { drain: d, gate: outerGate, source: s, bulk: outerBulk };
  const { gate, bulk } = innerGateAndBulk(series, element, outer, context);
  const branches: SmoothBranch[] = series;
  const reads = [d, gate, s, bulk];
  const { law, parameters } = instance.channel;
  const channel: LawBranch = {
    kind: 'law',
    name,
    element: name,
    a: d,
    b: s,
    reads,
    rows: [d, s],
    law,
    parameters,
  };
  const isBare = d === drain && s === source;
  branches.push(isBare ? channel : { ...channel, across: { a: drain, b: source } });
  if (instance.gate) {
    const part = partOf(name, 'gate', d, s);
    branches.push({ kind: 'law', ...part, reads, rows: reads, ...instance.gate });
  }
  const { cgs, cgd, cgb } = instance;
  if (cgs > 0 || cgd > 0 || cgb > 0) {
    const overlaps: Branch[] = [];
    if (cgs > 0) addCapacitance(overlaps, partOf(name, 'cgs', gate, s), cgs);
    if (cgd > 0) addCapacitance(overlaps, partOf(name, 'cgd', gate, d), cgd);
    if (cgb > 0) addCapacitance(overlaps, partOf(name, 'cgb', gate, bulk), cgb);
    branches.push(...overlaps);
  }
  branches.push(...bulkJunctions(element, bulk, { drain: d, source: s }, instance));
  return branches;
}

/** What all transistors of one model and equal parameters share. */
interface Instance {
  /** Ohms of its ends. */
  readonly drain: number;
  readonly source: number;
  readonly channel: PartLaw;
  readonly gate: PartLaw | undefined;
  /** Farads from the gate to source, drain and bulk. */
  readonly cgs: number;
  readonly cgd: number;
  readonly cgb: number;
  readonly bd: PartLaw;
  readonly bs: PartLaw;
}

/** Works it out; undefined after reporting. */
function instanceOf(element: FlatElement, context: EmissionContext): Instance | undefined {
  const at = temperaturesOf(element, context);
  const model = smoothModel(element, context, charges);
  if (model === undefined) return undefined;
  const given = readerOf(model);
  const own = readerOf(element.parameters);
  const count = own('m', 1);
  const type = element.model?.type === 'pmos' ? 'pmos' : 'nmos';
  const level = channelLevels.get(given('level', fittedLevel))?.(type, model, element.parameters, at);
  if (!level) return undefined;
  const resistance = (end: 'd' | 's'): number =>
    given(`r${end}`, given('rsh', 0) * own(`nr${end}`, level.squares)) / count;
  noteLeftOut(element, context, passedOver(model, given('level', fittedLevel)));
  const transit = pspiceValue(element, context)('tt', 0);
  const junction = { model, at, transit, sideGrading: level.sideGrading };
  const width = channelWidth(model, element.parameters);
  const length = channelLength(model, element.parameters);
  const thickness = given('tox', 0);
  const isNothing = thickness > 0 && (oxide / thickness) * width * length < leastGate;
  if (isNothing) noteNothing(element, context);
  const gate = isNothing ? undefined : level.gate;
  const least = gate ? leastOverlap * level.oxide : 0;
  const [ofSource, ofDrain] = [given('cgso', 0), given('cgdo', 0)].map(
    (perWidth) => count * perWidth * width,
  );
  const [cgs, cgd] = [Math.max(least, ofSource ?? 0), Math.max(least, ofDrain ?? 0)];
  if (cgs !== ofSource || cgd !== ofDrain) noteLeastOverlap(element, context);
  return {
    drain: resistance('d'),
    source: resistance('s'),
    channel: level.channel,
    ...{ gate, cgs, cgd },
    cgb: count * given('cgbo', 0) * length,
    bd: bulkJunction(element.parameters, { part: 'bd', ...junction }),
    bs: bulkJunction(element.parameters, { part: 'bs', ...junction }),
  };
}

/**
 * Farads: a thousandth of a gate of 10 nm by 10 nm, in which volts a nanosecond are the tolerance of currents. Vendors write an oxide of a metre,
 * so that a channel has no charges beside those of their macromodel: rates of its own would be computed of nothing but rounding.
 */
const leastGate = 1e-20;

function noteNothing({ model, span }: FlatElement, { diagnostics }: EmissionContext): void {
  const message = `MOS model ${model?.name ?? ''}: TOX leaves its gate less than ${leastGate} F, which are taken as none`;
  noteOnce(diagnostics, 'no-gate-charge', message, model?.span ?? span);
}

/**
 * Part of W L COX that a gate has to either end at least. Meyer's capacitances vanish where the channel is off: a node between two
 * transistors that has no other would have none, and what it holds would leak away at once, by a jump that is no solution of its equations.
 */
const leastOverlap = 1e-4;

function noteLeastOverlap({ model, span }: FlatElement, { diagnostics }: EmissionContext): void {
  const message = `MOS model ${model?.name ?? ''}: CGSO or CGDO leave nothing between gate and channel where that is off: ${leastOverlap} W L COX are taken, so that no node is without capacitance`;
  noteOnce(diagnostics, 'least-overlap', message, model?.span ?? span);
}

interface BulkJunction {
  readonly part: 'bd' | 'bs';
  readonly model: GivenValues;
  readonly at: Temperatures;
  /** Seconds. */
  readonly transit: number;
  /** MJSW where the model has none. */
  readonly sideGrading: number;
}

interface PartLaw {
  readonly law: LocalLaw;
  readonly parameters: Float64Array;
}

function bulkJunction(
  instance: GivenValues,
  { part, model, at, transit, sideGrading }: BulkJunction,
): PartLaw {
  const given = readerOf(model);
  const own = readerOf(instance);
  const count = own('m', 1);
  const end = part === 'bd' ? 'd' : 's';
  const area = own(`a${end}`, 0);
  const areal = given('js', 0) > 0 && own('ad', 0) > 0 && own('as', 0) > 0;
  // These levels have the gap of silicon instead of EG and XTI.
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
  const side = layer(given('cjsw', 0) * own(`p${end}`, 0), given('mjsw', sideGrading));
  const parameters = junctionParameters({
    saturation: count * growth * (areal ? given('js', 0) * area : given('is', 1e-14)),
    slopeVoltage: given('n', 1) * thermalVoltage(at.celsius),
    ...{ bottom, side, transit },
  });
  const law = bottom.capacitance > 0 || side.capacitance > 0 || transit > 0 ? diodeLaw : staticDiodeLaw;
  return { law, parameters };
}
