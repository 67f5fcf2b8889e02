/**
 * Expressions -> linear forms with auxiliary rows. What is piecewise linear in voltages and currents (`if`, `?:`, abs,
 * min, max, limit, u, table, comparisons, logic) becomes ramps, steps and choices (`piecewise-linear-form.ts`);
 * what depends on time alone becomes a signal; what is smooth becomes a smooth row with its derivatives.
 */
import type { Expression } from '../../expression/ast.js';
import { FREQUENCY_VARIABLES } from '../../expression/circuit-functions.js';
import { differentiate } from '../../expression/differentiate.js';
import { withLimitedExponentials } from '../../expression/limited-exponentials.js';
import { withSlopesAtRoots } from '../../expression/vertical-points.js';
import type { LinearForm as ExpressionForm } from '../../expression/linear-form.js';
import { mapExpression, variableKey, visitExpression } from '../../expression/map-expression.js';
import { piecewiseLinearForm } from '../../expression/piecewise-linear.js';
import type {
  Condition as ExpressionCondition,
  PiecewiseLinear,
} from '../../expression/piecewise-linear-tree.js';
import { numberAt } from '../../expression/simplify.js';
import { printExpression } from '../../expression/print.js';
import { compileExpression } from '../../expression/program.js';
import { splitJumps, type Step } from '../../expression/split-jumps.js';
import type { FormTerm, LinearForm, SmoothFunction } from '../primitives.js';
import { timeSignal } from '../sources/time-signal.js';
import { ground } from '../compiler/tree.js';
import { constantForm, scaled, sum, termForm, zeroForm } from './form-arithmetic.js';
import type { Condition, PiecewiseLinearBuilder } from './piecewise-linear-form.js';

/** Whether a form is of the voltage or current of the element itself. */
export type IsOwn = (form: LinearForm) => boolean;

/** Returns the form of an expression, or the text that says what cannot be handled. */
export function expressionForm(
  expression: Expression,
  builder: PiecewiseLinearBuilder,
  isOwn: IsOwn = () => false,
): LinearForm | string {
  if (callsIn(expression).has('idtmod')) return modularIntegral;
  const overTime = withSmallSignals(expression, 0);
  const structure = piecewiseLinearForm(overTime);
  if (structure) return toForm(structure, builder);
  const smooth = smoothFunction(overTime, builder, isOwn);
  return typeof smooth === 'string' ? smooth : builder.smooth(smooth);
}

/** What is 0 over time: LTspice's smallsig() with the value it has instead, and the frequency. */
export function withSmallSignals(expression: Expression, smallSignal: 0 | 1): Expression {
  return mapExpression(expression, (node) => {
    if (node.kind === 'call' && node.name === 'smallsig') return numberAt(smallSignal, node.span);
    const isFrequency = node.kind === 'name' && FREQUENCY_VARIABLES.includes(node.name);
    return isFrequency ? numberAt(0, node.span) : node;
  });
}

function toForm(node: PiecewiseLinear, builder: PiecewiseLinearBuilder): LinearForm {
  switch (node.kind) {
    case 'linear':
      return linearForm(node.form);
    case 'sum':
      return node.terms.reduce(
        (total, { factor, term }) => sum(total, toForm(term, builder), factor),
        zeroForm,
      );
    case 'curve': {
      const { points, leftSlope, rightSlope } = node.curve;
      return builder.table(toForm(node.input, builder), points, { left: leftSlope, right: rightSlope });
    }
    case 'choice':
      return builder.choose(
        toCondition(node.condition, builder),
        toForm(node.then, builder),
        toForm(node.otherwise, builder),
      );
  }
}

function toCondition(condition: ExpressionCondition, builder: PiecewiseLinearBuilder): Condition {
  switch (condition.kind) {
    case 'above':
      return builder.isPositive(toForm(condition.guard, builder), condition.strict);
    case 'not':
      return builder.not(toCondition(condition.of, builder));
    case 'and':
      return builder.and(toCondition(condition.first, builder), toCondition(condition.second, builder));
    case 'or':
      return builder.or(toCondition(condition.first, builder), toCondition(condition.second, builder));
  }
}

function linearForm({ offset, coefficients }: ExpressionForm): LinearForm {
  let form = offset.kind === 'number' ? constantForm(offset.value) : termForm(signalTerm(offset));
  for (const [key, gain] of coefficients) form = sum(form, scaled(gain, quantityForm(key)));
  return form;
}

function signalTerm(offset: Expression): FormTerm {
  return { gain: 1, quantity: 'signal', name: printExpression(offset), signal: timeSignal(offset) };
}

/** The form of "v(a)", "v(a,b)" or "i(l1)". */
export function quantityForm(key: string): LinearForm {
  const open = key.indexOf('(');
  const [first = ground, second = ground] = key.slice(open + 1, -1).split(',');
  return key.startsWith('v')
    ? termForm({ gain: 1, quantity: 'voltage', a: first, b: second })
    : termForm({ gain: 1, quantity: 'current', element: first });
}

function smoothFunction(
  expression: Expression,
  builder: PiecewiseLinearBuilder,
  isOwn: IsOwn,
): SmoothFunction | string {
  const { smooth, jumps } = splitJumps(expression);
  const keys = new Set<string>();
  let past: string | undefined;
  visitExpression(smooth, (node) => {
    const isVariable = node.kind === 'name' && (node.name === 'time' || jumps.has(node.name));
    if (node.kind === 'probe' || isVariable) keys.add(variableKey(node));
    if (node.kind === 'call' && pastFunctions.has(node.name)) past = node.name;
  });
  if (past !== undefined) return `${past}() of what is not piecewise linear`;
  const variables = [...keys];
  const limited = withSlopesAtRoots(withLimitedExponentials(smooth), variables);
  const program = compileExpression(limited, variables, true);
  if (!program) return `the expression ${printExpression(expression)}`;
  const derivatives = variables.map((key) => {
    const slope = differentiate(limited, key);
    const program = slope && compileExpression(slope, variables, true);
    return program && { slope, program };
  });
  const known = derivatives.flatMap((derivative) => (derivative ? [derivative] : []));
  if (known.length < variables.length)
    return `the expression ${printExpression(expression)}, which has no derivative`;
  return {
    text: printExpression(expression),
    arguments: variables.map((key) => {
      const jump = jumps.get(key);
      if (jump) return jumpForm(jump, builder, isOwn);
      return key === 'time'
        ? termForm({ gain: 1, quantity: 'signal', name: 'time', signal: timeSignal(timeName(expression)) })
        : quantityForm(key);
    }),
    value: (at) => program.evaluate(at),
    gradient: (at, out) => {
      known.forEach((derivative, k) => (out[k] = derivative.program.evaluate(at)));
    },
    written: { variables, value: limited, slopes: known.map(({ slope }) => slope) },
  };
}

/**
 * A jump as a form. The sign of an element's own voltage or current, as of friction or a varistor, is one step, of which the circuit says
 * what it is at 0; that of another quantity is 0 there, between two steps.
 */
function jumpForm({ step, structure }: Step, builder: PiecewiseLinearBuilder, isOwn: IsOwn): LinearForm {
  const [of] = step.kind === 'call' && step.name === 'sgn' ? step.args : [];
  const guard = of && piecewiseLinearForm(of);
  const control = guard?.kind === 'linear' ? linearForm(guard.form) : undefined;
  if (control && isOwn(control)) return sum(constantForm(-1), builder.step(control), 2);
  return toForm(structure, builder);
}

const modularIntegral = 'idtmod() whose modulus or offset varies, or is not positive,';

function callsIn(expression: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  visitExpression(expression, (node) => {
    if (node.kind === 'call') names.add(node.name);
  });
  return names;
}

const pastFunctions: ReadonlySet<string> = new Set(['ddt', 'idt', 'sdt', 'delay', 'absdelay']);

function timeName({ span }: Expression): Expression {
  return { kind: 'name', name: 'time', span };
}
