/**
 * R: i = v / R with R = r (1 + tc1 dT + tc2 dT^2) / m, or with tce r 1.01^(tce dT) / m. From a model R = rsh (l - narrow) / (w - narrow). A resistance that
 * depends on the circuit is the current v / r({...}). One of 0 Ohm is an ideal short, v = 0.
 */
import type { Expression } from '../../expression/ast.js';
import { compileExpression } from '../../expression/program.js';
import { quotient } from '../../expression/quotient.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import { expressionBranches } from '../behavioural/controlled-branch.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Device, EmissionContext } from '../device.js';
import type { Branch } from '../primitives.js';
import { resistorNoise } from '../noise/resistor-noise.js';
import {
  endsOf,
  exponentialTemperature,
  filmModelParameters,
  filmParameters,
  filmSize,
  modelTemperatureParameters,
  reportValue,
  scalingParameters,
  temperatureFactor,
} from './parts/element-parts.js';
import { levelParameter, reportLevel } from './parts/model-level.js';
import { partRatings } from './parts/ratings.js';

export const resistor: Device = {
  syntax: {
    letter: 'R',
    name: 'resistor',
    doc: 'Linear resistor; negative values are legal.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'number',
      absent: { ngspice: 1e-3, xyce: 1e3 },
      parameter: {
        name: 'r',
        unit: 'Ohm',
        range: 'finite',
        expression: true,
        doc: 'resistance; 0: an ideal short',
        aliases: ['resistance'],
      },
    },
    modelTypes: ['r'],
    parameters: [
      ...scalingParameters,
      exponentialTemperature,
      ...filmParameters,
      { name: 'ac', unit: 'Ohm', range: 'non-zero', doc: 'resistance to small signals, of .ac and .noise' },
      {
        ...{ name: 'noisy', unit: '', default: 1, range: 'finite' },
        aliases: ['noise'],
        doc: 'whether it makes noise; 0: none',
      },
    ],
    flags: ['noiseless'],
    ignored: partRatings,
  },
  models: [
    {
      type: 'r',
      aliases: ['res'],
      doc: 'Resistor of a sheet; temperature coefficients.',
      parameters: [
        { name: 'rsh', unit: 'Ohm', range: 'positive', doc: 'sheet resistance' },
        ...filmModelParameters,
        {
          name: 'r',
          unit: '',
          default: 1,
          range: 'positive',
          aliases: ['res', 'resistance'],
          doc: 'the resistance where the element has none; else, but in files of ngspice, a factor of it',
        },
        exponentialTemperature,
        levelParameter(1),
        ...modelTemperatureParameters,
        {
          name: 'kf',
          unit: '',
          default: 0,
          range: 'non-negative',
          doc: '1/f noise: KF |I|^AF / (L^LF W^WF f^EF)',
        },
        { name: 'af', unit: '', default: 0, range: 'finite', doc: 'exponent of the current in 1/f noise' },
        { name: 'lf', unit: '', default: 1, range: 'finite', doc: 'exponent of the length in 1/f noise' },
        { name: 'wf', unit: '', default: 1, range: 'finite', doc: 'exponent of the width in 1/f noise' },
        { name: 'ef', unit: '', default: 1, range: 'finite', doc: 'exponent of the frequency in 1/f noise' },
      ],
      ignored: ['noise'],
    },
  ],
  carries({ value, expressions }, _, { supply }) {
    return value === undefined || expressions?.has('r') ? Infinity : supply / Math.abs(value);
  },
  noise: resistorNoise,
  branches(element, context) {
    const { expressions, model, parameters } = element;
    if (reportLevel(element, 'resistor', 1, context)) return [];
    const count = parameters.get('m') ?? 1;
    const factor = temperatureFactor(element, context) / count;
    const written = expressions?.get('r');
    const ends = endsOf(element);
    if (written && startsShort(written)) {
      // v = r i has a value at 0 Ohm, i = v / r has none.
      const { span } = written;
      const current = { kind: 'probe', quantity: 'i', names: [element.name], span } as const;
      const number = { kind: 'number', value: factor, span } as const;
      const scaled = { kind: 'binary', operator: '*', left: number, right: current, span } as const;
      const drop = { kind: 'binary', operator: '*', left: scaled, right: written, span } as const;
      return dissipating(expressionBranches(element, drop, { ...ends, output: 'voltage' }, context));
    }
    if (written) {
      const { span } = written;
      const across = { kind: 'probe', quantity: 'v', names: [ends.a, ends.b], span } as const;
      const number = { kind: 'number', value: 1 / factor, span } as const;
      const scaled = { kind: 'binary', operator: '*', left: number, right: across, span } as const;
      const current = quotient(scaled, written);
      return dissipating(expressionBranches(element, current, { ...ends, output: 'current' }, context));
    }
    const given = model?.parameters;
    const { length, width } = filmSize(element, context.dialect);
    const sheet = given?.get('rsh');
    // ngspice: r of a model is the resistance of an element that has none.
    const ofModel = sheet === undefined && given?.has('r') === true ? 1 : ((sheet ?? NaN) * length) / width;
    const own = element.value ?? ofModel;
    const resistance = own * modelFactor(element, context) * factor;
    if (own === 0) return [{ kind: 'voltage', ...ends, signal: constantSignal(0) }];
    if (reportValue(element, 'resistance', resistance, context)) return [];
    return [{ kind: 'resistance', ...ends, resistance }];
  },
};

/** R of a model as a factor: to ngspice it is a default, which a card that has a value overrides. */
function modelFactor(
  { name, value, model, span }: FlatElement,
  { dialect, diagnostics }: EmissionContext,
): number {
  const r = model?.parameters.get('r') ?? 1;
  const isDefault = value === undefined && model?.parameters.has('rsh') !== true;
  if (isDefault || r === 1 || dialect !== 'ngspice') return r;
  const message = `${name} has a resistance of its own: R = ${r} of its model does not count, as in ngspice`;
  diagnostics.warning('model-default', message, span, {
    hint: 'in files of PSpice and Xyce it is a factor: --dialect says what the file is',
  });
  return 1;
}

/** A resistance is no source, whatever it depends on. */
function dissipating([own, ...helpers]: readonly Branch[]): Branch[] {
  return own?.kind === 'controlled' ? [{ ...own, dissipates: true }, ...helpers] : [...helpers];
}

/** Whether a resistance that time alone gives is 0 Ohm at the start. */
function startsShort(resistance: Expression): boolean {
  return compileExpression(resistance, ['time'])?.evaluate(Float64Array.of(0)) === 0;
}
