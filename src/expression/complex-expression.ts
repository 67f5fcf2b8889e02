/**
 * Expressions of complex quantities, such as those of small signals and transfer functions of s: sums, products, quotients, powers
 * (principal values where the exponent is no whole number), and functions that have a complex meaning. abs is the magnitude, as
 * `.ac` of SPICE has it. Comparisons, conditions, max and min are for what is real, where they are allowed; everything else has no
 * value.
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
const sameFunctions: ReadonlySet<string> = new Set([
  ...['sqrt', 'square', 'exp', 'ln', 'log', 'log10', 'max', 'min'],
]);

/** A function of real numbers; NaN of complex ones. */
function ofReal(of: (a: number, b: number) => number): Binary {
  return ([a, b], [c, d]) => [b === 0 && d === 0 ? of(a, c) : NaN, 0];
}

type Binary = (x: Complex, y: Complex) => Complex;

const arithmetic: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ['+', (x, y) => add(x, y, 1)],
  ['-', (x, y) => add(x, y, -1)],
  ['*', multiply],
  ['/', divide],
]);

/** Operators and functions of two real numbers. */
const ordered: ReadonlyMap<string, Binary> = new Map([
  ['<', ofReal((a, b) => (a < b ? 1 : 0))],
  ['<=', ofReal((a, b) => (a <= b ? 1 : 0))],
  ['>', ofReal((a, b) => (a > b ? 1 : 0))],
  ['>=', ofReal((a, b) => (a >= b ? 1 : 0))],
  ['max', ofReal(Math.max)],
  ['min', ofReal(Math.min)],
]);

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
      return isRealQuantity(expression.name);
    case 'conditional':
      return isReal(expression.then, isRealQuantity) && isReal(expression.otherwise, isRealQuantity);
  }
}

/** Powers above this are no small integers. */
const maxPower = 64;

/**
 * Compiles an expression of quantities (by their keys); a text names the part of it that has no complex value. What is no function
 * of s, comparisons and conditions, is for who asks for it.
 */
export function complexExpression(
  expression: Expression,
  keys: readonly string[],
  allows: 'functions of s' | 'conditions' = 'functions of s',
): Evaluate | string {
  return new Compiler(keys, allows === 'conditions').compile(expression);
}

class Compiler {
  constructor(
    private readonly keys: readonly string[],
    private readonly hasConditions: boolean,
  ) {}

  compile(expression: Expression): Evaluate | string {
    switch (expression.kind) {
      case 'number': {
        const value: Complex = [expression.value, 0];
        return () => value;
      }
      case 'name':
      case 'probe': {
        const at = this.keys.indexOf(variableKey(expression));
        return at < 0 ? variableKey(expression) : (values) => values[at] ?? [NaN, NaN];
      }
      case 'unary': {
        const operand = this.compile(expression.operand);
        if (typeof operand === 'string') return operand;
        if (expression.operator === '+') return operand;
        if (expression.operator !== '-') return `"${expression.operator}" of complex numbers`;
        return (values) => negative(operand(values));
      }
      case 'binary': {
        const { operator, left, right } = expression;
        if (operator === '^' || operator === '**') return this.#power(left, right);
        return this.#two(this.#operator(operator), left, right) ?? `"${operator}" of complex numbers`;
      }
      case 'call':
        return this.#call(expression);
      case 'conditional':
        return this.#choice(expression);
    }
  }

  #operator(name: string): Binary | undefined {
    return arithmetic.get(name) ?? (this.hasConditions ? ordered.get(name) : undefined);
  }

  /** Undefined where there is no such operation. */
  #two(apply: Binary | undefined, left: Expression, right: Expression): Evaluate | string | undefined {
    const a = this.compile(left);
    const b = this.compile(right);
    if (typeof a === 'string') return a;
    if (typeof b === 'string') return b;
    return apply && ((values) => apply(a(values), b(values)));
  }

  #call({ name, args }: Extract<Expression, { kind: 'call' }>): Evaluate | string {
    const [first, second] = args;
    if (name === 'pow' && first && second) return this.#power(first, second);
    const missing = `${name}() of complex numbers`;
    const ofTwo = this.hasConditions ? ordered.get(name) : undefined;
    if (ofTwo && first && second && args.length === 2) return this.#two(ofTwo, first, second) ?? missing;
    const apply = functions.get(name);
    if (!apply || !first || args.length > 1) return missing;
    const inner = this.compile(first);
    return typeof inner === 'string' ? inner : (values) => apply(inner(values));
  }

  #choice({ test, then, otherwise }: Extract<Expression, { kind: 'conditional' }>): Evaluate | string {
    if (!this.hasConditions) return 'a condition of complex numbers';
    const [condition, yes, no] = [test, then, otherwise].map((part) => this.compile(part));
    for (const part of [condition, yes, no]) if (typeof part === 'string') return part;
    const [ask, take, leave] = [condition, yes, no] as readonly Evaluate[];
    return (values) => {
      const [truth = NaN] = ask?.(values) ?? [];
      if (Number.isNaN(truth)) return [NaN, NaN];
      return (truth === 0 ? leave : take)?.(values) ?? [NaN, NaN];
    };
  }

  #power(base: Expression, exponent: Expression): Evaluate | string {
    const inner = this.compile(base);
    if (typeof inner === 'string') return inner;
    if (exponent.kind !== 'number') return 'a power that is no number';
    return (values) => power(inner(values), exponent.value);
  }
}

function add([a, b]: Complex, [c, d]: Complex, sign: number): Complex {
  return [a + sign * c, b + sign * d];
}
