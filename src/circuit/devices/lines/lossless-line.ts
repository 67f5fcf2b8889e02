/**
 * T: a lossless line by the method of characteristics. At either port
 *
 *     i_1(t) = v_1(t) / z0 + J_1(t),      J_1(t) = -(v_2 / z0 + i_2)(t - td)
 *
 * and the other way round: a conductance beside the wave that left the other port a delay ago. At rest the line is a
 * through connection, v_1 = v_2 and i_1 = -i_2. Its energy is on its way in the two waves.
 *
 * With r, l, g, c and len, as PSpice has it too, on the card or in a model TRN, it is the uniform line of `lossy-line.ts`.
 *
 * Source: [Branin 1967].
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ParameterSpec } from '../../../netlist/language.js';
import type { Device, EmissionContext } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { modelValues } from '../parts/element-parts.js';
import { linePorts, type LinePort } from './line-ports.js';
import { uniformLine, uniformParameters } from './lossy-line.js';

const losslessParameters: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  { name: 'z0', unit: 'Ohm', range: 'positive', aliases: ['zo'], doc: 'characteristic impedance' },
  { name: 'td', unit: 's', range: 'positive', doc: 'delay' },
  { name: 'f', unit: 'Hz', range: 'positive', doc: 'frequency at which the line is nl wavelengths long' },
  { name: 'nl', unit: '', default: 0.25, range: 'positive', doc: 'length in wavelengths at f' },
]);
const parallel: ParameterSpec = {
  name: 'm',
  unit: '',
  default: 1,
  range: 'positive',
  doc: 'number of lines in parallel',
};

/** Both kinds of T: told from each other by what stands behind the nodes. */
const line = {
  letter: 'T',
  terminals: ['1+', '1-', '2+', '2-'],
  parameters: [...losslessParameters, ...uniformParameters, parallel],
} as const;

export const losslessLine: Device = {
  syntax: {
    ...line,
    name: 'lossless line',
    doc: 'Lossless transmission line; td, or f and nl, give its delay. With len, and l and c, as O: r and g are its losses.',
    value: { kind: 'initial-values', names: ['v1', 'i1', 'v2', 'i2'] },
    ignored: ['rel', 'abs'],
  },
  models: [],
  branches: lineOf,
};

export const modelledLine: Device = {
  syntax: {
    ...line,
    name: 'line with a model',
    doc: 'Transmission line of PSpice with a model TRN, which has what T may have.',
    value: { kind: 'model' },
    modelTypes: ['trn'],
  },
  models: [
    {
      type: 'trn',
      doc: 'Transmission line of PSpice (T).',
      parameters: [...losslessParameters, ...uniformParameters],
    },
  ],
  branches: lineOf,
};

function lineOf(element: FlatElement, context: EmissionContext): Branch[] {
  const { name, span, parameters } = element;
  const value = modelValues(element);
  const given = (each: string, otherwise: number): number => parameters.get(each) ?? value(each, otherwise);
  const count = parameters.get('m') ?? 1;
  if (!Number.isNaN(given('len', NaN))) {
    const other = ['z0', 'td', 'f'].find((each) => !Number.isNaN(given(each, NaN)));
    if (other === undefined) return uniformLine(inParallel(element, count, given), context);
    context.diagnostics.error('element-value', `${name} has both len and ${other}`, span, {
      hint: 'write len=, l= and c= of a line with losses, or z0= and td= of one without',
    });
    return [];
  }
  const loss = ['r', 'l', 'g', 'c'].find((each) => given(each, 0) > 0);
  if (loss !== undefined) {
    const message = `${name} has ${loss} per unit of length, but no length`;
    context.diagnostics.error('element-value', message, span, { hint: 'write len=' });
    return [];
  }
  const z0 = given('z0', NaN) / count;
  const delay = given('td', given('nl', 0.25) / given('f', NaN));
  if (Number.isNaN(z0) || Number.isNaN(delay)) {
    const message = `${name} has no ${Number.isNaN(z0) ? 'characteristic impedance' : 'delay'}`;
    context.diagnostics.error('element-value', message, span, { hint: 'write z0= and td=, or z0= and f=' });
    return [];
  }
  const [a1 = '', b1 = '', a2 = '', b2 = ''] = element.nodes;
  const first: LinePort = { name, a: a1, b: b1, initial: waveOf(element, 'v1', 'i1', z0) };
  const second: LinePort = { name: `${name}#2`, a: a2, b: b2, initial: waveOf(element, 'v2', 'i2', z0) };
  return linePorts(first, second, z0, delay);
}

/** As one line. */
function inParallel(
  element: FlatElement,
  count: number,
  given: (name: string, otherwise: number) => number,
): FlatElement {
  const parameters = new Map(element.parameters);
  for (const name of ['r', 'l']) parameters.set(name, given(name, 0) / count);
  for (const name of ['g', 'c']) parameters.set(name, given(name, 0) * count);
  return { ...element, parameters };
}

function waveOf({ parameters }: FlatElement, v: string, i: string, z0: number): number {
  return -((parameters.get(v) ?? 0) / z0 + (parameters.get(i) ?? 0));
}
