/** K: M = k sqrt(L1 L2) between every two of its inductors; k = 1 makes an ideal transformer. */
import type { Device } from '../device.js';
import type { Coupling } from '../primitives.js';

export const coupling: Device = {
  syntax: {
    letter: 'K',
    name: 'coupling',
    doc: 'Couples two or more inductors; the first node of each is its dotted end.',
    terminals: [],
    value: {
      kind: 'coupling',
      parameter: {
        name: 'k',
        unit: '',
        range: 'finite',
        doc: 'coefficient from -1 to 1; 1: ideal transformer',
      },
    },
    parameters: [],
  },
  models: [],
  branches() {
    return [];
  },
  couplings({ name, controls = [], value = NaN, valueSpan, span }, { diagnostics }) {
    if (!(Math.abs(value) <= 1)) {
      diagnostics.error(
        'coupling-range',
        `${name} has the coefficient ${value}, not from -1 to 1`,
        valueSpan ?? span,
        {
          cure: 'give k = M / sqrt(L1 L2), at most 1',
        },
      );
      return [];
    }
    const pairs: Coupling[] = [];
    controls.forEach((first, i) => {
      for (const second of controls.slice(i + 1)) {
        pairs.push({ element: name, inductors: [first, second], coefficient: value });
      }
    });
    return pairs;
  },
};
