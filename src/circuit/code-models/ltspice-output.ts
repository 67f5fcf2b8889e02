/**
 * LTspice's A devices: eight nodes, the last one common to all; a node that is tied to it counts as left out. Here: the nodes, the
 * parameters that all share, and what drives node 7 (node 6 its complement): a voltage source behind rout, or a current.
 * Source: the LTspice manual ("Special Functions"), and netlists that it writes.
 */
import type { LogicSignal } from '../../kernel/modeling/signals/logic-signal.js';
import type { ModelSyntax, ParameterSpec } from '../../netlist/language.js';
import { constantForm, sum, termForm } from '../behavioural/form-arithmetic.js';
import type { Branch } from '../primitives.js';
import type { CodePart } from './code-model.js';
import { real, seconds } from './model-syntax.js';

/** Places of the nodes. */
export const complement = 5;
export const output = 6;
export const common = 7;

const resistance = (name: string, doc: string): ParameterSpec => ({
  ...{ name, unit: 'Ohm', range: 'positive', doc },
});

/** What drives an output of two levels. */
export const levelOutputs: readonly ParameterSpec[] = Object.freeze([
  real('vhigh', 1, 'output at 1', { unit: 'V' }),
  real('vlow', 0, 'output at 0', { unit: 'V' }),
  seconds('td', 0, 'delay'),
  seconds('trise', 0, 'from vlow to vhigh'),
  { name: 'tfall', unit: 's', range: 'non-negative', doc: 'from vhigh to vlow; absent: trise' },
  { name: 'tau', unit: 's', range: 'non-negative', default: 0, doc: 'time constant of rout and a capacitor' },
  { name: 'cout', unit: 'F', range: 'non-negative', default: 0, doc: 'capacitance of the output' },
  real('rout', 1, 'output resistance', { unit: 'Ohm', range: 'positive' }),
  resistance('rhigh', 'output resistance at 1; absent: rout'),
  resistance('rlow', 'output resistance at 0; absent: rout'),
]);

export const reference: ParameterSpec = Object.freeze({
  name: 'ref',
  unit: 'V',
  range: 'finite',
  doc: 'threshold of the inputs; absent: half-way from vlow to vhigh',
} as const);

/** Controls of its steps. */
const stepControls: readonly string[] = ['tripdt', 'tripdv'];

export function syntaxOf(
  type: string,
  doc: string,
  parameters: readonly ParameterSpec[],
  {
    ignored = [],
    flags = [],
  }: { readonly ignored?: readonly string[]; readonly flags?: readonly string[] } = {},
): ModelSyntax {
  return {
    ...{ type, doc: `LTspice: ${doc}`, builtIn: true, parameters, ignored: [...stepControls, ...ignored] },
    flags: new Map(flags.map((parameter) => [parameter, { parameter, value: 1 }])),
  };
}

/** The node at a place, the common one where it is left out. */
export function nodeAt(part: CodePart, place: number): string {
  return part.element.nodes[place] ?? part.element.nodes[common] ?? '0';
}

/** Of a line from one level to another. */
export function edgeTime(part: CodePart, from: number, to: number, swing: number): number {
  const rise = part.number('trise');
  const whole = to > from === swing > 0 || !part.isGiven('tfall') ? rise : part.number('tfall');
  return swing === 0 ? 0 : Math.abs((to - from) / swing) * whole;
}

/** A source behind rhigh or rlow, with cout and tau / rout across its output. */
export function levelSource(part: CodePart, node: string, signal: LogicSignal, suffix: string): Branch[] {
  const ground = nodeAt(part, common);
  const name = `${part.name}${suffix}`;
  const inner = `${name}#inner`;
  const rout = part.number('rout');
  const capacitance = part.number('cout') + part.number('tau') / rout;
  const branches: Branch[] = [
    { kind: 'voltage', name, element: name, a: inner, b: ground, signal },
    ...outputResistance(part, { name: inner, a: inner, b: node }, signal),
  ];
  if (capacitance > 0)
    branches.push({
      ...{ kind: 'capacitance', name: `${name}#cout`, element: `${name}#cout` },
      ...{ a: node, b: ground, capacitance },
    });
  return branches;
}

/** The larger of both resistances, and beside it a switch, closed in the state that has the smaller one. */
function outputResistance(
  part: CodePart,
  { name, a, b }: { readonly name: string; readonly a: string; readonly b: string },
  signal: LogicSignal,
): Branch[] {
  const own = (key: string): number => part.number(part.isGiven(key) ? key : 'rout');
  const [high, low] = [own('rhigh'), own('rlow')];
  const most = Math.max(high, low);
  const branches: Branch[] = [{ kind: 'resistance', name, element: name, a, b, resistance: most }];
  if (high === low) return branches;
  const least = Math.min(high, low);
  const sign = high < low ? 1 : -1;
  const middle = (part.number('vhigh') + part.number('vlow')) / 2;
  const rising = part.number('vhigh') < part.number('vlow') ? -sign : sign;
  const value = termForm({ gain: rising, quantity: 'signal', name: `${name}#level`, signal });
  return [
    ...branches,
    {
      ...{ kind: 'ideal-switch', name: `${name}#low`, element: name, a, b },
      resistance: 1 / (1 / least - 1 / most),
      control: sum(value, constantForm(-rising * middle)),
      ...{ on: 0, off: 0, initially: 'off' },
    },
  ];
}

/** rout across an output that is a current; without it what SPICE takes there, so that a capacitor alone has a voltage at rest. */
export function currentOutput(part: CodePart, node: string): Branch {
  const resistance = part.isGiven('rout') ? part.number('rout') : 1e12;
  const name = `${part.name}#rout`;
  return { kind: 'resistance', name, element: part.name, a: node, b: nodeAt(part, common), resistance };
}

/** Ideal diodes that keep an output between vlow and vhigh, each behind a resistance; limits of 1e300 are none. */
export function clamps(part: CodePart, node: string, resistance: number): Branch[] {
  const ground = nodeAt(part, common);
  const clamp = (name: string, a: string, b: string, threshold: number): Branch[] =>
    Math.abs(threshold) >= 1e300
      ? []
      : [
          {
            ...{ kind: 'unilateral', name: `${part.name}#${name}`, element: `${part.name}#${name}` },
            ...{ a, b, resistance, threshold },
          },
        ];
  return [
    ...clamp('high', node, ground, part.number('vhigh')),
    ...clamp('low', ground, node, -part.number('vlow')),
  ];
}
