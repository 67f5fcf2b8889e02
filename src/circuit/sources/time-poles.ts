/**
 * Where a function of time is infinite, or begins to have no value: f={1/(time - 0.5)}, tan(time), sqrt(1 - time).
 *
 * Candidates are the zeros of what is divided by, raised to a power, or an argument that reaches the end of its range; they are
 * breakpoints of u(that) (`time-breakpoints.ts`), factor by factor, so that (time - 0.5)^2 has its zero too. Whether the
 * whole expression has a pole there is seen from its values: it has when one is infinite within rounding of that time, or when
 * they grow on either side all the way to it. What a limit() or an if() keeps finite has none, nor has sin(x) / x.
 */
import type { Expression } from '../../expression/ast.js';
import { variablesIn, visitExpression } from '../../expression/map-expression.js';
import { quotient } from '../../expression/quotient.js';
import { numberAt } from '../../expression/simplify.js';
import { compileExpression } from '../../expression/program.js';
import { TimeBreakpoints } from './time-breakpoints.js';

export interface TimePole {
  /** Seconds. */
  readonly time: number;
  /** Infinite, or NaN where the function has no value from then on. */
  readonly value: number;
}

/** Candidates that are looked at, and windows without any that are looked through, before nothing is said to be there. */
const maxCandidates = 100;
/** Distances from a candidate: in units of its rounding, each so many times the one before. */
const nearest = 64;
const ratio = 16;
const distances = 5;
/** A function grows all the way when each distance has more than so many times the value of the one beyond: |t|^-1/4. */
const growth = 2;

/** Returns the first time in (0, until] at which an expression of time alone is not finite, as far as that can be known. */
export function firstTimePole(expression: Expression, until: number): TimePole | undefined {
  const program = compileExpression(expression, ['time']);
  const zeros = program ? zerosOf(expression) : [];
  const at = new Float64Array(1);
  const f = (t: number): number => {
    at[0] = t;
    return program?.evaluate(at) ?? NaN;
  };
  let first: TimePole | undefined;
  for (const zero of zeros) {
    const breakpoints = new TimeBreakpoints(zero);
    let t = breakpoints.next(0);
    for (let k = 0; k < maxCandidates && t <= (first?.time ?? until); k++, t = breakpoints.next(t)) {
      const value = poleAt(f, t);
      if (value === undefined) continue;
      first = { time: t, value };
      break;
    }
  }
  return first;
}

/** The parts of a sum or product of other quantities that depend on time alone, those divided by as their inverse. */
export function partsOfTime(expression: Expression): Expression[] {
  const names = variablesIn(expression);
  if (!names.includes('time')) return [];
  if (names.length === 1) return [expression];
  if (expression.kind === 'unary') return partsOfTime(expression.operand);
  if (expression.kind !== 'binary') return [];
  const { operator, left, right, span } = expression;
  if (operator === '+' || operator === '-' || operator === '*')
    return [...partsOfTime(left), ...partsOfTime(right)];
  if (operator !== '/') return [];
  const divisors = partsOfTime(right).filter((part) => part === right);
  return [...partsOfTime(left), ...divisors.map((part) => quotient(numberAt(1, span), part))];
}

/** What f is at a pole at t; undefined where it has none there. */
function poleAt(f: (t: number) => number, t: number): number | undefined {
  const unit = t * Number.EPSILON;
  for (const offset of [0, unit, -unit]) {
    const value = f(t + offset);
    if (Math.abs(value) === Infinity) return value;
  }
  if (Number.isNaN(f(t + nearest * unit))) return NaN;
  for (const side of [1, -1]) {
    let last = f(t + side * nearest * unit);
    const sign = Math.sign(last);
    let grows = true;
    for (let k = 1, distance = nearest; grows && k <= distances; k++) {
      distance *= ratio;
      const value = f(t + side * distance * unit);
      grows = Math.abs(last) > growth * Math.abs(value);
      last = value;
    }
    if (grows) return sign * Infinity;
  }
  return undefined;
}

/** Of an expression, what may be without a value where u() of it jumps. */
function zerosOf(expression: Expression): Expression[] {
  const found: Expression[] = [];
  const add = (node: Expression): void => {
    for (const factor of factorsOf(node))
      found.push({ kind: 'call', name: 'u', args: [factor], span: node.span });
  };
  visitExpression(expression, (node) => {
    const { span } = node;
    if (node.kind === 'binary') {
      if (node.operator === '/') add(node.right);
      if ((node.operator === '^' || node.operator === '**') && !isPolynomial(node.right)) add(node.left);
    }
    if (node.kind !== 'call') return;
    const [x, power] = node.args;
    if (!x) return;
    if (logarithms.has(node.name) || node.name === 'sqrt') add(x);
    if (powers.has(node.name) && power && !isPolynomial(power)) add(x);
    if (node.name === 'tan') add({ kind: 'call', name: 'cos', args: [x], span });
    for (const end of rangeEnds.get(node.name) ?? [])
      add({ kind: 'binary', operator: '-', left: x, right: numberAt(end, span), span });
  });
  return found;
}

const logarithms: ReadonlySet<string> = new Set(['log', 'ln', 'log10']);
const powers: ReadonlySet<string> = new Set(['pow', 'pwr', 'pwrs']);
const rangeEnds: ReadonlyMap<string, readonly number[]> = new Map([
  ['asin', [-1, 1]],
  ['acos', [-1, 1]],
  ['atanh', [-1, 1]],
  ['acosh', [1]],
]);

/** Whether a power has a value everywhere. */
function isPolynomial(power: Expression): boolean {
  return power.kind === 'number' && power.value >= 0 && Number.isInteger(power.value);
}

/** What has to vanish for a product, a power or a magnitude to do so. */
function factorsOf(node: Expression): Expression[] {
  if (node.kind === 'unary' && node.operator !== '!') return factorsOf(node.operand);
  if (node.kind === 'binary') {
    const { operator, left, right } = node;
    if (operator === '*') return [...factorsOf(left), ...factorsOf(right)];
    if (operator === '/' || operator === '^' || operator === '**') return factorsOf(left);
  }
  const [x] = node.kind === 'call' && sameZeros.has(node.name) ? node.args : [];
  if (x) return factorsOf(x);
  return node.kind === 'number' ? [] : [node];
}

const sameZeros: ReadonlySet<string> = new Set([
  'abs',
  'sqrt',
  'pow',
  'pwr',
  'pwrs',
  'sinh',
  'tanh',
  'atan',
  'asinh',
  'sgn',
]);
