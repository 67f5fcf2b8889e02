import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitSegments } from '../../../src/circuit/sources/affine-segments.js';
import { PiecewiseAffineSignal } from '../../../src/circuit/sources/piecewise-affine-signal.js';

const step = fc.record({ length: fc.integer({ min: 0, max: 3 }), to: fc.integer({ min: -3, max: 3 }) });

test('the next crossing is the first time at which a signal of straight segments is beyond the level', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      fc.integer({ min: -5, max: 5 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 40 }),
      (steps, repeats, halfLevel, upward, start) => {
        const breakpoints = steps.reduce<{ at: number; value: number }[]>(
          (list, { length, to }) => [...list, { at: list.at(-1)!.at + length, value: to }],
          [{ at: 0, value: 0 }],
        );
        const period = repeats ? breakpoints.at(-1)!.at + 1 : Infinity;
        const last = { offset: breakpoints.at(-1)!.at, length: Infinity };
        const value = breakpoints.at(-1)!.value;
        const segments = breakpoints.slice(1).map(({ at, value: to }, k) => {
          const { at: offset, value: from } = breakpoints[k]!;
          return { offset, length: at - offset, from, to };
        });
        const shape = fitSegments([...segments, { ...last, from: value, to: value }], period);
        const signal = new PiecewiseAffineSignal({ before: 0, origin: 1, period, segments: shape });
        const sign = upward ? 1 : -1;
        const level = halfLevel / 2 + 0.25;
        const beyond = (t: number): boolean => sign * (signal.value(t) - level) > 0;
        const t0 = start / 4;
        fc.pre(!beyond(t0));
        const crossing = signal.levelCrossings(level, upward).from(t0);
        // Breakpoints lie at whole seconds, levels between their values: no visit above a level is shorter than 1/12 s.
        const until = Math.min(crossing, t0 + 40);
        let early = false;
        for (let k = 1; t0 + k / 24 < until - 1e-9; k++) early ||= beyond(t0 + k / 24);
        expect(early).toBe(false);
        if (crossing < Infinity) expect(beyond(crossing + 1e-9)).toBe(true);
      },
    ),
    { seed: 5, numRuns: 500 },
  );
});
