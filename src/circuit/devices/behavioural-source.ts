/** B: v = expression, or i = expression, times 1 + tc1 dT + tc2 dT^2 at the temperature of the element. */
import type { FlatElement } from '../../netlist/flat-circuit.js';
import { lawBranches } from '../behavioural/controlled-branch.js';
import type { Device, EmissionContext } from '../device.js';
import { endsOf, scalingParameters, temperatureFactor } from './parts/element-parts.js';
import { numericalHints } from './parts/ratings.js';
import { shuntParasitics } from './parts/storage-parts.js';

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
      {
        ...{ name: 'rpar', unit: 'Ohm', range: 'non-negative', infinite: true },
        doc: 'parallel resistance; 0: none',
      },
      { name: 'cpar', unit: 'F', default: 0, range: 'non-negative', doc: 'parallel capacitance' },
      ...scalingParameters.filter(({ name }) => ['tc1', 'tc2', 'temp', 'dtemp'].includes(name)),
    ],
    ignored: numericalHints,
    refused: {
      ic: 'write the initial condition where it belongs: .ic v(out)=, or idt(x, start)',
      r: 'write a resistor: R1 a b R={expression}',
      p: 'write I={power/v(a,b)} with a bound that keeps it finite: I={power/max(v(a,b), 0.1)}',
    },
  },
  models: [],
  branches(element, context) {
    const { law } = element;
    const output = law && 'output' in law && law.output === 'i' ? 'current' : 'voltage';
    const own = lawBranches(atItsTemperature(element, context), { ...endsOf(element), output }, context);
    return [...own, ...shuntParasitics(element, 1)];
  },
};

function atItsTemperature(element: FlatElement, context: EmissionContext): FlatElement {
  const { law } = element;
  const factor = temperatureFactor(element, context);
  if (law?.kind !== 'expression' || factor === 1) return element;
  const { expression } = law;
  const { span } = expression;
  const left = { kind: 'number', value: factor, span } as const;
  return {
    ...element,
    law: { ...law, expression: { kind: 'binary', operator: '*', left, right: expression, span } },
  };
}
