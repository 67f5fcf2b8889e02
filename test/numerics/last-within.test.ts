import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastWithin } from '../../src/numerics/last-within.js';

describe('lastWithin', () => {
  test('finds where a power reaches its bound, from within, in few calls', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 8, noNaN: true }),
        fc.double({ min: 1e-6, max: 1, noNaN: true }),
        fc.double({ min: -5, max: 5, noNaN: true }),
        (power, bound, from) => {
          let calls = 0;
          const rises = (x: number): number => {
            calls++;
            return (x - from) ** power;
          };
          const x = lastWithin(rises, from, from + 3, bound);
          expect(rises(x)).toBeLessThanOrEqual(bound);
          // The bracket is 1e-13 of its end.
          expect(Math.abs(x - from - bound ** (1 / power))).toBeLessThanOrEqual(2e-13 * (8 + Math.abs(from)));
          expect(calls).toBeLessThan(70);
        },
      ),
      { seed: 1, numRuns: 300 },
    );
  });

  test('takes the end where that is within, and stays within a step', () => {
    expect(lastWithin((x) => x, 0, 2, 2)).toBe(2);
    const x = lastWithin((x) => (x < 0.7 ? 0 : 1), 0, 1, 0.5);
    expect(x).toBeLessThan(0.7);
    expect(x).toBeCloseTo(0.7, 12);
  });
});
