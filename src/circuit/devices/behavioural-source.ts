/** B: v = expression, or i = expression. */
import { lawBranches } from '../behavioural/controlled-branch.js';
import type { Device } from '../device.js';
import { endsOf } from './element-parts.js';
import { shuntParasitics } from './storage-parts.js';

export const behaviouralSource: Device = {
  syntax: {
    letter: 'B',
    name: 'behavioural source',
    doc: 'Voltage or current given by an expression of voltages, currents and time.',
    terminals: ['n+', 'n-'],
    value: { kind: 'behavioural' },
    parameters: [
      {
        name: 'smoothbsrc',
        unit: '',
        range: 'non-negative',
        doc: '1: the voltage follows the expression with the lag rcconst; absent: option smoothbsrc',
      },
      { name: 'rcconst', unit: 's', range: 'positive', doc: 'that lag; absent: option rcconst' },
      { name: 'rpar', unit: 'Ohm', range: 'positive', infinite: true, doc: 'parallel resistance' },
      { name: 'cpar', unit: 'F', default: 0, range: 'non-negative', doc: 'parallel capacitance' },
    ],
    ignored: ['tc1', 'tc2', 'temp', 'dtemp'],
  },
  models: [],
  branches(element, context) {
    const { law } = element;
    const output = law && 'output' in law && law.output === 'i' ? 'current' : 'voltage';
    const own = lawBranches(element, { ...endsOf(element), output }, context);
    return [...own, ...shuntParasitics(element, 1)];
  },
};
