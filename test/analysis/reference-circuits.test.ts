/**
 * The reference circuits at their natural step with ideal diodes against converged values computed apart (test/data).
 * Means and extremes are those of chords between rows, one each step and each event.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { netlist, run, type NetlistRun } from './run-netlist.js';

function reference(file: string, outputs: string, change = (text: string): string => text): NetlistRun {
  const url = new URL(`../data/reference-circuits/${file}`, import.meta.url);
  const options = { method: 'events', ideal: 'diodes', certificate: 'sampled' };
  const result = run(change(readFileSync(url, 'utf8')), options, outputs);
  expect(result.certificate.missed).toEqual([]);
  expect(result.certificate.incomplete).toBeUndefined();
  return result;
}

interface Statistics {
  readonly mean: number;
  readonly rms: number;
  readonly max: number;
  readonly ripple: number;
}

function statistics({ column }: NetlistRun, name: string, from: number, to: number): Statistics {
  const [time, values] = [column('time'), column(name)];
  let [length, area, square, min, max] = [0, 0, 0, Infinity, -Infinity];
  for (let k = 0; k + 1 < time.length; k++) {
    const [t0 = NaN, t1 = NaN, y = NaN, z = NaN] = [time[k], time[k + 1], values[k], values[k + 1]];
    if (t0 < from - 1e-12 || t1 > to + 1e-12) continue;
    length += t1 - t0;
    area += ((t1 - t0) * (y + z)) / 2;
    square += ((t1 - t0) * (y * y + y * z + z * z)) / 3;
    min = Math.min(min, y, z);
    max = Math.max(max, y, z);
  }
  return { mean: area / length, rms: Math.sqrt(square / length), max, ripple: max - min };
}

function expectRelative(value: number, truth: number, tolerance: number): void {
  expect(Math.abs(value / truth - 1)).toBeLessThan(tolerance);
}

test('bridge: v(a) = 10 exp(-500 t) (cos w t - 500/w sin w t)', () => {
  const result = reference('bridge.cir', 'v(a)');
  const w = Math.sqrt(1e8 - 25e4);
  const exact = 10 * Math.exp(-2.5) * (Math.cos(5e-3 * w) - (500 / w) * Math.sin(5e-3 * w));
  expect(result.final('v(a)')).toBeCloseTo(exact, 10);
});

test('resonant: mean 6.134823 V, ripple 26.759 mV', () => {
  const { mean, ripple } = statistics(reference('resonant.cir', 'v(o,n)'), 'v(o,n)', 19e-3, 20e-3);
  expectRelative(mean, 6.134823, 1e-5);
  expectRelative(ripple, 26.759e-3, 1e-3);
});

test('buck, 1 mOhm in its switch: mean 12 V, peak 20.7529 V', () => {
  const result = reference('buck.cir', 'v(o)');
  expectRelative(statistics(result, 'v(o)', 19e-3, 20e-3).mean, 12, 2e-3);
  expectRelative(statistics(result, 'v(o)', 0, 20e-3).max, 20.7529, 2e-3);
});

describe('the closed-loop bucks with 1 mOhm and without', () => {
  const ideal = (text: string): string => text.replace('ron=0.001 roff=1e9', 'ron=0 roff=1e30');

  test.each([
    [undefined, 21.61353, 11.99399],
    [ideal, 21.61976, 11.99454],
  ])('buck-pwm', (change, peak, mean) => {
    const result = reference('buck-pwm.cir', 'v(o)', change);
    expectRelative(statistics(result, 'v(o)', 0, 20e-3).max, peak, 1e-5);
    expectRelative(statistics(result, 'v(o)', 19e-3, 20e-3).mean, mean, 1e-5);
  });

  test.each([
    [undefined, 21.52331, 817.53e-3],
    [ideal, 21.52997, 817.65e-3],
  ])('buck-hysteresis', (change, peak, ripple) => {
    const result = reference('buck-hysteresis.cir', 'v(o)', change);
    // The peak lies between rows, 1 us apart.
    expectRelative(statistics(result, 'v(o)', 0, 20e-3).max, peak, 2e-5);
    expectRelative(statistics(result, 'v(o)', 10e-3, 20e-3).ripple, ripple, 1e-4);
  });
});

test('flyback: 7.8929 V', () => {
  const { column } = reference('flyback.cir', 'v(o)');
  expectRelative(column('v(o)')[column('time').findIndex((t) => t >= 4.999e-3 - 1e-12)] ?? NaN, 7.8929, 1e-5);
});

test('flyback with its diodes fitted: the energies balance behind stiff modes', () => {
  const text = readFileSync(new URL('../data/reference-circuits/flyback.cir', import.meta.url), 'utf8');
  const { certificate } = run(text, { method: 'events', certificate: 'sampled' });
  expect(certificate.missed).toEqual([]);
  // Rounding of thousands of segments; Lyapunov's equation in a stiff mode left 1e-6.
  expect(Math.abs(certificate.energy.relativeError)).toBeLessThan(1e-10);
});

test('cockcroft10: mean of the last millisecond 1489.018 V', () => {
  const result = reference('cockcroft10.cir', 'v(b10)');
  expectRelative(statistics(result, 'v(b10)', 19e-3, 20e-3).mean, 1489.018, 1e-6);
});

test('inverter3: 10.7948 A rms', () => {
  const result = reference('inverter3.cir', 'i(la)');
  expectRelative(statistics(result, 'i(la)', 80e-3, 100e-3).rms, 10.7948, 1e-3);
});

test('bridge-sine, with which ngspice stops, runs to its end', () => {
  expect(reference('bridge-sine.cir', 'v(p,n)').column('time').at(-1)).toBe(5e-3);
});

test('a 6-pulse rectifier with line inductance: mean 3 sqrt(3) V / pi - 3 w L I / pi', () => {
  const phases = ['a', 'b', 'c'].flatMap((name, k) => [
    `V${name} ${name}0 0 sin(0 100 50 0 0 ${-120 * k})`,
    `L${name} ${name}0 ${name} 1m`,
    `D${name} ${name} p d`,
    `DN${name} n ${name} d`,
  ]);
  const text = netlist(`${phases.join('\n')}\nI1 p n 10\n.model d d\n.tran 10u 60m uic`);
  const result = run(text, { method: 'events', rowtol: 0 }, 'v(p,n)');
  expect(result.certificate.missed).toEqual([]);
  const mean = (3 * Math.sqrt(3) * 100) / Math.PI - 3 * 100 * 1e-3 * 10;
  // Rows of 10 us and chords between them: (w h)^2 / 12.
  expectRelative(statistics(result, 'v(p,n)', 40e-3, 60e-3).mean, mean, 1e-5);
});

describe('variants of the flyback with which ngspice stops', () => {
  const ideal = (text: string): string => text.replace('ron=0.001 roff=1e9', 'ron=0 roff=1e30');

  test('a transformer without leakage and an ideal switch', () => {
    const coupled = (text: string): string => ideal(text.replace('K1 Lp Ls 0.99', 'K1 Lp Ls 1'));
    const { final } = reference('flyback.cir', 'v(o),v(cl,in)', coupled);
    // Without leakage the clamp sees twice the output voltage.
    expect(final('v(o)')).toBeGreaterThan(7.8929);
    expect(final('v(cl,in)') / (2 * final('v(o)'))).toBeCloseTo(1, 2);
  });

  test('an ideal switch', () => {
    expect(reference('flyback.cir', 'v(o)', ideal).final('v(o)')).toBeCloseTo(7.9, 1);
  });
});
