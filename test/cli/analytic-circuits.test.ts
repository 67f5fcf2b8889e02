/**
 * Circuits with closed forms, as the command writes them: every row of the file within 1e-9 of the largest value, or within the
 * fit that the summary states.
 */
import { expect, it } from 'vitest';
import { workplace } from './command.js';

const place = workplace();

/** Rows of a file that the command has written, and what it said. */
function rowsOf(
  body: string,
  ...more: readonly string[]
): { rows: number[][]; names: string[]; said: string } {
  place.write('a.cir', `an analytic circuit\n${body}\n.end\n`);
  const { status, stdout, stderr } = place.run('run', 'a.cir', '-o', 'a.csv', '--digits', '17', ...more);
  expect([status, stderr.match(/error.*/)]).toEqual([0, null]);
  const [head = '', ...lines] = place.read('a.csv').trimEnd().split('\n');
  return { rows: lines.map((line) => line.split(',').map(Number)), names: head.split(','), said: stdout };
}

/** Holds each column behind the scale against its closed form, relative to the largest value of the form. */
function hold(rows: readonly number[][], forms: readonly ((x: number) => number)[], bound = 1e-9): void {
  expect(rows.length).toBeGreaterThan(10);
  forms.forEach((form, k) => {
    const truth = rows.map(([x = NaN]) => form(x));
    const size = truth.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const error = rows.reduce((most, row, i) => Math.max(most, Math.abs(row[k + 1]! - truth[i]!)), 0);
    expect(error / size, `column ${k + 1}`).toBeLessThan(bound);
  });
}

it('RC: a step of 5 V into 1 kOhm and 1 uF', () => {
  const { rows } = rowsOf(
    'V1 in 0 5\nR1 in out 1k\nC1 out 0 1u ic=0\n.tran 10u 10m uic\n.print tran v(out) i(r1)',
  );
  hold(rows, [(t) => 5 * (1 - Math.exp(-t / 1e-3)), (t) => 5e-3 * Math.exp(-t / 1e-3)]);
});

it.each([
  ['underdamped', 20],
  ['critically damped', 200],
  ['overdamped', 1000],
])('RLC, %s: a step of 1 V into R, 10 mH and 1 uF', (_, r) => {
  const { rows } = rowsOf(
    `V1 in 0 1\nR1 in a ${r}\nL1 a out 10m ic=0\nC1 out 0 1u ic=0\n.tran 5u 5m uic\n.print tran v(out) i(l1)`,
  );
  const [l, c] = [10e-3, 1e-6];
  const [d, w0] = [r / 2 / l, 1 / Math.sqrt(l * c)];
  const w = Math.sqrt(Math.abs(w0 * w0 - d * d));
  const cosine = (t: number): number => (d === w0 ? 1 : d < w0 ? Math.cos(w * t) : Math.cosh(w * t));
  const sine = (t: number): number => (d === w0 ? t : d < w0 ? Math.sin(w * t) / w : Math.sinh(w * t) / w);
  hold(rows, [
    (t) => 1 - Math.exp(-d * t) * (cosine(t) + d * sine(t)),
    (t) => (Math.exp(-d * t) * sine(t)) / l,
  ]);
});

it('coupled resonators: energy wanders between two equal LC circuits with k = 0.1', () => {
  const { rows } = rowsOf(
    'C1 a 0 1u ic=10\nL1 a 0 1m ic=0\nC2 b 0 1u ic=0\nL2 b 0 1m ic=0\nK1 L1 L2 0.1\n.tran 2u 4m uic\n.print tran v(a) v(b)',
  );
  const [near, far] = [0.1, -0.1].map((k) => 1 / Math.sqrt(1e-3 * 1e-6 * (1 + k))) as [number, number];
  hold(rows, [
    (t) => 5 * (Math.cos(near * t) + Math.cos(far * t)),
    (t) => 5 * (Math.cos(near * t) - Math.cos(far * t)),
  ]);
});

it('limiter: two ideal diodes and sources of 3 V clip a sine of 10 V', () => {
  const body = `.model ideal d
V1 in 0 sin(0 10 50)
R1 in out 1k
D1 out p ideal
Vp p 0 3
D2 n out ideal
Vn n 0 -3`;
  const clip = (v: number): number => Math.max(-3, Math.min(3, v));
  const { rows } = rowsOf(`${body}\n.tran 50u 40m\n.print tran v(out) i(d1)`);
  const input = (t: number): number => 10 * Math.sin(100 * Math.PI * t);
  hold(rows, [(t) => clip(input(t)), (t) => Math.max(0, input(t) - 3) / 1e3]);
  const swept = rowsOf(`${body}\n.dc V1 -10 10 0.5\n.print dc v(out)`);
  hold(swept.rows, [clip]);
});

/** The voltage of a silicon diode behind a resistance: v = e + a - n vt W(...), by Newton's method on its logarithm. */
function diodeVoltage(e: number, r: number, is: number): number {
  const vt = (1.380649e-23 * 300.15) / 1.602176634e-19;
  let v = Math.min(e, 0.6);
  for (let k = 0; k < 100; k++) {
    const f = (e - v) / r - is * Math.expm1(v / vt);
    v += f / (1 / r + (is / vt) * Math.exp(v / vt));
  }
  return v;
}

it('limiter with a silicon diode: by its law at rest, and within the stated fit by exact events', () => {
  const body = '.model silicon d(is=1e-14)\nV1 in 0 sin(0 5 50)\nR1 in out 1k\nD1 out 0 silicon';
  const swept = rowsOf(`${body}\n.dc V1 -5 5 0.25\n.print dc v(out)`);
  // reltol = 1e-3 is not in the way of a point, but gmin is: 1e-12 S beside the diode
  hold(swept.rows, [(e) => diodeVoltage(e, 1e3, 1e-14)], 1e-8);
  const { rows, said } = rowsOf(
    `${body}\n.tran 50u 40m\n.print tran v(out)`,
    '--option',
    'method=events',
    '--option',
    'pwltol=1m',
  );
  expect(said).toContain('exact events');
  const truth = (t: number): number => diodeVoltage(5 * Math.sin(100 * Math.PI * t), 1e3, 1e-14);
  expect(Math.max(...rows.map(([t = 0, v = 0]) => Math.abs(v - truth(t))))).toBeLessThan(1e-3);
});

it('CMOS transfer curve: equal transistors of level 1 with 1 V of threshold', () => {
  const { rows } = rowsOf(`.model n nmos(kp=100u vto=1)
.model p pmos(kp=50u vto=-1)
Vdd dd 0 5
Vin in 0 0
M1 out in 0 0 n w=2u l=1u
M2 out in dd dd p w=4u l=1u
.dc Vin 0.1 4.9 0.32
.print dc v(out)`);
  // one transistor saturates, the other conducts: (2 u - w) w = a^2; where both would, at 2.5 V, the law leaves it open
  const low = (v: number): number => {
    const [u, a] = [4 - v, Math.max(0, v - 1)];
    return u - Math.sqrt(u * u - a * a);
  };
  hold(rows, [(v) => (v < 2.5 ? 5 - low(v) : low(5 - v))]);
});

it('Bode: 1 / (1 - w^2 L C + i w R C) in decibels and degrees, phase and gain where a measure asks', () => {
  const { rows, said } = rowsOf(`V1 in 0 ac 1
R1 in a 50
L1 a out 10m
C1 out 0 1u
.ac dec 20 10 100k
.print ac vdb(out) vp(out)
.meas ac unity when vdb(out)=0 fall=1
.meas ac phase find vp(out) when vdb(out)=0 fall=1
.meas ac peak max vdb(out)`);
  const [rc, lc] = [50e-6, 1e-8];
  const parts = (f: number): [number, number] => {
    const w = 2 * Math.PI * f;
    return [1 - w * w * lc, w * rc];
  };
  hold(rows, [
    (f) => -20 * Math.log10(Math.hypot(...parts(f))),
    (f) => -Math.atan2(parts(f)[1], parts(f)[0]),
  ]);
  // |H| = 1: w^2 = 2/(L C) - (R/L)^2; the peak where w^2 = 1/(L C) - (R/L)^2 / 2
  const unity = Math.sqrt(2 / lc - (rc / lc) ** 2) / 2 / Math.PI;
  const [re, im] = parts(Math.sqrt(1 / lc - (rc / lc) ** 2 / 2) / 2 / Math.PI);
  const told = (name: string): number => Number(new RegExp(`${name} +(-?[\\d.]+)`).exec(said)?.[1]);
  expect(told('unity') * 1e3).toBeCloseTo(unity, 5);
  expect(told('phase')).toBeCloseTo(-Math.atan2(parts(unity)[1], parts(unity)[0]), 7);
  expect(told('peak')).toBeCloseTo(-20 * Math.log10(Math.hypot(re, im)), 7);
});
