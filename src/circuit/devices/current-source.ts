/**
 * I: i = s(t), from n+ through the source to n- (conventions: signs), m times.
 *
 * Flagged `load` (LTspice) it takes no current from what has no voltage: i = s where v > 0, 0 <= i <= s where v = 0, i = 0 where
 * v < 0. Two ideal diodes: one in series, one that carries what the source drives while that one blocks.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import type { Signal } from '../../kernel/modeling/signals/signal.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Device } from '../device.js';
import type { Branch } from '../primitives.js';
import { scaledSignal } from '../sources/scaled-signal.js';
import { sourceSignal } from '../sources/source-table.js';
import { endsOf } from './element-parts.js';

export const currentSource: Device = {
  syntax: {
    letter: 'I',
    name: 'current source',
    doc: 'Independent current source.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'source',
      parameter: { name: 'dc', unit: 'A', default: 0, range: 'finite', doc: 'DC value' },
    },
    parameters: [
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of sources in parallel' },
    ],
    flags: ['load'],
  },
  models: [],
  carries(element, _, context) {
    const signal = sourceSignal(element, { ...context, diagnostics: new Diagnostics() });
    return signal.constant ? Math.abs(signal.value(0)) * countOf(element) : Infinity;
  },
  branches(element, context) {
    const signal = scaledSignal(sourceSignal(element, context), countOf(element));
    return element.flags.has('load')
      ? loadBranches(element, signal)
      : [{ kind: 'current', ...endsOf(element), signal }];
  },
};

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
