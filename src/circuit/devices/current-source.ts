/**
 * I: i = s(t), from n+ through the source to n- (conventions: signs), m times. With r= it is a resistor.
 *
 * Flagged `load` (LTspice) it takes no current from what has no voltage: i = s where v > 0, 0 <= i <= s where v = 0, i = 0 where
 * v < 0. Two ideal diodes: one in series, one that carries what the source drives while that one blocks.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Device, EmissionContext } from '../device.js';
import type { Branch } from '../primitives.js';
import { scaledSignal } from '../sources/scaled-signal.js';
import { sourceSignal } from '../sources/source-table.js';
import { endsOf, soundHint } from './parts/element-parts.js';

export const currentSource: Device = {
  syntax: {
    letter: 'I',
    name: 'current source',
    doc: 'Independent current source; tbl(v i v i ...) of LTspice makes it a table of the voltage across it.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'source',
      parameter: { name: 'dc', unit: 'A', default: 0, range: 'finite', doc: 'DC value' },
    },
    parameters: [
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of sources in parallel' },
      { name: 'r', unit: 'Ohm', range: 'positive', doc: 'a resistor instead of the source, of LTspice' },
    ],
    flags: ['load'],
    ignored: ['chan'],
    refused: {
      wavefile: soundHint,
    },
  },
  models: [],
  carries(element, _, context) {
    if (element.parameters.has('r')) return Infinity;
    const signal = sourceSignal(element, { ...context, diagnostics: new Diagnostics() });
    return signal.constant ? Math.abs(signal.value(0)) * countOf(element) : Infinity;
  },
  branches(element, context) {
    const resistance = element.parameters.get('r');
    if (resistance !== undefined) return resistorBranches(element, resistance, context);
    const signal = scaledSignal(sourceSignal(element, context), countOf(element));
    return element.flags.has('load')
      ? loadBranches(element, signal)
      : [{ kind: 'current', ...endsOf(element), signal }];
  },
};

/** LTspice's load that is a resistor; what a source says of itself besides has no meaning there. */
function resistorBranches(element: FlatElement, resistance: number, context: EmissionContext): Branch[] {
  const { name, dc, ac, waveform, flags } = element;
  if (dc !== undefined || ac || waveform || flags.size > 0) {
    const message = `${name} has r=, which makes it a resistor, and a current`;
    const hint = `write two elements: ${name} with the current, and a resistor`;
    context.diagnostics.error('resistor-and-source', message, element.span, { hint });
  }
  return [{ kind: 'resistance', ...endsOf(element), resistance: resistance / countOf(element) }];
}

function loadBranches(element: FlatElement, signal: Signal): Branch[] {
  const { name, a, b } = endsOf(element);
  const inside = `${name}#load`;
  const part = (what: string): { name: string; element: string } => ({
    name: `${name}#${what}`,
    element: `${name}#${what}`,
  });
  const ideal = { kind: 'unilateral', resistance: 0, threshold: 0 } as const;
  return [
    { ...ideal, name, element: name, a, b: inside, across: { a, b } },
    { ...ideal, ...part('idle'), a: b, b: inside },
    { kind: 'current', ...part('source'), a: inside, b, signal },
  ];
}

function countOf({ parameters }: FlatElement): number {
  return parameters.get('m') ?? 1;
}
