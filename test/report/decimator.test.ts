import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimator } from '../../src/report/decimator.js';

/** Feeds one trace and returns its points as pairs. */
function thin(rows: readonly (readonly [number, number])[], limit: number): [number, number][] {
  const decimator = new Decimator(1, limit);
  for (const [x, y] of rows) decimator.add(x, Float64Array.of(y), 0);
  const flat = decimator.points(0);
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? NaN, flat[2 * i + 1] ?? NaN]);
}

describe('Decimator', () => {
  it('thins nothing while every row fits', () => {
    const rows = Array.from({ length: 64 }, (_, k) => [Math.floor(k / 2), Math.sin(k)] as const);
    expect(thin(rows, 64)).toEqual(rows);
  });

  it('keeps a subsequence of the rows with the first, the last, the lowest and the highest, within the limit', () => {
    const row = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 3000 }),
        fc.integer({ min: 16, max: 100 }),
        (ys, limit) => {
          const rows = ys.map((y, k) => [Math.floor(k / 2), y] as const);
          const points = thin(rows, limit);
          expect(points.length).toBeLessThanOrEqual(limit);
          let at = 0;
          for (const [x, y] of points) {
            while (at < rows.length && (rows[at]?.[0] !== x || rows[at]?.[1] !== y)) at++;
            at++;
          }
          expect(at).toBeLessThanOrEqual(rows.length);
          expect(points[0]).toEqual(rows[0]);
          expect(points.at(-1)).toEqual(rows.at(-1));
          const kept = points.map(([, y]) => y);
          expect(Math.min(...kept)).toBe(Math.min(...ys));
          expect(Math.max(...kept)).toBe(Math.max(...ys));
        },
      ),
      { seed: 11, numRuns: 300 },
    );
  });

  it('keeps every single-row peak of a long run when peaks are rarer than buckets', () => {
    const spikes = new Set([12_345, 400_000, 777_777, 999_998]);
    const decimator = new Decimator(2, 8000);
    const row = new Float64Array(2);
    for (let k = 0; k < 1_000_000; k++) {
      row[0] = spikes.has(k) ? 1e6 + k : Math.sin(k);
      row[1] = -(row[0] ?? 0);
      decimator.add(k, row, 0);
    }
    for (const [trace, sign] of [
      [0, 1],
      [1, -1],
    ] as const) {
      const points = decimator.points(trace);
      expect(points.length / 2).toBeLessThanOrEqual(8000);
      for (const k of spikes) expect(points.indexOf(sign * (1e6 + k))).toBeGreaterThan(0);
    }
    expect(decimator.rows).toBe(1_000_000);
  });

  it('keeps both sides of a jump, the edge no wider than a bucket', () => {
    const rows = Array.from({ length: 1000 }, (_, k) => [k < 500 ? k : k - 1, k < 500 ? 0 : 1] as const);
    const points = thin(rows, 64);
    const edge = points.findIndex(([, y]) => y === 1);
    expect(points[edge]).toEqual([499, 1]);
    // 64 points are 16 buckets at most, at least 8 after a merge: no bucket holds more than 128 rows.
    expect(499 - (points[edge - 1]?.[0] ?? -Infinity)).toBeLessThan(128);
  });
});
