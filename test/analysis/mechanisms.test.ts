/** Mechanisms as an engineer writes them, by every method that takes them, beside closed forms. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, run } from './run-netlist.js';

/** What a method may be off by: events to rounding, a grid of h by its order, steps by reltol. */
const methods = [
  ['events', 1e-9],
  ['theta', 2e-3],
  ['stepping', 1e-3],
] as const;

describe.each(methods)('method=%s', (method, off) => {
  const measured = (cards: string): readonly number[] => {
    const { report, certificate } = run(netlist(cards), { method, certificate: 'sampled', reltol: 1e-5 });
    expect(certificate.missed).toEqual([]);
    return (report.measures ?? []).map(({ value }) => value ?? NaN);
  };
  const near = (value: number | undefined, truth: number, size = Math.abs(truth)): void => {
    expect(Math.abs((value ?? NaN) - truth)).toBeLessThan(off * size);
  };

  test.each([3, 5])(
    "%d balls of a cradle with gaps of 1 nm: one flies on with the first one's velocity",
    (n) => {
      const names = ['a', 'b', 'c', 'd', 'e'].slice(0, n);
      const masses = names.map((name, k) => `YMASS${k} ${name} 1 x0=${k === 0 ? '-0.5 v0=1' : `${k - 1}n`}`);
      const stops = names.slice(1).map((name, k) => `YSTOP${k + 1} ${name} ${names[k]} e=1`);
      const speeds = names.map((name) => `.meas tran v${name} FIND v(${name}) AT=1`);
      const found = measured([...masses, ...stops, '.tran 1m 1.1', '.print tran v(a)', ...speeds].join('\n'));
      found.forEach((speed, k) => {
        near(speed, k === n - 1 ? 1 : 0, 1);
      });
    },
  );

  test('a hammer drives a nail against friction with e = 0 by P^2/(2 (M + m))/F', () => {
    const [way] = measured(`YMASS1 h 2 v0=3 x0=-0.3
YMASS2 n 0.5
YFRICTION1 n 0 40
YSTOP1 n h e=0
.tran 0.1m 0.5
.print tran x(n)
.meas tran way FIND x(n) AT=0.5`);
    near(way, 36 / (2 * 2.5) / 40);
  });

  test('a rack on a pinion with a spiral spring swings at sqrt(k/(m r^2 + J))', () => {
    const w = Math.sqrt(0.8 / (0.5 * 0.02 ** 2 + 1e-3));
    const [half, far] = measured(`YMASS1 r 0.5 v0=0.3
YRACK1 r w 20m
YINERTIA1 w 1m
YSPRING1 w 0 0.8
.tran 0.1m 0.3
.print tran x(r)
.meas tran half WHEN x(r)=0 FALL=1
.meas tran far MAX x(r)`);
    near(half, Math.PI / w);
    near(far, 0.3 / w);
  });

  test('a motor engages a geared load by a clutch: speeds before, together, and what is left of it', () => {
    // Before: U/K without load but for the rise, exp(-t K^2/(R J)); behind a gear of 4 the damper is d/16.
    const [before, together, load] = measured(`V1 p 0 24
YMOTOR1 p 0 m k=0.1 r=1
YINERTIA1 m 1m
YCLUTCH1 m c 1 engage=v(ctl)
VC ctl 0 PULSE(0 1 0.5 0 0 10)
YINERTIA2 c 0.5m
YGEAR1 c g 4
YINERTIA3 g 1m
YDAMPER1 g 0 50m
.tran 1m 3
.print tran v(m)
.meas tran before FIND v(m) AT=0.49
.meas tran together FIND v(m) AT=3
.meas tran load FIND v(g) AT=3`);
    near(before, 240 * (1 - Math.exp(-0.49 * 10)));
    const steady = (0.1 * 24) / (0.01 + 0.05 / 16);
    near(together, steady);
    near(load, steady / 4);
  });
});

test('a closed box raises the resonance of a loudspeaker, where it has Re + Bl^2/d', () => {
  const text = netlist(`V1 p 0 ac=1
YMOTOR1 p 0 cone bl=7 r=6
YMASS1 cone 20m
YSPRING1 cone 0 2k
YSPRING2 cone 0 3k
YDAMPER1 cone 0 1.2
.ac lin 1 79.577471545947667 79.577471545947667
.print ac i(v1)`);
  const [only] = simulate({ name: 't.cir', text }).runs;
  const current = Math.hypot(...[0, 1].map((part) => only?.report.final[part]?.value ?? NaN));
  // Qms = sqrt(k m)/d, Qes = sqrt(k m) Re/Bl^2: Z = Re (1 + Qms/Qes).
  expect(Math.abs(current * (6 + 49 / 1.2) - 1)).toBeLessThan(1e-9);
});

test('a stop without any way is told what to do', () => {
  const text = netlist('YMASS1 a 1\nYSTOP1 a 0 lower=0 upper=0\n.tran 1m 1');
  const [error] = simulate({ name: 't.cir', text }).diagnostics;
  expect(error?.message).toBe('ystop1 has lower = 0, not below upper = 0');
  expect(error?.hint).toBe('leave a way between them, or hold it there with YPOSITION');
});

describe('a loop of gears', () => {
  const train = (ratio: number): string =>
    netlist(
      `YTORQUE1 a 0 5\nYINERTIA1 a 1\nYGEAR1 a b 2\nYGEAR2 b c 3\nYGEAR3 a c ${ratio}\nYINERTIA2 c 1\n.tran 10m 1\n.print tran v(a) v(c) f(ygear1)`,
    );

  test.each(methods)('whose ratios agree turns as one without the last, method=%s', (method, off) => {
    const { final, certificate } = run(train(6), { method });
    expect(certificate.missed).toEqual([]);
    expect(Math.abs(final('v(a)') / (5 / (1 + 1 / 36)) - 1)).toBeLessThan(off);
    expect(final('v(c)')).toBeCloseTo(final('v(a)') / 6, 12);
  });

  test('is told: what carries nothing, and what cannot move', () => {
    const told = (ratio: number): string[] =>
      simulate({ name: 't.cir', text: train(ratio) }).diagnostics.flatMap(({ code, message }) =>
        code === 'transmission-loop' ? [message] : [],
      );
    expect(told(6)).toEqual([
      'ygear3 closes a loop of ygear1 and ygear2 that say the same: it carries nothing',
    ]);
    expect(told(7)).toEqual([
      'ygear3 closes a loop of ygear1 and ygear2 by which v(a) is 6 v(c), not 7: nothing in it can move',
    ]);
    expect(run(train(7)).final('v(a)')).toBe(0);
  });
});
