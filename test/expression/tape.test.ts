/** What stands on a tape has the values of the interpreted program, to the bit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expression } from '../../src/expression/ast.js';
import { differentiate } from '../../src/expression/differentiate.js';
import { compileExpression } from '../../src/expression/program.js';
import { OPERATION_LENGTH, runTape } from '../../src/expression/tape-loop.js';
import { type Tape, tapeOf } from '../../src/expression/tape.js';
import { parsed } from './trees.js';

const VARIABLES = ['v(a)', 'v(b,c)', 'time'];

function valuesOf({ constants, operations, registers, results }: Tape, inputs: readonly number[]): number[] {
  const of = new Float64Array(registers);
  of.set([...inputs, ...constants]);
  runTape(Float64Array.from(operations), 0, operations.length / OPERATION_LENGTH, of);
  return results.map((register) => of[register] as number);
}

function expectSame(expressions: readonly Expression[], inputs: readonly number[]): void {
  const tape = tapeOf(expressions, VARIABLES);
  if (!tape) throw new Error('not on a tape');
  const at = Float64Array.from(inputs);
  expect(valuesOf(tape, inputs)).toEqual(
    expressions.map((one) => compileExpression(one, VARIABLES, true)?.evaluate(at)),
  );
}

/** Texts of expressions whose operations all stand on tapes. */
const texts = fc.letrec<{ text: string }>((tie) => {
  const text = tie('text');
  return {
    text: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(...VARIABLES, 'pi', '0', '1', '2.5', '-3', '1e-3'),
      fc
        .tuple(
          text,
          fc.constantFrom('+', '-', '*', '/', '**', '<', '<=', '>', '>=', '==', '!=', '&&', '||'),
          text,
        )
        .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
      fc
        .tuple(
          fc.constantFrom(
            ...['abs', 'sgn', 'sqrt', 'square', 'exp', 'ln', 'log10', 'sin', 'cos', 'tan', 'atan', 'asin'],
            ...['acos', 'sinh', 'cosh', 'tanh', 'u', 'stp', 'uramp', 'not', '-', '!'],
          ),
          text,
        )
        .map(([name, x]) => `${name}(${x})`),
      fc
        .tuple(fc.constantFrom('min', 'max', 'pow', 'pwr', 'pwrs'), text, text)
        .map(([name, x, y]) => `${name}(${x}, ${y})`),
      fc
        .tuple(fc.constantFrom('if', 'limit', 'min', 'max'), text, text, text)
        .map(([name, x, y, z]) => `${name}(${x}, ${y}, ${z})`),
    ),
  };
}).text;

const input = fc.oneof(fc.constantFrom(0, -0, 1, -1, 0.5, -2), fc.double({ noNaN: true, min: -50, max: 50 }));

describe('tapes', () => {
  it('have the values of interpreted programs', () => {
    fc.assert(
      fc.property(
        fc.array(texts, { minLength: 1, maxLength: 3 }),
        fc.tuple(input, input, input),
        (some, at) => {
          expectSame(some.map(parsed), at);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('have those of an expression and its slopes', () => {
    fc.assert(
      fc.property(texts, fc.tuple(input, input, input), (text, at) => {
        const expression = parsed(text);
        const slopes = VARIABLES.flatMap((key) => differentiate(expression, key) ?? []);
        expectSame([expression, ...slopes], at);
      }),
      { numRuns: 1000 },
    );
  });

  it('compute once what stands in two places, but for what stands in a branch alone', () => {
    const count = (text: string): number =>
      (tapeOf([parsed(text)], VARIABLES)?.operations.length ?? NaN) / OPERATION_LENGTH;
    expect(count('exp(v(a)) * exp(v(a))')).toBe(2);
    expect(count('exp(v(a)) + if(time > 1, exp(v(a)), 2)')).toBe(7);
    expect(count('if(time > 1, exp(v(a)), 2) + exp(v(a))')).toBe(8);
  });

  it('evaluate the branch that is chosen alone', () => {
    expectSame([parsed('if(v(a) > 0, ln(v(a)), v(b,c) / time)')], [-1, 3, 2]);
    expectSame([parsed('if(v(a) > 0, ln(v(a)), v(b,c) / time)')], [4, 3, 0]);
  });

  it.each(['table(v(a), 0, 0, 1, 2)', 'floor(v(a))', 'v(d)', 'hypot(v(a), 1)'])('have no %s', (text) => {
    expect(tapeOf([parsed(text)], VARIABLES)).toBeUndefined();
  });
});
