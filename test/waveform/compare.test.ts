import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePlots } from '../../src/waveform/compare.js';
import type { Plot } from '../../src/waveform/plot.js';
import { amperes, jumpPlot, plotOf, time, volts } from './sinks.js';

const curve = (t: number[], v: number[]): Plot => plotOf([time, volts('v(a)')], [t, v]);
const first = (a: Plot, b: Plot, timeTolerance?: number) =>
  comparePlots(a, b, timeTolerance === undefined ? {} : { timeTolerance }).columns[0];

describe('the comparison error', () => {
  it('is zero between a waveform and itself, jumps included', () => {
    const { columns, missing, covers } = comparePlots(jumpPlot, jumpPlot);
    expect(columns.map((c) => c.error)).toEqual([0, 0]);
    expect(missing).toEqual([]);
    expect(covers).toBe(true);
  });

  it('is the largest difference over the union of rows, divided by the range of the reference', () => {
    // The triangle peaks at 1 between the rows of the other: only the union sees the difference of 4.
    const result = first(curve([0, 2], [0, 0]), curve([0, 1, 2], [0, 4, -1]));
    expect(result).toEqual({ name: 'v(a)', unit: 'V', error: 4 / 5, absolute: 4, range: 5, at: 1 });
    expect(first(curve([0, 1, 2], [0, 4, -1]), curve([0, 2], [0, 1]))).toMatchObject({
      absolute: 3.5,
      range: 1,
    });
  });

  it('does not change when rows are added on the straight lines', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 20 }),
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 20 }),
        (a, b) => {
          const n = Math.min(a.length, b.length);
          const whole = (v: number[]): Plot =>
            curve(
              v.slice(0, n).map((_, k) => k),
              v.slice(0, n),
            );
          const finer = (v: number[]): Plot => {
            const t = Array.from({ length: 2 * n - 1 }, (_, k) => k / 2);
            return curve(
              t,
              t.map((x) => ((v[Math.floor(x)] ?? 0) + (v[Math.ceil(x)] ?? 0)) / 2),
            );
          };
          // Halves of small integers are exact, so the results are equal, not close.
          expect(first(finer(a), whole(b))).toEqual(first(whole(a), whole(b)));
          expect(first(whole(a), finer(b))).toEqual(first(whole(a), whole(b)));
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });

  it('compares left with left and right with right at a jump', () => {
    const jump = curve([0, 1, 1, 2], [0, 0, 5, 5]);
    expect(first(jump, jump)?.error).toBe(0);
    expect(first(curve([0, 1, 2], [0, 0, 5]), jump)).toMatchObject({ absolute: 5, at: 1 });
    expect(first(curve([0, 2], [0, 5]), jump)).toMatchObject({ absolute: 2.5, at: 1 });
  });

  it('takes times within the tolerance as one', () => {
    const jump = curve([0, 1, 1, 2], [0, 0, 5, 5]);
    const late = curve([0, 1 + 1e-13, 1 + 1e-13, 2], [0, 0, 5, 5]);
    expect(first(late, jump)?.error).toBe(0);
    expect(first(late, jump, 0)?.error).toBe(1);
  });

  it('divides by at least a microvolt and a picoampere', () => {
    const flat = plotOf(
      [time, volts('v(a)'), amperes('i(r)')],
      [
        [0, 1],
        [1, 1],
        [2, 2],
      ],
    );
    const near = plotOf(
      [time, volts('v(a)'), amperes('i(r)')],
      [
        [0, 1],
        [1, 1.5],
        [2, 2.5],
      ],
    );
    expect(comparePlots(near, flat).columns.map((c) => c.range)).toEqual([1e-6, 1e-12]);
  });

  it('takes complex differences in magnitude', () => {
    const ac = (v: number[]): Plot => plotOf([time, volts('v(a)')], [[1, 0, 2, 0], v], { complex: true });
    expect(first(ac([3, 4, 0, 0]), ac([0, 0, 0, 2]))).toMatchObject({ absolute: 5, range: 2, at: 1 });
  });

  it('covers the common range only and says when that is not the whole reference', () => {
    const result = comparePlots(curve([0, 1], [0, 1]), curve([0, 2, 3], [0, 2, 99]));
    expect(result).toMatchObject({ from: 0, to: 1, covers: false });
    expect(result.columns[0]?.absolute).toBe(0);
    expect(comparePlots(curve([1, 4], [1, 4]), curve([0, 3], [0, 3]))).toMatchObject({
      from: 1,
      to: 3,
      covers: false,
      columns: [{ absolute: 0 }],
    });
  });

  it('names the columns that are missing', () => {
    expect(comparePlots(curve([0, 1], [0, 1]), jumpPlot).missing).toEqual(['v(a,b)', 'i(l1)']);
  });

  it('refuses ranges that do not meet, empty plots and decreasing scales', () => {
    expect(() => comparePlots(curve([0, 1], [0, 1]), curve([2, 3], [0, 1]))).toThrow(
      new Error('the two waveforms have no time in common'),
    );
    expect(() => comparePlots(curve([], []), jumpPlot)).toThrow(
      new Error('the plot "Transient Analysis" has no rows'),
    );
    expect(() => comparePlots(curve([0, 2, 1], [0, 1, 2]), jumpPlot)).toThrow(
      new Error('time decreases at row 3: only increasing scales can be compared'),
    );
  });
});
