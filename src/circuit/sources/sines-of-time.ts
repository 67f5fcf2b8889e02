/**
 * Expressions of time that are sums of sines, as `0.9 + 0.1*sin(2*pi*1k*time)` or `(1 + 0.5*cos(a*time))*sin(b*time)`: constants, sines
 * and cosines of lines, their sums, and their products by
 *
 *     sin x sin y = (sin(x - y + pi/2) - sin(x + y + pi/2)) / 2.
 *
 * Terms of one frequency are one: their generators have two states each (`sine-sum-signal.ts`).
 */
import type { Expression } from '../../expression/ast.js';
import { CONSTANTS } from '../../expression/functions.js';
import { constantOf } from '../../expression/simplify.js';
import type { SineTerm } from './sine-sum-signal.js';

/** offset + slope t + sum of sines, of which a slope is there within the argument of a sine alone. */
interface Sines {
  readonly offset: number;
  readonly slope: number;
  readonly terms: readonly SineTerm[];
}

/** More sines than these are left to their expression: exact flows have two states for each. */
const MAX_TERMS = 12;
const MAX_POWER = 4;

/** The sum of sines that an expression is; undefined where it is none, or a mere line. */
export function sinesOfTime(expression: Expression): Omit<Sines, 'slope'> | undefined {
  const found = sinesOf(expression);
  if (!found || found.slope !== 0 || found.terms.length === 0) return undefined;
  const { offset, terms } = found;
  const values = [
    offset,
    ...terms.flatMap(({ amplitude, frequency, phase }) => [amplitude, frequency, phase]),
  ];
  return values.every(Number.isFinite) ? { offset, terms } : undefined;
}

function sinesOf(node: Expression): Sines | undefined {
  const constant = constantOf(node);
  if (constant !== undefined) return { offset: constant, slope: 0, terms: [] };
  switch (node.kind) {
    case 'name':
      return lineOf(node.name);
    case 'unary': {
      const operand = node.operator === '!' ? undefined : sinesOf(node.operand);
      return operand && scaled(operand, node.operator === '-' ? -1 : 1);
    }
    case 'binary':
      return combined(node);
    case 'call': {
      const [argument, ...others] = node.args;
      const isCosine = node.name === 'cos';
      if ((!isCosine && node.name !== 'sin') || !argument || others.length > 0) return undefined;
      return sineOf(sinesOf(argument), isCosine ? Math.PI / 2 : 0);
    }
    default:
      return undefined;
  }
}

function lineOf(name: string): Sines | undefined {
  if (name === 'time') return { offset: 0, slope: 1, terms: [] };
  const value = CONSTANTS.get(name);
  return value === undefined ? undefined : { offset: value, slope: 0, terms: [] };
}

function combined(node: Extract<Expression, { kind: 'binary' }>): Sines | undefined {
  const [left, right] = [sinesOf(node.left), sinesOf(node.right)];
  if (!left || !right) return undefined;
  const isConstant = right.slope === 0 && right.terms.length === 0;
  switch (node.operator) {
    case '+':
      return sum(left, right);
    case '-':
      return sum(left, scaled(right, -1));
    case '*':
      return product(left, right);
    case '/':
      return isConstant && right.offset !== 0 ? scaled(left, 1 / right.offset) : undefined;
    case '^':
    case '**':
      return isConstant ? power(left, right.offset) : undefined;
    default:
      return undefined;
  }
}

/** sin(of + phase). */
function sineOf(of: Sines | undefined, phase: number): Sines | undefined {
  if (!of || of.terms.length > 0) return undefined;
  if (of.slope === 0) return { offset: Math.sin(of.offset + phase), slope: 0, terms: [] };
  const term = { amplitude: 1, frequency: of.slope / (2 * Math.PI), phase: of.offset + phase };
  return sum({ offset: 0, slope: 0, terms: [] }, { offset: 0, slope: 0, terms: [term] });
}

function scaled({ offset, slope, terms }: Sines, factor: number): Sines {
  return {
    offset: factor * offset,
    slope: factor * slope,
    terms: terms.map((term) => ({ ...term, amplitude: factor * term.amplitude })),
  };
}

function product(a: Sines, b: Sines): Sines | undefined {
  if (a.slope === 0 && a.terms.length === 0) return scaled(b, a.offset);
  if (b.slope === 0 && b.terms.length === 0) return scaled(a, b.offset);
  if (a.slope !== 0 || b.slope !== 0) return undefined;
  let found = sum(scaled({ ...a, offset: 0 }, b.offset), scaled({ ...b, offset: 0 }, a.offset));
  found = found && sum(found, { offset: a.offset * b.offset, slope: 0, terms: [] });
  for (const x of a.terms) {
    for (const y of b.terms) {
      const half = (x.amplitude * y.amplitude) / 2;
      const terms = [
        { amplitude: half, frequency: x.frequency - y.frequency, phase: x.phase - y.phase + Math.PI / 2 },
        { amplitude: -half, frequency: x.frequency + y.frequency, phase: x.phase + y.phase + Math.PI / 2 },
      ];
      found = found && sum(found, { offset: 0, slope: 0, terms });
    }
  }
  return found;
}

function power(base: Sines, exponent: number): Sines | undefined {
  if (!Number.isInteger(exponent) || exponent < 1 || exponent > MAX_POWER) return undefined;
  let found: Sines | undefined = base;
  for (let k = 1; k < exponent; k++) found = found && product(found, base);
  return found;
}

/** Sines of no frequency are constant; undefined where there are too many. */
function sum(a: Sines, b: Sines): Sines | undefined {
  let offset = a.offset + b.offset;
  const terms = new Map<number, SineTerm>();
  for (const { amplitude, frequency, phase } of [...a.terms, ...b.terms]) {
    if (frequency === 0) offset += amplitude * Math.sin(phase);
    if (frequency === 0 || amplitude === 0) continue;
    // a sin(-w t + p) = -a sin(w t - p)
    const sign = Math.sign(frequency);
    const term = { amplitude: sign * amplitude, frequency: sign * frequency, phase: sign * phase };
    const known = terms.get(term.frequency);
    terms.set(term.frequency, known ? phasorSum(known, term) : term);
  }
  return terms.size > MAX_TERMS
    ? undefined
    : { offset, slope: a.slope + b.slope, terms: [...terms.values()] };
}

/** Of two sines of one frequency. */
function phasorSum(a: SineTerm, b: SineTerm): SineTerm {
  const re = a.amplitude * Math.cos(a.phase) + b.amplitude * Math.cos(b.phase);
  const im = a.amplitude * Math.sin(a.phase) + b.amplitude * Math.sin(b.phase);
  return { amplitude: Math.hypot(re, im), frequency: a.frequency, phase: Math.atan2(im, re) };
}
