/** Small circuits that were once not solved, or wrongly with a certificate, beside their closed forms. */
import { describe, expect, test } from 'vitest';
import { netlist, run } from './run-netlist.js';

const events = { method: 'events' };

describe('a capacitor behind a controlled source does not act back on the jump at the start', () => {
  test.each([
    ['with it', 'C1 s 0 1u'],
    ['without', 'R9 s 0 1meg'],
  ])('%s', (_, beside) => {
    const text = `V1 in 0 10\nL1 in y 1m ic=2\nR1 y 0 1\nE1 s 0 y 0 2\n${beside}\n.tran 10u 1m uic`;
    const result = run(netlist(text), events);
    expect(result.certificate.missed).toEqual([]);
    const [t, i] = [result.column('time'), result.column('i(l1)')];
    for (let k = 0; k < t.length; k++) expect(i[k]!).toBeCloseTo(10 - 8 * Math.exp(-t[k]! / 1e-3), 9);
  });
});

test('four diodes of 10 mOhm and 10 MOhm in a loop leave what leaks', () => {
  const text =
    '.model m d(Ron=10m Roff=10meg Vfwd=.6)\nV1 n1 0 pulse(-5 5 0 20u 20u 1m 2m)\n' +
    'D1 0 n2 m\nD2 n2 n3 m\nD4 n7 n1 m\nD6 n7 n3 m\nR2 n3 0 3.19\n.tran 10u 2m uic';
  const result = run(netlist(text), events, 'v(n3)');
  expect(result.certificate.missed).toEqual([]);
  const [t, v] = [result.column('time'), result.column('v(n3)')];
  // D4 blocks 5 V, D6 conducts its leakage: (5 V - .6 V) / 10 MOhm through 3.19 Ohm, but for D1 and D2's own 1e-7 of it.
  const settled = [...t.keys()].filter((k) => t[k]! > 50e-6 && t[k]! < 1e-3);
  expect(settled.length).toBeGreaterThan(20);
  for (const k of settled) expect(v[k]! / ((4.4 / 1e7) * 3.19)).toBeCloseTo(1, 5);
});

test('a buck whose transistor floats with its coil gives what the volt-seconds of the coil say', () => {
  const text =
    '.model n nmos(vto=2 kp=2)\n.options diode=ideal\nV1 in 0 12\nVg g x pulse(0 20 0 10n 10n 5u 10u)\n' +
    'M1 in g x x n w=100u l=100u\nD1 0 x d\n.model d d\nL1 x o 100u\nC1 o 0 10u\nR1 o 0 5\n.tran 1u 600u uic';
  const result = run(netlist(text), events, 'v(x),v(o)');
  expect(result.certificate.missed).toEqual([]);
  const [t, o] = [result.column('time'), result.column('v(o)')];
  let [sum, length] = [0, 0];
  for (let k = 1; k < t.length; k++) {
    if (t[k - 1]! < 500e-6) continue;
    sum += ((o[k]! + o[k - 1]!) / 2) * (t[k]! - t[k - 1]!);
    length += t[k]! - t[k - 1]!;
  }
  // On from 2 V at the gate on the one edge to 2 V on the other, 5.008 us of 10, less 1.2 A through 1 / (2 A/V^2 x 18 V);
  // mostol is 5e-3 of 12 V.
  expect(Math.abs(sum / length - (0.5008 * 12 - 0.5 * (1.2 / 36)))).toBeLessThan(0.06);
});

test('an amplifier of one transistor follows the square law within mostol of its range', () => {
  const worst = [0.01, 0.001].map((mostol) => {
    const text =
      `.model n nmos(vto=1 kp=200u)\n.options mostol=${mostol}\nV1 in 0 12\nVg g 0 sin(2 .5 1k)\n` +
      'R1 in d 4.7k\nM1 d g 0 0 n w=100u l=10u\n.tran 5u 1m';
    const result = run(netlist(text), events, 'v(g),v(d)');
    expect(result.certificate.missed).toEqual([]);
    const [g, d] = [result.column('v(g)'), result.column('v(d)')];
    return Math.max(...g.map((vg, k) => Math.abs(d[k]! - drain(vg - 1))));
  });
  // v(d) has a range of 9 V; the channel is fitted within mostol of the largest current.
  expect(worst[0]!).toBeLessThan(0.01 * 12);
  expect(worst[1]!).toBeLessThan(0.001 * 12);
});

/** v(d) where kp w/l (v - ud/2) ud flows below v = vgs - vto, kp w/l v^2/2 above, through 4.7 kOhm from 12 V. */
function drain(v: number): number {
  const [k, R] = [2e-3, 4.7e3];
  const saturated = 12 - (R * k * v * v) / 2;
  if (saturated >= v) return saturated;
  const b = 1 + k * R * v;
  return (b - Math.sqrt(b * b - 2 * k * R * 12)) / (k * R);
}
