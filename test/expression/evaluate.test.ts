import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics, formatDiagnostic } from '../../src/base/diagnostic.js';
import { evaluate } from '../../src/expression/evaluate.js';
import type { Scope } from '../../src/expression/scope.js';
import { FUNCTIONS } from '../../src/expression/functions.js';
import { anyExpression, parsed } from './trees.js';

const VALUES = new Map<string, number | null>([
  ['rload', 50],
  ['k', 2],
  ['broken', null],
]);
const SCOPE: Scope = { lookup: (name) => VALUES.get(name), names: () => VALUES.keys() };

function valueOf(text: string): number | undefined {
  const diagnostics = new Diagnostics();
  const value = evaluate(parsed(text), SCOPE, diagnostics);
  diagnostics.throwIfErrors();
  return value;
}

function failureOf(text: string): string {
  const diagnostics = new Diagnostics();
  expect(evaluate(parsed(text), SCOPE, diagnostics)).toBeUndefined();
  return diagnostics.items.map(formatDiagnostic).join('\n');
}

describe('evaluate', () => {
  it('computes long chains as written from left to right', () => {
    // Integers and powers of two: every grouping is exact.
    const signs = (k: number, [one, other]: readonly [string, string]): string =>
      (k * k + k / 3) % 5 < 2 ? one : other;
    let sum = 0;
    let product = 1;
    let sums = '0';
    let products = '1';
    for (let k = 0; k < 3000; k++) {
      const plus = signs(k, ['+', '-']);
      sum += (plus === '+' ? 1 : -1) * 2 * k ** 2;
      sums += `${plus}2*${k}^2`;
      const factor = k % 7 === 0 ? 4 : 0.5;
      const times = signs(k, ['*', '/']);
      product *= times === '*' ? factor : 1 / factor;
      products += `${times}${factor}`;
    }
    expect(valueOf(sums)).toBe(sum);
    expect(valueOf(products)).toBe(product);
    expect(valueOf(`${sums} < ${sums}+1 && -(${sums}) == 0-(${sums})`)).toBe(1);
  });

  it.each([
    ['1 + 2*3', 7],
    ['-2^2', -4],
    ['2**-1', 0.5],
    ['2^3^2', 512],
    ['10 - 4 - 3', 3],
    ['7 % 4', 3],
    ['rload*k', 100],
    ['RLOAD*K', 100],
    ['1k + 1', 1001],
    ['2 > 1 && !(3 <= 2)', 1],
    ['1 == 2 || 0', 0],
    ['k > 1 ? 10 : 20', 10],
    ['if(k < 1, 10, 20)', 20],
    ['if(1, 5, 1/0)', 5],
    ['max(1, 3, 2) - min(4, 2)', 1],
    ['limit(7, 5, 0)', 5],
    ['table(1.5, 0, 0, 1, 10, 2, 30)', 20],
    ['table(9, 0, 0, 1, 10)', 10],
    ['log10(1000)', 3],
    ['nint(2.5)', 2],
    ['nint(3.5)', 4],
    ['nint(-1.5)', -2],
    ['nint(-2.6)', -3],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['ln(e)', 1],
    ['sgn(-3) + u(0) + uramp(-1) + u(2)', 0],
    ['pwrs(-2, 2)', -4],
    ['cos(pi)', -1],
    ['inf', Infinity],
    ['-inf', -Infinity],
  ])('%s = %d', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each([
    ['rlod + 1', 'x:1:1: error: unknown parameter "rlod"\n  rlod + 1\n  ^^^^\n  hint: did you mean "rload"?'],
    [
      '2*gain',
      'x:1:3: error: unknown parameter "gain"\n  2*gain\n    ^^^^\n  hint: define it: .param gain=...',
    ],
    ['sqr(2)', 'x:1:1: error: unknown function "sqr"\n  sqr(2)\n  ^^^^^^\n  hint: did you mean "sqrt"?'],
    ['sin(1, 2)', 'x:1:1: error: sin() takes 1 argument, not 2\n  sin(1, 2)\n  ^^^^^^^^^'],
    ['if(1)', 'x:1:1: error: if() takes 3 arguments, not 1\n  if(1)\n  ^^^^^'],
    ['min()', 'x:1:1: error: min() takes at least 1 argument, not 0\n  min()\n  ^^^^^'],
    ['1 + 2/(k-2)', 'x:1:7: error: division by zero: the divisor is 0\n  1 + 2/(k-2)\n        ^^^^^'],
    ['3*sqrt(-k)', 'x:1:3: error: sqrt(-2) is not a number\n  3*sqrt(-k)\n    ^^^^^^^^'],
    [
      '1e200*1e200',
      'x:1:1: error: 1e+200 * 1e+200 is not finite\n  1e200*1e200\n  ^^^^^^^^^^^\n  hint: write "inf" where infinity is meant',
    ],
    [
      'v(a,b)',
      'x:1:1: error: v(a,b) has no value here: the circuit is not being solved\n  v(a,b)\n  ^^^^^^\n  hint: use numbers and parameters',
    ],
  ])('reports %s at its place', (text, message) => {
    expect(failureOf(text)).toBe(message);
  });

  it('reports every unknown name of an expression', () => {
    expect(failureOf('p1 + sin(q1)').match(/unknown parameter/g)).toHaveLength(2);
  });

  it('is silent about a name whose failure was reported before', () => {
    expect(failureOf('broken + 1')).toBe('');
  });

  it('gives a number that is no NaN, or nothing, for every tree', () => {
    fc.assert(
      fc.property(anyExpression, (tree) => {
        expect(evaluate(tree, SCOPE, new Diagnostics())).not.toBeNaN();
      }),
      { seed: 4, numRuns: 1000 },
    );
  });
});

describe('FUNCTIONS', () => {
  it('documents every function', () => {
    for (const { name, doc } of FUNCTIONS.values()) expect(`${name}: ${doc}`).toMatch(/: .{3,}/);
  });
});
