/**
 * Q, by the transport form of Ebers and Moll with junctions fitted piecewise linearly (`diode-fit.ts`):
 *
 *     I_BE = IF / BF,   I_BC = IR / BR,   I_CE = IF - IR = BF I_BE - BR I_BC,     IF = IS (e^(VBE/(NF Vt)) - 1), IR alike
 *
 * so that the junctions are diodes with IS/BF and IS/BR and the channel is a linear source of their currents; with RB, RC,
 * RE and constant CJE, CJC. Early effect, high injection and charge storage are left out and noted.
 */
import type { ModelSyntax } from '../../netlist/language.js';
import { noteOnce } from '../diagnose.js';
import type { Device } from '../device.js';
import type { Branch } from '../primitives.js';
import { addCapacitance, addFittedJunction, behindResistance, partOf, thermalVoltage } from './junction.js';
import { modelValues } from './element-parts.js';

/** What the model leaves out. */
const leftOut: readonly string[] = Object.freeze(['vaf', 'var', 'ikf', 'ikr', 'ise', 'isc', 'tf', 'tr']);

export const bjt: Device = {
  syntax: {
    letter: 'Q',
    name: 'bipolar transistor',
    doc: 'Bipolar transistor, piecewise-linear Ebers-Moll.',
    terminals: ['collector', 'base', 'emitter'],
    optionalTerminals: ['substrate'],
    value: {
      kind: 'model',
      positional: [
        { name: 'area', unit: '', default: 1, range: 'positive', doc: 'factor of IS and capacitances' },
      ],
    },
    modelTypes: ['npn', 'pnp'],
    parameters: [
      { name: 'area', unit: '', default: 1, range: 'positive', doc: 'factor of IS and capacitances' },
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of transistors in parallel' },
    ],
    ignored: ['areab', 'areac', 'temp', 'dtemp', 'ic'],
    flags: ['off'],
  },
  models: [bipolarModel('npn'), bipolarModel('pnp')],
  branches(element, context) {
    const { name, model } = element;
    const { diagnostics, options } = context;
    const [collector = '', base = '', emitter = ''] = element.nodes;
    const given = modelValues(element);
    const lost = leftOut.filter((parameter) => model?.parameters.has(parameter) === true);
    if (lost.length > 0) {
      const message = `bipolar model ${model?.name ?? ''}: ${lost.join(', ').toUpperCase()} left out`;
      noteOnce(diagnostics, 'bjt-left-out', message, model?.span ?? element.span);
    }
    const size = (element.parameters.get('area') ?? 1) * (element.parameters.get('m') ?? 1);
    const branches: Branch[] = [];
    const c = behindResistance(branches, name, 'rc', collector, given('rc', 0) / size);
    const b = behindResistance(branches, name, 'rb', base, given('rb', 0) / size);
    const e = behindResistance(branches, name, 're', emitter, given('re', 0) / size);
    const forward = given('bf', 100);
    const reverse = given('br', 1);
    const isN = model?.type !== 'pnp';
    for (const [part, end, gain, emission] of [
      ['be', e, forward, given('nf', 1)],
      ['bc', c, reverse, given('nr', 1)],
    ] as const) {
      const [anode, cathode] = isN ? [b, end] : [end, b];
      const law = {
        saturation: (size * given('is', 1e-16)) / gain,
        slopeVoltage: emission * thermalVoltage(options.temp),
        series: 0,
      };
      const report = { diagnostics, span: model?.span ?? element.span };
      if (!addFittedJunction(branches, partOf(name, part, anode, cathode), law, options.pwltol, report))
        return [];
    }
    addCapacitance(branches, partOf(name, 'cje', b, e), size * given('cje', 0));
    addCapacitance(branches, partOf(name, 'cjc', b, c), size * given('cjc', 0));
    const [from, to] = isN ? [c, e] : [e, c];
    const channel: Branch = {
      kind: 'controlled',
      name,
      element: name,
      a: from,
      b: to,
      output: 'current',
      form: {
        constant: 0,
        terms: [
          { gain: forward, quantity: 'current', element: `${name}#be` },
          { gain: -reverse, quantity: 'current', element: `${name}#bc` },
        ],
      },
    };
    return [channel, ...branches];
  },
};

function bipolarModel(type: 'npn' | 'pnp'): ModelSyntax {
  return {
    type,
    doc: `${type.toUpperCase()} transistor.`,
    parameters: [
      { name: 'is', unit: 'A', default: 1e-16, range: 'positive', doc: 'transport saturation current' },
      { name: 'bf', unit: '', default: 100, range: 'positive', doc: 'forward current gain' },
      { name: 'br', unit: '', default: 1, range: 'positive', doc: 'reverse current gain' },
      { name: 'nf', unit: '', default: 1, range: 'positive', doc: 'forward emission coefficient' },
      { name: 'nr', unit: '', default: 1, range: 'positive', doc: 'reverse emission coefficient' },
      { name: 'rb', unit: 'Ohm', default: 0, range: 'non-negative', doc: 'base resistance' },
      { name: 'rc', unit: 'Ohm', default: 0, range: 'non-negative', doc: 'collector resistance' },
      { name: 're', unit: 'Ohm', default: 0, range: 'non-negative', doc: 'emitter resistance' },
      {
        name: 'cje',
        unit: 'F',
        default: 0,
        range: 'non-negative',
        doc: 'base-emitter capacitance, constant',
      },
      {
        name: 'cjc',
        unit: 'F',
        default: 0,
        range: 'non-negative',
        doc: 'base-collector capacitance, constant',
      },
      ...leftOut.map((name) => ({ name, unit: '', range: 'any' as const, doc: 'left out, noted' })),
    ],
    ignored: [
      ...[
        'level',
        'nc',
        'ne',
        'irb',
        'rbm',
        'vje',
        'mje',
        'xtf',
        'vtf',
        'itf',
        'ptf',
        'vjc',
        'mjc',
        'xcjc',
        'cjs',
      ],
      ...[
        'vjs',
        'mjs',
        'xtb',
        'eg',
        'xti',
        'kf',
        'af',
        'fc',
        'tnom',
        'nk',
        'vceo',
        'icrating',
        'mfg',
        'ns',
        'iss',
      ],
      ...[
        'va',
        'vb',
        'pe',
        'me',
        'pc',
        'mc',
        'ccs',
        'ps',
        'ms',
        'ik',
        'c2',
        'c4',
        'cjcs',
        'isub',
        'ise0',
        'subs',
      ],
    ],
  };
}
