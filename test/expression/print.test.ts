import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printExpression } from '../../src/expression/print.js';
import { anyExpression, parsed, shape } from './trees.js';

describe('printExpression', () => {
  it('prints what parses back to the same tree', () => {
    fc.assert(
      fc.property(anyExpression, (tree) => {
        expect(shape(parsed(printExpression(tree)))).toEqual(shape(tree));
      }),
      { seed: 2, numRuns: 2000 },
    );
  });

  it.each([
    ['1+2*3', '1 + 2 * 3'],
    ['((1+2))*3', '(1 + 2) * 3'],
    ['a-(b-c)', 'a - (b - c)'],
    ['(a-b)-c', 'a - b - c'],
    ['-2^2', '-2 ^ 2'],
    ['(-2)^2', '(-2) ^ 2'],
    ['2**3**2', '2 ** (3 ** 2)'],
    ['(2**3)**2', '(2 ** 3) ** 2'],
    ['2**-1*4', '2 ** -1 * 4'],
    ['A>0 ? (b ? 1 : 2) : c ? 3 : 4', 'a > 0 ? b ? 1 : 2 : c ? 3 : 4'],
    ['V( Out , 0 )*10uF', 'v(out,0) * 0.00001'],
  ])('prints %s as %s', (text, printed) => {
    expect(printExpression(parsed(text))).toBe(printed);
  });
});
