/**
 * J, by the Sah model (`channel.ts`): I = BETA (f(VGS - VTO) - f(VGD - VTO)), with RD, RS and gate junctions
 * that block (`junction.ts`) with the charges of CGS, CGD, PB, M and FC (`junction-charge.ts`). Channel length modulation (LAMBDA) is left out and noted.
 */
import { flickerParameters } from './parts/flicker-parameters.js';
import type { ModelSyntax, ParameterSpec } from '../../netlist/language.js';
import { noteOnce } from '../diagnose.js';
import type { Device } from '../device.js';
import type { Branch } from '../primitives.js';
import { channelBends } from './semiconductors/channel-bends.js';
import { channelBranch } from './semiconductors/channel.js';
import { behindResistance, blockingJunctions } from './semiconductors/junction.js';
import { modelValues, temperatureParameters } from './parts/element-parts.js';
import { noteBeyondNgspice } from './parts/beyond-ngspice.js';
import { levelParameter, reportLevel } from './parts/model-level.js';
import { channelNoise } from '../noise/channel-noise.js';
import { smoothJfet } from './smooth/smooth-jfet.js';

/** What straight segments leave out; the smooth form has it. */
const smoothOnly: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  { name: 'b', unit: '', default: 1, range: 'finite', doc: 'doping tail: 1 is a parabola' },
  { name: 'eg', unit: 'eV', default: 1.11, range: 'finite', doc: 'energy gap, for IS at other temperatures' },
  { name: 'xti', unit: '', default: 0, range: 'finite', doc: 'temperature exponent of IS; PSpice has 3' },
  { name: 'betatce', unit: '%/K', default: 0, range: 'finite', doc: 'exponential growth of BETA' },
  { name: 'bex', unit: '', range: 'finite', doc: 'temperature exponent of BETA, instead of BETATCE' },
  { name: 'vtotc', unit: 'V/K', range: 'finite', doc: 'drift of VTO' },
  {
    name: 'tcv',
    unit: 'V/K',
    default: 0,
    range: 'finite',
    doc: 'minus the drift of VTO, where VTOTC is absent',
  },
]);

/** The grading of the gate's junctions, and their emission coefficient. */
const fixedInNgspice = Object.freeze([['m', 0.5] as const, ['n', 1] as const]);

export const jfet: Device = {
  syntax: {
    letter: 'J',
    name: 'junction FET',
    doc: 'Junction field-effect transistor, piecewise linear.',
    terminals: ['drain', 'gate', 'source'],
    value: {
      kind: 'model',
      positional: [
        { name: 'area', unit: '', default: 1, range: 'positive', doc: 'factor of BETA and capacitances' },
      ],
    },
    modelTypes: ['njf', 'pjf'],
    parameters: [
      { name: 'area', unit: '', default: 1, range: 'positive', doc: 'factor of BETA and capacitances' },
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of transistors in parallel' },
      ...temperatureParameters,
    ],
    ignored: ['off', 'ic'],
  },
  models: [jfetModel('njf'), jfetModel('pjf')],
  carries(element, terminal, { supply }) {
    const area = (element.parameters.get('area') ?? 1) * (element.parameters.get('m') ?? 1);
    return terminal === 1 ? 0 : area * modelValues(element)('beta', 1e-4) * supply ** 2;
  },
  branches(element, context) {
    const { name, model } = element;
    if (reportLevel(element, 'JFET', 1, context)) return [];
    const [drain = '', gate = '', source = ''] = element.nodes;
    noteBeyondNgspice(element, fixedInNgspice, context);
    const given = modelValues(element);
    const lost = smoothOnly.filter((parameter) => model?.parameters.has(parameter.name) === true);
    if (given('lambda', 0) !== 0) {
      const message = `JFET model ${model?.name ?? ''}: the channel length modulation (LAMBDA) is left out`;
      noteOnce(context.diagnostics, 'jfet-left-out', message, model?.span ?? element.span);
    }
    if (lost.length > 0) {
      const names = lost.map((parameter) => parameter.name.toUpperCase()).join(', ');
      const message = `JFET model ${model?.name ?? ''}: ${names} left out`;
      noteOnce(context.diagnostics, 'jfet-left-out', message, model?.span ?? element.span);
    }
    const size = (element.parameters.get('area') ?? 1) * (element.parameters.get('m') ?? 1);
    const polarity = model?.type === 'pjf' ? -1 : 1;
    const k = size * given('beta', 1e-4);
    const branches: Branch[] = [];
    const innerDrain = behindResistance(branches, name, 'rd', drain, given('rd', 0) / size);
    const innerSource = behindResistance(branches, name, 'rs', source, given('rs', 0) / size);
    const channel = channelBranch({
      element: name,
      drain: innerDrain,
      gate,
      source: innerSource,
      polarity,
      // VTO is negative for depletion transistors of either kind.
      threshold: given('vto', -2),
      k,
      ...channelBends(element, { k, drain, source }, context),
    });
    const grading = given('m', 0.5);
    const junctions = {
      ...{ shared: gate, polarity, size, potential: given('pb', 1) },
      parts: [
        { part: 'gs', node: innerSource, capacitance: given('cgs', 0), grading },
        { part: 'gd', node: innerDrain, capacitance: given('cgd', 0), grading },
      ],
    } as const;
    return [channel, ...branches, ...blockingJunctions(element, junctions, context)];
  },
  noise: (operating) => channelNoise(operating),
  smooth(element, context) {
    if (reportLevel(element, 'JFET', 1, context)) return [];
    noteBeyondNgspice(element, fixedInNgspice, context);
    return smoothJfet(element, context);
  },
};

function jfetModel(type: 'njf' | 'pjf'): ModelSyntax {
  return {
    type,
    doc: `${type === 'njf' ? 'N' : 'P'}-channel junction FET.`,
    parameters: [
      levelParameter(1),
      { name: 'vto', unit: 'V', default: -2, range: 'finite', aliases: ['vt0'], doc: 'threshold voltage' },
      { name: 'beta', unit: 'A/V^2', default: 1e-4, range: 'positive', doc: 'transconductance' },
      {
        name: 'lambda',
        unit: '1/V',
        default: 0,
        range: 'finite',
        doc: 'channel length modulation; left out, noted',
      },
      { name: 'rd', unit: 'Ohm', default: 0, range: 'non-negative', doc: 'drain resistance' },
      { name: 'rs', unit: 'Ohm', default: 0, range: 'non-negative', doc: 'source resistance' },
      { name: 'cgs', unit: 'F', default: 0, range: 'non-negative', doc: 'gate-source capacitance at 0 V' },
      { name: 'cgd', unit: 'F', default: 0, range: 'non-negative', doc: 'gate-drain capacitance at 0 V' },
      { name: 'pb', unit: 'V', default: 1, range: 'positive', doc: 'gate junction potential' },
      { name: 'm', unit: '', default: 0.5, range: 'non-negative', doc: 'grading coefficient; 0: constant' },
      {
        name: 'fc',
        unit: '',
        default: 0.5,
        range: 'finite',
        doc: 'part of PB above which capacitances are linear, below 1',
      },
      {
        name: 'is',
        unit: 'A',
        default: 1e-14,
        range: 'positive',
        doc: 'saturation current of the gate junctions',
      },
      {
        name: 'n',
        unit: '',
        default: 1,
        range: 'positive',
        doc: 'emission coefficient of the gate junctions',
      },
      {
        name: 'tnom',
        unit: 'Celsius',
        default: 27,
        range: 'temperature',
        doc: 'temperature of the given values',
      },
      ...smoothOnly,
      ...flickerParameters,
    ],
    ignored: ['nlev', 'gdsnoi', 'isr', 'nr', 'alpha', 'vk'],
  };
}
