import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  closedLength,
  closedPlaces,
  closedValue,
  writeSegment,
} from '../../../src/kernel/modeling/signals/closed-segment.js';
import { pulseSignal } from '../../../src/circuit/sources/pulse.js';
import { pwlSignal } from '../../../src/circuit/sources/pwl.js';
import { sinSignal } from '../../../src/circuit/sources/sin.js';
import { sourceContext as context } from './source-context.js';

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const length = fc.oneof(fc.constant(0), number(0.05, 1));

const signals = fc.oneof(
  fc
    .record({
      ...{ v1: number(-5, 5), v2: number(-5, 5), td: number(-1, 2), tr: length, tf: length },
      ...{ pw: length, per: number(0.1, 4) },
    })
    .map((parameters) => pulseSignal(parameters, context)),
  fc.array(fc.tuple(number(0.05, 1), number(-5, 5)), { minLength: 2, maxLength: 6 }).map((steps) => {
    let time = -0.5;
    const times = steps.map(([step]) => (time += step));
    return pwlSignal(
      times,
      steps.map(([, value]) => value),
    );
  }),
  fc
    .record({
      ...{ vo: number(-5, 5), va: number(0.1, 5), freq: number(0.1, 50), td: number(-1, 2) },
      ...{ theta: fc.oneof(fc.constant(0), number(-1, 3)), phase: number(-720, 720) },
    })
    .map(sinSignal),
);

test('segments in closed form hold where they are asked for, and are their signal to the bit between their ends', () => {
  fc.assert(
    fc.property(signals, number(-2, 20), number(0, 1), (signal, asked, part) => {
      const out = new Float64Array(3 + closedLength).fill(NaN);
      writeSegment(signal, asked, out, 3);
      const begin = out[3 + closedPlaces.begin]!;
      const end = out[3 + closedPlaces.end]!;
      // A sine has none before its delay.
      if (signal.sine && Number.isNaN(begin)) return;
      expect(begin <= asked && asked < end).toBe(true);
      const [from, to] = [Math.max(begin, -3), Math.min(end, 25)];
      const t = from + part * (to - from);
      if (!(t > begin && t < end)) return;
      expect(closedValue(out, 3, t)).toBe(signal.value(t));
      expect(closedValue(out, 3, t)).toBe(signal.valueLeft(t));
    }),
    { numRuns: 2000 },
  );
});
