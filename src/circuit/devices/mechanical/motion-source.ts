/**
 * Sources of motion, with all source functions: YFORCE and YTORQUE drive n+ in the positive direction and n- back, F = s(t);
 * YVELOCITY prescribes v+ - v- = s(t), YPOSITION x+ - x- = s(t), that is v+ - v- = s'(t). Each may be an expression of the circuit
 * instead: f={...}, v={...}, x={...}. That of a position is differentiated here where it depends on the time alone, else by a
 * state.
 */
import type { Expression } from '../../../expression/ast.js';
import { differentiate } from '../../../expression/differentiate.js';
import { variablesIn } from '../../../expression/map-expression.js';
import { compileExpression } from '../../../expression/program.js';
import { numberAt } from '../../../expression/simplify.js';
import { constantSignal } from '../../../kernel/modeling/signals/constant-signal.js';
import type { Signal } from '../../../kernel/modeling/signals/signal.js';
import type { FlatElement } from '../../../netlist/flat-circuit.js';
import type { ParameterSpec, TerminalDomain } from '../../../netlist/language.js';
import { termForm } from '../../behavioural/form-arithmetic.js';
import { ground } from '../../compiler/tree.js';
import { expressionBranches } from '../../behavioural/controlled-branch.js';
import type { Device, EmissionContext } from '../../device.js';
import type { Branch } from '../../primitives.js';
import { scaledSignal } from '../../sources/scaled-signal.js';
import { derivativeSignal } from '../../sources/derivative-signal.js';
import { timeSignal } from '../../sources/time-signal.js';
import { motionSignal } from './motion-signal.js';
import { displacedEnds } from './equilibrium.js';
import { mechanical, mechanicalEnds, positionInput } from './mechanical-parts.js';
import { dependsOnItself, startDistance } from './start-position.js';

interface SourceKind {
  readonly letter: string;
  readonly name: string;
  readonly doc: string;
  readonly unit: string;
  readonly domain: TerminalDomain;
  readonly expression: ParameterSpec;
  readonly parameters?: readonly ParameterSpec[];
  readonly onOneNode?: string;
  readonly branches: (element: FlatElement, context: EmissionContext) => Branch[];
  /** For sparse steps, where these want others. */
  readonly smooth?: (element: FlatElement, context: EmissionContext) => Branch[];
}

function motionSource({
  letter,
  name,
  doc,
  unit,
  domain,
  expression,
  parameters = [],
  onOneNode,
  branches,
  smooth,
}: SourceKind): Device {
  return {
    syntax: {
      ...{ letter, name, doc, terminals: ['n+', 'n-'], domains: [domain, domain] },
      ...(onOneNode !== undefined && { onOneNode }),
      value: {
        kind: 'source',
        parameter: { name: 'dc', unit, default: 0, range: 'finite', doc: 'constant value' },
      },
      parameters: [expression, ...parameters],
    },
    models: [],
    branches,
    ...(smooth && { smooth }),
  };
}

/** A prescribed motion: an expression, or what `signal` makes of the source. */
function prescribe(
  element: FlatElement,
  context: EmissionContext,
  written: Expression | undefined,
  signal: Signal,
): Branch[] {
  const ends = mechanicalEnds(element);
  if (isClosed(element, context)) return [];
  if (!written) return [{ kind: 'voltage', ...ends, signal }];
  return expressionBranches(element, written, { ...ends, output: 'voltage' }, context);
}

/** Whether both ends are one node, which is reported. */
function isClosed(element: FlatElement, { diagnostics }: EmissionContext): boolean {
  const { a, b } = mechanicalEnds(element);
  if (a !== b) return false;
  const message = `prescribed motion ${element.name} has both ends at node ${a}`;
  diagnostics.error('voltage-loop', message, element.span, { hint: 'connect its ends to different nodes' });
  return true;
}

/** d/dt of an expression. */
function rateOf(written: Expression): Expression {
  const isOfTime = variablesIn(written).every((key) => key === 'time');
  const rate = isOfTime ? differentiate(written, 'time') : undefined;
  return rate ?? { kind: 'call', name: 'ddt', args: [written], span: written.span };
}

/** A force that drives the first node flows from the second one through the source. */
function drive(element: FlatElement, context: EmissionContext): Branch[] {
  const { a, b, ...names } = mechanicalEnds(element);
  const expression = element.expressions?.get('f');
  const count = element.parameters.get('m') ?? 1;
  if (expression) {
    const { span } = expression;
    const factor = numberAt(count, span);
    const times = { kind: 'binary', operator: '*', left: factor, right: expression, span } as const;
    const written = count === 1 ? expression : times;
    const place = { ...names, a: b, b: a, output: 'current' } as const;
    return expressionBranches(element, written, place, context).map((branch) =>
      branch.element === element.name ? { ...branch, reversed: true } : branch,
    );
  }
  const signal = scaledSignal(motionSignal(element, 'f', context), count);
  return [{ kind: 'current', ...names, a: b, b: a, reversed: true, signal }];
}

const forceExpression = (unit: string): ParameterSpec => ({
  ...{ name: 'f', unit, range: 'any', expression: true, aliases: ['force', 'torque'] },
  doc: 'an expression of the circuit instead of a function of time',
});

const inParallel: readonly ParameterSpec[] = [
  { name: 'm', unit: '', default: 1, range: 'positive', doc: 'number of sources in parallel' },
];

export const forceSource = motionSource({
  ...{ letter: 'YFORCE', name: 'force', unit: 'N', domain: 'translational' },
  doc: 'Force that drives n+ in the positive direction, and n- back. F(source) is minus its value: it delivers.',
  expression: forceExpression('N'),
  parameters: inParallel,
  branches: drive,
});

export const torqueSource = motionSource({
  ...{ letter: 'YTORQUE', name: 'torque', unit: 'N m', domain: 'rotational' },
  doc: 'Torque that drives n+ in the positive direction, and n- back. F(source) is minus its value: it delivers.',
  expression: forceExpression('N m'),
  parameters: inParallel,
  branches: drive,
});

const motionExpression = (name: string, unit: string): ParameterSpec => ({
  ...{ name, unit, range: 'any', expression: true },
  doc: 'an expression of the circuit instead of a function of time',
});

export const velocitySource = motionSource({
  ...{ letter: 'YVELOCITY', name: 'velocity', unit: 'm/s or rad/s', domain: mechanical },
  doc: 'Prescribed velocity of n+ against n-.',
  onOneNode: 'refused',
  expression: motionExpression('v', 'm/s or rad/s'),
  branches(element, context) {
    const { a, b, ...names } = mechanicalEnds(element);
    // What is still and has a source of velocity is held by it.
    const still = displacedEnds(a, b, context);
    if (still) return [{ kind: 'voltage', ...names, ...still, signal: constantSignal(0) }];
    return prescribe(element, context, element.expressions?.get('v'), motionSignal(element, 'v', context));
  },
});

/** How many breakpoints are looked at for a jump. */
const lookedAt = 64;

/** Part of the stroke up to which a difference is the rounding of an expression and of its breakpoints, no jump. */
const rounding = 1e-9;

function jumps(position: Signal): boolean {
  let [stroke, jump] = [Math.abs(position.value(0)), 0];
  let t = position.nextBreakpoint(0);
  for (let k = 0; k < lookedAt && t < Infinity; k++, t = position.nextBreakpoint(t)) {
    const [before, behind] = [position.valueLeft(t), position.value(t)];
    stroke = Math.max(stroke, Math.abs(before), Math.abs(behind));
    jump = Math.max(jump, Math.abs(behind - before));
  }
  return jump > rounding * stroke;
}

/** The position as a function of time, which an expression is that jumps: its slope knows nothing of that. */
function positionSignal(element: FlatElement, context: EmissionContext): Signal | undefined {
  const written = element.expressions?.get('x');
  if (!written) return motionSignal(element, 'x', context);
  // One with a state of its own, such as idt(time), is no function of the time alone.
  if (!compileExpression(written, ['time']) || !differentiate(written, 'time')) return undefined;
  const signal = timeSignal(written);
  return jumps(signal) ? signal : undefined;
}

/** A position that jumps, or whose small changes are looked at: its rate is the current of 1 F across which it stands. */
function changingPosition(element: FlatElement, context: EmissionContext, signal: Signal): Branch[] {
  if (isClosed(element, context)) return [];
  const { name } = element;
  const [state, rate] = [positionInput(name), `${name}#rate`];
  const ends = { a: state, b: ground };
  return [
    { kind: 'voltage', name: state, element: state, ...ends, signal, weightless: true },
    { kind: 'capacitance', name: rate, element: rate, ...ends, capacitance: 1, weightless: true },
    {
      ...{ kind: 'controlled', ...mechanicalEnds(element), output: 'voltage' },
      form: termForm({ gain: 1, quantity: 'current', element: rate }),
    },
  ];
}

export const positionSource = motionSource({
  ...{ letter: 'YPOSITION', name: 'position', unit: 'm or rad', domain: mechanical },
  doc: 'Prescribed position of n+ against n-; where it jumps the velocity has an impulse.',
  onOneNode: 'refused',
  expression: motionExpression('x', 'm or rad'),
  branches: positionBranches,
  // The impulse of a velocity is one of that current.
  smooth(element, context) {
    const signal = isStill(element, context) ? undefined : positionSignal(element, context);
    return signal && jumps(signal)
      ? changingPosition(element, context, signal)
      : positionBranches(element, context);
  },
});

function isStill(element: FlatElement, context: EmissionContext): boolean {
  const { a, b } = mechanicalEnds(element);
  return displacedEnds(a, b, context) !== undefined;
}

function positionBranches(element: FlatElement, context: EmissionContext): Branch[] {
  const written = element.expressions?.get('x');
  const own = dependsOnItself(element, context);
  if (own !== undefined) {
    const message = `${element.name} prescribes a position that depends on itself, by x(${own})`;
    context.diagnostics.error('position-of-itself', message, written?.span ?? element.span, {
      hint: 'take the position of a node that it does not move',
    });
    return [];
  }
  const { a, b, ...names } = mechanicalEnds(element);
  const still = displacedEnds(a, b, context);
  if (still && written) {
    const start = numberAt(startDistance(a, b, context), written.span);
    const moved = {
      kind: 'binary',
      operator: '-',
      left: written,
      right: start,
      span: written.span,
    } as const;
    return expressionBranches(element, moved, { ...names, ...still, output: 'voltage' }, context);
  }
  if (still) {
    const signal = context.swept?.get(element.name)?.inPlaceOf(0) ?? constantSignal(0);
    return [{ kind: 'voltage', ...names, ...still, signal }];
  }
  const signal = positionSignal(element, context);
  if (context.moved && !written && signal) return changingPosition(element, context, signal);
  if (signal) return prescribe(element, context, undefined, derivativeSignal(signal));
  return prescribe(element, context, written && rateOf(written), constantSignal(0));
}
