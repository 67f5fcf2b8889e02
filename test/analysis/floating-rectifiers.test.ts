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

/** A coil and the cell of a floating capacitor, which switches 60 V into it, behind a bridge that blocks until 3.1 ms. */
const smoothing = `electronic smoothing inductor
V1 in 0 sin(0 325 50)
D1 in p d
D2 0 p d
D3 n in d
D4 n 0 d
L1 p s 1m ic=0
S1 s e g1 0 sw
S2 s f g2 0 sw
Df f s d
De s e d
Ce e f 500u ic=60
Co f n 2m ic=280
Rl f n 80
Vt t 0 pulse(0 1 0 25u 25u 1n 50.001u)
B1 g1 0 v={0.5 > v(t) ? 1 : 0}
B2 g2 0 v={0.5 > v(t) ? 0 : 1}
.model sw sw(vt=0.5 vh=0.1 ron=10m roff=1meg)
.model d d(is=1e-9 n=0.5 rs=5m)
.tran 10u 3m 0 5u uic
.end
`;

test('series resistances of diodes take nothing from the sums of currents that hold a floating output', () => {
  const { certificate, column } = run(smoothing);
  expect([certificate.incomplete, certificate.missed]).toEqual([undefined, []]);
  const [time, p, n, f, i] = ['time', 'v(p)', 'v(n)', 'v(f)', 'i(l1)'].map((name) => column(name));
  time?.forEach((t, k) => {
    const output = 280 * Math.exp(-t / (80 * 2e-3));
    expect(Math.abs((f?.[k] ?? NaN) - (n?.[k] ?? NaN) - output)).toBeLessThan(2e-3);
    expect(Math.abs((p?.[k] ?? NaN) - (n?.[k] ?? NaN) - output)).toBeLessThan(100);
    expect(Math.abs(i?.[k] ?? NaN)).toBeLessThan(1e-8);
  });
});
