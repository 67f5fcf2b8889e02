/** C: i = capacitance v'. */
import type { Device } from '../device.js';
import { endsOf } from './element-parts.js';

export const capacitor: Device = {
  syntax: {
    letter: 'C',
    name: 'capacitor',
    doc: 'Linear capacitor.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'number',
      parameter: { name: 'c', unit: 'F', range: 'positive', doc: 'capacitance', aliases: ['capacitance'] },
    },
    parameters: [{ name: 'ic', unit: 'V', range: 'finite', doc: 'initial voltage, used with uic' }],
  },
  models: [],
  branches(element) {
    const initial = element.parameters.get('ic');
    return [
      {
        kind: 'capacitance',
        ...endsOf(element),
        capacitance: element.value ?? NaN,
        ...(initial !== undefined && { initial }),
      },
    ];
  },
};
