/** How many readings polynomial segments cost, and that they are as good where they were not looked for from the whole. */
import { describe, expect, it } from 'vitest';
import { PiecewisePolynomial } from '../../../src/analysis/measures/piecewise-polynomial.js';
import type { PolynomialSegment } from '../../../src/analysis/measures/polynomial-segment.js';

/** Fits a function to intervals one behind the other; returns the readings, the segments, the largest error and the integral. */
function fit(of: (t: number) => number, ends: readonly number[]) {
  const found = { readings: 0, points: 0, segments: 0, error: 0, integral: 0 };
  const segment = (fitted: PolynomialSegment): void => {
    found.segments++;
    found.integral += fitted.mean(0) * fitted.length;
    for (let k = 0; k <= 20; k++) {
      const t = fitted.t0 + (k / 20) * fitted.length;
      found.error = Math.max(found.error, Math.abs(fitted.value(0, t) - of(t)));
    }
  };
  const fits = new PiecewisePolynomial(1, [{ segment }]);
  ends.slice(1).forEach((t1, k) => {
    const read = (times: Float64Array, count: number, rows: Float64Array): void => {
      found.readings++;
      found.points += count;
      for (let i = 0; i < count; i++) rows.set([times[i]!, of(times[i]!)], 2 * i);
    };
    fits.interval({ t0: ends[k]!, t1, linear: false, read });
  });
  return found;
}

const halfWaves = Array.from({ length: 41 }, (_, k) => k * Math.PI);

describe('intervals one behind the other', () => {
  it('that are alike are read little more than once a segment, and are as exact as the first', () => {
    const first = fit(Math.sin, halfWaves.slice(0, 2));
    const all = fit(Math.sin, halfWaves);
    // Halving from the whole looks at all parts: 2 n - 1 for n segments.
    expect(first.readings).toBe(2 * first.segments - 1);
    expect(all.readings).toBeLessThan(1.1 * all.segments);
    expect(all.segments).toBeLessThan(1.1 * 40 * first.segments);
    // The last two coefficients are below 1e-13 of the largest value.
    expect(all.error).toBeLessThan(1e-12);
    expect(all.integral).toBeCloseTo(0, 12);
  });

  it('that become slower have fewer segments again', () => {
    // Forty half waves, then lines: a line is one segment.
    const bend = 40 * Math.PI;
    const ends = [...halfWaves, ...Array.from({ length: 40 }, (_, k) => bend + (k + 1) * Math.PI)];
    const all = fit((t) => (t <= bend ? Math.sin(t) : t - bend), ends);
    // Segments of half waves are as long or twice as long again in every second interval.
    const rest = all.segments - fit(Math.sin, halfWaves).segments;
    expect(rest).toBeLessThan(40 + 2 * (32 + 16 + 8 + 4 + 2));
    expect(all.error).toBeLessThan(1e-12);
  });

  it('that are short are read at five points each, and are as exact', () => {
    const ends = Array.from({ length: 1001 }, (_, k) => 2e-3 * k);
    const all = fit(Math.sin, ends);
    expect(all.segments).toBe(1000);
    expect(all.points).toBeLessThan(5.1 * 1000);
    expect(all.error).toBeLessThan(1e-13);
    expect(all.integral).toBeCloseTo(1 - Math.cos(2), 13);
  });

  it('of which short ones are fast too are read at five points in vain a few times only', () => {
    // Slow and fast intervals of one length by turns: of the fast ones five points are never enough.
    const length = 1e-3;
    const ends = Array.from({ length: 1001 }, (_, k) => length * k);
    let points = 0;
    const fits = new PiecewisePolynomial(1, [{ segment: () => undefined }]);
    ends.slice(1).forEach((t1, k) => {
      const rate = k % 2 === 0 ? 1 : 60;
      const read = (times: Float64Array, count: number, rows: Float64Array): void => {
        points += count;
        for (let i = 0; i < count; i++) rows.set([times[i]!, Math.sin(rate * times[i]!)], 2 * i);
      };
      fits.interval({ t0: ends[k]!, t1, linear: false, read });
    });
    expect(points).toBeLessThan(9.1 * 1000);
  });
});
