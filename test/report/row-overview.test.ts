import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowOverview } from '../../src/report/row-overview.js';

/** The overview of columns whose rows come in blocks of `block`. */
function overviewOf(columns: readonly Float64Array[], block = 1024): Float64Array[] | undefined {
  const width = columns.length;
  const rows = columns[0]!.length;
  const overview = new RowOverview(width);
  for (let from = 0; from < rows; from += block) {
    const count = Math.min(block, rows - from);
    overview.add(
      Float64Array.from(
        { length: count * width },
        (_, i) => columns[i % width]![from + Math.floor(i / width)]!,
      ),
      count,
    );
  }
  return overview.end();
}

const rising = (rows: number): Float64Array =>
  Float64Array.from({ length: rows }, (_, k) => Math.floor(k / 2));

describe('the overview of a long plot', () => {
  it('is made of its rows, in their order, and each part of the scale keeps its extremes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50_000, max: 400_000 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 9999 }),
        (rows, block, seed) => {
          const x = rising(rows);
          const noise = x.map((_, k) => ((k * seed * 7919) % 104_729) - 50_000 * Math.sin(k / 999));
          const spikes = x.map((_, k) => (k % 30_011 === seed ? 31 : 0));
          const kept = overviewOf([x, noise, spikes], block)!;
          const count = kept[0]!.length;
          expect(count).toBeLessThanOrEqual(rows / 16 + 6);
          expect(count).toBeLessThanOrEqual(6 * 1024);
          expect([kept[0]![0], kept[0]![count - 1]]).toEqual([x[0], x[rows - 1]]);
          // Each kept row stands among the rows behind the one before.
          let at = 0;
          for (let i = 0; i < count; i++, at++)
            while (x[at] !== kept[0]![i] || noise[at] !== kept[1]![i] || spikes[at] !== kept[2]![i])
              if (++at > rows) throw new Error(`row ${i} is none of the plot`);
          // Extremes of parts that are four buckets long stand in the part, or in a bucket at its ends.
          const part = Math.ceil(rows / 64);
          const margin = Math.ceil(rows / 256) + 96;
          [noise, spikes].forEach((column, c) => {
            for (let from = 0; from < rows; from += part) {
              const inside = column.subarray(from, from + part);
              const [low, high] = [
                x[Math.max(0, from - margin)]!,
                x[Math.min(rows - 1, from + part + margin)]!,
              ];
              const near = kept[1 + c]!.filter((_, i) => kept[0]![i]! >= low && kept[0]![i]! <= high);
              expect(Math.min(...near)).toBeLessThanOrEqual(inside.reduce((a, b) => Math.min(a, b)));
              expect(Math.max(...near)).toBeGreaterThanOrEqual(inside.reduce((a, b) => Math.max(a, b)));
            }
          });
        },
      ),
      { seed: 14, numRuns: 12 },
    );
  });

  it('is left out where rows are few, or a sweep goes back', () => {
    const short = rising(10_000);
    expect(overviewOf([short, short])).toBeUndefined();
    const there = rising(200_000);
    expect(overviewOf([there, there])).toBeDefined();
    expect(overviewOf([there.map((x) => (x > 60_000 ? 120_000 - x : x)), there])).toBeUndefined();
  });
});
