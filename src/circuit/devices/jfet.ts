/**
 * J, by the Sah model (`channel.ts`): I = BETA (f(VGS - VTO) - f(VGD - VTO)), with RD, RS and gate junctions
 * that block (`junction.ts`) with the charges of CGS, CGD, PB, M and FC (`junction-charge.ts`). Channel length modulation (LAMBDA) is left out and noted.
 */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import { listNames, noteOnce, plural } from '../diagnose.js';
import type { Device, EmissionContext } from '../device.js';
import type { Branch } from '../primitives.js';
import { channelBends } from './semiconductors/channel-bends.js';
import { channelBranch } from './semiconductors/channel.js';
import { behindResistance, blockingJunctions } from './semiconductors/junction.js';
import { modelValues, temperatureParameters } from './parts/element-parts.js';
import { ofChannel } from './parts/initial-voltage-parameters.js';
import { noteBeyondNgspice } from './parts/beyond-ngspice.js';
import { reportLevel, reportNoSegments } from './parts/model-level.js';
import { jfetModel, parkerSkellernLevel, passedOver, smoothOnly } from './semiconductors/jfet-model.js';
import { channelNoise } from '../noise/channel-noise.js';
import { parkerSkellernNoise } from '../noise/parker-skellern-noise.js';
import { smoothJfet } from './smooth/smooth-jfet.js';
import { smoothParkerSkellern } from './smooth/smooth-parker-skellern.js';

const levelsModelled = '1 (Shichman and Hodges), or 2 (Parker and Skellern)';

/** The grading of the gate's junctions, and their emission coefficient. */
const fixedInNgspice = Object.freeze([['m', 0.5] as const, ['n', 1] as const]);

export const jfet: Device = {
  syntax: {
    letter: 'J',
    name: 'junction FET',
    doc: 'Junction field-effect transistor, piecewise linear; of level 2 (Parker-Skellern) by sparse steps alone.',
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
      ...ofChannel.parameters,
    ],
    initialVoltages: ofChannel.initialVoltages,
    ignored: ['off'],
  },
  models: [jfetModel('njf'), jfetModel('pjf')],
  carries(element, terminal, { supply }) {
    const area = (element.parameters.get('area') ?? 1) * (element.parameters.get('m') ?? 1);
    return terminal === 1 ? 0 : area * modelValues(element)('beta', 1e-4) * supply ** 2;
  },
  branches(element, context) {
    const { name, model } = element;
    if (reportLevel(element, 'JFET', parkerSkellernLevel, context, levelsModelled)) return [];
    if (isOfParkerSkellern(element)) {
      reportNoSegments(element, 'JFET level 2', context, smoothParkerSkellern);
      return [];
    }
    notePassedOver(element, context);
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
  isUnfitted: isOfParkerSkellern,
  noise: (operating) =>
    isOfParkerSkellern(operating.element) ? parkerSkellernNoise(operating) : channelNoise(operating),
  smooth(element, context) {
    if (reportLevel(element, 'JFET', parkerSkellernLevel, context, levelsModelled)) return [];
    notePassedOver(element, context);
    if (isOfParkerSkellern(element)) return smoothParkerSkellern(element, context);
    noteBeyondNgspice(element, fixedInNgspice, context);
    return smoothJfet(element, context);
  },
};

function isOfParkerSkellern(element: FlatElement): boolean {
  return modelValues(element)('level', 1) === parkerSkellernLevel;
}

/** Names what a model has of the other level. */
function notePassedOver(element: FlatElement, { diagnostics }: EmissionContext): void {
  const { model, span } = element;
  const level = modelValues(element)('level', 1);
  const names = model ? passedOver(model.parameters, level) : [];
  if (!model || names.length === 0) return;
  const others = level === parkerSkellernLevel ? 1 : parkerSkellernLevel;
  const message = `JFET model ${model.name}: ${listNames(names)}, which level ${others} alone has, ${plural(names.length, 'is', 'are')} left out`;
  noteOnce(diagnostics, 'jfet-left-out', message, model.span ?? span);
}
