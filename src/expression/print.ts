/**
 * Expression -> canonical text, with the brackets that are needed and no others: parsing the text gives
 * the same tree (places aside) for every tree that the parser can produce.
 */
import type { Expression } from './ast.js';
import { variableKey } from './map-expression.js';
import { BINARY_OPERATIONS, POWER_PRECEDENCE, PREFIX_PRECEDENCE } from './operators.js';

/** Precedence of `?:`, below every operator. */
const CONDITIONAL = 0;
/** Precedence of numbers, names, probes and calls. */
const ATOM = 9;

/** Prints an expression; numbers with all their digits, names in lower case. */
export function printExpression(expression: Expression): string {
  return print(expression);
}

function print(node: Expression): string {
  switch (node.kind) {
    case 'number':
      return Number.isFinite(node.value) ? String(node.value) : '1e999';
    case 'name':
      return node.name;
    case 'probe':
      return variableKey(node);
    case 'call':
      return `${node.name}(${node.args.map(print).join(', ')})`;
    case 'unary':
      return `${node.operator}${bracket(node.operand, precedenceOf(node.operand) < PREFIX_PRECEDENCE)}`;
    case 'binary':
      return printBinary(node);
    case 'conditional': {
      const test = bracket(node.test, node.test.kind === 'conditional');
      return `${test} ? ${print(node.then)} : ${print(node.otherwise)}`;
    }
  }
}

function printBinary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): string {
  const { precedence } = BINARY_OPERATIONS[operator];
  const power = precedence === POWER_PRECEDENCE;
  const leftPrecedence = precedenceOf(left);
  const leftNeeds = power ? leftPrecedence <= precedence : leftPrecedence < precedence;
  // A sign may stand right of an operator: 2^-3, a - -b.
  // Of powers both sides have brackets: simulators group a^b^c otherwise.
  const rightNeeds = right.kind !== 'unary' && precedenceOf(right) <= precedence;
  return `${bracket(left, leftNeeds)} ${operator} ${bracket(right, rightNeeds)}`;
}

function precedenceOf(node: Expression): number {
  if (node.kind === 'conditional') return CONDITIONAL;
  if (node.kind === 'binary') return BINARY_OPERATIONS[node.operator].precedence;
  return node.kind === 'unary' ? PREFIX_PRECEDENCE : ATOM;
}

function bracket(node: Expression, needed: boolean): string {
  return needed ? `(${print(node)})` : print(node);
}
