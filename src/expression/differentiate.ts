/**
 * Derivatives of expressions with respect to one quantity, as simplified expressions.
 *
 * At a kink the derivative is that of the branch which the value takes (abs: 0 at 0); a jump contributes
 * nothing; where a graph is vertical it is large and finite. Comparisons and logic have derivative 0. The result is at most a constant factor of size times
 * depth larger than the expression. ddt, idt and delay have no derivative here: undefined.
 */
import type { Span } from '../base/span.js';
import type { BinaryOperator, Expression } from './ast.js';
import { variableKey, visitExpression } from './map-expression.js';
import { numberAt, simplify, simplifyNode } from './simplify.js';

type Node<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/** Differentiates with respect to a key such as "v(a)", "v(a,b)", "i(l1)" or "time"; undefined when it cannot. */
export function differentiate(expression: Expression, key: string): Expression | undefined {
  const simple = simplify(expression);
  const dependent = dependents(simple, key);
  const derivative = (node: Expression): Expression | undefined => {
    if (!dependent.has(node)) return numberAt(0, node.span);
    switch (node.kind) {
      case 'number':
        return numberAt(0, node.span);
      case 'name':
      case 'probe':
        return numberAt(variableKey(node) === key ? 1 : 0, node.span);
      case 'unary':
        return derivativeOfUnary(node, derivative);
      case 'binary':
        return derivativeOfBinary(node, derivative);
      case 'conditional':
        return derivativeOfChoice(node.test, node.then, node.otherwise, derivative);
      case 'call':
        return derivativeOfCall(node, derivative);
    }
  };
  return derivative(simple);
}

type Derivative = (node: Expression) => Expression | undefined;

/** The nodes that contain the key. */
function dependents(expression: Expression, key: string): ReadonlySet<Expression> {
  const found = new Set<Expression>();
  visitExpression(expression, (node) => {
    if (node.kind === 'probe' || node.kind === 'name') {
      if (variableKey(node) === key) found.add(node);
    } else if (operandsOf(node).some((child) => found.has(child))) found.add(node);
  });
  return found;
}

function operandsOf(node: Expression): readonly Expression[] {
  if (node.kind === 'unary') return [node.operand];
  if (node.kind === 'binary') return [node.left, node.right];
  if (node.kind === 'call') return node.args;
  return node.kind === 'conditional' ? [node.test, node.then, node.otherwise] : [];
}

/** Builds a simplified operation at the place of the node that it comes from. */
function operation(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return simplifyNode({ kind: 'binary', operator, left, right, span: left.span });
}

function call(name: string, ...args: Expression[]): Expression {
  const [first] = args;
  const span: Span = first?.span ?? { source: { name: '', text: '' }, start: 0, end: 0 };
  return simplifyNode({ kind: 'call', name, args, span });
}

function choice(test: Expression, then: Expression, otherwise: Expression): Expression {
  return simplifyNode({ kind: 'conditional', test, then, otherwise, span: test.span });
}

const add = (a: Expression, b: Expression): Expression => operation('+', a, b);
const subtract = (a: Expression, b: Expression): Expression => operation('-', a, b);
const times = (a: Expression, b: Expression): Expression => operation('*', a, b);
const over = (a: Expression, b: Expression): Expression => operation('/', a, b);
const power = (a: Expression, b: Expression): Expression => operation('**', a, b);
const number = (value: number, { span }: Expression): Expression => numberAt(value, span);

function derivativeOfUnary(
  { operator, operand, span }: Node<'unary'>,
  d: Derivative,
): Expression | undefined {
  if (operator === '!') return numberAt(0, span);
  const inner = d(operand);
  return inner && simplifyNode({ kind: 'unary', operator, operand: inner, span });
}

function derivativeOfBinary(node: Node<'binary'>, d: Derivative): Expression | undefined {
  const { operator, left, right, span } = node;
  const du = d(left);
  const dv = d(right);
  if (!du || !dv) return undefined;
  switch (operator) {
    case '+':
    case '-':
      return operation(operator, du, dv);
    case '*':
      return add(times(du, right), times(left, dv));
    case '/':
      return quotientRule(left, right, du, dv);
    case '%':
      return subtract(du, times(dv, call('int', over(left, right))));
    case '^':
    case '**':
      return powerRule(left, right, du, dv);
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '==':
    case '!=':
    case '&&':
    case '||':
      return numberAt(0, span);
  }
}

/** (u/v)' = (u' v - u v') / v^2: one quotient, which is 0 where u and v are, and not without bound. */
function quotientRule(u: Expression, v: Expression, du: Expression, dv: Expression): Expression {
  if (v.kind === 'number') return over(du, v);
  return over(subtract(times(du, v), times(u, dv)), power(v, number(2, v)));
}

const isZero = (node: Expression): boolean => node.kind === 'number' && node.value === 0;

/**
 * (u^v)' = v u^(v-1) u' + u^v ln(u) v'; each term only where it is needed. The first is u^v v / u where v is no whole number: finite
 * where both are 0, and of the right sign where u is negative.
 */
function powerRule(u: Expression, v: Expression, du: Expression, dv: Expression): Expression {
  const isSteep = v.kind === 'number' && v.value > 0 && v.value < 1;
  const of = isSteep ? call('max', u, number(LEAST_ROOT * LEAST_ROOT, u)) : u;
  const isPlain = isSteep || (v.kind === 'number' && Number.isInteger(v.value));
  const first = isPlain ? times(v, power(of, subtract(v, number(1, v)))) : over(times(power(u, v), v), u);
  const base = isZero(du) ? du : times(first, du);
  if (isZero(dv)) return base;
  const logarithm = call('ln', call('max', u, number(Number.MIN_VALUE, u)));
  return add(base, times(times(power(u, v), logarithm), dv));
}

function derivativeOfChoice(
  test: Expression,
  then: Expression,
  otherwise: Expression,
  d: Derivative,
): Expression | undefined {
  const a = d(then);
  const b = d(otherwise);
  return a && b && choice(test, a, b);
}

function derivativeOfCall(node: Node<'call'>, d: Derivative): Expression | undefined {
  const { name, args, span } = node;
  const [x, y, z] = args;
  if (!x) return undefined;
  if (STEPS.has(name)) return numberAt(0, span);
  const outer = UNARY_RULES.get(name);
  if (outer && args.length === 1) {
    const inner = d(x);
    return inner && times(outer(x), inner);
  }
  if (name === 'if' && y && z) return derivativeOfChoice(x, y, z, d);
  if (name === 'min' || name === 'max') return derivativeOfExtreme(name, args, d);
  const slope = CURVES.get(name);
  if (slope !== undefined) return derivativeOfCurve(node, slope, d);
  const rule = MORE_RULES.get(name);
  return rule?.(args, d);
}

/** min(a, b, c) takes the derivative of the first that is the least. */
function derivativeOfExtreme(
  name: 'min' | 'max',
  args: readonly Expression[],
  d: Derivative,
): Expression | undefined {
  const [first, ...rest] = args;
  if (!first) return undefined;
  if (rest.length === 0) return d(first);
  const others = rest.length === 1 ? rest[0] : call(name, ...rest);
  const a = d(first);
  const b = derivativeOfExtreme(name, rest, d);
  return others && a && b && choice(operation(name === 'min' ? '<=' : '>=', first, others), a, b);
}

/** table(x, points): slope(x, points) x'; the points must be constant. */
function derivativeOfCurve({ args }: Node<'call'>, slope: string, d: Derivative): Expression | undefined {
  const [x, ...points] = args;
  if (!x || !points.every(({ kind }) => kind === 'number')) return undefined;
  const inner = d(x);
  return inner && times(call(slope, x, ...points), inner);
}

/** Constant except at jumps. */
const STEPS: ReadonlySet<string> = new Set([
  ...['sgn', 'u', 'stp', 'buf', 'inv', 'not', 'floor', 'ceil', 'int', 'nint', 'round', 'xor', 'rand'],
  ...['im', 'ph', 'eq0', 'ne0', 'gt0', 'lt0', 'ge0', 'le0'],
  ...['table_slope', 'pwl_slope', 'fasttable_slope'],
]);

const SPLINES = ['spline', 'akima', 'wodicka', 'cubic', 'bli'] as const;

/** Curves through points, and what their slopes are. */
const CURVES: ReadonlyMap<string, string> = new Map([
  ...[...SPLINES, 'table', 'pwl', 'fasttable'].map((name) => [name, `${name}_slope`] as const),
  ...SPLINES.map((name) => [`${name}_slope`, `${name}_curvature`] as const),
]);

const one = (x: Expression): Expression => number(1, x);
const square = (x: Expression): Expression => times(x, x);
const inverse = (x: Expression): Expression => over(one(x), x);
const root = (x: Expression): Expression => call('sqrt', x);

/**
 * Where a graph is vertical - sqrt at 0, asin at 1 - it has no slope; Newton's method is given that of a point nearby, which leads away
 * from there, and of |x| before it the 0 of its kink.
 */
const LEAST_ROOT = 1e-12;
const overRoot = (a: Expression, r: Expression): Expression => over(a, call('max', r, number(LEAST_ROOT, r)));

/** Outer derivatives of functions of one argument. */
const UNARY_RULES: ReadonlyMap<string, (x: Expression) => Expression> = new Map([
  ['re', (x) => number(1, x)],
  ['abs', (x) => call('sgn', x)],
  ['sqrt', (x) => overRoot(number(0.5, x), root(x))],
  ['square', (x) => times(number(2, x), x)],
  ['exp', (x) => call('exp', x)],
  ['ln', inverse],
  ['log', inverse],
  ['log10', (x) => over(number(Math.LOG10E, x), x)],
  ['db', (x) => over(number(20 * Math.LOG10E, x), x)],
  ['sin', (x) => call('cos', x)],
  ['cos', (x) => times(number(-1, x), call('sin', x))],
  ['tan', (x) => inverse(square(call('cos', x)))],
  ...alike(['asin', 'arcsin'], (x) => overRoot(one(x), root(subtract(one(x), square(x))))),
  ...alike(['acos', 'arccos'], (x) => overRoot(number(-1, x), root(subtract(one(x), square(x))))),
  ...alike(['atan', 'arctan'], (x) => inverse(add(one(x), square(x)))),
  ['sinh', (x) => call('cosh', x)],
  ['cosh', (x) => call('sinh', x)],
  ['tanh', (x) => subtract(one(x), square(call('tanh', x)))],
  ['asinh', (x) => inverse(root(add(square(x), one(x))))],
  ['acosh', (x) => overRoot(one(x), root(subtract(square(x), one(x))))],
  ['atanh', (x) => inverse(subtract(one(x), square(x)))],
  ['uramp', (x) => call('u', x)],
  ['u2', (x) => times(operation('>', x, number(0, x)), operation('<', x, one(x)))],
]);

function alike(
  names: readonly string[],
  rule: (x: Expression) => Expression,
): readonly (readonly [string, (x: Expression) => Expression])[] {
  return names.map((name) => [name, rule] as const);
}

type Rule = (args: readonly Expression[], d: Derivative) => Expression | undefined;

/** A rule of two arguments and their derivatives. */
function rule2(combine: (u: Expression, v: Expression, du: Expression, dv: Expression) => Expression): Rule {
  return ([u, v], d) => {
    const du = u && d(u);
    const dv = v && d(v);
    return u && v && du && dv && combine(u, v, du, dv);
  };
}

/** Of uplim and dnlim, s = exp(-w) being the slope by x: s x' + (1 - s) y' - (+) s w z', w = -ln s. */
function softLimitRule(name: 'uplim' | 'dnlim'): Rule {
  return ([x, y, z], d) => {
    const [dx, dy, dz] = [x && d(x), y && d(y), z && d(z)];
    if (!x || !y || !z || !dx || !dy || !dz) return undefined;
    const s = call(`${name}_slope`, x, y, z);
    const corner = operation(name === 'uplim' ? '-' : '+', y, z);
    const past = name === 'uplim' ? subtract(x, corner) : subtract(corner, x);
    const byWidth = choice(operation('<=', past, number(0, x)), number(0, x), times(s, over(past, z)));
    const limited = add(times(s, dx), times(subtract(one(s), s), dy));
    return operation(name === 'uplim' ? '-' : '+', limited, times(byWidth, dz));
  };
}

/** Of a series of random numbers, of which the second argument tells which. */
function seriesRule(name: 'random' | 'white'): Rule {
  return ([x, series], d) => {
    const inner = x && d(x);
    if (!x || !inner || (series && series.kind !== 'number')) return undefined;
    return times(call(`${name}_slope`, x, ...(series ? [series] : [])), inner);
  };
}

const MORE_RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['uplim', softLimitRule('uplim')],
  ['dnlim', softLimitRule('dnlim')],
  ['random', seriesRule('random')],
  ['white', seriesRule('white')],
  ['pow', rule2(powerRule)],
  ['pwr', rule2((u, v, du, dv) => powerRule(call('abs', u), v, times(call('sgn', u), du), dv))],
  [
    'pwrs',
    rule2((u, v, du, dv) =>
      times(call('sgn', u), powerRule(call('abs', u), v, times(call('sgn', u), du), dv)),
    ),
  ],
  [
    'powreal',
    // Of a negative base: |u|^v cos(pi v), v constant.
    rule2((u, v, du, dv) =>
      choice(
        operation('>=', u, number(0, u)),
        powerRule(u, v, du, dv),
        times(times(v, call('powreal', u, subtract(v, number(1, v)))), du),
      ),
    ),
  ],
  ['atan2', rule2((y, x, dy, dx) => over(subtract(times(x, dy), times(y, dx)), add(square(x), square(y))))],
  ['hypot', rule2((x, y, dx, dy) => overRoot(add(times(x, dx), times(y, dy)), call('hypot', x, y)))],
  ['fmod', rule2((u, v, du, dv) => subtract(du, times(dv, call('int', over(u, v)))))],
  ['mod', rule2((u, v, du, dv) => subtract(du, times(dv, call('int', over(u, v)))))],
  ['sign', rule2((u, v, du) => times(times(call('sgn', v), call('sgn', u)), du))],
  [
    'limit',
    ([x, a, b], d) => {
      if (!x || !a || !b) return undefined;
      const low = call('min', a, b);
      const high = call('max', a, b);
      const inner = d(x);
      const lower = derivativeOfExtreme('min', [a, b], d);
      const upper = derivativeOfExtreme('max', [a, b], d);
      return (
        inner &&
        lower &&
        upper &&
        choice(operation('<', x, low), lower, choice(operation('>', x, high), upper, inner))
      );
    },
  ],
]);
