/** I: i = s(t), from n+ through the source to n- (conventions: signs). */
import { Diagnostics } from '../../base/diagnostic.js';
import type { Device } from '../device.js';
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
    parameters: [],
  },
  models: [],
  carries(element, _, context) {
    const signal = sourceSignal(element, { ...context, diagnostics: new Diagnostics() });
    return signal.constant ? Math.abs(signal.value(0)) : Infinity;
  },
  branches(element, context) {
    return [{ kind: 'current', ...endsOf(element), signal: sourceSignal(element, context) }];
  },
};
