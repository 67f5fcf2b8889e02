/**
 * Trees -> trees: one walk that every transformation shares (at most MAX_TREE_DEPTH deep).
 */
import type { Expression } from './ast.js';
import { childrenOf } from './run-grammar.js';

/** Replaces nodes from the leaves up: `change` gets a node whose operands are changed already. */
export function mapExpression(node: Expression, change: (node: Expression) => Expression): Expression {
  return change(withChildren(node, (child) => mapExpression(child, change)));
}

/** Rebuilds a node over its mapped operands; the same node when none changed. */
export function withChildren(node: Expression, map: (child: Expression) => Expression): Expression {
  switch (node.kind) {
    case 'number':
    case 'name':
    case 'probe':
      return node;
    case 'unary': {
      const operand = map(node.operand);
      return operand === node.operand ? node : { ...node, operand };
    }
    case 'binary': {
      const left = map(node.left);
      const right = map(node.right);
      return left === node.left && right === node.right ? node : { ...node, left, right };
    }
    case 'call': {
      const args = node.args.map(map);
      return args.every((arg, k) => arg === node.args[k]) ? node : { ...node, args };
    }
    case 'conditional': {
      const test = map(node.test);
      const then = map(node.then);
      const otherwise = map(node.otherwise);
      const same = test === node.test && then === node.then && otherwise === node.otherwise;
      return same ? node : { ...node, test, then, otherwise };
    }
  }
}

/** Calls `visit` for every node, operands first. */
export function visitExpression(node: Expression, visit: (node: Expression) => void): void {
  for (const child of childrenOf(node)) visitExpression(child, visit);
  visit(node);
}

/** The key of a quantity: "v(a)", "v(a,b)", "i(l1)", "time". */
export function variableKey(node: Extract<Expression, { kind: 'probe' | 'name' }>): string {
  if (node.kind === 'name') return node.name;
  const { quantity, names } = node;
  return quantity.startsWith('@')
    ? `@${names.join(',')}[${quantity.slice(1)}]`
    : `${quantity}(${names.join(',')})`;
}

/** Lists the keys of all quantities and names of an expression, each once, in the order of their text. */
export function variablesIn(expression: Expression): readonly string[] {
  const keys = new Set<string>();
  visitExpression(expression, (node) => {
    if (node.kind === 'probe' || node.kind === 'name') keys.add(variableKey(node));
  });
  return [...keys];
}
