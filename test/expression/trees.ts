/** Random expression trees, and trees without their places. */
import fc from 'fast-check';
import type { SourceText, Span } from '../../src/base/span.js';
import type { BinaryOperator, Expression, UnaryOperator } from '../../src/expression/ast.js';
import { Diagnostics } from '../../src/base/diagnostic.js';
import { parseExpression } from '../../src/expression/parse.js';

const NOWHERE: Span = { source: { name: '', text: '' }, start: 0, end: 0 };

export function spanOf(text: string): Span {
  const source: SourceText = { name: 'x', text };
  return { source, start: 0, end: text.length };
}

/** Parses a text that must be right. */
export function parsed(text: string): Expression {
  const diagnostics = new Diagnostics();
  const expression = parseExpression(spanOf(text), diagnostics);
  diagnostics.throwIfErrors();
  if (!expression) throw new Error(`no expression in ${text}`);
  return expression;
}

/** A tree without places, to be compared. */
export function shape(node: Expression): unknown {
  return JSON.parse(JSON.stringify(node, (key, value: unknown) => (key === 'span' ? undefined : value)));
}

const BINARY: readonly BinaryOperator[] = [
  ...(['+', '-', '*', '/', '%', '^', '**', '<', '<=', '>', '>=', '==', '!=', '&&', '||'] as const),
];
const UNARY: readonly UnaryOperator[] = ['-', '+', '!'];
const name = fc.constantFrom('a', 'rload', 'x1.k', 'time', '_t2');
const span = fc.constant(NOWHERE);

export const anyExpression: fc.Arbitrary<Expression> = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.record({
      kind: fc.constant('number' as const),
      value: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((x) => Math.abs(x)),
      span,
    }),
    fc.record({ kind: fc.constant('name' as const), name, span }),
    fc.record({
      kind: fc.constant('probe' as const),
      quantity: fc.constantFrom('v', 'i', 'p'),
      names: fc.array(fc.constantFrom('a', 'n+', '0', 'x1:2', '-'), { minLength: 1, maxLength: 2 }),
      span,
    }),
    fc.record({
      kind: fc.constant('unary' as const),
      operator: fc.constantFrom(...UNARY),
      operand: tie('tree'),
      span,
    }),
    fc.record({
      kind: fc.constant('binary' as const),
      operator: fc.constantFrom(...BINARY),
      left: tie('tree'),
      right: tie('tree'),
      span,
    }),
    fc.record({
      kind: fc.constant('call' as const),
      name: fc.constantFrom('sin', 'min', 'f_1', 'vdb'),
      args: fc.array(tie('tree'), { maxLength: 3 }),
      span,
    }),
    fc.record({
      kind: fc.constant('conditional' as const),
      test: tie('tree'),
      then: tie('tree'),
      otherwise: tie('tree'),
      span,
    }),
  ),
})).tree;
