/**
 * Exponentials that stay finite: exp(x) beyond 1e100 goes on along its tangent there, so that quotients of them (a logistic function, tanh
 * written out) have values and slopes wherever an iteration looks: exp(1000) / exp(1000) is no number. ngspice ends exp at 1e99.
 */
import type { Expression } from './ast.js';
import { mapExpression } from './map-expression.js';
import { numberAt } from './simplify.js';

/** Squares of it are finite, as slopes of quotients have them. */
const LARGEST = 1e100;
const CORNER = Math.log(LARGEST);

/** Replaces exp(x) of what is no constant by x > c ? e^c (1 + x - c) : exp(x). */
export function withLimitedExponentials(expression: Expression): Expression {
  return mapExpression(expression, (node) => {
    const [x] = node.kind === 'call' && node.name === 'exp' ? node.args : [];
    if (!x || x.kind === 'number') return node;
    const { span } = node;
    const number = (value: number): Expression => numberAt(value, span);
    const beyond: Expression = { kind: 'binary', operator: '-', left: x, right: number(CORNER - 1), span };
    return {
      kind: 'conditional',
      test: { kind: 'binary', operator: '>', left: x, right: number(CORNER), span },
      then: { kind: 'binary', operator: '*', left: number(LARGEST), right: beyond, span },
      otherwise: node,
      span,
    };
  });
}
