/** Steps of the demonstrations converge: on a grid in h, with impacts; by sparse steps in h, and in their tolerance. */
import { describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { netlist, netlistText, run, type NetlistRun } from './run-netlist.js';

/** A netlist of the folder with an earlier end, that prints one quantity and measures nothing. */
function demonstration(file: string, end: string, quantity: string): string {
  return netlistText(`electromechanics/${file}.cir`)
    .replace(/^\.(meas|four|options).*\n/gm, '')
    .replace(/^(\.tran \S+) \S+/m, `$1 ${end}`)
    .replace(/^\.print tran.*/m, `.print tran ${quantity}`);
}

function stepped(text: string, h: number): NetlistRun {
  const result = run(text, { method: 'theta', h, certificate: 'sampled' });
  expect(result.certificate.missed).toEqual([]);
  expect(result.certificate.energy.relativeError).toBeLessThan(1e-9);
  return result;
}

describe('on a grid', () => {
  // Where impacts and jumps are met within a step the place is off by anything up to a step: what the scheme loses is smooth in h.
  test.each([
    ['bouncing-ball', '1', 'x(ball)', [4e-3, 1e-3], 1],
    ['harvester', '40m', 'v(p,n)', [4e-5, 1e-5], 1],
    ['contact-breaker', '11.9m', 'v(c)', [2e-5, 5e-6], 1],
    ['motor-stick-slip', '0.1', 'x(load)', [1e-4, 2.5e-5], 0.8],
  ] as const)(
    '%s closes its balance of energy but for a loss that goes as h',
    (file, end, quantity, h, order) => {
      const text = demonstration(file, end, quantity);
      const [coarse, fine] = h.map((step) => Math.abs(stepped(text, step).certificate.energy.numerical));
      expect(Math.log2(coarse! / fine!) / 2).toBeGreaterThan(0.95 * order);
    },
  );

  test.each([
    ['stick-slip', '2.5', 'x(body)', [8e-3, 1e-3], 1],
    ['voice-coil', '20.05m', 'x(cone)', [2e-4, 5e-5], 2],
    ['dc-motor', '5m', 'v(shaft)', [5e-6, 1.25e-6], 1],
  ] as const)('%s comes to where events have it', (file, end, quantity, h, order) => {
    const text = demonstration(file, end, quantity);
    const exact = run(text, { certificate: 'sampled' }).final(quantity);
    const [coarse, fine] = h.map((step) => Math.abs(stepped(text, step).final(quantity) - exact));
    expect(Math.log(coarse! / fine!) / Math.log(h[0] / h[1])).toBeGreaterThan(0.95 * order);
  });

  test('a ball comes to rest, at the Zeno time but for some steps, and its impacts cost what they do', () => {
    const text = netlist(
      'YMASS1 a 1 x0=1 gravity=9.81\nYSTOP1 a 0 e=0.5\n.tran 1m 2\n.print tran v(a) f(ystop1)\n.meas tran rest WHEN f(ystop1)=-5 FALL=LAST',
    );
    const late = (h: number): number => {
      const result = stepped(text, h);
      expect(result.final('v(a)')).toBe(0);
      expect(result.final('f(ystop1)')).toBeCloseTo(-9.81, 12);
      const [first] = result.certificate.impulses;
      // v- is met within a step of the impact, and the step has the weight in it.
      expect(Math.abs(first!.size - 1.5 * Math.sqrt(2 * 9.81))).toBeLessThan(2.5 * 9.81 * h);
      return (result.report.measures?.[0]?.value ?? NaN) - 3 * Math.sqrt(2 / 9.81);
    };
    const [coarse, fine] = [late(4e-3), late(0.5e-3)];
    expect(Math.abs(coarse)).toBeLessThan(0.1);
    expect(Math.abs(coarse / fine)).toBeGreaterThan(4);
  });

  test('masses that collide keep their momentum to rounding and reverse their velocity by e', () => {
    const result = stepped(
      netlist(
        'YMASS1 a 1 v0=2\nYMASS2 b 3 x0=1\nYSTOP1 b a e=0.8 lower=0.1\n.tran 1m 1\n.print tran v(a) v(b)',
      ),
      1e-2,
    );
    expect(result.final('v(a)')).toBeCloseTo(0.5 - 0.75 * 1.6, 12);
    expect(result.final('v(b)')).toBeCloseTo(0.5 + 0.25 * 1.6, 12);
    expect(result.certificate.impulses).toHaveLength(1);
    expect(result.certificate.impulses[0]?.energyLost).toBeCloseTo(0.5 * 0.75 * 4 * (1 - 0.64), 12);
  });

  test('what is hit on its other side before it is apart may gain energy, and that is told', () => {
    const gains = (h: string, end: string): readonly string[] => {
      const text = netlist(
        'YMASS1 a 1 v0=1\nYMASS2 b 1 x0=1n\nYMASS3 w 1k x0=2n\nYSTOP1 b a e=0.9\nYSTOP2 w b e=0.9\n' +
          `.tran ${h} ${end}\n.print tran v(a) v(b) v(w)`,
      );
      return simulate({ name: 't.cir', text }, { options: { method: 'theta' } }).diagnostics.flatMap(
        ({ code, message }) => (code === 'impact-gain' ? [message] : []),
      );
    };
    expect(gains('1m', '0.1')).toEqual([
      "the impact of ystop1 and ystop2 at 3 ms gained 0.2776 J: Newton's law of contacts that are hit at once asks for it",
    ]);
    // Steps that resolve the gaps have one impact after the other.
    expect(gains('10p', '20n')).toEqual([]);
  });
});

describe('a switch that sources turn, on a grid', () => {
  const motor = demonstration('dc-motor', '40m', 'v(shaft)').replace(
    /^\.end/m,
    '.meas tran speed AVG v(shaft) FROM=30m TO=40m\n.end',
  );
  // ((2 D - 1) U - R fc/K)/K; measures are of lines between points, speeds swing by 0.1 % in a period.
  test.each([
    [1e-6, 1e-7],
    [5e-6, 1e-7],
    [25e-6, 1e-7],
    [10e-6, 1e-6],
    [20e-6, 1e-6],
    [30e-6, 1e-6],
    [50e-6, 2e-6],
    [70e-6, 2e-6],
  ])('keeps its duty cycle wherever edges are: h = %d', (h, off) => {
    const { report, certificate } = stepped(motor, h);
    expect(Math.abs((report.measures?.[0]?.value ?? NaN) / 58 - 1)).toBeLessThan(off);
    expect(certificate.method.includes('steps end at edges')).toBe(![1e-6, 5e-6, 25e-6].includes(h));
  });

  test('has no edges of its own where an edge is known by search alone: a sine against a triangle', () => {
    const modulator = netlist(
      'VS s 0 SIN(0 0.8 50)\nVT t 0 PULSE(-1 1 0 0.25m 0.25m 0 0.5m)\nS1 sup a s t sw\nS2 a 0 t s sw\n.model sw SW(vt=0 ron=0 roff=inf)\n' +
        'VP sup 0 10\nL1 a b 1m\nR1 b 0 1\n.tran 10u 40m\n.print tran i(l1)\n.meas tran rms RMS i(l1) FROM=20m TO=40m',
    );
    const exact = run(modulator).report.measures?.[0]?.value ?? NaN;
    const [coarse, fine] = [20e-6, 5e-6].map((h) =>
      Math.abs((stepped(modulator, h).report.measures?.[0]?.value ?? NaN) / exact - 1),
    );
    expect(coarse).toBeLessThan(3e-6);
    expect(fine).toBeLessThan(coarse! / 3);
  });

  test('as does a source that jumps before an ideal diode', () => {
    const pulse = netlist(
      'V1 a 0 PULSE(-1 10 0 0 0 25u 100u)\nD1 a b ideal\n.model ideal D()\nR1 b 0 1k\nL1 b c 10m\nR2 c 0 100\n.tran 1u 4m\n.print tran v(b) i(l1)\n' +
        '.meas tran mean AVG v(b) FROM=2m TO=4m',
    );
    // What carries the current conducts all the time; edges have points on both sides.
    for (const h of [10e-6, 20e-6, 30e-6])
      expect(Math.abs((stepped(pulse, h).report.measures?.[0]?.value ?? NaN) - 1.75)).toBeLessThan(1e-6);
  });
});

describe('under error control', () => {
  // measure, end, its limit: closed forms, and for the valve and the buzzer what a tolerance of 1e-7 gives.
  test.each([
    ['relay', '3m', 'when WHEN f(ystop1)=1u FALL=1', 2.262574159e-3],
    ['valve', '2.2m', 'open WHEN x(plunger)=1u FALL=1', 1.9369246629e-3],
    ['buzzer', '8m', 'last WHEN v(c)=3 FALL=LAST', 4.8431001703e-3],
    // Where its cam is round, 0.1 m high: tolerances are of positions, not of their difference.
    ['cam-follower', '0.15', 'place FIND x(follower) AT=0.1', 0.1 + 78.391414e-3],
    ['mems-switch', '20m', 'place FIND x(beam) AT=19m', 1.63026322277e-6],
  ])('%s converges in its tolerance', (file, end, measure, limit) => {
    const text = demonstration(file, end, '{0}').replace(/^\.end/m, `.meas tran ${measure}\n.end`);
    const off = (reltol: number): number => {
      const { report, certificate } = run(text, { method: 'stepping', certificate: 'sampled', reltol });
      expect(certificate.missed).toEqual([]);
      return Math.abs((report.measures?.[0]?.value ?? NaN) - limit) / limit;
    };
    expect(off(1e-2)).toBeLessThan(1e-3);
    expect(off(1e-5)).toBeLessThan(1e-4);
  });
});

describe('in steps of at most h', () => {
  /** A run by sparse steps in which h bounds the step, not the tolerance. */
  const capped = (text: string, h: number): NetlistRun => {
    const card = text.replace(/^(\.tran \S+ \S+)( uic)?/m, `$1 0 ${h}$2`);
    const result = run(card, { method: 'stepping', certificate: 'sampled', reltol: 1e-3 });
    expect(result.certificate.missed).toEqual([]);
    return result;
  };

  test.each([
    ['relay', '3m', 'FIND i(ysolenoid1) AT=2.2m', 40e-6],
    ['valve', '1.9m', 'FIND x(plunger) AT=1.8m', 20e-6],
    ['buzzer', '1.3m', 'FIND x(arm) AT=1.2m', 20e-6],
    ['cam-follower', '0.11', 'FIND {x(follower)-x(cam)} AT=0.1', 0.25e-3],
    ['mems-switch', '20m', 'FIND x(beam) AT=19m', 200e-6],
    ['harvester', '25m', 'FIND x(m) AT=24m', 50e-6],
  ])('%s converges to the second order', (file, end, measure, h) => {
    const text = demonstration(file, end, '{0}').replace(/^\.end/m, `.meas tran q ${measure}\n.end`);
    const [a, b, c] = [h, h / 2, h / 4].map((step) => capped(text, step).report.measures?.[0]?.value ?? NaN);
    expect(Math.log2(Math.abs((a! - b!) / (b! - c!)))).toBeGreaterThan(1.6);
  });

  test.each([
    ['motor-stick-slip', '0.28', 50e-6],
    ['harvester', '40m', 50e-6],
  ])('%s closes its balance of energy but for a loss that goes as h^2', (file, end, h) => {
    const text = demonstration(file, end, '{0}');
    const [coarse, fine] = [h, h / 4].map((step) =>
      Math.abs(capped(text, step).certificate.energy.numerical),
    );
    expect(Math.log2(coarse! / fine!) / 2).toBeGreaterThan(1.6);
  });
});
