import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expressionForm } from '../../../src/circuit/behavioural/expression-form.js';
import { PiecewiseLinearBuilder } from '../../../src/circuit/behavioural/piecewise-linear-form.js';
import { compileExpression } from '../../../src/expression/program.js';
import { behavioural, compileWith, expression, tryCompileWith } from '../with-elements.js';
import { outputAt } from './evaluate-form.js';

const { tie: expressions } = fc.letrec<{ tie: string; condition: string }>((tie) => ({
  tie: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('v(a)', 'v(b)', 'v(a,b)', 'i(l1)', 'time', '2', '-0.5'),
    fc.tuple(tie('tie'), tie('tie')).map(([p, q]) => `(${p} + ${q})`),
    fc.tuple(fc.integer({ min: -3, max: 3 }), tie('tie')).map(([k, p]) => `(${k} * ${p})`),
    fc.tuple(tie('tie'), tie('tie')).map(([p, q]) => `max(${p}, ${q})`),
    fc.tuple(tie('tie'), tie('tie')).map(([p, q]) => `min(${p}, ${q})`),
    tie('tie').map((p) => `abs(${p})`),
    tie('tie').map((p) => `limit(${p}, -1, 2)`),
    tie('tie').map((p) => `table(${p}, -1, 0.5, 0, 0, 2, 3)`),
    tie('tie').map((p) => `u(${p} - 0.3)`),
    fc.tuple(tie('condition'), tie('tie'), tie('tie')).map(([c, p, q]) => `if(${c}, ${p}, ${q})`),
  ),
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.tuple(tie('tie'), tie('tie')).map(([p, q]) => `(${p} > ${q} + 0.137)`),
    fc.tuple(tie('condition'), tie('condition')).map(([p, q]) => `(${p} && ${q})`),
    fc.tuple(tie('condition'), tie('condition')).map(([p, q]) => `(${p} || !${q})`),
  ),
}));

const number = fc.double({ min: -4, max: 4, noNaN: true });

describe('the form of an expression', () => {
  test('has the value of the expression for any piecewise-linear one', () => {
    fc.assert(
      fc.property(expressions, number, number, number, number, (text, a, b, current, t) => {
        const tree = expression(text);
        const builder = new PiecewiseLinearBuilder();
        const form = expressionForm(tree, builder);
        if (typeof form === 'string') throw new Error(form);
        const program = compileExpression(tree, ['v(a)', 'v(b)', 'v(a,b)', 'i(l1)', 'time']);
        const wanted = program?.evaluate(Float64Array.of(a, b, a - b, current, t)) ?? NaN;
        const found = outputAt({ form, auxiliaries: builder.rows }, { v: { a, b }, i: { l1: current }, t });
        // Sums of at most some hundred terms below 1e4.
        expect(Math.abs(found - wanted)).toBeLessThan(1e-10 * (1 + Math.abs(wanted)));
      }),
      { seed: 11, numRuns: 400 },
    );
  });

  test('shares the ramp of an argument that occurs twice', () => {
    const builder = new PiecewiseLinearBuilder();
    expressionForm(expression('max(v(a), 1) + 3 * max(v(a), 1)'), builder);
    expect(builder.rows).toHaveLength(1);
  });

  test('of a smooth function is a row of its own with derivatives', () => {
    const builder = new PiecewiseLinearBuilder();
    expressionForm(expression('v(a) * v(b) + exp(v(a))'), builder);
    const smooth = builder.rows[0]?.smooth;
    const out = new Float64Array(2);
    smooth?.gradient(Float64Array.of(1, 3), out);
    expect([builder.rows.length, smooth?.value(Float64Array.of(1, 3))]).toEqual([1, 3 + Math.E]);
    expect([...out]).toEqual([3 + Math.E, 1]);
  });
});

describe('behavioural sources', () => {
  test('a saturating amplifier is two complementary rows', () => {
    // e = 2 limit(v(a), -1, 3) = -2 + 2 max(0, v(a) + 1) - 2 max(0, v(a) - 3); C and D from y = lambda - argument.
    const { system } = compileWith('V1 a 0 sin(0 1 1)\nR1 o 0 1', [
      behavioural('b1', ['o', '0'], 'v', '2 * limit(v(a), -1, 3)'),
    ]);
    expect(system.rows.map(({ name, multiplier, law }) => [name, multiplier, law])).toEqual([
      ['b1:1', 'form', 'unilateral'],
      ['b1:2', 'form', 'unilateral'],
    ]);
    expect([...system.D]).toEqual([1, 0, 0, 1]);
    expect(system.inputNames).toEqual(['1', 'v1']);
    expect([...system.E]).toEqual([-1, -1, 3, -1]);
  });

  test('a comparator is a relay: 0 <= s _|_ p - g >= 0, 0 <= p _|_ 1 - s >= 0', () => {
    const { system } = compileWith('V1 a 0 sin(0 1 1)\nR1 o 0 1', [
      behavioural('b1', ['o', '0'], 'v', 'if(v(a) > 0.5, 5, 0)'),
    ]);
    expect([...system.D]).toEqual([0, 1, -1, 0]);
    // False where equal: the threshold lies above 0.5 V by 5e-11 of 1 V + 0.5 V.
    expect(system.E[0]).toBeCloseTo(0.5 + 7.5e-11, 14);
    expect([...system.E.subarray(1)]).toEqual([-1, 1, 0]);
  });

  test('a comparison that acts on itself keeps its threshold: there it may slide', () => {
    const { system } = compileWith('R1 o c 1k\nC1 c 0 1u\nR2 c d 1k\nC2 d 0 1u', [
      behavioural('b1', ['o', '0'], 'v', 'if(v(d) > 0.5, 0, 5)'),
    ]);
    const first = system.rows.findIndex(({ beginsRelay }) => beginsRelay === true);
    const one = system.inputNames.indexOf('1');
    expect(system.E[first * system.p + one]).toBe(0.5);
  });

  test('a choice between forms that disagree where it turns is a row that its condition forces', () => {
    const { guards, system } = compileWith('V1 a 0 sin(0 1 1)\nV2 b 0 sin(0 1 2)\nR1 o 0 1', [
      behavioural('b1', ['o', '0'], 'v', 'if(v(a) > 0.5, v(b), 0)'),
    ]);
    // False where equal, as a relay is.
    const threshold = expect.closeTo(0.5 + 7.5e-11, 14) as number;
    expect(guards.map(({ name, on, off, sourceOnly }) => ({ name, on, off, sourceOnly }))).toEqual([
      { name: 'b1:3', on: threshold, off: threshold, sourceOnly: true },
    ]);
    expect(system.rows.map(({ law }) => law)).toContain('ideal-switch');
  });

  test('ddt is the current of a helper of 1 F, idt its voltage', () => {
    const { system } = compileWith('V1 a 0 sin(0 1 1)\nR1 o 0 1\nR2 q 0 1', [
      behavioural('b1', ['o', '0'], 'v', '3 * ddt(v(a))'),
      behavioural('b2', ['q', '0'], 'v', 'idt(v(a), 4)'),
    ]);
    expect(system.states.map(({ name }) => name)).toEqual(['v(b2#idt1)']);
    expect(system.inputNames).toEqual(['v1', 'd/dt v1']);
    // v(o) = 3 d/dt v1.
    const o = system.unknowns.findIndex(({ name }) => name === 'o');
    expect([...system.recoverU.subarray(2 * o, 2 * o + 2)]).toEqual([0, 3]);
  });

  test('what is neither linear nor piecewise linear is a row with the function and its derivatives', () => {
    const { compiled } = tryCompileWith('V1 a 0 1\nR1 o 0 1', [
      behavioural('b1', ['o', '0'], 'v', 'v(a) * v(o)'),
    ]);
    const [row] = compiled?.smooth ?? [];
    const gradient = new Float64Array(2);
    row?.smooth.gradient(Float64Array.of(3, 5), gradient);
    expect([row?.smooth.text, row?.smooth.value(Float64Array.of(3, 5)), ...gradient]).toEqual([
      'v(a) * v(o)',
      15,
      5,
      3,
    ]);
  });
});

describe('LAPLACE', () => {
  const laplace = (numerator: number[], denominator: number[]) => ({
    name: 'e1',
    nodes: ['o', '0'],
    law: { kind: 'laplace', output: 'v', input: expression('v(a)'), numerator, denominator } as const,
  });

  test('has the poles and the gain of its denominator', () => {
    // 6 / (2 + 3 s + s^2): poles -1 and -2, gain 3.
    const { system } = compileWith('V1 a 0 sin(0 1 1)\nR1 o 0 1', [laplace([6], [2, 3, 1])]);
    const [m0 = NaN, , , m3 = NaN] = system.M;
    const A = Array.from(system.A, (value, k) => value / (k < 2 ? m0 : m3));
    const trace = (A[0] ?? NaN) + (A[3] ?? NaN);
    const determinant = (A[0] ?? NaN) * (A[3] ?? NaN) - (A[1] ?? NaN) * (A[2] ?? NaN);
    expect(trace).toBeCloseTo(-3, 12);
    expect(determinant).toBeCloseTo(2, 12);
  });

  test('with a numerator of higher degree is refused', () => {
    const { diagnostics } = tryCompileWith('V1 a 0 1\nR1 o 0 1', [laplace([0, 1], [1])]);
    expect(diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      [
        "e1: the numerator of its LAPLACE function has degree 1, above the denominator's 0",
        'divide by a denominator of at least that degree, such as 1 + tau s with a short tau',
      ],
    ]);
  });
});
