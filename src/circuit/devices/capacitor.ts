/**
 * C: i = C v', C = c (1 + tc1 dT + tc2 dT^2) m; from a model c = cj (l - narrow)(w - narrow) +
 * 2 cjsw (l + w - 2 narrow). LTspice's parasitics:
 *
 *     a --- Rser --- Lser --- C --- b,      Rpar across all, Cpar across all, RLshunt across Lser
 *
 * A charge q={...} that depends on the circuit is the current ddt(q); a capacitance c={...} that does, i = c v'.
 */
import { parasiticNoise } from '../noise/resistor-noise.js';
import { constantSignal } from '../../kernel/modeling/signals/constant-signal.js';
import { varyingCapacitance } from '../behavioural/varying-storage.js';
import type { Device, EmissionContext } from '../device.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Branch } from '../primitives.js';
import {
  endsOf,
  filmModelParameters,
  filmParameters,
  filmSize,
  isOpen,
  modelTemperatureParameters,
  reportValue,
  scalingParameters,
  temperatureFactor,
  warnOfNegative,
} from './parts/element-parts.js';
import { partRatings } from './parts/ratings.js';
import { shuntParasitics, storedExpression } from './parts/storage-parts.js';

export const capacitor: Device = {
  syntax: {
    letter: 'C',
    name: 'capacitor',
    doc: 'Linear capacitor.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'number',
      parameter: {
        name: 'c',
        unit: 'F',
        range: 'finite',
        expression: true,
        doc: 'capacitance; 0: nothing; negative values are legal',
        aliases: ['capacitance', 'cap'],
      },
      alternatives: [
        {
          name: 'q',
          unit: 'A s',
          range: 'any',
          expression: true,
          own: 'x',
          doc: 'charge as an expression, of x: the voltage',
          aliases: ['charge'],
        },
      ],
    },
    modelTypes: ['c'],
    parameters: [
      { name: 'ic', unit: 'V', range: 'finite', doc: 'initial voltage, used with uic' },
      {
        name: 'age',
        unit: 'h',
        default: 0,
        range: 'non-negative',
        doc: 'age (Xyce): a factor of 1 - d log10(age)',
      },
      { name: 'd', unit: '', default: 0.0233, range: 'finite', doc: 'what it loses in a decade of age' },
      ...scalingParameters,
      ...filmParameters,
      { name: 'rser', unit: 'Ohm', default: 0, range: 'non-negative', doc: 'series resistance' },
      { name: 'lser', unit: 'H', default: 0, range: 'non-negative', doc: 'series inductance' },
      {
        ...{ name: 'rlshunt', unit: 'Ohm', range: 'positive', infinite: true },
        doc: 'resistance across LSER; absent: none',
      },
      {
        ...{ name: 'rpar', unit: 'Ohm', range: 'non-negative', infinite: true },
        doc: 'parallel resistance; 0: none',
      },
      { name: 'cpar', unit: 'F', default: 0, range: 'non-negative', doc: 'parallel capacitance' },
    ],
    flags: ['noiseless'],
    ignored: partRatings,
  },
  models: [
    {
      type: 'c',
      aliases: ['cap'],
      doc: 'Capacitor: default value and temperature coefficients.',
      parameters: [
        { name: 'cap', unit: 'F', range: 'positive', doc: 'capacitance where the card has none' },
        {
          ...{ name: 'cj', unit: 'F/m^2', range: 'non-negative', aliases: ['cox'] },
          doc: 'capacitance of the area',
        },
        {
          ...{ name: 'cjsw', unit: 'F/m', default: 0, range: 'non-negative', aliases: ['capsw'] },
          doc: 'capacitance of the edge',
        },
        ...filmModelParameters,
        {
          ...{ name: 'del', unit: 'm', default: 0, range: 'finite' },
          doc: 'half of NARROW and SHORT, where these are not given',
        },
        { name: 'c', unit: '', default: 1, range: 'positive', doc: 'factor of the capacitance' },
        ...modelTemperatureParameters,
      ],
      ignored: ['level', 'di', 'thick'],
    },
  ],
  carries: () => 0,
  noise: parasiticNoise,
  branches(element, context) {
    const { expressions, model, parameters } = element;
    const count = parameters.get('m') ?? 1;
    const factor = temperatureFactor(element, context) * ageFactor(parameters) * count;
    const rser = (parameters.get('rser') ?? 0) / count;
    const lser = (parameters.get('lser') ?? 0) / count;
    const { name, a, b } = endsOf(element);
    // Parts in series are named apart, so that i(c1) is the current of the card, not a sum along the chain.
    const part = (what: string): { name: string; element: string } => ({
      name: `${name}#${what}`,
      element: `${name}#${what}`,
    });
    const afterR = rser > 0 ? `${name}#r` : a;
    const afterL = lser > 0 ? `${name}#l` : afterR;
    const place = { name, a: afterL, b };
    const charge = expressions?.get('q');
    const varying = expressions?.get('c');
    const initial = parameters.get('ic');
    const start = initial === undefined ? {} : { initial };
    const branches: Branch[] = [];
    if (charge) branches.push(...storedExpression(element, charge, factor, place, 'current', context));
    else if (varying) branches.push(...varyingCapacitance(element, varying, factor, place, context));
    else {
      const own = element.value ?? model?.parameters.get('cap') ?? sheetCapacitance(element, context);
      const capacitance = own * (model?.parameters.get('c') ?? 1) * factor;
      // Its current is asked for all the same.
      if (own === 0) branches.push({ kind: 'current', ...place, element: name, signal: constantSignal(0) });
      else if (reportValue(element, 'capacitance', capacitance, context)) return [];
      else branches.push({ kind: 'capacitance', name, a: afterL, b, element: name, capacitance, ...start });
      if (capacitance < 0) warnOfNegative(element, 'capacitance', context);
    }
    if (lser > 0) branches.push({ kind: 'inductance', ...part('l'), a: afterR, b: afterL, inductance: lser });
    const shunt = (parameters.get('rlshunt') ?? Infinity) / count;
    if (lser > 0 && !isOpen(shunt))
      branches.push({ kind: 'resistance', ...part('shunt'), a: afterR, b: afterL, resistance: shunt });
    if (rser > 0) branches.push({ kind: 'resistance', ...part('r'), a, b: afterR, resistance: rser });
    branches.push(...shuntParasitics(element, count, start));
    return branches;
  },
};

/** Xyce: what is left of a capacitance after AGE hours. */
function ageFactor(parameters: FlatElement['parameters']): number {
  const age = parameters.get('age') ?? 0;
  return age > 0 ? 1 - (parameters.get('d') ?? 0.0233) * Math.log10(age) : 1;
}

/** The capacitance of an area and its edge; NaN where the card or the model says too little. */
function sheetCapacitance(element: FlatElement, { dialect }: EmissionContext): number {
  const given = element.model?.parameters;
  const { length, width } = filmSize(element, dialect);
  return (given?.get('cj') ?? NaN) * length * width + 2 * (given?.get('cjsw') ?? 0) * (length + width);
}
