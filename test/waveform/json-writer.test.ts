import { describe, expect, it } from 'vitest';
import { JsonWriter } from '../../src/waveform/json-writer.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import type { Plot } from '../../src/waveform/plot.js';
import { MemorySink, jumpPlot, plotOf, time, volts } from './sinks.js';

function write(plots: readonly Plot[], digits?: number): unknown {
  const sink = new MemorySink();
  const writer = new JsonWriter(sink, { digits });
  for (const plot of plots) playPlot(plot, writer);
  writer.finish();
  return JSON.parse(sink.text);
}

describe('JsonWriter', () => {
  it('writes rows that JSON.parse reads back exactly, and marks the incomplete plot only', () => {
    const marked = { ...jumpPlot, incomplete: 'a "reason"' };
    const rows = [
      [0, 1, 0],
      [1e-3, 2, 1e-12],
      [1e-3, -3, -2.5e-7],
      [2e-3, 1 / 3, 123456.789],
    ];
    const columns = jumpPlot.header.columns;
    const common = { title: 'a title', name: 'Transient Analysis', complex: false, columns, rows };
    expect(write([jumpPlot, marked])).toEqual({ plots: [common, { ...common, incomplete: 'a "reason"' }] });
  });

  it('obeys digits, and writes an empty file and an empty plot as JSON', () => {
    expect(write([plotOf([time, volts('v(a)')], [[1 / 3], [2e10]])], 3)).toMatchObject({
      plots: [{ rows: [[0.333, 2e10]] }],
    });
    expect(write([])).toEqual({ plots: [] });
    expect(write([plotOf([time], [[]])])).toMatchObject({ plots: [{ rows: [] }] });
  });

  it('refuses NaN, which JSON cannot hold', () => {
    const writer = new JsonWriter(new MemorySink());
    writer.begin(jumpPlot.header);
    expect(() => writer.rows(Float64Array.of(0, 0, Infinity), 1)).toThrow(
      new Error('i(l1) is Infinity at time = 0 s: a waveform holds finite numbers only'),
    );
  });
});
