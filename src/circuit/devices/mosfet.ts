/**
 * M, level 1, by the Sah model (`channel.ts`): I = K/2 (f(VGS - VT) - f(VGD - VT)), K = KP W / (L - 2 LD), with RD, RS, the
 * overlap capacitances CGSO, CGDO (times W), CGBO (times L), and body diodes from the bulk with the charges of CBD, CBS,
 * PB, MJ and FC (`junction-charge.ts`).
 *
 * KP comes from UO and TOX where it is absent. The channel's length modulation (LAMBDA) and the body effect (GAMMA) are left
 * out and noted; the gate's capacitances are those of the overlaps.
 */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { ModelSyntax, ParameterSpec } from '../../netlist/language.js';
import { noteOnce } from '../diagnose.js';
import type { Device, EmissionContext } from '../device.js';
import type { Branch } from '../primitives.js';
import { channelBranch, seedBends, squareBends } from './channel.js';
import { addCapacitance, behindResistance, blockingJunctions, partOf } from './junction.js';
import { modelValues } from './element-parts.js';

const oxidePermittivity = 3.9 * 8.8541878128e-12;

/** What the model leaves out, with the value at which nothing is lost. */
const leftOut: readonly (readonly [name: string, what: string])[] = Object.freeze([
  ['lambda', 'channel length modulation (LAMBDA)'],
  ['gamma', 'body effect (GAMMA)'],
]);

export const mosfet: Device = {
  syntax: {
    letter: 'M',
    name: 'MOS transistor',
    doc: 'MOS transistor of level 1, piecewise linear; the bulk is the source where it is left out.',
    terminals: ['drain', 'gate', 'source'],
    optionalTerminals: ['bulk'],
    value: { kind: 'model' },
    modelTypes: ['nmos', 'pmos'],
    parameters: [
      { name: 'w', unit: 'm', default: 1e-4, range: 'positive', doc: 'channel width' },
      { name: 'l', unit: 'm', default: 1e-4, range: 'positive', doc: 'channel length' },
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of transistors in parallel' },
    ],
    ignored: ['ad', 'as', 'pd', 'ps', 'nrd', 'nrs', 'temp', 'dtemp', 'ic', 'geo', 'sa', 'sb'],
    flags: ['off'],
  },
  models: [channelModel('nmos'), channelModel('pmos')],
  branches(element, context) {
    const { name, model } = element;
    const [drain = '', gate = '', source = '', bulk = source] = element.nodes;
    const given = modelValues(element);
    if (given('level', 1) !== 1) {
      context.diagnostics.error(
        'mos-level',
        `${name}: MOS level ${given('level', 1)} is not supported`,
        model?.span ?? element.span,
        {
          hint: 'use level 1',
        },
      );
      return [];
    }
    const size = (parameter: string): number => element.parameters.get(parameter) ?? 1e-4;
    const count = element.parameters.get('m') ?? 1;
    const length = size('l') - 2 * given('ld', 0);
    if (!(length > 0)) {
      context.diagnostics.error('mos-length', `${name}: its length less 2 LD is ${length} m`, element.span, {
        hint: 'make L larger than 2 LD',
      });
      return [];
    }
    noteLeftOut(element, context);
    const polarity = model?.type === 'pmos' ? -1 : 1;
    const branches: Branch[] = [];
    const innerDrain = behindResistance(branches, name, 'rd', drain, given('rd', 0) / count);
    const innerSource = behindResistance(branches, name, 'rs', source, given('rs', 0) / count);
    const bends =
      context.options.mos === 'seed' ? seedBends : squareBends(context.supply, context.options.mostol);
    const channel = channelBranch({
      element: name,
      drain: innerDrain,
      gate,
      source: innerSource,
      polarity,
      threshold: polarity * given('vto', 0),
      k: (count * transconductance(given) * size('w')) / length / 2,
      bends,
    });
    const capacitance = (part: string, a: string, b: string, value: number): void => {
      addCapacitance(branches, partOf(name, part, a, b), value * count);
    };
    capacitance('cgs', gate, source, given('cgso', 0) * size('w'));
    capacitance('cgd', gate, drain, given('cgdo', 0) * size('w'));
    capacitance('cgb', gate, bulk, given('cgbo', 0) * length);
    const junctions = {
      ...{ shared: bulk, polarity, size: count, potential: given('pb', 0.8), grading: given('mj', 0.5) },
      parts: [
        ['bd', drain],
        ['bs', source],
      ],
    } as const;
    return [channel, ...branches, ...blockingJunctions(element, junctions, context)];
  },
};

/** KP, or UO COX from the oxide. */
function transconductance(given: (parameter: string, otherwise: number) => number): number {
  const kp = given('kp', NaN);
  if (!Number.isNaN(kp)) return kp;
  const oxide = given('tox', NaN);
  return Number.isNaN(oxide) ? 2e-5 : (given('uo', 600) * 1e-4 * oxidePermittivity) / oxide;
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

function channelModel(type: 'nmos' | 'pmos'): ModelSyntax {
  const spec = (
    name: string,
    unit: string,
    doc: string,
    range: ParameterSpec['range'],
    value?: number,
  ): ParameterSpec => ({
    name,
    unit,
    doc,
    ...(range && { range }),
    ...(value !== undefined && { default: value }),
  });
  return {
    type,
    doc: `${type === 'nmos' ? 'N' : 'P'}-channel MOS transistor of level 1.`,
    parameters: [
      spec('level', '', 'model level; only 1', 'positive', 1),
      { ...spec('vto', 'V', 'threshold voltage', 'finite', 0), aliases: ['vt0'] },
      spec('kp', 'A/V^2', 'transconductance; absent: UO COX, or 20u', 'positive'),
      { ...spec('uo', 'cm^2/Vs', 'mobility', 'positive', 600), aliases: ['u0'] },
      spec('tox', 'm', 'oxide thickness', 'positive'),
      spec('ld', 'm', 'lateral diffusion', 'finite', 0),
      spec('rd', 'Ohm', 'drain resistance', 'non-negative', 0),
      spec('rs', 'Ohm', 'source resistance', 'non-negative', 0),
      spec('is', 'A', 'saturation current of the body diodes', 'positive', 1e-14),
      spec('n', '', 'emission coefficient of the body diodes', 'positive', 1),
      spec('cgso', 'F/m', 'gate-source overlap capacitance', 'non-negative', 0),
      spec('cgdo', 'F/m', 'gate-drain overlap capacitance', 'non-negative', 0),
      spec('cgbo', 'F/m', 'gate-bulk overlap capacitance', 'non-negative', 0),
      spec('cbd', 'F', 'bulk-drain capacitance at 0 V', 'non-negative', 0),
      spec('cbs', 'F', 'bulk-source capacitance at 0 V', 'non-negative', 0),
      spec('pb', 'V', 'bulk junction potential', 'positive', 0.8),
      spec('mj', '', 'grading coefficient of CBD and CBS; 0: constant', 'non-negative', 0.5),
      spec('fc', '', 'part of PB above which CBD and CBS are linear, below 1', 'finite', 0.5),
      spec('lambda', '1/V', 'channel length modulation; left out, noted', 'finite', 0),
      spec('gamma', 'V^0.5', 'body effect; left out, noted', 'finite', 0),
    ],
    ignored: [
      ...['phi', 'cj', 'cjsw', 'mjsw', 'js', 'jssw', 'nsub', 'nss', 'nfs', 'tpg', 'xj', 'ucrit'],
      ...['uexp', 'utra', 'vmax', 'neff', 'kf', 'af', 'delta', 'theta', 'eta', 'kappa', 'rsh', 'tnom'],
      ...['xqc', 'wd', 'capop', 'rg', 'rb', 'w', 'l', 'mfg', 'dw', 'tt', 'rds'],
    ],
  };
}
