/**
 * Sources of motion, with all source functions: YFORCE and YTORQUE drive n+ in the positive direction and n- back, F = s(t);
 * YVELOCITY prescribes v+ - v- = s(t), YPOSITION x+ - x- = s(t), that is v+ - v- = s'(t). Forces, torques and velocities may be
 * expressions of the circuit: f={...}.
 */
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ParameterSpec, TerminalDomain } from '../../../netlist/language.js';
import { expressionBranches } from '../../behavioural/controlled-branch.js';
import type { Device, EmissionContext } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { derivativeSignal } from '../../sources/derivative-signal.js';
import { sourceSignal } from '../../sources/source-table.js';
import { mechanical, mechanicalEnds } from './mechanical-parts.js';

interface SourceKind {
  readonly letter: string;
  readonly name: string;
  readonly doc: string;
  readonly unit: string;
  readonly domain: TerminalDomain;
  readonly expression?: ParameterSpec;
  readonly branches: (element: FlatElement, context: EmissionContext) => Branch[];
}

function motionSource({ letter, name, doc, unit, domain, expression, branches }: SourceKind): Device {
  return {
    syntax: {
      ...{ letter, name, doc, terminals: ['n+', 'n-'], domains: [domain, domain] },
      value: {
        kind: 'source',
        parameter: { name: 'dc', unit, default: 0, range: 'finite', doc: 'constant value' },
      },
      parameters: expression ? [expression] : [],
    },
    models: [],
    branches,
  };
}

/** A force that drives the first node flows from the second one through the source. */
function drive(element: FlatElement, context: EmissionContext): Branch[] {
  const { a, b, ...names } = mechanicalEnds(element);
  const written = element.expressions?.get('f');
  const fixed = element.parameters.get('f');
  if (written) {
    const place = { ...names, a: b, b: a, output: 'current' } as const;
    return expressionBranches(element, written, place, context).map((branch) =>
      branch.element === element.name ? { ...branch, reversed: true } : branch,
    );
  }
  const source = fixed === undefined ? element : { ...element, dc: fixed };
  return [{ kind: 'current', ...names, a: b, b: a, reversed: true, signal: sourceSignal(source, context) }];
}

const forceExpression = (unit: string): ParameterSpec => ({
  ...{ name: 'f', unit, range: 'any', expression: true, aliases: ['force', 'torque'] },
  doc: 'an expression of the circuit instead of a function of time',
});

export const forceSource = motionSource({
  ...{ letter: 'YFORCE', name: 'force', unit: 'N', domain: 'translational' },
  doc: 'Force that drives n+ in the positive direction, and n- back. F(source) is minus its value: it delivers.',
  expression: forceExpression('N'),
  branches: drive,
});

export const torqueSource = motionSource({
  ...{ letter: 'YTORQUE', name: 'torque', unit: 'N m', domain: 'rotational' },
  doc: 'Torque that drives n+ in the positive direction, and n- back. F(source) is minus its value: it delivers.',
  expression: forceExpression('N m'),
  branches: drive,
});

export const velocitySource = motionSource({
  ...{ letter: 'YVELOCITY', name: 'velocity', unit: 'm/s or rad/s', domain: mechanical },
  doc: 'Prescribed velocity of n+ against n-.',
  branches: (element, context) => [
    { kind: 'voltage', ...mechanicalEnds(element), signal: sourceSignal(element, context) },
  ],
});

export const positionSource = motionSource({
  ...{ letter: 'YPOSITION', name: 'position', unit: 'm or rad', domain: mechanical },
  doc: 'Prescribed position of n+ against n-; where it jumps the velocity has an impulse.',
  branches: (element, context) => [
    {
      ...{ kind: 'voltage', ...mechanicalEnds(element) },
      signal: derivativeSignal(sourceSignal(element, context)),
    },
  ],
});
