/**
 * Z of level 1 as SPICE3's smooth laws: the channel (`laws/mesfet-law.ts`) behind RD and RS, the charge of the gate
 * (`laws/mesfet-gate-law.ts`) and its two junctions, at 27 degrees whatever the temperature. There are no segments of it.
 */
import type { ModelSyntax, ParameterSpec } from '../../netlist/language.js';
import type { Device } from '../device.js';
import { junctionParameters, staticDiodeLaw } from '../laws/diode-law.js';
import { readerOf, usualTemperature } from '../laws/law-parameters.js';
import { mesfetDefaults, mesfetLaw, mesfetParameters } from '../laws/mesfet-law.js';
import { mesfetGateLaw, mesfetGateParameters } from '../laws/mesfet-gate-law.js';
import { thermalVoltage } from '../laws/semiconductor.js';
import type { SmoothBranch } from '../primitives.js';
import { behindResistance, partOf } from './semiconductors/junction.js';
import { levelParameter, noSegments, reportLevel } from './parts/model-level.js';
import { ofChannel } from './parts/initial-voltage-parameters.js';
import { junction, smoothModel } from './smooth/smooth-parts.js';

const kind = 'MESFET';
const charges = Object.freeze({ linear: ['fc'], gradings: [], transits: [] });
const area: ParameterSpec = {
  ...{ name: 'area', unit: '', default: 1, range: 'positive' },
  doc: 'factor of BETA, IS and capacitances, divisor of resistances',
};

export const mesfet: Device = {
  syntax: {
    letter: 'Z',
    name: 'MESFET',
    doc: 'Metal-semiconductor field-effect transistor of level 1 (Statz). It runs by sparse steps alone; no temperature changes it.',
    terminals: ['drain', 'gate', 'source'],
    value: { kind: 'model', positional: [area] },
    modelTypes: ['nmf', 'pmf'],
    parameters: [
      area,
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of transistors in parallel' },
      ...ofChannel.parameters,
    ],
    initialVoltages: ofChannel.initialVoltages,
    ignored: ['off', 'temp', 'dtemp'],
  },
  models: [mesfetModel('nmf'), mesfetModel('pmf')],
  branches(element, context) {
    if (reportLevel(element, kind, 1, context)) return [];
    const message = `${element.name}: a MESFET has no segments, which exact events and fixed steps need`;
    context.diagnostics.error(noSegments, message, element.span, { hint: 'take method=stepping' });
    return [];
  },
  isUnfitted: () => true,
  smooth(element, context) {
    if (reportLevel(element, kind, 1, context)) return [];
    const { name } = element;
    const [drain = '', gate = '', source = ''] = element.nodes;
    const model = smoothModel(element, context, charges);
    if (model === undefined) return [];
    const given = readerOf(model);
    const size = (element.parameters.get('area') ?? 1) * (element.parameters.get('m') ?? 1);
    const type = element.model?.type === 'pmf' ? 'pmf' : 'nmf';
    const branches: SmoothBranch[] = [];
    const d = behindResistance(branches, name, 'rd', drain, given('rd', 0) / size);
    const s = behindResistance(branches, name, 'rs', source, given('rs', 0) / size);
    const reads = [d, gate, s];
    branches.push({
      ...{ kind: 'law', name, element: name, a: d, b: s, reads, rows: [d, s], law: mesfetLaw },
      ...((d !== drain || s !== source) && { across: { a: drain, b: source } }),
      parameters: mesfetParameters(type, model, size),
    });
    if (given('cgs', 0) > 0 || given('cgd', 0) > 0) {
      branches.push({
        ...{ kind: 'law', ...partOf(name, 'gate', d, s), reads, rows: reads, law: mesfetGateLaw },
        parameters: mesfetGateParameters(type, model, size),
      });
    }
    const parameters = junctionParameters({
      saturation: size * given('is', 1e-14),
      slopeVoltage: thermalVoltage(usualTemperature),
    });
    for (const [part, node] of [
      ['gs', s],
      ['gd', d],
    ] as const) {
      if (node === gate) continue;
      const ends = type === 'nmf' ? ([gate, node] as const) : ([node, gate] as const);
      branches.push(junction(name, part, ends, { law: staticDiodeLaw, parameters }));
    }
    return branches;
  },
};

function mesfetModel(type: 'nmf' | 'pmf'): ModelSyntax {
  const spec = (
    name: string,
    unit: string,
    doc: string,
    range: NonNullable<ParameterSpec['range']>,
    usual: number,
  ): ParameterSpec => ({ name, unit, doc, range, default: usual });
  return {
    type,
    doc: `${type === 'nmf' ? 'N' : 'P'}-channel MESFET of level 1; MESA (2 to 4) and HFET (5, 6) are refused.`,
    parameters: [
      levelParameter(1),
      { ...spec('vto', 'V', 'pinch-off voltage', 'finite', mesfetDefaults.vto), aliases: ['vt0'] },
      spec(
        'beta',
        'A/V^2',
        'transconductance; the default is what SPICE takes, not 1e-4',
        'positive',
        mesfetDefaults.beta,
      ),
      spec('b', '1/V', 'doping tail', 'non-negative', mesfetDefaults.b),
      spec(
        'alpha',
        '1/V',
        'saturation: it ends at a drain voltage of 3/ALPHA',
        'positive',
        mesfetDefaults.alpha,
      ),
      spec('lambda', '1/V', 'channel length modulation', 'finite', mesfetDefaults.lambda),
      spec('rd', 'Ohm', 'drain resistance', 'non-negative', 0),
      spec('rs', 'Ohm', 'source resistance', 'non-negative', 0),
      spec('cgs', 'F', 'gate-source capacitance at 0 V', 'non-negative', 0),
      spec('cgd', 'F', 'gate-drain capacitance at 0 V', 'non-negative', 0),
      spec('pb', 'V', 'gate junction potential', 'positive', 1),
      spec(
        'fc',
        '',
        'part of PB above which capacitances are constant, below 1; where PB is above 0.5 V that is 0.5 V, as in SPICE',
        'finite',
        0.5,
      ),
      spec('is', 'A', 'saturation current of the gate junctions', 'positive', 1e-14),
    ],
    ignored: ['kf', 'af', 'tnom'],
  };
}
