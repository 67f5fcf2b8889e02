/**
 * Expressions of complex quantities, such as those of small signals and transfer functions of s: sums, products, quotients, powers
 * (principal values where the exponent is no whole number), and functions that have a complex meaning. abs is the magnitude, as
 * `.ac` of SPICE has it. Everything else, comparisons above all, has no value.
 */
import type { Expression } from './ast.js';
import { variableKey } from './map-expression.js';

/** [re, im]. */
export type Complex = readonly [number, number];

type Evaluate = (values: readonly Complex[]) => Complex;

const multiply = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];

/** Smith's quotient: the larger part of the divisor first, so that no square overflows. */
function divide([a, b]: Complex, [c, d]: Complex): Complex {
  if (Math.abs(c) >= Math.abs(d)) {
    const ratio = d / c;
    const scale = c + d * ratio;
    return [(a + b * ratio) / scale, (b - a * ratio) / scale];
  }
  const ratio = c / d;
  const scale = d + c * ratio;
  return [(a * ratio + b) / scale, (b * ratio - a) / scale];
}

function squareRoot([a, b]: Complex): Complex {
  const size = Math.hypot(a, b);
  const re = Math.sqrt((size + Math.abs(a)) / 2);
  if (re === 0) return [0, 0];
  const other = Math.abs(b) / (2 * re);
  const sign = b < 0 ? -1 : 1;
  return a >= 0 ? [re, (sign * Math.abs(b)) / (2 * re)] : [other, sign * re];
}

const logarithm = ([a, b]: Complex): Complex => [Math.log(Math.hypot(a, b)), Math.atan2(b, a)];
const exponential = ([a, b]: Complex): Complex => [Math.exp(a) * Math.cos(b), Math.exp(a) * Math.sin(b)];

function power(base: Complex, exponent: number): Complex {
  if (!Number.isInteger(exponent) || Math.abs(exponent) > maxPower) {
    if (base[0] === 0 && base[1] === 0) return exponent > 0 ? [0, 0] : [NaN, NaN];
    const [a, b] = logarithm(base);
    return exponential([exponent * a, exponent * b]);
  }
  let result: Complex = [1, 0];
  for (let k = 0; k < Math.abs(exponent); k++) result = multiply(result, base);
  return exponent < 0 ? divide([1, 0], result) : result;
}

const half = ([a, b]: Complex): Complex => [a / 2, b / 2];
const negative = ([a, b]: Complex): Complex => [-a, -b];

/** By the exponential that does not overflow. */
function hyperbolicTangent(x: Complex): Complex {
  if (x[0] < 0) return negative(hyperbolicTangent(negative(x)));
  const e = exponential([-2 * x[0], -2 * x[1]]);
  return divide([1 - e[0], -e[1]], [1 + e[0], e[1]]);
}

/** Functions of one complex number. */
const functions: ReadonlyMap<string, (x: Complex) => Complex> = new Map([
  ['abs', ([a, b]) => [Math.hypot(a, b), 0]],
  ['db', ([a, b]) => [20 * Math.log10(Math.hypot(a, b)), 0]],
  ['re', ([a]) => [a, 0]],
  ['im', ([, b]) => [b, 0]],
  ['ph', ([a, b]) => [Math.atan2(b, a), 0]],
  ['sqrt', squareRoot],
  ['square', (x) => multiply(x, x)],
  ['exp', exponential],
  ['ln', logarithm],
  ['log', logarithm],
  ['sinh', (x) => half(add(exponential(x), exponential(negative(x)), -1))],
  ['cosh', (x) => half(add(exponential(x), exponential(negative(x)), 1))],
  ['tanh', hyperbolicTangent],
  ['log10', ([a, b]) => [Math.log10(Math.hypot(a, b)), Math.atan2(b, a) / Math.LN10]],
]);

/** Functions that are real of anything, and those that are of what is real. */
const realFunctions: ReadonlySet<string> = new Set(['abs', 'db', 're', 'im', 'ph']);
const sameFunctions: ReadonlySet<string> = new Set(['sqrt', 'square', 'exp', 'ln', 'log', 'log10']);

/** Whether an expression is a real number whatever its quantities are: vdb(c) - vdb(a), 180 + ph(v(c)). */
export function isReal(expression: Expression, isRealQuantity: (key: string) => boolean): boolean {
  switch (expression.kind) {
    case 'number':
      return true;
    case 'probe':
      return isRealQuantity(variableKey(expression));
    case 'unary':
      return isReal(expression.operand, isRealQuantity);
    case 'binary':
      return isReal(expression.left, isRealQuantity) && isReal(expression.right, isRealQuantity);
    case 'call': {
      const { name, args } = expression;
      return (
        realFunctions.has(name) ||
        (sameFunctions.has(name) && args.every((arg) => isReal(arg, isRealQuantity)))
      );
    }
    case 'name':
    case 'conditional':
      return false;
  }
}

/** Powers above this are no small integers. */
const maxPower = 64;

/** Compiles an expression of quantities (by their keys); a text names the part of it that has no complex value. */
export function complexExpression(expression: Expression, keys: readonly string[]): Evaluate | string {
  switch (expression.kind) {
    case 'number': {
      const value: Complex = [expression.value, 0];
      return () => value;
    }
    case 'probe': {
      const at = keys.indexOf(variableKey(expression));
      return at < 0 ? variableKey(expression) : (values) => values[at] ?? [NaN, NaN];
    }
    case 'unary': {
      const operand = complexExpression(expression.operand, keys);
      if (typeof operand === 'string') return operand;
      if (expression.operator === '+') return operand;
      if (expression.operator !== '-') return `"${expression.operator}" of complex numbers`;
      return (values) => {
        const [a, b] = operand(values);
        return [-a, -b];
      };
    }
    case 'binary':
      return binary(expression, keys);
    case 'call': {
      const apply = functions.get(expression.name);
      const [first, exponent] = expression.args;
      if (expression.name === 'pow' && first && exponent) return powerOf(first, exponent, keys);
      if (!apply || !first || expression.args.length > 1) return `${expression.name}() of complex numbers`;
      const inner = complexExpression(first, keys);
      return typeof inner === 'string' ? inner : (values) => apply(inner(values));
    }
    case 'name': {
      const at = keys.indexOf(expression.name);
      return at < 0 ? expression.name : (values) => values[at] ?? [NaN, NaN];
    }
    case 'conditional':
      return 'a condition of complex numbers';
  }
}

function binary(
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  keys: readonly string[],
): Evaluate | string {
  const a = complexExpression(left, keys);
  const b = complexExpression(right, keys);
  if (typeof a === 'string') return a;
  if (typeof b === 'string') return b;
  switch (operator) {
    case '+':
      return (values) => add(a(values), b(values), 1);
    case '-':
      return (values) => add(a(values), b(values), -1);
    case '*':
      return (values) => multiply(a(values), b(values));
    case '/':
      return (values) => divide(a(values), b(values));
    case '^':
    case '**':
      return powerOf(left, right, keys);
    default:
      return `"${operator}" of complex numbers`;
  }
}

function powerOf(base: Expression, exponent: Expression, keys: readonly string[]): Evaluate | string {
  const inner = complexExpression(base, keys);
  if (typeof inner === 'string') return inner;
  if (exponent.kind !== 'number') return 'a power that is no number';
  return (values) => power(inner(values), exponent.value);
}

function add([a, b]: Complex, [c, d]: Complex, sign: number): Complex {
  return [a + sign * c, b + sign * d];
}
