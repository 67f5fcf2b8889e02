import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics, formatDiagnostic } from '../../src/base/diagnostic.js';
import { DIALECTS } from '../../src/expression/dialect.js';
import { parseExpression } from '../../src/expression/parse.js';
import { BINARY_OPERATIONS, POWER_PRECEDENCE, PREFIX_PRECEDENCE } from '../../src/expression/operators.js';
import { parsed, spanOf } from './trees.js';

function failureOf(text: string): string {
  const diagnostics = new Diagnostics();
  expect(parseExpression(spanOf(text), diagnostics)).toBeUndefined();
  return diagnostics.items.map(formatDiagnostic).join('\n');
}

describe('parseExpression', () => {
  it.each([
    ['', 'x:1:1: error: unexpected end; expected "(", a name or a number'],
    ['2*(3+', 'x:1:6: error: unexpected end; expected "(", a name or a number\n  2*(3+\n       ^'],
    ['1 + * 2', 'x:1:5: error: unexpected "*"; expected "(", a name or a number\n  1 + * 2\n      ^'],
    ['a ? 1', 'x:1:6: error: unexpected end; expected ":", "?" or an operator\n  a ? 1\n       ^'],
    ['2n2222', 'x:1:1: error: unexpected "2"; expected "(", a name or a number\n  2n2222\n  ^'],
  ])('places the error of %j', (text, message) => {
    expect(failureOf(text)).toBe(message);
  });

  it('gives every node its place in the text', () => {
    const { span } = parsed(' (a + b) * c');
    expect([span.start, span.end]).toEqual([1, 12]);
  });

  it('refuses brackets nested deeper than it can follow, at the first bracket too many', () => {
    const text = `${'('.repeat(100_000)}1${')'.repeat(100_000)}`;
    expect(failureOf(text)).toBe(
      'x:1:201: error: the expression is nested more than 200 levels deep\n  hint: split it into several parameters',
    );
  });

  it.each([
    ['-'.repeat(1001) + '1'],
    [Array.from({ length: 1002 }, () => '1').join('<')],
    ['2**'.repeat(2000) + '2'],
  ])('refuses chains that make a tree too deep to walk', (text) => {
    expect(failureOf(text)).toBe(
      'x:1:1: error: the expression is nested more than 1000 levels deep\n  hint: split it into several parameters',
    );
  });

  it.each([
    ['+', DIALECTS.ngspice],
    ['*', DIALECTS.ngspice],
    ['||', DIALECTS.ngspice],
    ['&&', DIALECTS.ngspice],
    ['^', DIALECTS.ltspice],
  ])('takes a chain of 20 000 operands of %j: that is no nesting', (operator, rules) => {
    const text = Array.from({ length: 20_000 }, () => '1').join(operator);
    expect(parseExpression(spanOf(text), new Diagnostics(), rules)).toBeDefined();
  });

  it('never throws on random text', () => {
    const soup = fc.array(fc.constantFrom(...'()?:+-*/^!<>=&|,.{}\'"ab1e v(i'.split('')), { maxLength: 80 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          soup.map((parts) => parts.join('')),
        ),
        (text) => {
          const diagnostics = new Diagnostics();
          const expression = parseExpression(spanOf(text), diagnostics);
          expect(diagnostics.hasErrors).toBe(expression === undefined);
        },
      ),
      { seed: 3, numRuns: 2000 },
    );
  });

  it('binds operators as the table of operators says', () => {
    const named = Object.entries(BINARY_OPERATIONS);
    for (const [outer, { precedence }] of named) {
      for (const [inner, other] of named) {
        const tree = parsed(`a ${outer} b ${inner} c`);
        const right =
          other.precedence > precedence ||
          (precedence === POWER_PRECEDENCE && other.precedence === precedence);
        expect(tree.kind === 'binary' && tree.operator).toBe(right ? outer : inner);
      }
      const signed = parsed(`-a ${outer} b`);
      expect(signed.kind).toBe(precedence > PREFIX_PRECEDENCE ? 'unary' : 'binary');
    }
  });
});
