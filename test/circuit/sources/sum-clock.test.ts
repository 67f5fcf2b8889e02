import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SumClock } from '../../../src/kernel/modeling/signals/sum-clock.js';
import { pwlSignal } from '../../../src/circuit/sources/pwl.js';
import { sinSignal } from '../../../src/circuit/sources/sin.js';
import { lines, number, pulses, sines } from './random-signals.js';

const terms = fc.array(
  fc.record({
    signal: fc.oneof(pulses, lines, sines).filter(({ constant }) => !constant),
    gain: number(-2, 2),
  }),
  { minLength: 1, maxLength: 3 },
);

test.each([1, 0.73, 1.7, 7.3e3])(
  'crossings in many parts of a segment come one after the other: %s Hz',
  (freq) => {
    // Where a sine rises and falls through a slow line, period by period: Newton's method on each.
    const sine = sinSignal({ vo: 0, va: 1, freq, td: 0, theta: 0, phase: 0 });
    const line = pwlSignal([0, 100 / freq], [-0.5, 0.5]);
    const own = [
      { signal: sine, gain: 1 },
      { signal: line, gain: -1 },
    ];
    const clock = SumClock.of({ terms: own, rest: 0, on: 0, off: 0 })!;
    const turn = 2 * Math.PI;
    // It begins above the line.
    for (let k = 0, t = 0; k < 198; k++) {
      const found = clock.commutation(k % 2 === 0, t);
      let x = (k + 1) / 2;
      for (let round = 0; round < 9; round++)
        x -= (Math.sin(turn * x) - x / 100 + 0.5) / (turn * Math.cos(turn * x) - 0.01);
      expect(Math.abs(freq * found - x)).toBeLessThan(1e-12);
      t = found;
    }
  },
);

const SECONDS = 6;
const SCANS = 3000;

test('a sum of sources commutates a switch where it first is beyond its band, wherever one asks from', () => {
  fc.assert(
    fc.property(
      terms,
      number(-5, 5),
      number(-6, 6),
      number(0, 2),
      number(0, 3),
      (own, rest, on, band, t0) => {
        const clock = SumClock.of({ terms: own, rest, on, off: on - band })!;
        const value = (t: number): number =>
          own.reduce((sum, { signal, gain }) => sum + gain * signal.value(t), rest);
        const size = own.reduce((sum, { gain }) => sum + 50 * Math.abs(gain), Math.abs(rest));
        for (const isOn of [false, true]) {
          const beyond = (t: number): number => (isOn ? on - band - value(t) : value(t) - on);
          expect(clock.isBeyond(isOn, t0)).toBe(beyond(t0) > 0);
          if (beyond(t0) > 0) continue;
          let found = clock.commutation(isOn, t0);
          while (clock.isOpen && found < t0 + SECONDS) found = clock.commutation(isOn, found);
          const until = Math.min(found, t0 + SECONDS);
          let early = -Infinity;
          for (let k = 1; k < SCANS; k++) early = Math.max(early, beyond(t0 + (k / SCANS) * (until - t0)));
          expect(early).toBeLessThan(1e-12 * size);
          if (found < t0 + SECONDS) expect(beyond(found)).toBeGreaterThan(-1e-12 * size);
          // The same to the bit from in between.
          if (found < t0 + SECONDS && beyond(t0 + 0.7 * (found - t0)) < 0)
            expect(clock.commutation(isOn, t0 + 0.7 * (found - t0))).toBe(found);
        }
      },
    ),
    { seed: 3, numRuns: 1000 },
  );
});

test.each([1e-2, 1e-4, 1e-8])(
  'a peak of %s above the level, behind a fall that bends upwards, is not passed over',
  (height) => {
    // sin x - .9 x has its peak at acos .9, between -45 and 45 degrees; it falls and bends upwards where x begins.
    const [peak, turn] = [Math.acos(0.9), 2 * Math.PI];
    const sine = sinSignal({ vo: 0, va: 1, freq: 1, td: 0, theta: 0, phase: -45 });
    const line = pwlSignal([0, 1], [Math.PI / 4, Math.PI / 4 - turn]);
    const level = Math.sin(peak) - 0.9 * peak - height;
    const own = [
      { signal: sine, gain: 1 },
      { signal: line, gain: 0.9 },
    ];
    const clock = SumClock.of({ terms: own, rest: 0, on: level, off: level })!;
    const x = turn * clock.commutation(false, 0) - Math.PI / 4;
    const back = turn * clock.commutation(true, clock.commutation(false, 0)) - Math.PI / 4;
    // The parabola of the peak, and what its third derivative adds.
    const half = Math.sqrt((2 * height) / Math.sin(peak));
    expect(Math.abs(x - (peak - half))).toBeLessThan(half * half + 1e-11);
    expect(Math.abs(back - (peak + half))).toBeLessThan(half * half + 1e-11);
  },
);
