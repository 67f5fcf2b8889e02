/**
 * O (model LTRA) and Y (model TXL): a uniform line of resistance r, inductance l, conductance g and capacitance c per unit of
 * length, -dv/dx = r i + l di/dt, -di/dx = g v + c dv/dt, by `line-sections.ts`. SPICE convolves with the line's impulse
 * responses instead; both follow one law, and what steers that convolution has no meaning here.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ModelSyntax, ParameterSpec } from '../../../netlist/language.js';
import type { Device, EmissionContext } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { modelValues } from '../parts/element-parts.js';
import { lineBranches } from './line-sections.js';

const lengthParameter: ParameterSpec = {
  name: 'len',
  unit: 'm',
  range: 'positive',
  aliases: ['length'],
  doc: 'length, in the unit of r, l, g and c',
};

/** What a uniform line is per unit of length, and its length. */
export const uniformParameters: readonly ParameterSpec[] = Object.freeze<ParameterSpec[]>([
  { name: 'r', unit: 'Ohm/m', default: 0, range: 'non-negative', doc: 'series resistance' },
  { name: 'l', unit: 'H/m', default: 0, range: 'non-negative', doc: 'series inductance' },
  { name: 'g', unit: 'S/m', default: 0, range: 'non-negative', doc: 'shunt conductance' },
  { name: 'c', unit: 'F/m', default: 0, range: 'non-negative', doc: 'shunt capacitance' },
  lengthParameter,
]);

function lineModel(type: string, doc: string, ignored: readonly string[]): ModelSyntax {
  return { type, doc, parameters: uniformParameters, ignored };
}

const convolution = [
  ...['rel', 'abs', 'compactrel', 'compactabs', 'steplimit', 'nosteplimit', 'nocontrol', 'lininterp'],
  ...['quadinterp', 'mixedinterp', 'truncnr', 'truncdontcut'],
] as const;

export const lossyLine: Device = {
  syntax: {
    letter: 'O',
    name: 'lossy line',
    doc: 'Transmission line with losses, as sections of a lossless line and resistances; without inductance an RC line.',
    terminals: ['1+', '1-', '2+', '2-'],
    value: { kind: 'model' },
    modelTypes: ['ltra'],
    parameters: [lengthParameter],
    ignored: ['v1', 'i1', 'v2', 'i2', 'ic'],
  },
  models: [lineModel('ltra', 'Line with losses (O).', convolution)],
  branches: uniformLine,
};

export const singleLine: Device = {
  syntax: {
    letter: 'Y',
    name: 'single lossy line',
    doc: 'Transmission line with losses, as O; told from the mechanical elements by its model.',
    terminals: ['1+', '1-', '2+', '2-'],
    value: { kind: 'model' },
    modelTypes: ['txl'],
    parameters: [lengthParameter],
  },
  models: [lineModel('txl', 'Line with losses (Y).', [])],
  branches: uniformLine,
};

/** Emits one by what its card gives, else its model. */
export function uniformLine(element: FlatElement, { diagnostics }: EmissionContext): Branch[] {
  const { name, span, model, parameters } = element;
  const value = modelValues(element);
  const given = (each: string, otherwise: number): number => parameters.get(each) ?? value(each, otherwise);
  const length = given('len', NaN);
  const [r, l, g, c] = ['r', 'l', 'g', 'c'].map((each) => length * given(each, 0));
  const place = model?.span ?? span;
  if (r === undefined || l === undefined || g === undefined || c === undefined || Number.isNaN(length)) {
    const hint = model ? `write len= in model ${model.name}` : 'write len=';
    diagnostics.error('element-value', `${name} has no length`, place, { hint });
    return [];
  }
  const [a1 = '', b1 = '', a2 = '', b2 = ''] = element.nodes;
  const isWaving = l > 0 && c > 0;
  if (!isWaving && !(l === 0 && r > 0 && (c > 0 || g > 0))) {
    diagnostics.error('element-value', `${name} is no line: it needs l and c, or r and c, or r and g`, place);
    return [];
  }
  if (!isWaving && b1 !== b2) {
    const message = `${name} has no inductance, and its ends do not share their second node`;
    diagnostics.error('element-value', message, span, { hint: `connect both to ${b1}, or give l=` });
    return [];
  }
  return lineBranches(name, { node: a1, reference: b1 }, { node: a2, reference: b2 }, { r, l, g, c });
}
