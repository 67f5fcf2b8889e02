/**
 * V: v = s(t). Its current flows from n+ through it to n-: negative when it delivers (conventions: signs). With LTspice's
 * parasitics
 *
 *     n+ --- Rser --- s(t) --- n-,      Cpar across both
 *
 * A port (ngspice's portnum, P of Xyce) has its impedance z0 in series.
 */
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Device } from '../device.js';
import { sourceSignal } from '../sources/source-table.js';
import type { Branch } from '../primitives.js';
import { endsOf, soundHint } from './parts/element-parts.js';
import { shuntParasitics } from './parts/storage-parts.js';

/** Of a port that has a power, where none is given, in Hz. */
const portFrequency = 1e9;

/** A port with a power as ngspice has it: a cosine, without one a source as any other. */
function drivenByPower(element: FlatElement): FlatElement {
  const { parameters, waveform, span } = element;
  const power = parameters.get('pwr');
  if (power === undefined || waveform || !parameters.has('portnum')) return element;
  const amplitude = Math.sqrt(4 * (parameters.get('z0') ?? 50) * power);
  const args = [0, amplitude, parameters.get('freq') ?? portFrequency, 0, 0, 90];
  return { ...element, waveform: { name: 'sin', args, argSpans: args.map(() => span), span } };
}

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
      {
        ...{ name: 'portnum', aliases: ['port'], unit: '', range: 'positive' },
        doc: 'number of a port, which has z0 in series',
      },
      { name: 'z0', unit: 'Ohm', default: 50, range: 'positive', doc: 'impedance of a port' },
      {
        ...{ name: 'pwr', unit: 'W', range: 'non-negative' },
        doc: 'ngspice: a port without a waveform is a cosine of the amplitude sqrt(4 Z0 PWR)',
      },
      { name: 'freq', unit: 'Hz', default: portFrequency, range: 'positive', doc: 'its frequency' },
    ],
    ignored: ['chan'],
    words: ['portnum', 'z0'],
    furtherWords: ['pwr', 'freq'],
    refused: {
      wavefile: soundHint,
    },
  },
  models: [],
  branches(element, context) {
    const ends = endsOf(element);
    const { name, a } = ends;
    const given = element.parameters;
    const impedance = given.has('portnum') ? (given.get('z0') ?? 50) : 0;
    const resistance = (given.get('rser') ?? 0) + impedance;
    const place = resistance > 0 ? { ...ends, a: `${name}#r` } : ends;
    const series: Branch[] =
      resistance > 0
        ? [{ kind: 'resistance', name: `${name}#r`, element: `${name}#r`, a, b: place.a, resistance }]
        : [];
    const signal = sourceSignal(drivenByPower(element), context);
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
