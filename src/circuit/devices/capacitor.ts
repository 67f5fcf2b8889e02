/**
 * C: i = C v', C = c (1 + tc1 dT + tc2 dT^2) m; from a model c = cj (l - narrow)(w - narrow) +
 * 2 cjsw (l + w - 2 narrow). LTspice's parasitics:
 *
 *     a --- Rser --- Lser --- C --- b,      Rpar across all, Cpar across all
 *
 * A charge q={...} that depends on the circuit is the current ddt(q).
 */
import { expressionBranches } from '../behavioural/controlled-branch.js';
import type { Device } from '../device.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Branch } from '../primitives.js';
import { endsOf, reportValue, scalingParameters, temperatureFactor } from './element-parts.js';

export const capacitor: Device = {
  syntax: {
    letter: 'C',
    name: 'capacitor',
    doc: 'Linear capacitor.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'number',
      parameter: { name: 'c', unit: 'F', range: 'positive', doc: 'capacitance', aliases: ['capacitance'] },
      alternatives: [
        {
          name: 'q',
          unit: 'A s',
          range: 'any',
          expression: true,
          doc: 'charge as an expression',
          aliases: ['charge'],
        },
      ],
    },
    modelTypes: ['c'],
    parameters: [
      { name: 'ic', unit: 'V', range: 'finite', doc: 'initial voltage, used with uic' },
      ...scalingParameters,
      { name: 'l', unit: 'm', range: 'positive', doc: 'length, with a model' },
      { name: 'w', unit: 'm', range: 'positive', doc: 'width, with a model' },
      { name: 'rser', unit: 'Ohm', default: 0, range: 'non-negative', doc: 'series resistance' },
      { name: 'lser', unit: 'H', default: 0, range: 'non-negative', doc: 'series inductance' },
      { name: 'rpar', unit: 'Ohm', range: 'positive', infinite: true, doc: 'parallel resistance' },
      { name: 'cpar', unit: 'F', default: 0, range: 'non-negative', doc: 'parallel capacitance' },
    ],
    ignored: ['rlshunt', 'scale', 'age', 'd'],
  },
  models: [
    {
      type: 'c',
      aliases: ['cap'],
      doc: 'Capacitor: default value and temperature coefficients.',
      parameters: [
        { name: 'cap', unit: 'F', range: 'positive', doc: 'capacitance where the card has none' },
        { name: 'cj', unit: 'F/m^2', range: 'non-negative', doc: 'capacitance of the area' },
        { name: 'cjsw', unit: 'F/m', default: 0, range: 'non-negative', doc: 'capacitance of the edge' },
        { name: 'defw', unit: 'm', default: 1e-5, range: 'positive', doc: 'width where the card has none' },
        {
          name: 'narrow',
          unit: 'm',
          default: 0,
          range: 'finite',
          doc: 'narrowing of length and width by etching',
        },
        { name: 'c', unit: '', default: 1, range: 'positive', doc: 'factor of the capacitance' },
        { name: 'tc1', unit: '1/K', default: 0, range: 'finite', doc: 'linear temperature coefficient' },
        { name: 'tc2', unit: '1/K^2', default: 0, range: 'finite', doc: 'quadratic temperature coefficient' },
        {
          name: 'tnom',
          unit: 'Celsius',
          default: 27,
          range: 'finite',
          doc: 'temperature of the given value',
        },
      ],
      ignored: ['level', 'di', 'thick'],
    },
  ],
  branches(element, context) {
    const { expressions, model, parameters } = element;
    const ends = endsOf(element);
    const count = parameters.get('m') ?? 1;
    const factor = temperatureFactor(element, context.options.temp) * count;
    const charge = expressions?.get('q');
    if (charge) {
      const { span } = charge;
      const number = { kind: 'number', value: factor, span } as const;
      const scaled = { kind: 'binary', operator: '*', left: number, right: charge, span } as const;
      const current = { kind: 'call', name: 'ddt', args: [scaled], span } as const;
      return expressionBranches(element, current, { ...ends, output: 'current' }, context);
    }
    const own = element.value ?? model?.parameters.get('cap') ?? sheetCapacitance(element);
    const capacitance = own * (model?.parameters.get('c') ?? 1) * factor;
    if (reportValue(element, 'capacitance', capacitance, context)) return [];
    const initial = parameters.get('ic');
    const start = initial === undefined ? {} : { initial };
    const { name, a, b } = ends;
    const branches: Branch[] = [];
    const rser = (parameters.get('rser') ?? 0) / count;
    const lser = (parameters.get('lser') ?? 0) / count;
    // Parts in series are named apart, so that i(c1) is the current of the card, not a sum along the chain.
    const part = (what: string): { name: string; element: string } => ({
      name: `${name}#${what}`,
      element: `${name}#${what}`,
    });
    const afterR = rser > 0 ? `${name}#r` : a;
    const afterL = lser > 0 ? `${name}#l` : afterR;
    branches.push({ kind: 'capacitance', name, element: name, a: afterL, b, capacitance, ...start });
    if (lser > 0) branches.push({ kind: 'inductance', ...part('l'), a: afterR, b: afterL, inductance: lser });
    if (rser > 0) branches.push({ kind: 'resistance', ...part('r'), a, b: afterR, resistance: rser });
    const rpar = parameters.get('rpar') ?? Infinity;
    const cpar = parameters.get('cpar') ?? 0;
    const parallel = (what: string): { name: string; element: string; a: string; b: string } => ({
      name: `${name}#${what}`,
      element: name,
      a,
      b,
    });
    if (rpar < Infinity) branches.push({ kind: 'resistance', ...parallel('rpar'), resistance: rpar / count });
    if (cpar > 0) {
      branches.push({ kind: 'capacitance', ...parallel('cpar'), capacitance: cpar * count, ...start });
    }
    return branches;
  },
};

/** The capacitance of an area and its edge; NaN where the card or the model says too little. */
function sheetCapacitance({ model, parameters }: FlatElement): number {
  const given = model?.parameters;
  const narrow = given?.get('narrow') ?? 0;
  const length = (parameters.get('l') ?? NaN) - narrow;
  const width = (parameters.get('w') ?? given?.get('defw') ?? 1e-5) - narrow;
  return (given?.get('cj') ?? NaN) * length * width + 2 * (given?.get('cjsw') ?? 0) * (length + width);
}
