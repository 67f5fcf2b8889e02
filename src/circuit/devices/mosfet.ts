/**
 * M of level 1 by the Sah model (`channel.ts`): I = K/2 (f(VGS - VT) - f(VGD - VT)), K = KP W / (L - 2 LD), with RD, RS, the
 * overlap capacitances CGSO, CGDO (times W), CGBO (times L), and body diodes from the bulk with the charges of CBD, CBS, or
 * CJ AD + CJSW PD, by PB, MJ and FC (`junction-charge.ts`).
 *
 * With TOX the gate has W L COX, as Meyer shares it: all of it to the bulk where the channel is off, 2/3 to the source where
 * it is saturated, halves to both sides where it is open. Taken is the mean of the three over a
 * transition, constant: charge is conserved, and no state or row is added beside those of the nodes.
 *
 * KP comes from UO and TOX where it is absent. The channel's length modulation (LAMBDA) and the body effect (GAMMA) are left
 * out and noted. Sources: [Sah 1964], [Meyer 1971].
 */
import { Diagnostics } from '../../base/diagnostic.js';
import { formatEngineering } from '../../base/units.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import { noteOnce } from '../diagnose.js';
import type { Device, EmissionContext } from '../device.js';
import type { Branch } from '../primitives.js';
import { channelLength, channelWidth } from '../laws/mosfet/mos1-parameters.js';
import { channelBranch } from './semiconductors/channel.js';
import { channelLevels, fittedLevel } from './semiconductors/channel-levels.js';
import { channelBends } from './semiconductors/channel-bends.js';
import {
  addCapacitance,
  behindResistance,
  blockingJunctions,
  type BlockingPart,
  partOf,
} from './semiconductors/junction.js';
import { noSegments } from './parts/model-level.js';
import { ofChannelAndBulk } from './parts/initial-voltage-parameters.js';
import { modelValues, temperatureParameters } from './parts/element-parts.js';
import { bsim3Levels, bsim3Model } from './semiconductors/bsim3-model.js';
import { bsim4Levels, bsim4Model } from './semiconductors/bsim4-model.js';
import { bsimElementParameters, bsimLeftOut } from './semiconductors/bsim-element.js';
import { channelModel } from './semiconductors/mosfet-model.js';
import { innerGateAndBulk } from './semiconductors/pspice-mosfet.js';
import { bsim3Noise } from '../noise/bsim3-noise.js';
import { bsim4Noise } from '../noise/bsim4-noise.js';
import { mosfetNoise } from '../noise/channel-noise.js';
import { smoothBsim3 } from './smooth/smooth-bsim3.js';
import { smoothBsim4 } from './smooth/smooth-bsim4.js';
import { smoothMosfet } from './smooth/smooth-mosfet.js';
import { smoothVdmos } from './smooth/smooth-vdmos.js';
import { takesHeat } from './semiconductors/transistor-heat.js';
import { vdmosBranches, vdmosFactor, vdmosModel } from './semiconductors/vdmos.js';

const oxidePermittivity = 3.9 * 8.8541878128e-12;

/** Levels that have a smooth law. */
const smoothLevels: readonly number[] = [...channelLevels.keys(), ...bsim3Levels, ...bsim4Levels];

/** What the model leaves out, with the value at which nothing is lost. */
const leftOut: readonly (readonly [name: string, what: string])[] = Object.freeze([
  ['lambda', 'channel length modulation (LAMBDA)'],
  ['gamma', 'body effect (GAMMA)'],
  ['tt', 'transit time of the body diodes (TT)'],
]);

export const mosfet: Device = {
  syntax: {
    letter: 'M',
    name: 'MOS transistor',
    doc: 'MOS transistor of level 1, 2, 3, 6, 9 (as 3), 8 and 49 (BSIM3v3), or 14 and 54 (BSIM4); the bulk is the source where it is left out. Levels above 1 run by sparse steps alone. A VDMOS may have the nodes tj and tc of ngspice and the word thermal instead: they carry no heat.',
    terminals: ['drain', 'gate', 'source'],
    optionalTerminals: ['bulk', 'case'],
    value: { kind: 'model' },
    modelTypes: ['nmos', 'pmos', 'nmos-bsim3', 'pmos-bsim3', 'nmos-bsim4', 'pmos-bsim4', 'vdmos'],
    parameters: [
      { name: 'w', unit: 'm', default: 1e-4, range: 'positive', doc: 'channel width; BSIM3 and BSIM4: 5 um' },
      {
        name: 'l',
        unit: 'm',
        default: 1e-4,
        range: 'positive',
        doc: 'channel length; BSIM3 and BSIM4: 5 um',
      },
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of transistors in parallel' },
      { name: 'ad', unit: 'm^2', default: 0, range: 'non-negative', doc: 'area of the drain, for CJ' },
      { name: 'as', unit: 'm^2', default: 0, range: 'non-negative', doc: 'area of the source, for CJ' },
      { name: 'pd', unit: 'm', default: 0, range: 'non-negative', doc: 'perimeter of the drain, for CJSW' },
      { name: 'ps', unit: 'm', default: 0, range: 'non-negative', doc: 'perimeter of the source, for CJSW' },
      {
        name: 'nrd',
        unit: '',
        default: 1,
        range: 'non-negative',
        doc: 'squares of the drain, for RSH; level 6: 0',
      },
      {
        name: 'nrs',
        unit: '',
        default: 1,
        range: 'non-negative',
        doc: 'squares of the source, for RSH; level 6: 0',
      },
      ...bsimElementParameters,
      ...temperatureParameters,
      ...ofChannelAndBulk.parameters,
    ],
    flags: ['thermal'],
    initialVoltages: ofChannelAndBulk.initialVoltages,
    ignored: ['off', 'geo', 'wnflag', 'nqsmod'],
  },
  models: [
    ...(['nmos', 'pmos'] as const).map(channelModel),
    ...(['nmos', 'pmos'] as const).map(bsim3Model),
    ...(['nmos', 'pmos'] as const).map(bsim4Model),
    vdmosModel,
  ],
  carries(element, terminal, { supply }) {
    return isChannelEnd(terminal) ? channelFactor(element) * supply ** 2 : 0;
  },
  branches(element, context) {
    const { name, model } = element;
    const [drain = '', outerGate = '', source = '', outerBulk = source] = element.nodes;
    if (!takesHeat(element, context)) return [];
    if (model?.type === 'vdmos') return vdmosBranches(element, context);
    const given = modelValues(element);
    // What is wrong with a law is told before that it has no fit.
    if (given('level', fittedLevel) !== fittedLevel && this.smooth && context.options.mos !== 'seed') {
      const found = new Diagnostics();
      this.smooth(element, { ...withoutMemo(context), diagnostics: found });
      const wrong = found.items.filter(({ severity }) => severity === 'error');
      for (const item of wrong) context.diagnostics.add(item);
      if (wrong.length > 0) return [];
    }
    const length = lengthOf(element, context, [fittedLevel]);
    if (length === undefined) return [];
    const count = element.parameters.get('m') ?? 1;
    noteLeftOut(element, context);
    noteOfBsim(element, context);
    const polarity = model?.type === 'pmos' ? -1 : 1;
    const branches: Branch[] = [];
    const innerDrain = behindResistance(branches, name, 'rd', drain, given('rd', 0) / count);
    const innerSource = behindResistance(branches, name, 'rs', source, given('rs', 0) / count);
    const outer = { drain: innerDrain, gate: outerGate, source: innerSource, bulk: outerBulk };
    const { gate, bulk } = innerGateAndBulk(branches, element, outer, context);
    const k = channelFactor(element);
    const fit = channelBends(element, { k, drain, source }, context);
    const channel = channelBranch({
      element: name,
      drain: innerDrain,
      gate,
      source: innerSource,
      polarity,
      threshold: polarity * given('vto', 0),
      k,
      ...fit,
    });
    const gates = gateCapacitances(element, length);
    addCapacitance(branches, partOf(name, 'cgs', gate, source), gates.source);
    addCapacitance(branches, partOf(name, 'cgd', gate, drain), gates.drain);
    addCapacitance(branches, partOf(name, 'cgb', gate, bulk), gates.bulk);
    if (gates.oxide > 0) noteGate(element, gates.oxide, context);
    const junctions = {
      ...{ shared: bulk, polarity, size: count, potential: given('pb', 0.8) },
      parts: [bulkJunction(element, 'bd', drain), bulkJunction(element, 'bs', source)],
    };
    return [channel, ...branches, ...blockingJunctions(element, junctions, context)];
  },
  isUnfitted: (element) => modelValues(element)('level', fittedLevel) > fittedLevel,
  noise(operating) {
    if (isOf(bsim3Levels, operating.element)) return bsim3Noise(operating);
    return isOf(bsim4Levels, operating.element) ? bsim4Noise(operating) : mosfetNoise(operating);
  },
  smooth(element, context) {
    if (!takesHeat(element, context)) return [];
    noteOfBsim(element, context);
    if (element.model?.type === 'vdmos') return smoothVdmos(element, context);
    if (context.options.mos !== 'seed') {
      if (isOf(bsim3Levels, element)) return smoothBsim3(element, context);
      if (isOf(bsim4Levels, element)) return smoothBsim4(element, context);
    }
    // The six segments are asked for by name.
    if (context.options.mos === 'seed') return this.branches(element, context);
    return lengthOf(element, context, [...channelLevels.keys()]) === undefined
      ? []
      : smoothMosfet(element, context);
  },
};

/** Returns the length of the channel in metres; undefined after reporting that there is none, no width, or a level that is not among `levels`. */
function lengthOf(
  element: FlatElement,
  context: EmissionContext,
  levels: readonly number[],
): number | undefined {
  const { name, model, span } = element;
  const level = modelValues(element)('level', fittedLevel);
  if (!levels.includes(level)) {
    const isSmooth = smoothLevels.includes(level);
    const what = isSmooth ? 'has no segments, which exact events and fixed steps need' : 'is not supported';
    const code = isSmooth ? noSegments : 'model-level';
    context.diagnostics.error(code, `${name}: MOS level ${level} ${what}`, model?.span ?? span, {
      hint: isSmooth
        ? 'take method=stepping'
        : `use level ${smoothLevels.join(', ')}; others are not modelled`,
    });
    return undefined;
  }
  const width = widthOf(element);
  if (!(width > 0)) {
    context.diagnostics.error('mos-width', `${name}: its width less 2 WD is ${width} m`, span, {
      hint: 'make W larger than 2 WD',
    });
    return undefined;
  }
  const length = channelLength(model?.parameters ?? new Map(), element.parameters);
  if (length > 0) return length;
  context.diagnostics.error('mos-length', `${name}: its length less 2 LD is ${length} m`, span, {
    hint: 'make L larger than 2 LD',
  });
  return undefined;
}

/**
 * Parts of W L COX that Meyer gives gate-source, gate-drain and gate-bulk: off, saturated, and open at 0 V; weighted as a stage
 * passes them whose threshold is a quarter of its supply.
 */
const meyerRegions = Object.freeze([
  { weight: 1 / 4, source: 0, drain: 0, bulk: 1 },
  { weight: 1 / 2, source: 2 / 3, drain: 0, bulk: 0 },
  { weight: 1 / 4, source: 1 / 2, drain: 1 / 2, bulk: 0 },
]);
/** Their sum over the three capacitances. */
const meanPart = 5 / 6;

interface GateCapacitances {
  /** Farads, overlaps included; `oxide` is W L COX of all transistors in parallel. */
  readonly source: number;
  readonly drain: number;
  readonly bulk: number;
  readonly oxide: number;
}

function gateCapacitances(element: FlatElement, length: number): GateCapacitances {
  const given = modelValues(element);
  const width = widthOf(element);
  const count = element.parameters.get('m') ?? 1;
  const tox = given('tox', NaN);
  const oxide = Number.isNaN(tox) ? 0 : (count * width * length * oxidePermittivity) / tox;
  const mean = (end: 'source' | 'drain' | 'bulk'): number =>
    oxide * meyerRegions.reduce((sum, region) => sum + region.weight * region[end], 0);
  return {
    source: mean('source') + count * given('cgso', 0) * width,
    drain: mean('drain') + count * given('cgdo', 0) * width,
    bulk: mean('bulk') + count * given('cgbo', 0) * length,
    oxide,
  };
}

function noteGate({ model, span }: FlatElement, oxide: number, { diagnostics }: EmissionContext): void {
  noteOnce(
    diagnostics,
    'mos-gate',
    `MOS model ${model?.name ?? ''}: gate capacitances are the means of Meyer's over his three regions, in all ${formatEngineering(meanPart * oxide, 'F')} where his are between ${formatEngineering((2 / 3) * oxide, 'F')} and ${formatEngineering(oxide, 'F')} by voltage`,
    model?.span ?? span,
  );
}

/** CBD or CBS, else CJ times the area and CJSW times the perimeter, graded by the mean of MJ and MJSW. */
function bulkJunction(element: FlatElement, part: 'bd' | 'bs', node: string): BlockingPart {
  const given = modelValues(element);
  const end = part === 'bd' ? 'd' : 's';
  const own = given(`c${part}`, 0);
  if (own > 0) return { part, node, capacitance: own, grading: given('mj', 0.5) };
  const bottom = given('cj', 0) * (element.parameters.get(`a${end}`) ?? 0);
  const side = given('cjsw', 0) * (element.parameters.get(`p${end}`) ?? 0);
  const capacitance = bottom + side;
  const grading = capacitance > 0 ? (bottom * given('mj', 0.5) + side * given('mjsw', 0.5)) / capacitance : 0;
  return { part, node, capacitance, grading };
}

/** Of what is alike a memo knows no error. */
function withoutMemo({ memo: _, ...context }: EmissionContext): EmissionContext {
  return context;
}

function isOf(levels: readonly number[], { model }: FlatElement): boolean {
  return levels.includes(model?.parameters.get('level') ?? fittedLevel);
}

/** Drain and source carry a current for long, gate and bulk none. */
function isChannelEnd(terminal: number): boolean {
  return terminal === 0 || terminal === 2;
}

/** K / 2 in A/V^2. */
function channelFactor(element: FlatElement): number {
  if (element.model?.type === 'vdmos') return vdmosFactor(element);
  const given = modelValues(element);
  const { parameters } = element;
  const length = channelLength(element.model?.parameters ?? new Map(), parameters);
  return ((parameters.get('m') ?? 1) * transconductance(given) * widthOf(element)) / length / 2;
}

function widthOf({ model, parameters }: FlatElement): number {
  return channelWidth(model?.parameters ?? new Map(), parameters);
}

/** KP, or UO COX from the oxide. */
function transconductance(given: (parameter: string, otherwise: number) => number): number {
  const kp = given('kp', NaN);
  if (!Number.isNaN(kp)) return kp;
  const oxide = given('tox', NaN);
  return Number.isNaN(oxide) ? 2e-5 : (given('uo', 600) * 1e-4 * oxidePermittivity) / oxide;
}

/** What laws leave out of the parameters of an element that BSIM3 or BSIM4 alone takes. */
function noteOfBsim(element: FlatElement, { diagnostics }: EmissionContext): void {
  const message = bsimLeftOut(element);
  if (message !== undefined) noteOnce(diagnostics, 'mos-left-out', message, element.span);
}

function noteLeftOut({ model, span }: FlatElement, context: EmissionContext): void {
  for (const [parameter, what] of leftOut) {
    if ((model?.parameters.get(parameter) ?? 0) === 0) continue;
    noteOnce(
      context.diagnostics,
      'mos-left-out',
      `MOS model ${model?.name ?? ''}: the ${what} is left out`,
      model?.span ?? span,
    );
  }
}
