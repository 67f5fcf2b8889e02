import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Extrema } from '../../src/report/extrema.js';
import { monotoneRuns } from '../../src/report/monotone-runs.js';
import { linearAxis, logAxis, TraceRows, windowPoints } from '../../src/report/window-points.js';

const linear = { x: linearAxis, y: linearAxis };

/** A random walk with spikes, jumps (equal x) and a gap. */
function walk(rows: number, seed: number, descending = false): TraceRows {
  let state = seed;
  const random = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const x = new Float64Array(rows);
  const y = new Float64Array(rows);
  for (let i = 1; i < rows; i++) {
    x[i] = x[i - 1]! + (random() < 0.2 ? 0 : random());
    y[i] = random() < 0.001 ? 100 * (random() - 0.5) : y[i - 1]! + random() - 0.5;
  }
  if (rows > 10) y[rows >> 1] = NaN;
  return new TraceRows(descending ? x.map((value) => -value) : x, y);
}

const extent = (values: readonly number[]): [number, number] => {
  const numbers = values.filter((value) => !Number.isNaN(value));
  return [Math.min(...numbers), Math.max(...numbers)];
};

describe('the extremes of a range', () => {
  it('are those that a search finds, for ranges of any place and size', () => {
    const { y, extrema } = walk(5000, 7);
    fc.assert(
      fc.property(fc.nat(4999), fc.nat(4999), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b) + 1];
        const [least, largest] = extrema.range(from, to);
        const part = Array.from(y.subarray(from, to));
        if (part.every(Number.isNaN)) return;
        expect([y[least], y[largest]]).toEqual(extent(part));
        expect([least, largest].every((row) => row >= from && row < to)).toBe(true);
      }),
      { seed: 3, numRuns: 300 },
    );
  });

  it('are the first of equal ones, and NaN only where there is nothing else', () => {
    expect(new Extrema(Float64Array.of(NaN, 2, 1, 2, 1)).range(0, 5)).toEqual([2, 1]);
    expect(new Extrema(Float64Array.of(NaN, NaN)).range(1, 2)).toEqual([1, 1]);
  });
});

describe('the points of a window', () => {
  it('reach the least and the largest row in it and stay within it, whatever the window', () => {
    const cases = fc.record({
      rows: fc.integer({ min: 2, max: 20_000 }),
      seed: fc.nat(1e6),
      descending: fc.boolean(),
      a: fc.double({ min: 0, max: 1, noNaN: true }),
      b: fc.double({ min: 0, max: 1, noNaN: true }),
      columns: fc.integer({ min: 1, max: 900 }),
    });
    fc.assert(
      fc.property(cases, ({ rows, seed, descending, a, b, columns }) => {
        const trace = walk(rows, seed, descending);
        const ends = [trace.x[0]!, trace.x[rows - 1]!];
        const [first, last] = extent(ends);
        const low = first + Math.min(a, b) * (last - first);
        const high = first + Math.max(a, b) * (last - first);
        const points = windowPoints(trace, [low, high], columns, linear);
        const inside = Array.from(trace.x.keys()).filter((i) => trace.x[i]! >= low && trace.x[i]! <= high);
        const drawn = Array.from(points).filter((_, i) => i % 2 === 1);
        const places = Array.from(points).filter((_, i) => i % 2 === 0);
        expect(places.every((x) => x >= low && x <= high)).toBe(true);
        expect(points.length / 2).toBeLessThanOrEqual(4 * columns + 2);
        // Between two rows the curve is a straight line: its points on the edges are all there is.
        const edges = [low, high].map((x) => trace.valueAt(x) ?? NaN);
        const [least, largest] = extent(inside.map((i) => trace.y[i]!));
        const [lowest, highest] = extent(drawn);
        if (inside.some((i) => !Number.isNaN(trace.y[i]!))) {
          expect(lowest).toBeLessThanOrEqual(least);
          expect(highest).toBeGreaterThanOrEqual(largest);
          const rounding = 1e-9 * (Math.abs(lowest) + Math.abs(highest));
          expect(lowest).toBeGreaterThanOrEqual(Math.min(least, ...extent([...edges, least])) - rounding);
          expect(highest).toBeLessThanOrEqual(Math.max(largest, ...extent([...edges, largest])) + rounding);
        }
      }),
      { seed: 4, numRuns: 150 },
    );
  });

  it('are all rows where these are few, in their order', () => {
    const trace = new TraceRows(Float64Array.of(0, 1, 1, 2), Float64Array.of(0, 5, -5, 3));
    expect(Array.from(windowPoints(trace, [0, 2], 10, linear))).toEqual([0, 0, 1, 5, 1, -5, 2, 3]);
    // A window between two rows: the line's points on its edges.
    expect(Array.from(windowPoints(trace, [0.25, 0.5], 10, linear))).toEqual([0.25, 1.25, 0.5, 2.5]);
    expect(trace.valueAt(1)).toBe(-5);
    expect(trace.valueAt(2)).toBe(3);
    expect(trace.valueAt(2.1)).toBeUndefined();
  });

  it('lie on lines that are straight on logarithmic axes where these are shown', () => {
    const trace = new TraceRows(Float64Array.of(1, 100), Float64Array.of(1, 1e4));
    const [x, y] = windowPoints(trace, [10, 100], 10, { x: logAxis, y: logAxis });
    expect([x, y]).toEqual([10, 100]);
  });

  it('follow a sweep there and back, and do not join the parts of a nested one', () => {
    const back = Float64Array.of(0, 1, 2, 1, 0);
    expect(monotoneRuns(back).map(({ from, to, descending }) => [from, to, descending])).toEqual([
      [0, 3, false],
      [2, 5, true],
    ]);
    const nested = Float64Array.of(0, 1, 2, 0, 1, 2);
    expect(monotoneRuns(nested).map(({ from, to, descending }) => [from, to, descending])).toEqual([
      [0, 3, false],
      [3, 6, false],
    ]);
    const points = windowPoints(new TraceRows(nested, Float64Array.of(1, 2, 3, 4, 5, 6)), [0, 2], 9, linear);
    expect(Array.from(points)).toEqual([0, 1, 1, 2, 2, 3, 0, NaN, 0, 4, 1, 5, 2, 6]);
  });
});
