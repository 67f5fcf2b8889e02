import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinearForm } from '../../src/expression/linear-form.js';
import { piecewiseLinearForm } from '../../src/expression/piecewise-linear.js';
import type { Condition, Curve, PiecewiseLinear } from '../../src/expression/piecewise-linear-tree.js';
import { compileExpression } from '../../src/expression/program.js';
import { parsed } from './trees.js';

type Values = Readonly<Record<string, number>>;

function formValue({ offset, coefficients }: LinearForm, values: Values): number {
  const at = compileExpression(offset, ['time'])?.evaluate(Float64Array.of(values['time'] ?? 0)) ?? NaN;
  return [...coefficients].reduce((sum, [key, c]) => sum + c * (values[key] ?? NaN), at);
}

function curveValue({ points, leftSlope, rightSlope }: Curve, x: number): number {
  const first = points[0]!;
  const last = points.at(-1)!;
  if (x <= first.x) return first.y + leftSlope * (x - first.x);
  if (x >= last.x) return last.y + rightSlope * (x - last.x);
  const k = points.findIndex((point) => point.x > x);
  const [p, q] = [points[k - 1]!, points[k]!];
  return p.y + ((q.y - p.y) / (q.x - p.x)) * (x - p.x);
}

function holds(condition: Condition, values: Values): boolean {
  if (condition.kind === 'not') return !holds(condition.of, values);
  if (condition.kind === 'above') {
    const guard = valueOf(condition.guard, values);
    return condition.strict ? guard > 0 : guard >= 0;
  }
  const [first, second] = [holds(condition.first, values), holds(condition.second, values)];
  return condition.kind === 'and' ? first && second : first || second;
}

function valueOf(form: PiecewiseLinear, values: Values): number {
  if (form.kind === 'linear') return formValue(form.form, values);
  if (form.kind === 'curve') return curveValue(form.curve, valueOf(form.input, values));
  if (form.kind === 'choice')
    return valueOf(holds(form.condition, values) ? form.then : form.otherwise, values);
  return form.terms.reduce((sum, { factor, term }) => sum + factor * valueOf(term, values), 0);
}

/** Piecewise-linear expressions with coefficients that are sums of powers of two: no rounding decides a test. */
const segments = fc.letrec<{ tree: string; test: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('v(a)', 'v(b)', '0.5', '2', 'time', '-1'),
    fc.tuple(tie('tree'), fc.constantFrom('+', '-'), tie('tree')).map(([a, o, b]) => `(${a} ${o} ${b})`),
    tie('tree').map((a) => `(2 * ${a})`),
    tie('tree').map((a) => `(${a} / 4)`),
    fc
      .tuple(fc.constantFrom('abs', 'uramp', 'u', 'sgn', 'buf', 'u2', 'inv'), tie('tree'))
      .map(([f, a]) => `${f}(${a})`),
    fc.tuple(fc.constantFrom('min', 'max'), tie('tree'), tie('tree')).map(([f, a, b]) => `${f}(${a}, ${b})`),
    tie('tree').map((a) => `limit(${a}, -1, 2)`),
    tie('tree').map((a) => `table(${a}, -1, 0, 0, 1, 2, -1)`),
    fc.tuple(tie('test'), tie('tree'), tie('tree')).map(([c, a, b]) => `if(${c}, ${a}, ${b})`),
    fc.tuple(tie('test'), tie('tree')).map(([c, a]) => `((${c}) * ${a})`),
  ),
  test: fc.oneof(
    { maxDepth: 3 },
    fc
      .tuple(tie('tree'), fc.constantFrom('<', '<=', '>', '>='), tie('tree'))
      .map(([a, o, b]) => `${a} ${o} ${b}`),
    fc.tuple(tie('test'), fc.constantFrom('&&', '||'), tie('test')).map(([a, o, b]) => `(${a}) ${o} (${b})`),
    tie('test').map((a) => `!(${a})`),
  ),
})).tree;

describe('piecewiseLinearForm', () => {
  it('has the value of its expression', () => {
    const eighths = fc.integer({ min: -24, max: 24 }).map((n) => n / 8);
    fc.assert(
      fc.property(segments, eighths, eighths, eighths, (text, a, b, time) => {
        const expression = parsed(text);
        const form = piecewiseLinearForm(expression);
        fc.pre(form !== undefined);
        const wanted = compileExpression(expression, ['v(a)', 'v(b)', 'time'])?.evaluate(
          Float64Array.of(a, b, time),
        );
        // Exact but for the slopes 1/2 and -1 of the table, which are exact too.
        expect(valueOf(form, { 'v(a)': a, 'v(b)': b, time })).toBeCloseTo(wanted!, 9);
      }),
      { seed: 12, numRuns: 3000 },
    );
  });

  it.each(['v(a)*v(b)', 'exp(v(a))', 'v(a)**2', 'time*v(a)', '1/v(a)', 'floor(v(a))', 'ddt(v(a))'])(
    'finds that %s is none',
    (text) => {
      expect(piecewiseLinearForm(parsed(text))).toBeUndefined();
    },
  );

  it('takes a conditional without a jump for a curve', () => {
    expect(piecewiseLinearForm(parsed('if(v(a) > 1, 3*v(a)-3, 0)'))?.kind).toBe('curve');
    expect(piecewiseLinearForm(parsed('if(v(a) > 1, 3*v(a), 0)'))?.kind).toBe('choice');
  });

  it('takes any function of time for an offset', () => {
    expect(piecewiseLinearForm(parsed('sin(time)**2 + 2*v(a)'))?.kind).toBe('linear');
  });
});
