import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { constantSignal } from '../../../src/kernel/modeling/signals/constant-signal.js';
import type { ClosedFormSignal } from '../../../src/circuit/sources/closed-form-signal.js';
import { derivativeSignal } from '../../../src/circuit/sources/derivative-signal.js';
import { pulseSignal, type PulseParameters } from '../../../src/circuit/sources/pulse.js';
import { pwlSignal, repeatedPwl } from '../../../src/circuit/sources/pwl.js';
import { amSignal } from '../../../src/circuit/sources/am.js';
import { ExponentialSignal } from '../../../src/circuit/sources/exponential-signal.js';
import { patSignal } from '../../../src/circuit/sources/pat.js';
import { besselJ, sffmSignal } from '../../../src/circuit/sources/sffm.js';
import { SampledSignal } from '../../../src/circuit/sources/sampled-signal.js';
import { sumSignal } from '../../../src/circuit/sources/sum-signal.js';
import { endedSignal } from '../../../src/circuit/sources/ended-signal.js';
import { sinSignal } from '../../../src/circuit/sources/sin.js';
import { lines, number, pulses, sines } from './random-signals.js';
import { sourceContext as context } from './source-context.js';
import { flatten, tryCompile } from '../compile-text.js';

const pulse = (parameters: PulseParameters): ClosedFormSignal => pulseSignal(parameters, context);

const signals: fc.Arbitrary<ClosedFormSignal> = fc.oneof(
  pulses,
  lines,
  sines,
  number(-5, 5).map(constantSignal),
  fc
    .record({ level: number(-5, 5), start: number(-1, 2), tau: number(0.1, 3), change: number(-5, 5) })
    .map(({ level, start, tau, change }) => {
      const fall = { start: start + 0.7, tau: 2 * tau, change: -change };
      return new ExponentialSignal(level, [{ start, tau, change }, fall]);
    }),
  fc
    .record({
      ...{ vo: number(-2, 2), vmo: number(-2, 2), vma: number(-3, 3), fm: number(0.1, 1), fc: number(0, 2) },
      ...{ td: number(-1, 2), phasem: number(-180, 180), phasec: number(-180, 180) },
    })
    .map(amSignal),
  fc
    .record({
      vo: number(-3, 3),
      va: number(-2, 2),
      fc: number(0, 1),
      mdi: number(-2, 2),
      fs: number(0.1, 0.5),
    })
    .map(sffmSignal),
  fc
    .record({
      high: number(0, 5),
      low: number(-5, -1),
      td: number(-1, 1),
      tr: fc.constantFrom(0, 0.1, 0.4),
      tf: fc.constantFrom(0, 0.2),
      sample: number(0.3, 1),
      bits: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
      repeats: fc.boolean(),
    })
    .map(patSignal),
  fc
    .tuple(fc.array(fc.tuple(number(0.1, 1), number(-5, 5)), { minLength: 2, maxLength: 5 }), number(0, 0.9))
    .map(([steps, part]) => {
      let time = -0.5;
      const times = steps.map(([step]) => (time += step));
      const first = times[0] ?? 0;
      const values = steps.map(([, value]) => value);
      return repeatedPwl(times, values, first + part * (time - first));
    }),
  fc
    .tuple(number(0.1, 2), number(0.2, 1), fc.boolean(), number(-1, 1))
    .map(
      ([deviation, step, hold, origin]) =>
        new SampledSignal(step, 7, (stream) => deviation * stream.normal(), hold, origin),
    ),
  fc
    .tuple(number(0.2, 1), number(0.1, 1))
    .map(([step, time]) =>
      sumSignal(
        pwlSignal([0, time, time], [0, 1, 2]),
        new SampledSignal(step, 3, (stream) => stream.normal(), true),
      ),
    ),
  fc
    .tuple(number(-2, 2), number(0.2, 2), number(0, 360), number(0.5, 3))
    .map(([va, freq, phase, end]) =>
      endedSignal(sinSignal({ vo: 1, va, freq, td: 0, theta: 0.3, phase }), end, 2),
    ),
);

const seeded = { seed: 1, numRuns: 200 };

/** Breakpoints in (t0, t1), then t1. */
function breaks(signal: ClosedFormSignal, t0: number, t1: number): number[] {
  const times = [t0];
  for (let t = signal.nextBreakpoint(t0); t < t1; t = signal.nextBreakpoint(t)) times.push(t);
  return [...times, t1];
}

/** Simpson's rule on 200 panels between breakpoints; the ends of a segment are taken as its one-sided limits. */
function quadrature(signal: ClosedFormSignal, t0: number, t1: number): number {
  const times = breaks(signal, t0, t1);
  let sum = 0;
  for (let k = 1; k < times.length; k++) {
    const [a, b] = [times[k - 1] ?? 0, times[k] ?? 0];
    const panels = 200;
    const h = (b - a) / panels;
    sum += ((signal.value(a) + signal.valueLeft(b)) * h) / 6;
    for (let j = 0; j < panels; j++) {
      sum += ((4 * signal.value(a + (j + 0.5) * h) + (j > 0 ? 2 * signal.value(a + j * h) : 0)) * h) / 6;
    }
  }
  return sum;
}

describe('every signal', () => {
  test('integrates to what fine quadrature finds', () => {
    fc.assert(
      fc.property(signals, number(-2, 4), number(0.01, 6), (signal, t0, span) => {
        // Simpson's error: (h w)^4 / 180 with h w < 6/200 * 20 at the largest: 1e-4 of at most 30.
        const exact = signal.integral(t0, t0 + span);
        expect(Math.abs(exact - quadrature(signal, t0, t0 + span))).toBeLessThan(
          3e-4 * (1 + Math.abs(exact)),
        );
      }),
      seeded,
    );
  });

  test('has integrals that add up and change sign with direction', () => {
    fc.assert(
      fc.property(signals, number(-2, 3), number(0, 3), number(0, 3), (signal, t0, d1, d2) => {
        const whole = signal.integral(t0, t0 + d1 + d2);
        const parts = signal.integral(t0, t0 + d1) + signal.integral(t0 + d1, t0 + d1 + d2);
        // Rounding of a sum of at most 100 segments below 100 each.
        expect(Math.abs(whole - parts)).toBeLessThan(1e-11);
        expect(signal.integral(t0 + d1, t0)).toBeCloseTo(-signal.integral(t0, t0 + d1), 12);
      }),
      seeded,
    );
  });

  test("is reproduced by the generator of its segment, whose state obeys z' = S z", () => {
    fc.assert(
      fc.property(signals, number(-2, 6), (signal, t) => {
        const { order, S, c } = signal.generator;
        const z = new Float64Array(order);
        signal.generate(t, z, 0);
        const generated = z.reduce((sum, state, i) => sum + (c[i] ?? 0) * state, 0);
        expect(Math.abs(generated - signal.value(t))).toBeLessThan(1e-11 * (1 + Math.abs(signal.value(t))));
        const d = 1e-5;
        fc.pre(signal.nextBreakpoint(t - d) > t + d);
        const [low, high] = [new Float64Array(order), new Float64Array(order)];
        signal.generate(t - d, low, 0);
        signal.generate(t + d, high, 0);
        for (let i = 0; i < order; i++) {
          let rate = 0;
          for (let j = 0; j < order; j++) {
            rate += (S[i * order + j] ?? 0) * (z[j] ?? 0);
          }
          // Central differences: d^2 w^3 / 6 = 1e-10 * 8000 / 6, times e^3 for growing sines.
          expect(Math.abs(((high[i] ?? 0) - (low[i] ?? 0)) / (2 * d) - rate)).toBeLessThan(1e-4);
        }
      }),
      seeded,
    );
  });

  test('has a derivative that integrates to the difference of right limits', () => {
    fc.assert(
      fc.property(signals, number(-1, 4), number(0, 3), (signal, t, span) => {
        const slope = derivativeSignal(signal);
        expect(slope.integral(t, t + span)).toBe(signal.value(t + span) - signal.value(t));
        const next = Math.min(signal.nextBreakpoint(t), t + 1);
        fc.pre(next - t > 1e-6);
        const middle = (t + next) / 2;
        const d = (next - t) / 1e4;
        const difference = (signal.value(middle + d) - signal.value(middle - d)) / (2 * d);
        // Second order differences of sines with w < 20, and rounding 1e-15 / d.
        expect(Math.abs(slope.value(middle) - difference)).toBeLessThan(1e-3 + 1e-14 / d);
        expect(slope.valueLeft(middle)).toBe(slope.value(middle));
      }),
      seeded,
    );
  });
});

describe('PULSE', () => {
  test('meets its breakpoints one after the other over a million periods', () => {
    const signal = pulse({ v1: 0, v2: 1, td: 0.3e-6, tr: 10e-9, tf: 10e-9, pw: 4.99e-6, per: 10e-6 });
    let t = signal.nextBreakpoint(-1);
    for (let k = 0; k < 1_000_000; k++) {
      const start = 0.3e-6 + k * 10e-6;
      if (t !== (k === 0 ? 0.3e-6 : start)) throw new Error(`breakpoint 0 of period ${k} is at ${t}`);
      let last = t;
      for (let j = 0; j < 4; j++) {
        t = signal.nextBreakpoint(last);
        if (!(t > last)) throw new Error(`breakpoint after ${last} is ${t}`);
        last = t;
      }
    }
    expect(t).toBe(0.3e-6 + 1_000_000 * 10e-6);
  });

  test('has three breakpoints a period when tr + pw + tf is the period up to rounding', () => {
    const signal = pulse({ v1: 0, v2: 1, td: 0, tr: 9.98e-6, tf: 10e-9, pw: 10e-9, per: 10e-6 });
    const times = breaks(signal, -1, 25e-6);
    expect(times.length).toBe(1 + 3 * 3 - 1 + 0);
    expect(signal.valueLeft(20e-6)).toBe(0);
  });

  test('jumps where tr and tf are 0: the right limit is the value', () => {
    const signal = pulse({ v1: -1, v2: 2, td: 1, tr: 0, tf: 0, pw: 1, per: 3 });
    expect([signal.valueLeft(1), signal.value(1)]).toEqual([-1, 2]);
    expect([signal.valueLeft(2), signal.value(2)]).toEqual([2, -1]);
    expect([signal.valueLeft(4), signal.value(4)]).toEqual([-1, 2]);
    expect(signal.integral(0, 10)).toBe(-1 * 7 + 2 * 3);
  });

  test('ends at v1 after np periods', () => {
    const signal = pulse({ v1: -1, v2: 2, td: 1, tr: 0, tf: 0, pw: 1, per: 3, np: 2 });
    const endless = pulse({ v1: -1, v2: 2, td: 1, tr: 0, tf: 0, pw: 1, per: 3 });
    expect([signal.value(4.5), signal.value(7), signal.value(7.5), signal.nextBreakpoint(7)]).toEqual([
      2,
      -1,
      -1,
      Infinity,
    ]);
    expect([endless.value(7), endless.valueLeft(7), signal.valueLeft(7)]).toEqual([2, -1, -1]);
    expect(signal.integral(0, 10)).toBe(-1 * 8 + 2 * 2);
  });

  test('stays at v2 for tstop without pw, and pulses once without per', () => {
    const stays = pulse({ v1: 0, v2: 5, td: 1, tr: 1, tf: 1 });
    expect([stays.value(1.5), stays.value(3), stays.value(52.5), stays.value(60)]).toEqual([2.5, 5, 2.5, 0]);
  });

  test('counts whole periods by one product: a long integral keeps its digits', () => {
    const signal = pulse({ v1: 0, v2: 1, td: 0, tr: 0, tf: 0, pw: 0.25, per: 1 });
    expect(signal.integral(0.125, 1e9 + 0.125)).toBe(0.25e9);
  });

  test('jumps are noted once in a file', () => {
    const { diagnostics } = tryCompile('V1 a 0 pulse(0 1)\nR1 a 0 1\nV2 b 0 pulse(0 1)\nR2 b 0 1');
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'pulse-jumps',
        'PULSE with zero or missing tr or tf jumps; ngspice would ramp over tstep (option edges=spice)',
      ],
    ]);
  });
});

test('PULSE: a width beyond the period is told, with the order of its values; a triangle that fills its period is not', () => {
  const { diagnostics } = tryCompile(
    'V1 a 0 pulse(0 1 0 1n 1n 5u 1u)\nR1 a 0 1\nV2 b 0 pulse(-1 1 0 5u 5u 1n 10u)\nR2 b 0 1',
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([
    'PULSE with pw = 5 us beyond per = 1 us ends with its period, without a fall (the order is v1 v2 td tr tf pw per)',
  ]);
});

describe('PWL', () => {
  test('takes two values at one time as a jump', () => {
    const signal = pwlSignal([0, 1, 1, 2], [0, 1, 3, 4]);
    expect([signal.valueLeft(1), signal.value(1), signal.value(1.5), signal.value(9)]).toEqual([
      1, 3, 3.5, 4,
    ]);
    expect([
      signal.nextBreakpoint(-1),
      signal.nextBreakpoint(0),
      signal.nextBreakpoint(1),
      signal.nextBreakpoint(2),
    ]).toEqual([0, 1, 2, Infinity]);
  });

  test('refuses points that go back in time', () => {
    const compilation = tryCompile('V1 a 0 pwl(0 0 2 1 1 3)\nR1 a 0 1');
    expect(compilation.compiled).toBeUndefined();
    expect(compilation.diagnostics.map(({ message }) => message)).toEqual([
      'PWL goes back in time from 2 s to 1 s',
    ]);
  });
});

describe('EXP', () => {
  test('rises and falls as SPICE says', () => {
    const signal = new ExponentialSignal(1, [
      { start: 1, tau: 2, change: 4 },
      { start: 3, tau: 1, change: -4 },
    ]);
    expect(signal.value(2)).toBeCloseTo(1 + 4 * (1 - Math.exp(-0.5)), 14);
    expect(signal.value(5)).toBeCloseTo(1 + 4 * (1 - Math.exp(-2)) - 4 * (1 - Math.exp(-2)), 14);
    expect([signal.nextBreakpoint(0), signal.nextBreakpoint(1), signal.nextBreakpoint(3)]).toEqual([
      1,
      3,
      Infinity,
    ]);
  });
});

describe('SFFM', () => {
  test('is the frequency-modulated sine to rounding: a finite sum of Bessel functions', () => {
    const signal = sffmSignal({ vo: 1, va: 2, fc: 20, mdi: -7.5, fs: 3 });
    for (let t = -1; t < 2; t += 0.0137) {
      const exact = 1 + 2 * Math.sin(2 * Math.PI * 20 * t - 7.5 * Math.sin(2 * Math.PI * 3 * t));
      // 60 terms of at most 0.7, each with the rounding of its angle.
      expect(Math.abs(signal.value(t) - exact)).toBeLessThan(1e-12);
    }
  });

  test('has Bessel functions with the values of tables', () => {
    const [j0, j1, j2] = besselJ(2, 2.5);
    expect([j0, j1, j2].map((value) => Number(value?.toFixed(10)))).toEqual([
      -0.0483837765, 0.4970941025, 0.4460590584,
    ]);
  });
});

describe('PAT', () => {
  test('holds its bits and crosses the middle at the edges of samples', () => {
    const signal = patSignal({
      high: 5,
      low: 1,
      td: 1,
      tr: 0.2,
      tf: 0.4,
      sample: 1,
      bits: [false, true, true, false],
      repeats: true,
    });
    expect([1.5, 2, 2.5, 3, 4, 4.5, 6, 8].map((t) => Number(signal.value(t).toFixed(12)))).toEqual([
      1, 3, 5, 5, 3, 1, 3, 3,
    ]);
  });
});

describe('PWL with r and td', () => {
  test('repeats the points from r on for ever, after the delay', () => {
    const circuit = repeatedPwl([2, 3, 4, 5], [0, 1, 5, 2], 3);
    expect([1, 2.5, 3, 4, 4.5, 5.5, 6, 6.5].map((t) => circuit.value(t))).toEqual([
      0, 0.5, 1, 5, 3.5, 3, 5, 3.5,
    ]);
    expect(circuit.valueLeft(5)).toBe(2);
    expect(circuit.value(5)).toBe(1);
  });
});

describe('SIN', () => {
  test('takes 1/tstop where the frequency is missing, as SPICE does', () => {
    const circuit = flatten('V1 a 0 sin(0 1)\nR1 a 0 1\n.tran 1m 4 uic');
    expect(circuit.elements[0]?.waveform?.args).toEqual([0, 1]);
    expect(sinSignal({ vo: 0, va: 1, freq: 1 / 4, td: 0, theta: 0, phase: 0 }).value(1)).toBe(1);
  });

  test('integrates strong damping over long intervals without overflow', () => {
    const signal = sinSignal({ vo: 0, va: 1, freq: 1, td: 0, theta: 5000, phase: 90 });
    const w = 2 * Math.PI;
    expect(signal.integral(0, 10)).toBeCloseTo(5000 / (5000 * 5000 + w * w), 16);
  });
});
