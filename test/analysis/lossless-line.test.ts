import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { messages, netlist, run, type NetlistRun } from './run-netlist.js';

/** The largest distance of a column from a function of time, away from its jumps. */
function distance({ column }: NetlistRun, name: string, exact: (t: number) => number): number {
  const time = column('time');
  return column(name).reduce((worst, value, k) => Math.max(worst, Math.abs(value - exact(time[k]!))), 0);
}

const ramp = (t: number): number => Math.min(1, Math.max(0, (t - 1e-9) / 1e-9));
const driver = 'V1 s 0 pwl(0 0 1n 0 2n 1)\nRs s a 50\nT1 a 0 b 0 Z0=50 TD=10n';
const methods = [{ method: 'events' }, { method: 'theta', h: 1e-10 }];

describe('lossless line', () => {
  test.each(methods)('matched at both ends it delays, and nothing else: $method', (options) => {
    const line = run(netlist(`${driver}\nRl b 0 50\n.tran 0.1n 60n\n.print tran v(a) v(b) i(t1)`), options);
    // Straight waves on a grid that meets their breakpoints: rounding only.
    expect(distance(line, 'v(a)', (t) => ramp(t) / 2)).toBeLessThan(1e-14);
    expect(distance(line, 'v(b)', (t) => ramp(t - 10e-9) / 2)).toBeLessThan(1e-14);
    expect(distance(line, 'i(t1)', (t) => ramp(t) / 100)).toBeLessThan(1e-16);
  });

  test.each(methods)('mismatched at both ends it reflects in a geometric series: $method', (options) => {
    const text = 'V1 s 0 pwl(0 0 1n 0 2n 1)\nRs s a 25\nT1 a 0 b 0 Z0=50 F=25meg\nRl b 0 150';
    const line = run(netlist(`${text}\n.tran 0.1n 200n\n.print tran v(a) v(b)`), options);
    const [sent, near, far] = [50 / 75, (25 - 50) / 75, (150 - 50) / 200];
    const series = (t: number): number => {
      let sum = 0;
      for (let k = 0; k < 12; k++)
        sum += sent * (1 + far) * (near * far) ** k * ramp(t - (2 * k + 1) * 10e-9);
      return sum;
    };
    expect(distance(line, 'v(b)', series)).toBeLessThan(1e-13);
  });

  test('open at its end it doubles a jump, and jumps when the wave arrives', () => {
    const text =
      'V1 s 0 pulse(0 1 1n 0 0 40n)\nRs s a 75\nX1 a b line td=10n\nRo b 0 1e12\n.subckt line p q td=1n\nT1 p 0 q 0 Z0=75 TD={td}\n.ends';
    const { column, certificate } = run(netlist(`${text}\n.tran 0.1n 60n\n.print tran v(b)`));
    const time = column('time');
    const v = column('v(b)');
    for (const [at, before, after] of [
      [11e-9, 0, 1],
      [51e-9, 1, 0],
    ] as const) {
      const right = time.findLastIndex((t) => Math.abs(t - at) < 1e-18);
      expect(time[right - 1]).toBe(time[right]);
      expect(v[right - 1]).toBeCloseTo(before, 9);
      expect(v[right]).toBeCloseTo(after, 9);
    }
    // One nanosecond of 1 V is still on its way: 1 / (4 z0) each second, squared waves.
    expect(certificate.energy.stored).toBeCloseTo(1e-9 / (4 * 75), 20);
    expect(Math.abs(certificate.energy.numerical)).toBeLessThan(1e-22);
    expect(certificate.missed).toEqual([]);
  });

  test('it starts from the operating point as a through connection, with its energy in it', () => {
    const text = 'V1 s 0 10\nRs s a 25\nT1 a 0 b 0 Z0=50 TD=3n\nRl b 0 75\nC1 b 0 1n';
    const { column, certificate } = run(netlist(`${text}\n.tran 0.1n 20n\n.print tran v(a) v(b) i(t1)`));
    expect(column('v(a)').every((v) => Math.abs(v - 7.5) < 1e-12)).toBe(true);
    expect(column('v(b)').every((v) => Math.abs(v - 7.5) < 1e-12)).toBe(true);
    expect(column('i(t1)').every((i) => Math.abs(i - 0.1) < 1e-14)).toBe(true);
    expect(Math.abs(certificate.energy.stored)).toBeLessThan(1e-20);
  });

  test('ic= charges it: into its impedance it delivers a pulse of twice its delay', () => {
    const text = 'T1 a 0 b 0 Z0=50 TD=10n IC=1,0,1,0\nR1 a 0 50\n.tran 0.1n 40n uic\n.print tran v(a)';
    const { column, certificate } = run(netlist(`${text}\nR2 b 0 1e12`));
    const time = column('time');
    const area = column('v(a)').reduce(
      (sum, v, k) => sum + (k > 0 ? ((time[k]! - time[k - 1]!) * (v + column('v(a)')[k - 1]!)) / 2 : 0),
      0,
    );
    expect(area).toBeCloseTo(0.5 * 20e-9, 18);
    // td v^2 / (2 z0) of stored energy, all of it into R1.
    expect(certificate.energy.dissipated).toBeCloseTo(10e-9 / 100, 18);
    expect(certificate.energy.stored).toBeCloseTo(-10e-9 / 100, 18);
  });

  test('an ideal diode at its end conducts one direction only', () => {
    const text = 'V1 s 0 sin(0 1 20meg)\nRs s a 50\nT1 a 0 b 0 Z0=50 TD=10n\nD1 b 0 di\n.model di D';
    const line = run(netlist(`${text}\n.options diode=ideal\n.tran 0.1n 200n\n.print tran v(b) i(d1)`));
    // Behind the delay the line is a source of sin / 1 behind 50 Ohm: a short when positive, open when negative.
    const source = (t: number): number => (t < 10e-9 ? 0 : Math.sin(2 * Math.PI * 20e6 * (t - 10e-9)));
    expect(distance(line, 'v(b)', (t) => Math.min(0, source(t)))).toBeLessThan(1e-4);
    expect(distance(line, 'i(d1)', (t) => Math.max(0, source(t)) / 50)).toBeLessThan(1e-4 / 50);
  });

  test.each([
    {
      source: 'pwl(0 0 1n 0 2n 1 60n 1 61n 0)',
      corners: [
        [1, 1],
        [2, -1],
        [60, -1],
        [61, 1],
      ],
      jumps: false,
    },
    {
      source: 'pulse(0 1 1n 0 0 40n)',
      corners: [
        [1, 1],
        [41, -1],
      ],
      jumps: true,
    },
  ] as const)(
    'a capacitor at its end is charged through its impedance: $source',
    ({ source, corners, jumps }) => {
      const text = `V1 s 0 ${source}\nRs s a 50\nT1 a 0 b 0 Z0=50 TD=10n\nC1 b 0 20p\n.tran 0.1n 200n`;
      const line = run(netlist(`${text}\n.print tran v(a) v(b)`));
      const answer = (t: number): number =>
        jumps ? -Math.expm1(-Math.max(0, t)) : Math.max(0, t) + Math.expm1(-Math.max(0, t));
      // In nanoseconds, which is z0 c1.
      const exact = (t: number): number =>
        corners.reduce((sum, [at, gain]) => sum + gain * answer(1e9 * t - 10 - at), 0);
      expect(distance(line, 'v(b)', exact)).toBeLessThan(3e-4);
      // What comes back is seen in time, not found by steps that fail.
      expect(line.certificate.stepping?.rejected).toBeLessThan(5);
      expect(line.certificate.missed).toEqual([]);
    },
  );

  test('of the arrivals in a ladder of lines few need a step, and what is on its way counts as stored', () => {
    const lines =
      'T1 a 0 b 0 Z0=50 TD=2n\nT2 b 0 c 0 Z0=75 TD=1.3n\nT3 b 0 d 0 Z0=50 TD=.7n\nT4 d 0 e 0 Z0=90 TD=.31n';
    const text = `V1 s 0 pulse(0 2 1n .2n .2n 8n 40n)\nRs s a 40\n${lines}\nC1 d 0 2p\nRl c 0 150`;
    const { certificate } = run(netlist(`${text}\n.tran .05n 10n\n.print tran v(c)`));
    expect(certificate.steps).toBeLessThan(500);
    expect(certificate.stepping?.rejected).toBeLessThan(20);
    const { stored, delivered, numerical } = certificate.energy;
    expect(stored).toBeGreaterThan(0.2 * delivered);
    expect(Math.abs(numerical)).toBeLessThan(1e-3 * delivered);
  });

  test('a fixed step beyond its delay is refused', () => {
    const text = netlist(`${driver}\nRl b 0 50\n.tran 20n 100n`);
    const result = simulate({ name: 't.cir', text }, { options: { method: 'theta' } });
    expect(messages(result))
      .toBe(`t.cir:6:1: error: the step 20 ns is longer than the shortest delay of a line, 10 ns
  .tran 20n 100n
  ^^^^^^^^^^^^^^
  hint: write h=1e-8 or less among the options, or method=events`);
  });

  test('without an impedance or a delay it is refused', () => {
    const text = netlist('V1 a 0 1\nR1 b 0 1\nT1 a 0 b 0 Z0=50\n.tran 1n 10n');
    expect(messages(simulate({ name: 't.cir', text }))).toBe(`t.cir:4:1: error: t1 has no delay
  T1 a 0 b 0 Z0=50
  ^^^^^^^^^^^^^^^^
  hint: write z0= and td=, or z0= and f=`);
  });
});
