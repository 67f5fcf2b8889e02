import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTick, roundTicks } from '../../src/report/axis.js';

const labels = (low: number, high: number, wanted: number, unit: string): string[] => {
  const { ticks, step } = roundTicks(low, high, wanted);
  return ticks.map((tick) => formatTick(tick, Math.max(Math.abs(low), Math.abs(high)), step, unit));
};

describe('axes', () => {
  it('bear round numbers with one SI prefix', () => {
    expect(labels(0, 5e-3, 5, 's')).toEqual(['0 s', '1 ms', '2 ms', '3 ms', '4 ms', '5 ms']);
    expect(labels(-0.1, 0.1, 4, 'A')).toEqual(['-100 mA', '-50 mA', '0 A', '50 mA', '100 mA']);
    expect(labels(0, 1.5e-6, 3, 's')).toEqual(
      ['0.0 s', '0.5 us', '1.0 us', '1.5 us'].map((t) => t.replace('0.0 s', '0 s')),
    );
    expect(labels(0, 2, 2, '')).toEqual(['0', '1', '2']);
  });

  it('tell neighbouring ticks apart far from zero', () => {
    expect(labels(4.9991e-3, 4.9993e-3, 2, 's')).toEqual(['4.9991 ms', '4.9992 ms', '4.9993 ms']);
  });

  it('lie inside the range, in order, at most one more than wanted', () => {
    const size = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(
        size,
        fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
        fc.integer({ min: 1, max: 12 }),
        (low, w, n) => {
          const { ticks, step } = roundTicks(low, low + w, n);
          // a millionth of a step: rounding of the ends
          expect(ticks.every((t) => t >= low - 1e-6 * step && t <= low + w + 1e-6 * step)).toBe(true);
          expect(ticks.length).toBeLessThanOrEqual(n + 1);
          expect(ticks.every((t, i) => i === 0 || t > (ticks[i - 1] ?? t))).toBe(true);
        },
      ),
      { seed: 5, numRuns: 500 },
    );
  });

  it('survive an empty range', () => {
    expect(roundTicks(3, 3, 5)).toEqual({ ticks: [3], step: 0 });
  });
});
