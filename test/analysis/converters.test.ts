/**
 * Converters and oscillators of netlists/ by exact events against the truths in their heads: closed forms, fixed
 * points of period maps and independent computations. The flow is exact, so that tolerances are the digits given.
 */
import { describe, expect, test } from 'vitest';
import { readReference } from '../data/reference.js';
import { netlistText, run, type NetlistRun } from './run-netlist.js';

function runNetlist(file: string, outputs?: string): NetlistRun {
  const result = run(netlistText(file), { method: 'events' }, outputs);
  expect(result.certificate.missed).toEqual([]);
  expect(result.certificate.incomplete).toBeUndefined();
  return result;
}

/** Value of a column in the first (left limit) or last row (right limit) at a time that has rows. */
function valueAt({ column }: NetlistRun, name: string, t: number, side: 'left' | 'right' = 'right'): number {
  const time = column('time');
  const at = (value: number): boolean => Math.abs(value - t) <= 1e-9 * t;
  return column(name)[side === 'left' ? time.findIndex(at) : time.findLastIndex(at)] ?? NaN;
}

/** Sum over the segments between rows of [a, b] of f(duration, row, next row). */
function overSegments(
  { column }: NetlistRun,
  name: string,
  [a, b]: readonly [number, number],
  f: (h: number, from: number, to: number, middle: number) => number,
): number {
  const [time, values] = [column('time'), column(name)];
  let sum = 0;
  for (let k = 0; k + 1 < time.length; k++) {
    const [t0 = NaN, t1 = NaN] = [time[k], time[k + 1]];
    if (t0 < a * (1 - 1e-9) || t1 > b * (1 + 1e-9)) continue;
    sum += f(t1 - t0, values[k] ?? NaN, values[k + 1] ?? NaN, (t0 + t1) / 2);
  }
  return sum;
}

function rms(result: NetlistRun, name: string, [a, b]: readonly [number, number]): number {
  const square = overSegments(result, name, [a, b], (h, y, z) => (h * (y * y + y * z + z * z)) / 3);
  return Math.sqrt(square / (b - a));
}

describe('neon-flasher', () => {
  const result = runNetlist('neon-flasher.cir');

  test('strikes and goes out at the times of the closed form', () => {
    const [tau, ron] = [0.1, 1e3];
    const R = 1 / (1e-6 + 1 / ron);
    const V = (120 * ron) / (1e6 + ron);
    const [lit, dark] = [R * 1e-7 * Math.log((90 - V) / (50 - V)), tau * Math.log(70 / 30)];
    const first = tau * Math.log(4);
    const want = Array.from({ length: 5 }, (_, k) => first + k * (lit + dark));
    const v = result.column('v(a)');
    const flashes = [...result.column('time')].filter((_, k) => Math.abs((v[k] ?? NaN) - 90) < 1e-9);
    expect(flashes).toHaveLength(want.length);
    flashes.forEach((t, k) => expect(Math.abs(t - (want[k] ?? NaN))).toBeLessThan(1e-12));
  });

  test('switches nothing else', () => expect(result.certificate.events).toBe(10));
});

test('schmitt-oscillator turns after R C ln 2, then each R C ln 3', () => {
  const { column } = runNetlist('schmitt-oscillator.cir');
  const [time, out] = [column('time'), column('v(out)')];
  const turns = [...time].filter((_, k) => k > 0 && out[k] !== out[k - 1]);
  expect(turns).toHaveLength(9);
  turns.forEach((t, k) => expect(Math.abs(t - 1e-3 * (Math.log(2) + k * Math.log(3)))).toBeLessThan(1e-13));
});

describe('dickson-charge-pump', () => {
  const result = runNetlist('dickson-charge-pump.cir');
  const { energy, impulses, leftOut } = result.certificate;

  test('ends at vin + 4 (vclk - iload/(f C)), 10 mV less where Cout alone feeds the load', () => {
    // What is left of the start decays by e^-1 in some 25 periods of 800.
    expect(result.final('v(out)')).toBeCloseTo(24.6, 10);
    expect(valueAt(result, 'v(out)', 7.995e-3, 'left')).toBeCloseTo(24.59, 10);
  });

  test('takes q = iload/f through every diode and loses energy in impulses alone', () => {
    expect(energy.dissipated).toBe(0);
    expect(energy.jumps).toBeGreaterThan(100e-6);
    expect(energy.relativeError).toBeLessThan(1e-12);
    expect(impulses.length + (leftOut?.impulses ?? 0)).toBeGreaterThan(4000);
  });
});

describe('h-bridge-pwm', () => {
  const result = runNetlist('h-bridge-pwm.cir');

  test.each([
    [15e-3, -7.246089903],
    [25e-3, 7.301666024],
    [60e-3, -2.216175837],
  ])('i(l1) at %f s is that of the turning instants', (t, i) => {
    expect(valueAt(result, 'i(l1)', t)).toBeCloseTo(i, 8);
  });

  test('natural sampling keeps the fundamental', () => {
    const w = 100 * Math.PI;
    const part = (wave: (x: number) => number): number =>
      100 * overSegments(result, 'i(l1)', [40e-3, 60e-3], (h, y, z, t) => (h * (y + z) * wave(w * t)) / 2);
    // Chords of exponentials of 1 ms over 20 us: 20 us^2 / (12 ms^2) = 3e-5.
    const ratio = Math.hypot(part(Math.sin), part(Math.cos)) / (80 / Math.hypot(10, w * 10e-3));
    expect(Math.abs(ratio - 1)).toBeLessThan(1e-4);
  });
});

describe('three-phase-inverter', () => {
  const result = runNetlist('three-phase-inverter.cir');

  test('the currents at 25 ms are those of the turning instants', () => {
    expect(valueAt(result, 'i(xa.l1)', 25e-3)).toBeCloseTo(14.551250549, 8);
    expect(valueAt(result, 'i(xb.l1)', 25e-3)).toBeCloseTo(-11.234304902, 8);
    expect(valueAt(result, 'i(xc.l1)', 25e-3)).toBeCloseTo(-3.316945647, 8);
  });

  test('10.795 A rms', () => {
    // Chords over 10 us: 1e-5.
    expect(Math.abs(rms(result, 'i(xa.l1)', [40e-3, 60e-3]) / 10.795098437 - 1)).toBeLessThan(1e-5);
  });
});

test('cuk: 2000 periods are 2000 products of two matrix exponentials', () => {
  const result = runNetlist('cuk.cir');
  expect(result.final('v(o)')).toBeCloseTo(-7.98139063, 8);
  expect(result.final('v(a,b)')).toBeCloseTo(21.01314707, 8);
  expect(result.final('i(l1)')).toBeCloseTo(0.55309014, 8);
  expect(result.final('i(l2)')).toBeCloseTo(-0.8684112, 8);
});

test('class-e: the fixed point of the period map, and what every closing loses', () => {
  const result = runNetlist('class-e.cir');
  // 300 periods: the slowest multiplier, 0.868, leaves 1e-18.
  expect(result.final('v(d)')).toBeCloseTo(0.24040611, 8);
  expect(result.final('i(l1)')).toBeCloseTo(0.66815612, 8);
  expect(result.final('i(l2)')).toBeCloseTo(0.65344687, 8);
  expect(result.final('v(x,o)')).toBeCloseTo(109.59738477, 8);
  const last = result.certificate.impulses.at(-1);
  expect(last).toMatchObject({ element: 's1', unit: 'A s' });
  expect(last?.energyLost).toBeCloseTo(0.5 * 3.29e-9 * 0.24040611 ** 2, 16);
  // Rows every 20 ns of pulses of 0.5 us.
  expect(Math.max(...result.column('v(d)').slice(-200)) / 43.106).toBeCloseTo(1, 2);
  expect(rms(result, 'v(o)', [298e-6, 300e-6]) ** 2 / 10 / 8.315).toBeCloseTo(1, 2);
});

test('half-bridge-llc: the steady state of its modes', () => {
  const result = runNetlist('half-bridge-llc.cir');
  expect(result.final('v(o)')).toBeCloseTo(52.9787526, 7);
  expect(result.final('i(l1)')).toBeCloseTo(-3.7505862, 7);
  expect(result.final('v(b,c)')).toBeCloseTo(107.6614748, 6);
  for (const d of ['i(x1.d1)', 'i(x1.d2)']) expect(Math.min(...result.column(d))).toBeGreaterThan(-1e-9);
});

describe('parallel-resonant', () => {
  const result = runNetlist('parallel-resonant.cir');
  const states = ['i(lr)', 'v(x)', 'i(lf)', 'v(o,n)'] as const;

  test('passes through the state of the independent computation at 2 ms', () => {
    const want = [-39.55419e-3, -0.91715144, 17.20721e-3, 0.61242902];
    states.forEach((name, k) => expect(valueAt(result, name, 2e-3)).toBeCloseTo(want[k] ?? NaN, 7));
  });

  test('meets its steady state at both edges of the source', () => {
    // The start has decayed to some 2e-8 by then.
    const steady = [-39.35028e-3, -0.9100739, 17.00155e-3, 0.61267829];
    const signs = [-1, -1, 1, 1];
    states.forEach((name, k) => {
      expect(result.final(name)).toBeCloseTo(steady[k] ?? NaN, 6);
      const half = valueAt(result, name, 8e-3 - 1 / 110e3, 'left');
      expect((signs[k] ?? NaN) * half).toBeCloseTo(steady[k] ?? NaN, 6);
    });
  });

  test('turns its bridge over 4.86494 us after an edge, where i(lr) is just above i(lf)', () => {
    const { column } = result;
    const edge = 8e-3 - 1 / 110e3;
    const time = column('time');
    const crossing = column('v(x)').findIndex((v, k) => (time[k] ?? 0) > edge + 1e-9 && Math.abs(v) < 1e-9);
    expect(((time[crossing] ?? NaN) - edge) * 1e6).toBeCloseTo(4.86494, 5);
    expect(column('i(lr)')[crossing]).toBeCloseTo(-20.72029e-3, 7);
    expect(column('i(lf)')[crossing]).toBeCloseTo(19.91106e-3, 7);
  });

  test('follows figure 32 of the reference run, which moves every edge of the source by up to 50 ns', () => {
    // Late edges excite the resonant circuit otherwise: the reference is off by 9.5 % in v(x), 1.1 % in v(o,n).
    const reference = readReference('prc-theta05-h50ns.csv');
    const time = reference.column('t');
    states.forEach((name, k) => {
      const wanted = reference.column(['iR', 'vR', 'iL', 'v0'][k] ?? '');
      const size = Math.max(...wanted.map(Math.abs));
      time.forEach((t, row) => {
        const difference = Math.abs(valueAt(result, name, t) - (wanted[row] ?? NaN));
        if (difference > 0.1 * size) throw new Error(`${name} at ${t} s is off by ${difference} of ${size}`);
      });
    });
  });
});

test('delta-sigma: bits and integrator are those of the recursion', () => {
  const result = runNetlist('delta-sigma.cir');
  const [clocks, offset, amplitude] = [1024, 0.05, 0.7];
  const angle = (2 * Math.PI) / 512;
  let [x, q] = [0, -1];
  for (let k = 0; k < clocks; k++) {
    if (k > 0) q = Math.sign(x);
    // The comparison is not a matter of rounding.
    if (k > 0) expect(Math.abs(x)).toBeGreaterThan(1e-6);
    expect(valueAt(result, 'v(q)', (k + 0.5) * 1e-6)).toBe(q);
    const mean = offset + (amplitude / angle) * (Math.cos(angle * k) - Math.cos(angle * (k + 1)));
    x += mean - q;
    // Eleven digits are left of 1024 sums of numbers of order 1.
    expect(valueAt(result, 'v(x)', (k + 1) * 1e-6)).toBeCloseTo(x, 10);
  }
});

describe('sliding-buck', () => {
  const result = runNetlist('sliding-buck.cir');
  const [slide, ...more] = result.certificate.slides ?? [];

  test('slides where two arcs of its filter meet the threshold, with the duty of the closed form', () => {
    expect(more).toEqual([]);
    expect(slide).toMatchObject({ element: 'b1', end: 20e-3 });
    expect(slide?.start).toBeCloseTo(202.54435850498102e-6, 15);
    expect(slide?.upper).toBeCloseTo(0.7639733529, 9);
    expect(slide?.lower).toBeCloseTo(0.5, 12);
    // Simpson's rule over 16 intervals a segment, of at most 2 rad.
    expect(slide?.mean).toBeCloseTo(0.500666685, 7);
  });

  test('then approaches 12 V with k C = 50 us, the node x at its mean', () => {
    const { column } = result;
    const [time, v, x] = [column('time'), column('v(o)'), column('v(x)')];
    const start = slide?.start ?? NaN;
    time.forEach((t, k) => {
      if (t < start + 1e-9) return;
      const off = (13.377252276108 - 12) * Math.exp((start - t) / 50e-6);
      expect(Math.abs((v[k] ?? NaN) - 12 - off)).toBeLessThan(1e-8);
      // v + L (v'/R - v'/k) with v' = -off/(k C).
      const mean = 12 + off - (100e-6 * off * (1 / 5 - 2)) / 50e-6;
      expect(Math.abs((x[k] ?? NaN) - mean)).toBeLessThan(1e-7);
    });
  });
});
