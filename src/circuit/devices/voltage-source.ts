/**
 * V: v = s(t). Its current flows from n+ through it to n-: negative when it delivers (conventions: signs). With LTspice's
 * parasitics
 *
 *     n+ --- Rser --- s(t) --- n-,      Cpar across both
 */
import type { Device } from '../device.js';
import { sourceSignal } from '../sources/source-table.js';
import type { Branch } from '../primitives.js';
import { endsOf, soundHint } from './parts/element-parts.js';
import { insideEnds, shuntParasitics } from './parts/storage-parts.js';

export const voltageSource: Device = {
  syntax: {
    letter: 'V',
    name: 'voltage source',
    doc: 'Independent voltage source.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'source',
      parameter: { name: 'dc', unit: 'V', default: 0, range: 'finite', doc: 'DC value' },
    },
    parameters: [
      { name: 'rser', unit: 'Ohm', default: 0, range: 'non-negative', doc: 'series resistance' },
      { name: 'cpar', unit: 'F', default: 0, range: 'non-negative', doc: 'parallel capacitance' },
    ],
    ignored: ['chan'],
    refused: {
      wavefile: soundHint,
    },
  },
  models: [],
  branches(element, context) {
    const { name, a } = endsOf(element);
    const place = insideEnds(element);
    const resistance = element.parameters.get('rser') ?? 0;
    const series: Branch[] =
      resistance > 0
        ? [{ kind: 'resistance', name: `${name}#r`, element: `${name}#r`, a, b: place.a, resistance }]
        : [];
    const own: Branch = { kind: 'voltage', ...place, element: name, signal: sourceSignal(element, context) };
    return [own, ...series, ...shuntParasitics(element, 1)];
  },
};
