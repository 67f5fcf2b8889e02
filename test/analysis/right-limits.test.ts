/** Sparse steps: the mode behind an event is the right one there already. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run-netlist.js';

const stepping = { method: 'stepping', certificate: 'full' } as const;
const text = (name: string): string => readFileSync(`netlists/${name}.cir`, 'utf8');

describe('right limits of steps', () => {
  test.each([1e-3, 1e-5])(
    'a diode takes over the current of two coils at once when a switch opens (reltol = %s)',
    (reltol) => {
      const short = text('cuk').replace('.tran 1u 20m uic', '.tran 1u 60u uic');
      const { column, certificate } = run(short, { ...stepping, reltol }, 'v(b),v(g),i(d1)');
      const [b, g, current] = [column('v(b)'), column('v(g)'), column('i(d1)')];
      // Row by row: where the switch is open and the diode conducts its voltage is 0; below 1 uV is nothing.
      const conducting = [...g].flatMap((gate, k) => (gate < 0.5 && current[k]! > 1e-3 ? [b[k]!] : []));
      expect(conducting.length).toBeGreaterThan(20);
      for (const v of conducting) expect(Math.abs(v)).toBeLessThan(1e-6);
      expect(certificate.missed).toEqual([]);
    },
  );

  test.each(['half-wave', 'hysteresis-core', 'full-wave-filter'])(
    '%s starts in its own mode at reltol = 1e-6: signs are told as far as they are judged',
    (name) => {
      const { certificate } = run(text(name), { ...stepping, reltol: 1e-6 });
      expect(certificate.missed).toEqual([]);
    },
  );
});

describe('a capacitor across a source that ramps on behind a jump', () => {
  // 1 uF at 1 V/ms, then at -2 V/ms behind a jump to 3 V; the diode conducts 10 mA into a farad.
  const text = (diode: string): string =>
    `ramp\nV1 a 0 pwl(0 0 1m 1 1m 3 2m 1)\nC1 a 0 1u\nV2 p 0 10\n${diode}\nC2 q 0 1 ic=100\nR2 q 0 1k\n.tran 10u 2m uic\n.print tran i(v1)\n`;

  test.each([
    ['smooth laws alone', 'R1 p q 1k'],
    ['an ideal diode', 'D1 p q d\n.model d d'],
  ])('has the current of its slope in every row, beside %s', (_, diode) => {
    const { column } = run(text(diode), stepping);
    const [time, current] = [column('time'), column('i(v1)')];
    const jump = time.lastIndexOf(time.find((t) => Math.abs(t - 1e-3) < 1e-12) ?? NaN);
    expect(jump).toBeGreaterThan(10);
    // Rates behind a jump are differences of charges, 3 uC with their rounding over some 1e-14 s.
    current.forEach((value, k) => {
      expect(Math.abs(value - (k < jump ? -1e-3 : 2e-3))).toBeLessThan(1e-7);
    });
  });
});

describe('a comparison that slides from where a current meets its reference', () => {
  test.each([
    // i = 5 A (1 - exp(-2000 t)), or 3 A exp(-2000 t), until it is 1 A.
    ['below', 0, 10, -Math.log(0.8) / 2000],
    ['above', 3, 0, Math.log(3) / 2000],
  ])('has its mean voltage at once, from %s', (_, start, full, meets) => {
    const body = `Vr r 0 1\nB1 d 0 V={if(v(r)-i(L1) > 0, 10, 0)}\nL1 d y 1m ic=${start}\nR1 y 0 2`;
    const { column, certificate } = run(`slides\n${body}\n.tran 20u 1m uic\n`, stepping);
    const [time, v] = [column('time'), column('v(d)')];
    const first = time.findIndex((t) => t > meets * (1 - 1e-4));
    expect(Math.abs(time[first]! / meets - 1)).toBeLessThan(1e-4);
    // 1 A through 2 Ohm; less what the jump is longer than it is late: rounding.
    v.forEach((value, k) => {
      expect(Math.abs(value - (k <= first ? full : 2))).toBeLessThan(1e-6);
    });
    expect(certificate.missed).toEqual([]);
  });
});

describe('a capacitor across a trapezoid', () => {
  test('rows have both limits of its current at every corner: what they enclose is its charge', () => {
    const cards = ['V1 a 0 PULSE(0 1 1u 1u 2u 3u 10u)', 'C1 a 0 1n', 'D1 a b d', 'R1 b 0 1k', '.model d d'];
    const { column } = run(['t', ...cards, '.tran 1u 30u', '.print tran i(c1)'].join('\n'), stepping);
    const [time, current] = [column('time'), column('i(c1)')];
    let [charge, largest] = [0, 0];
    for (let k = 1; k < time.length; k++) {
      charge += 0.5 * (time[k]! - time[k - 1]!) * Math.abs(current[k]! + current[k - 1]!);
      largest = Math.max(largest, Math.abs(current[k]!));
    }
    // Six edges of 1 nC, of 1 mA up and 0.5 mA down; times of corners are sums of some ten roundings.
    expect(charge).toBeCloseTo(6e-9, 20);
    expect(largest).toBeCloseTo(1e-3, 14);
  });
});

describe('a source that ramps from 0 into a regulator', () => {
  // Of one of its inputs' two steps there is no solution by Newton's method from where the rates stand.
  test('begins though rates cannot follow it, and regulates to twice its reference', () => {
    const parts = readFileSync('test/peers/ordinary/parts.lib', 'utf8');
    const regulator = readFileSync('test/peers/ordinary/ldo-pmos-transient.cir', 'utf8').replace(
      '.include parts.lib',
      () => parts,
    );
    const { column, certificate } = run(regulator, stepping);
    expect(certificate.missed).toEqual([]);
    const [time, out] = [column('time'), column('v(out)')];
    // 1 mA of load, an open loop of some thousands: within 3 % of 2.5 V.
    const k = time.findIndex((t) => t > 5e-4);
    expect(out[k]! / 2.5).toBeGreaterThan(0.97);
    expect(out[k]! / 2.5).toBeLessThan(1.03);
  });
});

describe('a bridge rectifier into a capacitor', () => {
  // 30 V, 50 Hz into 2.2 mF beside 15 Ohm, from the peak at which the capacitor is charged on.
  const [V, w, C, R] = [30, 2 * Math.PI * 50, 2.2e-3, 15];
  const bridge = (beside: string): string =>
    `bridge\n.model d d\nVa a b sin(0 30 50)\nD1 a p d\nD2 b p d\nD3 0 a d\nD4 0 b d\nCf p 0 2200u ic=30\nRl p 0 15\n${beside}\n.tran 100u 40m uic\n`;
  // The diodes end where C v' + v/R = 0, and begin where the decaying voltage meets the next half wave.
  const end = (Math.PI - Math.atan(w * R * C)) / w;
  const above = (t: number): number =>
    V * Math.sin(w * end) * Math.exp((end - t) / (R * C)) + V * Math.sin(w * t);
  let [low, high] = [Math.PI / w, (1.5 * Math.PI) / w];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (above(middle) > 0) low = middle;
    else high = middle;
  }
  const first = -V * (w * C * Math.cos(w * low) + Math.sin(w * low) / R);

  test.each(['', 'Rg a 0 1meg'])(
    'begins with the current of the slope of its source, wherever steps end (%s)',
    (beside) => {
      const { column, certificate } = run(bridge(beside), stepping, 'i(va)');
      const largest = column('i(va)').reduce((most, i) => Math.max(most, Math.abs(i)), 0);
      // Steps find the beginning to some 1e-3 of 100 us, in which the slope changes by 3e-4 of itself.
      expect(Math.abs(largest / first - 1)).toBeLessThan(1e-3);
      expect(certificate.missed).toEqual([]);
    },
  );
});
