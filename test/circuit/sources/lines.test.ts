/** The lines that signals say they follow between their breakpoints are their values, to the bit. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { constantSignal } from '../../../src/kernel/modeling/signals/constant-signal.js';
import { straightValue } from '../../../src/kernel/modeling/signals/closed-segment.js';
import { sinSignal } from '../../../src/circuit/sources/sin.js';
import { lines, number, pulses } from './random-signals.js';

const signals = fc.oneof(pulses, lines, number(-5, 5).map(constantSignal));

test('from breakpoint to breakpoint', () => {
  fc.assert(
    fc.property(signals, number(-2, 6), fc.array(number(0, 1), { maxLength: 5 }), (signal, start, parts) => {
      const line = new Float64Array(5).fill(NaN);
      for (let t = start, k = 0; k < 12 && t < Infinity; k++) {
        const until = signal.line?.(t, line, 1);
        const [, begin = NaN, value = NaN, slope = NaN, last] = line;
        const at = (time: number): number => straightValue(value, slope, begin, time);
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
