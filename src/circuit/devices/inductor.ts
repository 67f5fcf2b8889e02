/** L: v = inductance i'. */
import type { Device } from '../device.js';
import { endsOf } from './element-parts.js';

export const inductor: Device = {
  syntax: {
    letter: 'L',
    name: 'inductor',
    doc: 'Linear inductor.',
    terminals: ['n+', 'n-'],
    value: {
      kind: 'number',
      parameter: { name: 'l', unit: 'H', range: 'positive', doc: 'inductance', aliases: ['inductance'] },
    },
    parameters: [{ name: 'ic', unit: 'A', range: 'finite', doc: 'initial current, used with uic' }],
  },
  models: [],
  branches(element) {
    const initial = element.parameters.get('ic');
    return [
      {
        kind: 'inductance',
        ...endsOf(element),
        inductance: element.value ?? NaN,
        ...(initial !== undefined && { initial }),
      },
    ];
  },
};
