/**
 * L: v = L i', L = l (1 + tc1 dT + tc2 dT^2) / m, with LTspice's parasitics
 *
 *     a --- Rser --- L --- b,      Rpar across all, Cpar across all
 *
 * LTspice's own defaults of Rser and Rpar (1 mOhm ...) are not taken: an inductor without them is ideal. A flux
 * flux={...} that depends on the circuit is the voltage ddt(flux).
 */
import type { Device } from '../device.js';
import type { Branch } from '../primitives.js';
import {
  endsOf,
  modelTemperatureParameters,
  reportValue,
  scalingParameters,
  temperatureFactor,
} from './element-parts.js';
import { shuntParasitics, storedExpression } from './storage-parts.js';

export const inductor: Device = {
  syntax: {
    letter: 'L',
    name: 'inductor',
    doc: 'Linear inductor.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'number',
      parameter: { name: 'l', unit: 'H', range: 'positive', doc: 'inductance', aliases: ['inductance'] },
      alternatives: [
        { name: 'flux', unit: 'V s', range: 'any', expression: true, doc: 'flux as an expression' },
      ],
    },
    modelTypes: ['l'],
    parameters: [
      { name: 'ic', unit: 'A', range: 'finite', doc: 'initial current, used with uic' },
      ...scalingParameters,
      { name: 'rser', unit: 'Ohm', default: 0, range: 'non-negative', doc: 'series resistance' },
      { name: 'rpar', unit: 'Ohm', range: 'positive', infinite: true, doc: 'parallel resistance' },
      { name: 'cpar', unit: 'F', default: 0, range: 'non-negative', doc: 'parallel capacitance' },
    ],
    ignored: ['rlshunt', 'scale', 'nt'],
  },
  models: [
    {
      type: 'l',
      aliases: ['ind'],
      doc: 'Inductor: default value and temperature coefficients.',
      parameters: [
        { name: 'ind', unit: 'H', range: 'positive', doc: 'inductance where the card has none' },
        { name: 'l', unit: '', default: 1, range: 'positive', doc: 'factor of the inductance' },
        ...modelTemperatureParameters,
      ],
      ignored: ['level', 'csect', 'length', 'dia', 'nt', 'mu'],
    },
  ],
  branches(element, context) {
    const { expressions, model, parameters } = element;
    const count = parameters.get('m') ?? 1;
    const factor = temperatureFactor(element, context.options.temp) / count;
    const flux = expressions?.get('flux');
    if (flux) return storedExpression(element, flux, factor, 'voltage', context);
    const own = element.value ?? model?.parameters.get('ind') ?? NaN;
    const inductance = own * (model?.parameters.get('l') ?? 1) * factor;
    if (reportValue(element, 'inductance', inductance, context)) return [];
    const initial = parameters.get('ic');
    const { name, a, b } = endsOf(element);
    const rser = (parameters.get('rser') ?? 0) / count;
    const inner = rser > 0 ? `${name}#r` : a;
    const branches: Branch[] = [
      {
        kind: 'inductance',
        name,
        element: name,
        a: inner,
        b,
        inductance,
        ...(initial !== undefined && { initial }),
      },
    ];
    if (rser > 0) {
      branches.push({
        kind: 'resistance',
        name: `${name}#r`,
        element: `${name}#r`,
        a,
        b: inner,
        resistance: rser,
      });
    }
    branches.push(...shuntParasitics(element, count));
    return branches;
  },
};
