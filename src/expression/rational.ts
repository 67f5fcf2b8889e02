/**
 * Expressions of s -> rational functions: numerator and denominator as coefficients of s^0, s^1, ...
 * Sums, products, quotients and whole powers (up to 40) of s and numbers; anything else, such as the delay
 * exp(-s t) or sqrt(s), gives undefined.
 */
import type { Expression } from './ast.js';

export interface Rational {
  readonly numerator: readonly number[];
  readonly denominator: readonly number[];
}

const MAX_POWER = 40;

/** Returns the rational function of `s` that the expression is; other names have no meaning. */
export function rationalOf(expression: Expression, s = 's'): Rational | undefined {
  const recurse = (node: Expression): Rational | undefined => {
    switch (node.kind) {
      case 'number':
        return { numerator: [node.value], denominator: [1] };
      case 'name':
        return node.name === s ? { numerator: [0, 1], denominator: [1] } : undefined;
      case 'unary': {
        const inner = recurse(node.operand);
        if (!inner || node.operator === '!') return undefined;
        return node.operator === '-' ? { ...inner, numerator: inner.numerator.map((c) => -c) } : inner;
      }
      case 'binary':
        return ofBinary(node, recurse);
      case 'call': {
        const [base, exponent] = node.args;
        if ((node.name !== 'pow' && node.name !== 'pwr') || !base || !exponent) return undefined;
        return raise(recurse(base), recurse(exponent));
      }
      case 'probe':
      case 'conditional':
        return undefined;
    }
  };
  return recurse(expression);
}

function ofBinary(
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  recurse: (node: Expression) => Rational | undefined,
): Rational | undefined {
  const a = recurse(left);
  const b = recurse(right);
  if (!a || !b) return undefined;
  switch (operator) {
    case '+':
    case '-': {
      const sign = operator === '-' ? -1 : 1;
      const numerator = sum(
        product(a.numerator, b.denominator),
        product(b.numerator, a.denominator).map((c) => sign * c),
      );
      return { numerator, denominator: product(a.denominator, b.denominator) };
    }
    case '*':
      return {
        numerator: product(a.numerator, b.numerator),
        denominator: product(a.denominator, b.denominator),
      };
    case '/':
      return {
        numerator: product(a.numerator, b.denominator),
        denominator: product(a.denominator, b.numerator),
      };
    case '^':
    case '**':
      return raise(a, b);
    default:
      return undefined;
  }
}

function raise(base: Rational | undefined, exponent: Rational | undefined): Rational | undefined {
  if (!base || exponent?.numerator.length !== 1 || exponent.denominator.length !== 1) return undefined;
  const n = (exponent.numerator[0] ?? 0) / (exponent.denominator[0] ?? 1);
  if (!Number.isInteger(n) || Math.abs(n) > MAX_POWER) return undefined;
  let result: Rational = { numerator: [1], denominator: [1] };
  for (let k = 0; k < Math.abs(n); k++) {
    result = {
      numerator: product(result.numerator, base.numerator),
      denominator: product(result.denominator, base.denominator),
    };
  }
  return n < 0 ? { numerator: result.denominator, denominator: result.numerator } : result;
}

function product(a: readonly number[], b: readonly number[]): number[] {
  const result = new Array<number>(a.length + b.length - 1).fill(0);
  a.forEach((p, i) => {
    b.forEach((q, j) => {
      result[i + j] = (result[i + j] ?? 0) + p * q;
    });
  });
  return trimmed(result);
}

function sum(a: readonly number[], b: readonly number[]): number[] {
  const length = Math.max(a.length, b.length);
  return trimmed(Array.from({ length }, (_, k) => (a[k] ?? 0) + (b[k] ?? 0)));
}

/** Without zeros at the high end. */
function trimmed(coefficients: number[]): number[] {
  let length = coefficients.length;
  while (length > 1 && coefficients[length - 1] === 0) length--;
  return coefficients.slice(0, length);
}
