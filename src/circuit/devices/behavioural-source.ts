/** B: v = expression, or i = expression, times m and 1 + tc1 dT + tc2 dT^2 at the temperature of the element; with reciproc over them. */
import type { Expression } from '../../expression/ast.js';
import type { FlatElement, FlatLaw } from '../../netlist/flat-circuit.js';
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
      { name: 'm', unit: '', default: 1, range: 'positive', doc: 'factor of the value' },
      {
        ...{ name: 'reciproctc', unit: '', default: 0, range: 'finite' },
        doc: '1: the value is divided by the factor of the temperature',
      },
      { name: 'reciprocm', unit: '', default: 0, range: 'finite', doc: '1: it is divided by m' },
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
    const own = lawBranches(scaledLaw(element, context), { ...endsOf(element), output }, context);
    return [...own, ...shuntParasitics(element, 1)];
  },
};

function scaledLaw(element: FlatElement, context: EmissionContext): FlatElement {
  const { law, parameters } = element;
  const given = (name: string): number => parameters.get(name) ?? 0;
  const ofTemperature = temperatureFactor(element, context) ** (given('reciproctc') === 0 ? 1 : -1);
  const factor = ofTemperature * (parameters.get('m') ?? 1) ** (given('reciprocm') === 0 ? 1 : -1);
  return law && factor !== 1 ? { ...element, law: timesFactor(law, factor) } : element;
}

function timesFactor(law: FlatLaw, factor: number): FlatLaw {
  const times = (right: Expression): Expression => {
    const left = { kind: 'number', value: factor, span: right.span } as const;
    return { kind: 'binary', operator: '*', left, right, span: right.span };
  };
  switch (law.kind) {
    case 'linear':
      return { ...law, gain: factor * law.gain };
    case 'poly':
      return { ...law, coefficients: law.coefficients.map((c) => factor * c) };
    case 'expression':
      return { ...law, expression: times(law.expression) };
    case 'table':
      return { ...law, points: law.points.map(({ x, y }) => ({ x, y: factor * y })) };
    case 'laplace':
    case 'response':
      return { ...law, input: times(law.input) };
  }
}
