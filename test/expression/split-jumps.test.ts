/** Which jumps of an expression become variables of their own. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { variablesIn } from '../../src/expression/map-expression.js';
import { printExpression } from '../../src/expression/print.js';
import { compileExpression } from '../../src/expression/program.js';
import { splitJumps } from '../../src/expression/split-jumps.js';
import { parsed } from './trees.js';

const split = [
  'sgn(v(a))*(1+v(a)**2)',
  'exp(v(b))*sgn(v(a)-1)',
  'if(v(a)>1, exp(v(b)), -v(b)**2)',
  'v(a)**2*u(v(b)-v(a))',
  'sgn(v(a))*(1+v(b)**2)+if(v(b)>2*v(a), v(b)**2, -1)',
];

describe('splitJumps', () => {
  it.each(split)('%s is smooth but for its variables', (text) => {
    const expression = parsed(text);
    const { smooth, jumps } = splitJumps(expression);
    expect(jumps.size).toBe(text.startsWith('sgn(v(a))*(1+v(b)') ? 2 : 1);
    expect(printExpression(smooth)).not.toMatch(/sgn|u\(|>/);
    const variables = ['v(a)', 'v(b)'];
    const all = [...variables, ...jumps.keys()];
    const steps = [...jumps.values()].map(({ step }) => compileExpression(step, variables)!);
    const value = (of: typeof expression, keys: readonly string[], at: readonly number[]): number =>
      compileExpression(of, keys)!.evaluate(Float64Array.from(at));
    const volts = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(volts, volts, (a, b) => {
        const taken = steps.map((step) => step.evaluate(Float64Array.of(a, b)));
        expect(value(smooth, all, [a, b, ...taken])).toBeCloseTo(value(expression, variables, [a, b]), 9);
      }),
    );
  });

  it.each([
    ['both sides meet', 'sgn(v(a))*sqrt(abs(v(a)))'],
    ['both sides meet', 'if(v(a)>1, v(a)**2, v(a))'],
    ['one side has no value at the threshold', 'if(v(a)>0, ln(v(a)), 0)'],
    ['time alone decides', 'if(time>1m, v(a)**2, 0)'],
    ['what is compared is curved', 'sgn(v(a)**2-1)*exp(v(b))'],
    ['nothing jumps', 'abs(v(a))*v(b)+max(v(a), v(b))**2'],
  ])('not where %s: %s', (_, text) => {
    const { smooth, jumps } = splitJumps(parsed(text));
    expect(jumps.size).toBe(0);
    expect(variablesIn(smooth).filter((name) => name.startsWith('jump'))).toEqual([]);
  });
});
