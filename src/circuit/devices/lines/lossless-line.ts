/**
 * T: a lossless line by the method of characteristics. At either port
 *
 *     i_1(t) = v_1(t) / z0 + J_1(t),      J_1(t) = -(v_2 / z0 + i_2)(t - td)
 *
 * and the other way round: a conductance beside the wave that left the other port a delay ago. At rest the line is a
 * through connection, v_1 = v_2 and i_1 = -i_2. Its energy is on its way in the two waves.
 *
 * Source: [Branin 1967].
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { Device } from '../../device.js';
import { linePorts, type LinePort } from './line-ports.js';

export const losslessLine: Device = {
  syntax: {
    letter: 'T',
    name: 'lossless line',
    doc: 'Lossless transmission line; td, or f and nl, give its delay.',
    terminals: ['1+', '1-', '2+', '2-'],
    value: { kind: 'initial-values', names: ['v1', 'i1', 'v2', 'i2'] },
    parameters: [
      { name: 'z0', unit: 'Ohm', range: 'positive', aliases: ['zo'], doc: 'characteristic impedance' },
      { name: 'td', unit: 's', range: 'positive', doc: 'delay' },
      { name: 'f', unit: 'Hz', range: 'positive', doc: 'frequency at which the line is nl wavelengths long' },
      { name: 'nl', unit: '', default: 0.25, range: 'positive', doc: 'length in wavelengths at f' },
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of lines in parallel' },
    ],
    ignored: ['rel', 'abs'],
  },
  models: [],
  branches(element, { diagnostics }) {
    const { name, span, parameters } = element;
    const z0 = (parameters.get('z0') ?? NaN) / (parameters.get('m') ?? 1);
    const delay = parameters.get('td') ?? (parameters.get('nl') ?? 0.25) / (parameters.get('f') ?? NaN);
    if (Number.isNaN(z0) || Number.isNaN(delay)) {
      const message = `${name} has no ${Number.isNaN(z0) ? 'characteristic impedance' : 'delay'}`;
      diagnostics.error('element-value', message, span, { hint: 'write z0= and td=, or z0= and f=' });
      return [];
    }
    const [a1 = '', b1 = '', a2 = '', b2 = ''] = element.nodes;
    const first: LinePort = { name, a: a1, b: b1, initial: waveOf(element, 'v1', 'i1', z0) };
    const second: LinePort = { name: `${name}#2`, a: a2, b: b2, initial: waveOf(element, 'v2', 'i2', z0) };
    return linePorts(first, second, z0, delay);
  },
};

function waveOf({ parameters }: FlatElement, v: string, i: string, z0: number): number {
  return -((parameters.get(v) ?? 0) / z0 + (parameters.get(i) ?? 0));
}
