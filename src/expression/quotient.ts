/** Quotients that keep choices outside: a / (c ? p : q) = c ? a / p : a / q, piecewise linear where a and c are. */
import type { Expression } from './ast.js';

/** Returns left / right. */
export function quotient(left: Expression, right: Expression): Expression {
  const { span } = right;
  if (right.kind === 'conditional') {
    return { ...right, then: quotient(left, right.then), otherwise: quotient(left, right.otherwise) };
  }
  if (right.kind === 'call' && right.name === 'if') {
    const [test, then, otherwise] = right.args;
    if (test && then && otherwise) {
      return { ...right, args: [test, quotient(left, then), quotient(left, otherwise)] };
    }
  }
  return { kind: 'binary', operator: '/', left, right, span };
}
