import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChartSink } from '../../src/report/terminal-chart.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import type { Plot } from '../../src/waveform/plot.js';
import { readRaw } from '../../src/waveform/raw-reader.js';
import { RawWriter } from '../../src/waveform/raw-writer.js';
import { MemorySink, amperes, jumpPlot, plotOf, time, volts } from '../waveform/sinks.js';

function chart(plot: Plot, columns = 60, lines = 4): string[] {
  const sink = new ChartSink({ columns, lines });
  playPlot(plot, sink);
  return sink.text.split('\n');
}

/** The dots of the lines of the first trace: by line from the top, by column. */
function dots(lines: readonly string[], count: number): boolean[][] {
  const cells = lines.slice(2, 2 + count).map((line) => line.slice(13).padEnd(60));
  const bits = [
    [0x01, 0x02, 0x04, 0x40],
    [0x08, 0x10, 0x20, 0x80],
  ];
  return cells.flatMap((line) =>
    [0, 1, 2, 3].map((row) =>
      Array.from(line).flatMap((cell) => {
        const code = cell === ' ' ? 0 : cell.charCodeAt(0) - 0x2800;
        return [0, 1].map((column) => (code & bits[column]![row]!) !== 0);
      }),
    ),
  );
}

describe('a chart in the terminal', () => {
  it('draws a straight line from corner to corner, between round numbers', () => {
    const lines = chart(
      plotOf(
        [time, volts('v(a)')],
        [
          [0, 1e-3],
          [-2, 2],
        ],
      ),
    );
    expect(lines[0]).toBe('Transient Analysis, 2 rows');
    expect(lines[1]?.trim()).toBe('v(a): -2 V to 2 V');
    expect(lines[2]).toMatch(/^ {9}2 V┤/);
    expect(lines[5]).toMatch(/^ {8}-2 V┤/);
    const raster = dots(lines, 4);
    const width = 2 * (60 - 13);
    for (let x = 0; x < width; x++) {
      const line = Math.round(15 - (15 * x) / (width - 1));
      expect(raster[line]![x]).toBe(true);
      expect(raster.filter((row) => row[x]).length).toBeLessThanOrEqual(2);
    }
    expect(lines[6]).toMatch(/^ {12}└┬─.*┬$/);
    expect(lines[7]?.trim()).toMatch(/^0 s .* 1\.0 ms$/);
  });

  it('reaches the dots of the least and the largest row, and no dot beyond, whatever the rows', () => {
    const value = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 2, maxLength: 3000 }),
        fc.integer({ min: 30, max: 60 }),
        (values, columns) => {
          const t = values.map((_, k) => k);
          const lines = chart(plotOf([time, volts('v(a)')], [t, values]), columns, 3);
          const raster = dots(lines, 3);
          const [, top = NaN, bottom = NaN] = [NaN, ...[2, 4].map((line) => engineering(lines[line]!))];
          const place = (y: number): number => Math.round(((top - y) / (top - bottom)) * 11);
          const used = raster.map((row) => row.some(Boolean));
          const [least, largest] = [Math.min(...values), Math.max(...values)];
          // A label has the digits of its step: one dot is left to its rounding.
          expect(Math.abs(used.indexOf(true) - place(largest))).toBeLessThanOrEqual(1);
          expect(Math.abs(used.lastIndexOf(true) - place(least))).toBeLessThanOrEqual(1);
        },
      ),
      { seed: 5, numRuns: 40 },
    );
  });

  it('gives each signal a chart over one axis, and both sides of a jump', () => {
    const lines = chart(jumpPlot);
    expect(lines.filter((line) => /^ {13}\S+: /.test(line)).map((line) => line.trim())).toEqual([
      'v(a,b): -3 V to 2 V',
      'i(l1): -250 nA to 123.457 kA',
    ]);
    expect(lines.filter((line) => line.includes('└')).length).toBe(1);
  });

  it('shows one row as numbers, no rows as such, and why a run is incomplete', () => {
    expect(chart(plotOf([time, volts('v(a)'), amperes('i(r)')], [[0], [1.5], [2e-3]]))).toEqual([
      'Transient Analysis',
      '  v(a)  1.5 V',
      '  i(r)  2 mA',
      '',
    ]);
    expect(chart(plotOf([time, volts('v(a)')], [[], []]))[0]).toBe('Transient Analysis: nothing to draw');
    expect(chart({ ...jumpPlot, incomplete: 'stopped' }).join('\n')).toContain('incomplete: stopped');
  });

  it('shows decibels and degrees over a logarithmic axis', () => {
    const f = [1, 10, 100, 1000, 10000];
    const plot = plotOf(
      [{ name: 'frequency', unit: 'Hz' }, volts('v(a)')],
      [f.flatMap((x) => [x, 0]), f.flatMap((x) => [0, -1 / x])],
      { complex: true, name: 'AC Analysis' },
    );
    const lines = chart(plot, 74);
    expect(lines[1]?.trim()).toBe('v(a): -80 dB to 0 dB');
    expect(lines[6]?.trim()).toBe('v(a): -90 °');
    // Straight over decades: the line is a diagonal.
    const raster = dots(lines, 4);
    expect([0, 120].map((x) => raster.findIndex((row) => row[x]))).toEqual([0, 15]);
  });
});

/** "-1.5 kV" as a number. */
function engineering(line: string): number {
  const [, digits = '', prefix = ''] = /(-?[\d.]+) ?([fpnumkMGT]?)V?┤/.exec(line) ?? [];
  return Number(digits) * 10 ** (3 * ('fpnum kMGT'.indexOf(prefix === '' ? ' ' : prefix) - 5));
}

describe('a single row without a scale', () => {
  it('has all its values, read back from a raw file too', () => {
    const plain = plotOf([volts('v(a)'), amperes('i(v1)')], [[5], [-1]], { name: 'Operating Point' });
    const plot: Plot = { ...plain, header: { ...plain.header, single: true } };
    const sink = new MemorySink();
    const writer = new RawWriter(sink);
    playPlot(plot, writer);
    writer.finish();
    const lines = ['Operating Point', '  v(a)  5 V', '  i(v1)  -1 A', ''];
    for (const each of [plot, ...readRaw(sink.bytes, 'op.raw')]) expect(chart(each)).toEqual(lines);
  });
});
