/** I: i = s(t), from n+ through the source to n- (conventions: signs), m times. */
import { Diagnostics } from '../../base/diagnostic.js';
import type { FlatElement } from '../../netlist/flat-circuit.js';
import type { Device } from '../device.js';
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
  },
  models: [],
  carries(element, _, context) {
    const signal = sourceSignal(element, { ...context, diagnostics: new Diagnostics() });
    return signal.constant ? Math.abs(signal.value(0)) * countOf(element) : Infinity;
  },
  branches(element, context) {
    const signal = scaledSignal(sourceSignal(element, context), countOf(element));
    return [{ kind: 'current', ...endsOf(element), signal }];
  },
};

function countOf({ parameters }: FlatElement): number {
  return parameters.get('m') ?? 1;
}
