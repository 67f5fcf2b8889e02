import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  closedLength,
  closedPlaces,
  closedValue,
  writeSegment,
} from '../../../src/kernel/modeling/signals/closed-segment.js';
import { sinSignal } from '../../../src/circuit/sources/sin.js';
import { lines, number, pulses, sines } from './random-signals.js';

const signals = fc.oneof(pulses, lines, sines).filter((signal) => !signal.constant);

test('segments in closed form hold where they are asked for, and are their signal to the bit between their ends', () => {
  fc.assert(
    fc.property(signals, number(-2, 20), number(0, 1), (signal, asked, part) => {
      const out = new Float64Array(3 + closedLength).fill(NaN);
      writeSegment(signal, asked, out, 3);
      const begin = out[3 + closedPlaces.begin]!;
      const end = out[3 + closedPlaces.end]!;
      expect(begin <= asked && asked < end).toBe(true);
      const [from, to] = [Math.max(begin, -3), Math.min(end, 25)];
      const t = from + part * (to - from);
      if (!(t > begin && t < end)) return;
      expect(closedValue(out, 3, t)).toBe(signal.value(t));
      expect(closedValue(out, 3, t)).toBe(signal.valueLeft(t));
    }),
    {
      numRuns: 2000,
      // A negative zero stays one until the sine begins.
      examples: [[sinSignal({ vo: -0, va: -1, freq: 1, td: 1, theta: 0, phase: 0 }), 0, 0.5]],
    },
  );
});
