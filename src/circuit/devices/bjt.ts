/**
 * Q, by the transport form of Ebers and Moll with junctions fitted piecewise linearly (`diode-fit.ts`):
 *
 *     I_BE = IF / BF,   I_BC = IR / BR,   I_CE = IF - IR = BF I_BE - BR I_BC,     IF = IS (e^(VBE/(NF Vt)) - 1), IR alike
 *
 * so that the junctions are diodes with IS/BF and IS/BR and the channel is a linear source of their currents; with RB, RC,
 * RE and the junctions' charges (`junction-charge.ts`): CJE VJE MJE, CJC VJC MJC, FC, TF IF and TR IR. Early effect and high
 * injection are left out and noted.
 */
import type { ModelSyntax, ParameterSpec } from '../../netlist/language.js';
import { noteOnce } from '../diagnose.js';
import type { Device } from '../device.js';
import { thermalVoltage } from '../laws/semiconductor.js';
import type { Branch } from '../primitives.js';
import { diodeVoltage, largestCurrent } from './diode-fit.js';
import { behindResistance, fittedLaw, transistorJunction } from './junction.js';
import { modelValues } from './element-parts.js';

/** What the model leaves out. */
const leftOut: readonly string[] = Object.freeze(['vaf', 'var', 'ikf', 'ikr', 'ise', 'isc']);

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
    const carriers: string[] = [];
    for (const { part, end, gain, emission, transit } of [
      { part: 'be', end: e, gain: forward, emission: given('nf', 1), transit: given('tf', 0) },
      { part: 'bc', end: c, gain: reverse, emission: given('nr', 1), transit: given('tr', 0) },
    ] as const) {
      const [anode, cathode] = isN ? [b, end] : [end, b];
      const law = {
        saturation: (size * given('is', 1e-16)) / gain,
        slopeVoltage: emission * thermalVoltage(options.temp),
        series: 0,
      };
      const side = part === 'be' ? 'e' : 'c';
      const junction = transistorJunction(
        element,
        {
          ...{ part, a: anode, b: cathode, law: fittedLaw(law, element, context) },
          forward: diodeVoltage(law, largestCurrent),
          charge: {
            capacitance: size * given(`cj${side}`, 0),
            potential: given(`vj${side}`, 0.75),
            grading: given(`mj${side}`, 0.33),
            linearFrom: given('fc', 0.5),
            // TF IF and TR IR, of which the junctions carry 1/BF and 1/BR.
            transit: transit * gain,
          },
        },
        context,
      );
      if (diagnostics.hasErrors) return [];
      branches.push(...junction.branches);
      carriers.push(junction.carrier);
    }
    const [from, to] = isN ? [c, e] : [e, c];
    const channel: Branch = {
      kind: 'controlled',
      dissipates: true,
      name,
      element: name,
      a: from,
      b: to,
      output: 'current',
      form: {
        constant: 0,
        terms: [
          { gain: forward, quantity: 'current', element: carriers[0] ?? '' },
          { gain: -reverse, quantity: 'current', element: carriers[1] ?? '' },
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
      ...(['e', 'c'] as const).flatMap((side): ParameterSpec[] => {
        const name = side === 'e' ? 'base-emitter' : 'base-collector';
        return [
          {
            name: `cj${side}`,
            unit: 'F',
            default: 0,
            range: 'non-negative',
            doc: `${name} capacitance at 0 V`,
          },
          {
            name: `vj${side}`,
            unit: 'V',
            default: 0.75,
            range: 'positive',
            aliases: [`p${side}`],
            doc: `${name} junction potential`,
          },
          {
            name: `mj${side}`,
            unit: '',
            default: 0.33,
            range: 'non-negative',
            aliases: [`m${side}`],
            doc: `${name} grading coefficient; 0: constant`,
          },
        ];
      }),
      {
        name: 'fc',
        unit: '',
        default: 0.5,
        range: 'finite',
        doc: 'part of the potentials above which capacitances are linear, below 1',
      },
      { name: 'tf', unit: 's', default: 0, range: 'non-negative', doc: 'forward transit time' },
      { name: 'tr', unit: 's', default: 0, range: 'non-negative', doc: 'reverse transit time' },
      ...leftOut.map((name) => ({ name, unit: '', range: 'any' as const, doc: 'left out, noted' })),
    ],
    ignored: [
      ...['level', 'nc', 'ne', 'irb', 'rbm', 'xtf', 'vtf', 'itf', 'ptf', 'xcjc', 'cjs'],
      ...['vjs', 'mjs', 'xtb', 'eg', 'xti', 'kf', 'af', 'tnom', 'nk', 'vceo', 'icrating', 'mfg', 'ns', 'iss'],
      ...['va', 'vb', 'ccs', 'ps', 'ms', 'ik', 'c2', 'c4', 'cjcs', 'isub', 'ise0', 'subs'],
    ],
  };
}
