/**
 * Expressions of small-signal quantities, which are complex: sums, products, quotients, whole powers, and functions that have a
 * complex meaning. abs is the magnitude, as `.ac` of SPICE has it. Everything else, comparisons above all, has no value.
 */
import type { Expression } from '../../expression/ast.js';
import { variableKey } from '../../expression/map-expression.js';

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

function power(base: Complex, exponent: number): Complex {
  let result: Complex = [1, 0];
  for (let k = 0; k < Math.abs(exponent); k++) result = multiply(result, base);
  return exponent < 0 ? divide([1, 0], result) : result;
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
  ['exp', ([a, b]) => [Math.exp(a) * Math.cos(b), Math.exp(a) * Math.sin(b)]],
  ['ln', ([a, b]) => [Math.log(Math.hypot(a, b)), Math.atan2(b, a)]],
  ['log', ([a, b]) => [Math.log(Math.hypot(a, b)), Math.atan2(b, a)]],
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
      const [first] = expression.args;
      if (!apply || !first || expression.args.length > 1) return `${expression.name}() of complex numbers`;
      const inner = complexExpression(first, keys);
      return typeof inner === 'string' ? inner : (values) => apply(inner(values));
    }
    case 'name':
      return expression.name;
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
    case '**': {
      const isWhole = right.kind === 'number' && Number.isInteger(right.value);
      if (!isWhole || Math.abs(right.value) > maxPower) return 'a power that is no whole number';
      return (values) => power(a(values), right.value);
    }
    default:
      return `"${operator}" of complex numbers`;
  }
}

function add([a, b]: Complex, [c, d]: Complex, sign: number): Complex {
  return [a + sign * c, b + sign * d];
}
