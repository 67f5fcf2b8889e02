import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../../src/base/diagnostic.js';
import { DIALECTS } from '../../src/expression/dialect.js';
import { parseExpression } from '../../src/expression/parse.js';
import { printExpression } from '../../src/expression/print.js';
import { ExpressionScanner } from '../../src/expression/scan-expression.js';
import { anyExpression, spanOf } from './trees.js';

const soup = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'v(',
        'i(l1)',
        '1',
        '2.5k',
        '1e',
        '.5',
        '(',
        ')',
        '{',
        '}',
        '+',
        '-',
        '*',
        '**',
        '^',
        '/',
        '&',
        '&&',
      ],
      ...[
        '|',
        '!',
        '~',
        '<',
        '<=',
        '=',
        '==',
        '?',
        ':',
        ',',
        ' ',
        '  ',
        'f(',
        'pow(',
        '"x"',
        'V',
        'x1:2',
        '%',
        '_',
      ],
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

describe('ExpressionScanner', () => {
  it('gives what the grammar gives wherever it answers', () => {
    let answered = 0;
    const texts = fc.oneof(soup, anyExpression.map(printExpression));
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(DIALECTS.ngspice, DIALECTS.ltspice, DIALECTS.xyce),
        (text, rules) => {
          const span = spanOf(text);
          const scanner = new ExpressionScanner(text, span.source, 0, rules);
          const scanned = scanner.expression();
          scanner.skipBlanks();
          if (!scanned || scanner.at < text.length) return;
          answered++;
          expect(scanned).toEqual(parseExpression(span, new Diagnostics(), rules));
        },
      ),
      { seed: 13, numRuns: 6000 },
    );
    expect(answered).toBeGreaterThan(2000);
  });

  it.each([
    ['ngspice', 'pow(x, 2) ^ 3 + log(y)', 'pow(x, 2) ^ 3 + log(y)'],
    ['ltspice', 'a ^ b', 'xor(buf(a), buf(b))'],
    ['ltspice', 'if(a, b > c & !d, 0)', 'if(buf(a), b > c && !buf(d), 0)'],
    ['ltspice', 'a > b ? c : d', 'a > b ? c : d'],
    ['xyce', 'log(y)', 'log10(y)'],
    ['xyce', 'nint(y)', 'round(y)'],
    ['xyce', 'pwr(y, 3)', 'pow(y, 3)'],
    ['xyce', 'a | b & c', '(a || b) && c'],
    ['xyce', '~a == b ^ c', '!xor(a == b, c)'],
    ['xyce', 'a % b * c', 'a % (b * c)'],
    ['pspice', 'a & ~b | c', 'a && !b || c'],
    ['ngspice', '27\u00b0C + 1\u03a9', '27 + 1'],
  ] as const)('translates %s', (dialect, text, expected) => {
    const expression = parseExpression(spanOf(text), new Diagnostics(), DIALECTS[dialect]);
    expect(expression && printExpression(expression)).toBe(expected);
  });
});
