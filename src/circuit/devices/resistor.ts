/** R: i = v / resistance. */
import type { Device } from '../device.js';
import { endsOf } from './element-parts.js';

export const resistor: Device = {
  syntax: {
    letter: 'R',
    name: 'resistor',
    doc: 'Linear resistor; negative values are legal.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'number',
      parameter: { name: 'r', unit: 'Ohm', range: 'non-zero', doc: 'resistance', aliases: ['resistance'] },
    },
    parameters: [],
  },
  models: [],
  branches(element) {
    return [{ kind: 'resistance', ...endsOf(element), resistance: element.value ?? NaN }];
  },
};
