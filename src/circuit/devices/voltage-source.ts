/**
 * V: v = s(t). Its current flows from n+ through it to n-: negative when it delivers (conventions: signs). With LTspice's
 * parasitics
 *
 *     n+ --- Rser --- s(t) --- n-,      Cpar across both
 */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
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
    const signal = sourceSignal(element, context);
    const kind = isNothing(element, place, signal) ? 'current' : 'voltage';
    const own: Branch = { kind, ...place, element: name, signal };
    return [own, ...series, ...shuntParasitics(element, 1)];
  },
};

/** Whether it is 0 V across one node: "Vgnd GND 0 DC 0", which any current meets, so that it carries 0 A. */
function isNothing(
  element: FlatElement,
  { a, b }: { readonly a: string; readonly b: string },
  signal: Signal,
): boolean {
  return a === b && element.ac === undefined && signal.constant === true && signal.value(0) === 0;
}
