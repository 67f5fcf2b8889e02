/** V: v = s(t). Its current flows from n+ through it to n-: negative when it delivers (conventions: signs). */
import type { Device } from '../device.js';
import { sourceSignal } from '../sources/source-table.js';
import { endsOf } from './element-parts.js';

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
    parameters: [],
  },
  models: [],
  branches(element, context) {
    return [{ kind: 'voltage', ...endsOf(element), signal: sourceSignal(element, context) }];
  },
};
