/**
 * Where the graph of an expression is vertical: roots and powers below 1 of what is 0 there, as of the flow through an orifice, sgn(p)
 * sqrt(|p|), or of a varistor, sgn(i) |i|^a. Newton's method that crosses such a point goes back and forth (a = 1/2) or away (below): for
 * |x|^a its next x is (1 - 1/a) x where 0 is wanted.
 */
import type { Expression } from './ast.js';
import { ExpressionBuilder } from './build.js';
import { mapExpression, variableKey, visitExpression } from './map-expression.js';

/** The point where u = constant + sum of gains * variables is 0. */
export interface VerticalPoint {
  readonly constant: number;
  /** By variable, as listed. */
  readonly gains: readonly number[];
  /** The expression means something for u >= 0 alone. */
  readonly isOneSided: boolean;
  /** Up to there u is as good as 0, and the graph straight. */
  readonly nothing: number;
}

/** A sum: the constant, then the gain of each variable. */
type Sum = readonly number[];

/** All such points of an expression that are seen: those of sums of the variables and numbers. */
export function verticalPoints(
  expression: Expression,
  variables: readonly string[],
): readonly VerticalPoint[] {
  const found = new Map<string, VerticalPoint>();
  visitExpression(expression, (node) => {
    const point = verticalPoint(node, variables);
    if (point) found.set(JSON.stringify(point), point);
  });
  return [...found.values()];
}

/**
 * Up to what a sum is as good as 0. There the graph is straight, so that at a vertical point there is a slope and a value for every unknown:
 * |i|^.05 is .06 at 1e-24 A, and 1e-12 at 1e-240 A. Of a difference, v(a,b), rounding leaves more than that, and what it leaves must not
 * be a flow that counts: a millionth of what voltages are known to, and still less of currents.
 */
const NOTHING = Object.freeze({ alone: 1e-24, difference: 1e-12 });

/** Replaces x^a at vertical points by |x| < e ? e^(a - 1) x : x^a. */
export function withSlopesAtRoots(expression: Expression, variables: readonly string[]): Expression {
  return mapExpression(expression, (node) => {
    const point = verticalPoint(node, variables);
    const steep = steepOperand(node);
    if (!point || !steep) return node;
    const build = new ExpressionBuilder(node.span);
    const size = build.call('abs', steep.of);
    const straight = node.kind === 'call' && node.name === 'pwr' ? size : steep.of;
    const line = build.multiply(build.number(point.nothing ** (steep.exponent - 1)), straight);
    return build.choose(build.compare('<', size, build.number(point.nothing)), line, node);
  });
}

/** The vertical point that a root or power has, if any. */
function verticalPoint(node: Expression, variables: readonly string[]): VerticalPoint | undefined {
  const steep = steepOperand(node);
  const [isMagnitude, inner] = steep ? magnitude(steep.of, steep.isEven) : [];
  const sum = inner && sumOf(inner, variables);
  if (!sum?.slice(1).some((gain) => gain !== 0)) return undefined;
  const [constant = 0, ...gains] = sum;
  const read = variables.filter((_, k) => gains[k] !== 0);
  const isAlone = constant === 0 && read.length === 1 && read[0]?.includes(',') === false;
  const nothing = isAlone ? NOTHING.alone : NOTHING.difference;
  return { constant, gains, isOneSided: isMagnitude !== true, nothing };
}

interface Steep {
  readonly of: Expression;
  readonly exponent: number;
  /** Of its magnitude. */
  readonly isEven: boolean;
}

const POWERS: ReadonlySet<string> = new Set(['pow', 'powreal', 'pwr', 'pwrs']);
const EVEN: ReadonlySet<string> = new Set(['pwr', 'pwrs']);

/** What a root or a power below 1 is taken of. */
function steepOperand(node: Expression): Steep | undefined {
  if (node.kind !== 'call' && node.kind !== 'binary') return undefined;
  const [of, power] = node.kind === 'call' ? node.args : [node.left, node.right];
  if (!of) return undefined;
  if (node.kind === 'call' && node.name === 'sqrt') return { of, exponent: 0.5, isEven: false };
  const isPower =
    node.kind === 'call' ? POWERS.has(node.name) : node.operator === '**' || node.operator === '^';
  if (!isPower || power?.kind !== 'number' || power.value <= 0 || power.value >= 1) return undefined;
  return { of, exponent: power.value, isEven: node.kind === 'call' && EVEN.has(node.name) };
}

/** Whether a magnitude is taken, and of what. */
function magnitude(node: Expression, isEven: boolean): [boolean, Expression] {
  const scaled = node.kind === 'binary' && (node.operator === '*' || node.operator === '/');
  if (scaled && node.right.kind === 'number') return magnitude(node.left, isEven);
  if (scaled && node.operator === '*' && node.left.kind === 'number') return magnitude(node.right, isEven);
  const isCall = node.kind === 'call' && node.name === 'abs' && node.args.length === 1;
  return isCall ? [true, node.args[0] ?? node] : [isEven, node];
}

/** An expression as a sum; undefined where it is none. */
function sumOf(node: Expression, variables: readonly string[]): Sum | undefined {
  const numberSum = (value: number): Sum => [value, ...variables.map(() => 0)];
  switch (node.kind) {
    case 'number':
      return numberSum(node.value);
    case 'name':
    case 'probe': {
      const at = variables.indexOf(variableKey(node));
      return at < 0 ? undefined : [0, ...variables.map((_, k) => Number(k === at))];
    }
    case 'unary': {
      const sum = node.operator === '!' ? undefined : sumOf(node.operand, variables);
      return node.operator === '-' ? sum?.map((c) => -c) : sum;
    }
    case 'binary': {
      const [a, b] = [sumOf(node.left, variables), sumOf(node.right, variables)];
      if (!a || !b) return undefined;
      const [first = 0, second = 0] = [a[0], b[0]];
      const isNumber = (sum: Sum): boolean => sum.slice(1).every((gain) => gain === 0);
      if (node.operator === '+') return a.map((c, k) => c + (b[k] ?? 0));
      if (node.operator === '-') return a.map((c, k) => c - (b[k] ?? 0));
      if (node.operator === '*' && isNumber(b)) return a.map((c) => c * second);
      if (node.operator === '*' && isNumber(a)) return b.map((c) => first * c);
      return node.operator === '/' && isNumber(b) && second !== 0 ? a.map((c) => c / second) : undefined;
    }
    case 'call':
    case 'conditional':
      return undefined;
  }
}
