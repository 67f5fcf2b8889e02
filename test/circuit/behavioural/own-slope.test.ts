import { describe, expect, it } from 'vitest';
import { withOwnSlopes } from '../../../src/circuit/behavioural/own-slope.js';
import type { FormTerm, LinearForm } from '../../../src/circuit/primitives.js';
import { netlist, run } from '../../analysis/run-netlist.js';

const form = (...terms: readonly FormTerm[]): LinearForm => ({ constant: 0, terms });
const unknown: FormTerm = { gain: 2, quantity: 'auxiliary', index: 0 };
const across: FormTerm = { gain: 1, quantity: 'voltage', a: 'a', b: '0' };
const elsewhere: FormTerm = { gain: 1, quantity: 'voltage', a: 'c', b: '0' };
const place = { element: 'b1', a: 'a', b: '0', output: 'current' } as const;

describe('withOwnSlopes', () => {
  const smooth = {
    text: 'v(a)^3 + 5 v(c)',
    arguments: [form(across), form(elsewhere)],
    value: ([v = NaN, w = NaN]: Float64Array) => v ** 3 + 5 * w,
    gradient: ([v = NaN]: Float64Array, out: Float64Array) => out.set([3 * v * v, 5]),
  };
  const rows = [{ y: form({ ...unknown, gain: 1 }), smooth }];

  it('moves the slope by the own voltage, and only that, from the function to the form', () => {
    const law = withOwnSlopes({ form: form(unknown), rows }, place);
    // v^3 has no slope at 0; at 1 it has 3, times the gain 2.
    expect(law.form.terms).toEqual([unknown, { ...across, gain: 6 }]);
    const rest = law.rows[0]?.smooth;
    const slopes = new Float64Array(2);
    rest?.gradient(Float64Array.of(2, 7), slopes);
    expect(rest?.value(Float64Array.of(2, 7))).toBe(8 + 35 - 6);
    expect([...slopes]).toEqual([12 - 3, 5]);
  });

  it('leaves a law without own quantities as it is', () => {
    const law = withOwnSlopes({ form: form(unknown), rows }, { ...place, a: 'd' });
    expect(law.form.terms).toEqual([unknown]);
    expect(law.rows[0]?.smooth).toBe(smooth);
  });
});

describe('a law of its own voltage or current determines the circuit', () => {
  it.each([
    ['a cubic conductance fed by a current source', 'I1 0 a 8\nB1 a 0 I=v(a)^3', 'v(a)', 2],
    ['between two nodes', 'I1 a b 8\nB1 b a I=(v(b)-v(a))^3\nR1 a 0 1', 'v(b)', 2],
    ['a cubic resistance across a voltage source', 'V1 a 0 8\nB1 a 0 V=i(B1)^3', 'i(v1)', -2],
    ['a resistor of a voltage fed by a current source', 'I1 0 a 1\nV1 x 0 3\nR1 a 0 R={v(x)}', 'v(a)', 3],
  ])('%s', (_, body, name, expected) => {
    // Newton's method ends far below the sixth digit.
    expect(run(netlist(`${body}\n.op`)).final(name)).toBeCloseTo(expected, 6);
  });
});
