/**
 * Folds constants and drops what does nothing: 0 + x, 1 x, x / 1, x ^ 1, conditionals with constant tests.
 * 0 x is 0, as in algebra, although 0 inf is not. The value is otherwise that of the tree, to rounding:
 * nothing is reordered. A constant that has no finite value is left as it stands.
 */
import type { Span } from '../base/span.js';
import type { BinaryOperator, Expression } from './ast.js';
import { FUNCTIONS } from './functions.js';
import { mapExpression } from './map-expression.js';
import { BINARY_OPERATIONS, UNARY_OPERATIONS } from './operators.js';

type Node<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

/** Returns an equal expression that is not larger. */
export function simplify(expression: Expression): Expression {
  return mapExpression(expression, simplifyNode);
}

/** Makes a number where a node stood. */
export function numberAt(value: number, span: Span): Expression {
  return { kind: 'number', value, span };
}

/** The value of a number, a signed one included. */
export function constantOf(node: Expression): number | undefined {
  return node.kind === 'number' ? node.value : undefined;
}

/** Simplifies one node whose operands are simplified. */
export function simplifyNode(node: Expression): Expression {
  switch (node.kind) {
    case 'number':
    case 'name':
    case 'probe':
      return node;
    case 'unary':
      return simplifyUnary(node);
    case 'binary':
      return simplifyBinary(node);
    case 'call':
      return simplifyCall(node);
    case 'conditional':
      return choose(node.test, node.then, node.otherwise, node);
  }
}

function simplifyUnary(node: Node<'unary'>): Expression {
  const { operator, operand, span } = node;
  const value = constantOf(operand);
  if (value !== undefined) return numberAt(UNARY_OPERATIONS[operator](value), span);
  if (operator === '+') return operand;
  if (operator === '-' && operand.kind === 'unary' && operand.operator === '-') return operand.operand;
  return node;
}

function simplifyBinary(node: Node<'binary'>): Expression {
  const { operator, left, right, span } = node;
  const a = constantOf(left);
  const b = constantOf(right);
  if (a !== undefined && b !== undefined) {
    const value = BINARY_OPERATIONS[operator].apply(a, b);
    return Number.isFinite(value) ? numberAt(value, span) : node;
  }
  return NEUTRAL[operator]?.(node, a, b) ?? node;
}

type NeutralRule = (
  node: Node<'binary'>,
  left: number | undefined,
  right: number | undefined,
) => Expression | undefined;

const negative = (operand: Expression, span: Span): Expression =>
  operand.kind === 'unary' && operand.operator === '-'
    ? operand.operand
    : { kind: 'unary', operator: '-', operand, span };

const power: NeutralRule = ({ left, span }, _, b) =>
  b === 1 ? left : b === 0 ? numberAt(1, span) : undefined;

const NEUTRAL: Readonly<Partial<Record<BinaryOperator, NeutralRule>>> = Object.freeze({
  '+': ({ left, right }, a, b) => (a === 0 ? right : b === 0 ? left : undefined),
  '-': ({ left, right, span }, a, b) => (b === 0 ? left : a === 0 ? negative(right, span) : undefined),
  '*': ({ left, right, span }, a, b) => {
    if (a === 0 || b === 0) return numberAt(0, span);
    if (a === 1) return right;
    if (b === 1) return left;
    if (a === -1) return negative(right, span);
    return b === -1 ? negative(left, span) : undefined;
  },
  '/': ({ left, span }, a, b) => (b === 1 ? left : a === 0 && b !== 0 ? numberAt(0, span) : undefined),
  '^': power,
  '**': power,
  '&&': ({ span }, a, b) => (a === 0 || b === 0 ? numberAt(0, span) : undefined),
  '||': ({ span }, a, b) =>
    (a !== undefined && a !== 0) || (b !== undefined && b !== 0) ? numberAt(1, span) : undefined,
} satisfies Partial<Record<BinaryOperator, NeutralRule>>);

function simplifyCall(node: Node<'call'>): Expression {
  const { name, args, span } = node;
  const [test, then, otherwise] = args;
  if (name === 'if' && test && then && otherwise) return choose(test, then, otherwise, node);
  const spec = FUNCTIONS.get(name);
  if (!spec || args.length < spec.least || args.length > (spec.most ?? Infinity)) return node;
  const values = args.map(constantOf).filter((value) => value !== undefined);
  if (values.length < args.length) return node;
  const value = spec.apply(...values);
  return Number.isFinite(value) ? numberAt(value, span) : node;
}

function choose(test: Expression, then: Expression, otherwise: Expression, node: Expression): Expression {
  const value = constantOf(test);
  if (value === undefined) return node;
  return value !== 0 ? then : otherwise;
}
