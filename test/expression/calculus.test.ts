import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../../src/base/diagnostic.js';
import { differentiate } from '../../src/expression/differentiate.js';
import { evaluate } from '../../src/expression/evaluate.js';
import { FUNCTIONS } from '../../src/expression/functions.js';
import { printExpression } from '../../src/expression/print.js';
import { compileExpression } from '../../src/expression/program.js';
import { rationalOf } from '../../src/expression/rational.js';
import { simplify } from '../../src/expression/simplify.js';
import { parsed } from './trees.js';

const VARIABLES = ['v(a)', 'v(b,c)', 'time'];

function valueAt(text: string, inputs: readonly number[], isLaw = false): number | undefined {
  return compileExpression(parsed(text), VARIABLES, isLaw)?.evaluate(Float64Array.from(inputs));
}

describe('compileExpression', () => {
  it.each([
    ['v(a)*2+time/4', 8.25],
    ['v(a) > 1 ? v(b,c) : 1/0', -2],
    ['if(v(a) < 1, 1, -v(b,c)**2)', -4],
    ['min(v(a), v(b,c), 0.5)', -2],
    ['!(v(a) < 3) && time == 1', 1],
    ['table(v(a), 0, 0, 8, 16)', 8],
    ['pi', Math.PI],
  ])('gives %s its value', (text, value) => {
    expect(valueAt(text, [4, -2, 1])).toBe(value);
  });

  it.each([
    ['v(a)/abs(v(a))', 0],
    ['v(a)/v(b,c)', 0],
    ['v(b,c)**v(a)', 1],
  ])('gives the law %s a value where everything is 0', (text, value) => {
    expect(valueAt(text, [0, 0, 0], true)).toBe(value);
  });

  it('takes powers of negative numbers: of whole exponents but for rounding, else those of absolute values', () => {
    expect(valueAt('v(a)**v(b,c)', [-2, 3, 0])).toBe(-8);
    expect(valueAt('v(a)**v(b,c)', [-2, 3 * (1 + 2 * Number.EPSILON), 0])).toBe(-8);
    expect(valueAt('v(a)**2.5', [-2, 0, 0])).toBe(2 ** 2.5);
  });

  it('refuses what has no value of its own', () => {
    for (const text of ['ddt(v(a))', 'nix', 'nix(1)', 'v(q)', 'sqrt(1, 2)']) {
      expect(compileExpression(parsed(text), VARIABLES)).toBeUndefined();
    }
  });
});

/** Smooth expressions of x = v(a) in (0.2, 0.8). */
const smooth = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('v(a)', '0.5', '2', 'time'),
    fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*'), tie('tree')).map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a} / (2 + (${b})**2))`),
    fc
      .tuple(
        fc.constantFrom('sin', 'cos', 'tanh', 'atan', 'exp', 'sinh', 'asinh', 'square', 'cosh'),
        tie('tree'),
      )
      .map(([f, a]) => `${f}(tanh(${a}))`),
    tie('tree').map((a) => `sqrt(1 + (${a})**2)`),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `uplim(${a}, ${b}, 0.5 + (${b})**2)`),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `dnlim(${a}, ${b}, 0.5 + (${a})**2)`),
    tie('tree').map((a) => `white(3 * tanh(${a}), 7) + random(2 * tanh(${a}))`),
    tie('tree').map((a) => `ln(2 + sin(${a}))`),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `pow(2 + cos(${a}), tanh(${b}))`),
    fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `hypot(1 + tanh(${a})**2, ${b})`),
    tie('tree').map((a) => `akima(tanh(${a}), -2, 1, -1, 0.5, 0, 0, 1, 2, 2, 1)`),
    tie('tree').map((a) => `cubic(tanh(${a}), -2, 1, -1, 0.5, 0, 0, 1, 2, 2, 1)`),
    tie('tree').map((a) => `bli(tanh(${a}), -2, 1, -1, 0.5, 0.1, 0, 1, 2)`),
  ),
})).tree;

describe('differentiate', () => {
  it('agrees with central differences', () => {
    fc.assert(
      fc.property(smooth, fc.double({ min: 0.2, max: 0.8, noNaN: true }), (text, x) => {
        const f = compileExpression(parsed(text), VARIABLES);
        const derivative = differentiate(parsed(text), 'v(a)');
        const slope = derivative && compileExpression(derivative, VARIABLES);
        const at = (value: number): number => f?.evaluate(Float64Array.of(value, 0, 0.3)) ?? NaN;
        const h = 1e-5;
        const wanted = (at(x + h) - at(x - h)) / (2 * h);
        const found = slope?.evaluate(Float64Array.of(x, 0, 0.3)) ?? NaN;
        fc.pre(Math.abs(wanted) < 1e4 && Math.abs(at(x)) < 1e4);
        // Truncation h^2 f''' and cancellation eps f/h of values up to 1e4.
        expect(Math.abs(found - wanted)).toBeLessThan(1e-4 * (1 + Math.abs(wanted) + Math.abs(at(x))));
      }),
      { seed: 11, numRuns: 1500 },
    );
  });

  it.each([
    ['v(a)*v(b,c)', 'v(b,c)'],
    ['3*v(a)+time', '3'],
    ['v(a)**3', '3 * v(a) ** 2'],
    ['exp(2*v(a))', 'exp(2 * v(a)) * 2'],
    ['if(v(a)>1, v(a)*5, 2)', 'v(a) > 1 ? 5 : 0'],
    ['limit(v(a), 0, 1)', 'v(a) < 0 ? 0 : v(a) > 1 ? 0 : 1'],
    ['table(v(a), 0, 0, 1, 5)', 'table_slope(v(a), 0, 0, 1, 5)'],
    ['table_slope(v(a), 0, 0, 1, 5)', '0'],
    ['cubic_slope(2*v(a), 0, 0, 1, 5)', 'cubic_curvature(2 * v(a), 0, 0, 1, 5) * 2'],
    ['u(v(a))', '0'],
    ['v(b,c)*time', '0'],
  ])('gives %s the derivative %s', (text, expected) => {
    const derivative = differentiate(parsed(text), 'v(a)');
    expect(derivative && printExpression(derivative)).toBe(expected);
  });

  it.each(['spline', 'akima', 'wodicka', 'cubic', 'bli'])(
    'gives %s a second one, at its points too',
    (name) => {
      const points = '0, 1, 1, 3, 2, 2, 4, 5, 5, 1';
      const [slope, curvature] = [`${name}_slope`, `${name}_curvature`].map((each) =>
        compileExpression(parsed(`${each}(v(a), ${points})`), ['v(a)']),
      );
      const at = (program: typeof slope, x: number): number => program?.evaluate(Float64Array.of(x)) ?? NaN;
      const h = 1e-5;
      for (const x of [0.3, 1.7, 3.1, 4.9])
        expect(at(curvature, x)).toBeCloseTo((at(slope, x + h) - at(slope, x - h)) / (2 * h), 7);
      // Smooth ones alone: the curvature of piecewise cubics jumps at their points.
      if (name === 'cubic' || name === 'bli')
        for (const x of [1, 2, 4])
          expect(at(curvature, x)).toBeCloseTo((at(slope, x + h) - at(slope, x - h)) / (2 * h), 3);
    },
  );

  it.each(['sqrt(v(a))', 'v(a)**0.5', 'pow(v(a),0.3)', 'asin(1-v(a))', 'acos(1-v(a))', 'acosh(1+v(a))'])(
    'is large and finite where the graph of %s is vertical',
    (text) => {
      const derivative = differentiate(parsed(text), 'v(a)');
      const slope =
        derivative && compileExpression(derivative, VARIABLES)?.evaluate(Float64Array.of(0, 0, 0));
      expect(Math.abs(slope ?? NaN)).toBeGreaterThan(1e9);
      expect(Math.abs(slope ?? NaN)).toBeLessThan(1e18);
    },
  );

  it.each([
    'sqrt(abs(v(a)))',
    'sqrt(v(a)*v(a))',
    'sgn(v(a))*sqrt(abs(v(a)))',
    'hypot(v(a),0)',
    'pwrs(v(a),0.5)',
  ])('of %s at 0 is the 0 of a kink', (text) => {
    const derivative = differentiate(parsed(text), 'v(a)');
    expect(
      derivative && compileExpression(derivative, VARIABLES)?.evaluate(Float64Array.of(0, 0, 0)),
    ).toBeCloseTo(0, 12);
  });

  it('has none for functions of the past', () => {
    expect(differentiate(parsed('2*ddt(v(a))'), 'v(a)')).toBeUndefined();
  });
});

describe('slopes where laws of vendors have 0 / 0', () => {
  const slopeOf = (text: string, inputs: readonly number[]): number | undefined => {
    const derivative = differentiate(parsed(text), 'v(a)');
    return derivative && compileExpression(derivative, VARIABLES, true)?.evaluate(Float64Array.from(inputs));
  };

  it.each(['v(a)/abs(v(a))', 'v(a)/v(b,c)', 'v(a)**v(b,c)', 'v(a)/abs(v(a))*pwr(v(a)/1u,4)'])(
    '%s is flat',
    (text) => {
      expect(slopeOf(text, [0, 0, 0])).toBeCloseTo(0, 12);
    },
  );

  it.each(['v(a)**2.5', 'v(a)**v(b,c)', 'v(a)/v(b,c)', 'v(b,c)/(1+v(a)**2)'])(
    '%s has the slope of its values, on both sides of 0',
    (text) => {
      for (const a of [-0.7, 0.7]) {
        const [h, b] = [1e-6, 2.5];
        const chord = (valueAt(text, [a + h, b, 0])! - valueAt(text, [a - h, b, 0])!) / (2 * h);
        expect(slopeOf(text, [a, b, 0])).toBeCloseTo(chord, 8);
      }
    },
  );
});

describe('simplify', () => {
  it.each([
    ['0*v(a)+1*v(b)', 'v(b)'],
    ['v(a)/1-0', 'v(a)'],
    ['- -v(a)', 'v(a)'],
    ['2*3+sin(0)', '6'],
    ['1 > 2 ? v(a) : v(b)**1', 'v(b)'],
    ['1/0', '1 / 0'],
  ])('turns %s into %s', (text, expected) => {
    expect(printExpression(simplify(parsed(text)))).toBe(expected);
  });
});

describe('rationalOf', () => {
  it.each([
    ['1/(1+2*s)', [1], [1, 2]],
    ['s^2*3 - 1/s', [-1, 0, 0, 3], [0, 1]],
    ['(1+s)**-2', [1], [1, 2, 1]],
    ['pow(s,2)', [0, 0, 1], [1]],
  ])('reads %s', (text, numerator, denominator) => {
    expect(rationalOf(parsed(text))).toEqual({ numerator, denominator });
  });

  it.each(['exp(-s)', 'sqrt(s)', 's**0.5', 'v(a)', 't'])('refuses %s', (text) => {
    expect(rationalOf(parsed(text))).toBeUndefined();
  });
});

describe('evaluate', () => {
  it('knows every function of the table by arity', () => {
    for (const { name, least, most } of FUNCTIONS.values()) {
      const args = Array.from(
        { length: least + (least === 3 && most !== 3 ? 2 : 0) },
        (_, k) => `${(k + 1) / 8}`,
      );
      const diagnostics = new Diagnostics();
      evaluate(
        parsed(`${name}(${args.join(',')})`),
        { lookup: () => undefined, names: () => [] },
        diagnostics,
      );
      expect(
        diagnostics.items.filter(({ code }) => code === 'unknown-function' || code === 'wrong-arity'),
      ).toEqual([]);
    }
  });
});
