/** The lines that signals say they follow between their breakpoints are their values, to the bit. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { constantSignal } from '../../../src/kernel/modeling/signals/constant-signal.js';
import type { ClosedFormSignal } from '../../../src/circuit/sources/closed-form-signal.js';
import { pulseSignal } from '../../../src/circuit/sources/pulse.js';
import { pwlSignal } from '../../../src/circuit/sources/pwl.js';
import { sinSignal } from '../../../src/circuit/sources/sin.js';
import { sourceContext as context } from './source-context.js';

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
/** Lengths of 0 (jumps) or a sensible part of a second. */
const length = fc.oneof(fc.constant(0), number(0.05, 1));

const signals: fc.Arbitrary<ClosedFormSignal> = fc.oneof(
  fc
    .record({
      ...{ v1: number(-5, 5), v2: number(-5, 5), td: number(-1, 2), tr: length, tf: length, pw: length },
      per: fc.option(number(0.1, 4), { nil: undefined }),
      np: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    })
    .map((parameters) => pulseSignal(parameters, context)),
  fc.array(fc.tuple(length, number(-5, 5)), { minLength: 1, maxLength: 6 }).map((steps) => {
    let time = -0.5;
    const times = steps.map(([step]) => (time += step));
    return pwlSignal(
      times,
      steps.map(([, value]) => value),
    );
  }),
  number(-5, 5).map(constantSignal),
);

test('from breakpoint to breakpoint', () => {
  fc.assert(
    fc.property(signals, number(-2, 6), fc.array(number(0, 1), { maxLength: 5 }), (signal, start, parts) => {
      const line = new Float64Array(5).fill(NaN);
      for (let t = start, k = 0; k < 12 && t < Infinity; k++) {
        const until = signal.line?.(t, line, 1);
        const [, begin = NaN, value = NaN, slope = NaN, last] = line;
        const at = (time: number): number => (slope === 0 ? value : value + slope * (time - begin));
        expect(until).toBe(signal.nextBreakpoint(t));
        const end = until ?? t;
        expect(at(t)).toBe(signal.value(t));
        for (const part of parts) {
          const inner = t + part * (Math.min(end, t + 1) - t);
          if (inner >= end || inner <= t) continue;
          expect(at(inner)).toBe(signal.value(inner));
          expect(at(inner)).toBe(signal.valueLeft(inner));
          signal.line?.(t, line, 1);
        }
        if (end < Infinity) expect(last).toBe(signal.valueLeft(end));
        t = end;
      }
    }),
  );
});

test('a sine follows none', () => {
  expect(sinSignal({ vo: 0, va: 1, freq: 1, td: 0, theta: 0, phase: 0 }).line).toBeUndefined();
});
