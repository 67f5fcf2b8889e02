/**
 * U (model URC): a uniform line of resistance and capacitance, as SPICE lumps it: n sections from either end whose resistances
 * and capacitances grow inwards by the factor k,
 *
 *     R_1 = R (k - 1) / (2 (k^n - 1)),   C_1 = C (k - 1) / (k^(n-1) (k + 1) - 2),
 *
 * n such that the outermost is fast at fmax. Source: [Gertzberg 1974], the lumps of SPICE 3.
 */
import type { Device } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { modelValues } from '../parts/element-parts.js';

/** Below this w R C three lumps do. */
const slowLine = 35;
const fewestLumps = 3;

export const uniformRcLine: Device = {
  syntax: {
    letter: 'U',
    name: 'uniform RC line',
    doc: 'Distributed resistance and capacitance, as SPICE lumps it.',
    terminals: ['1', '2', 'reference'],
    value: { kind: 'model' },
    modelTypes: ['urc'],
    parameters: [
      { name: 'l', unit: 'm', range: 'positive', doc: 'length' },
      { name: 'n', unit: '', range: 'positive', doc: 'number of lumps from either end' },
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of lines in parallel' },
    ],
  },
  models: [
    {
      type: 'urc',
      doc: 'Uniform RC line (U); one of diodes (ISPERL) is refused.',
      parameters: [
        { name: 'k', unit: '', default: 1.5, range: 'positive', doc: 'growth from lump to lump' },
        { name: 'fmax', unit: 'Hz', default: 1e9, range: 'positive', doc: 'highest frequency' },
        { name: 'rperl', unit: 'Ohm/m', default: 1e3, range: 'positive', doc: 'resistance' },
        { name: 'cperl', unit: 'F/m', default: 1e-12, range: 'positive', doc: 'capacitance' },
        { name: 'isperl', unit: 'A/m', default: 0, range: 'non-negative', doc: 'only 0: no diodes' },
      ],
      ignored: ['rsperl'],
    },
  ],
  branches(element, { diagnostics }) {
    const { name, span, parameters, model } = element;
    const value = modelValues(element);
    const length = parameters.get('l');
    const growth = value('k', 1.5);
    const refused =
      length === undefined
        ? `${name} has no length l=`
        : value('isperl', 0) > 0
          ? `${name}: a line of diodes (ISPERL) is not supported`
          : growth === 1
            ? `${name}: k must not be 1`
            : undefined;
    if (length === undefined || refused !== undefined) {
      diagnostics.error(
        'element-value',
        refused ?? name,
        refused?.includes('length') ? span : (model?.span ?? span),
      );
      return [];
    }
    const m = parameters.get('m') ?? 1;
    const r = (length * value('rperl', 1e3)) / m;
    const c = length * value('cperl', 1e-12) * m;
    const n = Math.max(
      1,
      Math.floor(parameters.get('n') ?? lumpsFor(2 * Math.PI * value('fmax', 1e9) * r * c, growth)),
    );
    const firstR = (r * (growth - 1)) / (2 * (growth ** n - 1));
    const firstC = n === 1 ? c : (c * (growth - 1)) / (growth ** (n - 1) * (growth + 1) - 2);
    const [one = '', two = '', reference = ''] = element.nodes;
    const branches: Branch[] = [];
    let [low, high] = [one, two];
    for (let k = 1; k <= n; k++) {
      const share = growth ** (k - 1);
      const lower = `${name}#low${k}`;
      const upper = k === n ? lower : `${name}#high${k}`;
      const resistance = share * firstR;
      const capacitance = share * firstC;
      const part = (what: string): { name: string; element: string } =>
        k === 1 && what === 'low'
          ? { name, element: name }
          : { name: `${name}#r${what}${k}`, element: `${name}#r${what}${k}` };
      branches.push({ kind: 'resistance', ...part('low'), a: low, b: lower, resistance });
      branches.push({ kind: 'resistance', ...part('high'), a: upper, b: high, resistance });
      for (const node of new Set([lower, upper])) {
        const own = `${node}#c`;
        branches.push({ kind: 'capacitance', name: own, element: own, a: node, b: reference, capacitance });
      }
      [low, high] = [lower, upper];
    }
    return branches;
  },
};

function lumpsFor(speed: number, growth: number): number {
  if (speed < slowLine) return fewestLumps;
  return Math.max(fewestLumps, Math.log(speed * ((growth - 1) / growth) ** 2) / Math.log(growth));
}
