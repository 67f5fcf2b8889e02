/**
 * Rectifiers that nothing but their diodes ties to ground: where all of them block, alike ones hold the middle. The common voltage u of
 * the secondary is that at which e^((u - p) / Vt) + e^((u - v - p) / Vt) = e^(-u / Vt) + e^(-(u - v) / Vt), u = (p + v) / 2.
 */
import { expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { run } from './run-netlist.js';

const secondary = (model: string): string => `bridge with a floating secondary
V1 a b sin(0 10 50)
D1 a p d
D2 b p d
D3 0 a d
D4 0 b d
C1 p 0 1m
R1 p 0 100
.model d d(${model})
.tran .1m 60m
.end
`;

/** Rows in which every diode blocks by a volt or more: how far a is from the middle at most, and how many there are. */
function worstMiddle(text: string, options = {}): { readonly worst: number; readonly rows: number } {
  const all = run(text, options);
  const [a, b, p] = ['v(a)', 'v(b)', 'v(p)'].map((name) => all.column(name));
  let [worst, rows] = [0, 0];
  a?.forEach((at, k) => {
    const [other, output] = [b?.[k] ?? NaN, p?.[k] ?? NaN];
    if (output - Math.abs(at - other) < 2) return;
    rows++;
    worst = Math.max(worst, Math.abs(at - (output + at - other) / 2));
  });
  return { worst, rows };
}

test.each(['is=1e-12 n=1', 'is=1e-14 rs=.1', 'is=1e-12 tt=1u'])(
  'the secondary of a rectifier with D(%s) is in the middle where all diodes block',
  (model) => {
    const { worst, rows } = worstMiddle(secondary(model));
    expect(rows).toBeGreaterThan(100);
    // Twice the error of a step: 1e-3 of 10 V.
    expect(worst).toBeLessThan(0.02);
  },
);

test('exact events of the fitted diodes have the same secondary', () => {
  const { worst, rows } = worstMiddle(secondary('is=1e-12 n=1'), { method: 'events' });
  expect(rows).toBeGreaterThan(100);
  expect(worst).toBeLessThan(1e-3);
});

test('a diode that keeps a charge holds its nodes by that, and none leaks', () => {
  const told = (model: string): boolean =>
    simulate(secondary(model)).diagnostics.some(({ message }) => message.includes('1e-12 S across each'));
  expect(told('is=1e-12')).toBe(true);
  expect(told('is=1e-12 cjo=10p')).toBe(false);
});

test('a rectifier with a floating output is symmetric about its source', () => {
  const text = `floating output
V1 a b sin(0 10 1k)
R1 p n 1k
C1 p n 1u
D1 a p d
D2 b p d
D3 n a d
D4 n b d
Rg b 0 1
.model d d(is=1e-12)
.tran 1u 5m
.end
`;
  const { certificate, final } = run(text);
  expect(final('v(p)') + final('v(n)')).toBeCloseTo(0, 3);
  // Pivots are chosen anew where a matrix has lost its digits: it loses none.
  expect(certificate.stepping?.factorizations).toBeLessThan(20);
});
