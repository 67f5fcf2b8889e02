import { describe, expect, it } from 'vitest';
import { MemoryPlot, playPlot } from '../../src/waveform/memory-plot.js';
import { dataWriters, writerFor } from '../../src/waveform/writers.js';
import { jumpPlot, plotOf, time, volts } from './sinks.js';

describe('MemoryPlot', () => {
  it('keeps what is played to it, through blocks and growth', () => {
    const n = 10_000;
    const t = Array.from({ length: n }, (_, k) => k);
    const long = plotOf([time, volts('v(a)')], [t, t.map(Math.sqrt)]);
    const complex = plotOf([time, volts('v(a)')], [t.flatMap((x) => [x, 0]), t.flatMap((x) => [x, -x])], {
      complex: true,
      incomplete: 'stopped',
    });
    const memory = new MemoryPlot();
    for (const plot of [long, jumpPlot, complex]) playPlot(plot, memory);
    expect(memory.plots).toEqual([long, jumpPlot, complex]);
    expect(memory.plot).toEqual(complex);
  });

  it('does not keep the buffer of the caller', () => {
    const memory = new MemoryPlot();
    const row = Float64Array.of(1, 2, 3);
    memory.begin(jumpPlot.header);
    memory.rows(row, 1);
    row.fill(9);
    memory.end();
    expect(memory.plot.columns.map((c) => c[0])).toEqual([1, 2, 3]);
  });

  it('says so when no plot has ended', () => {
    expect(() => new MemoryPlot().plot).toThrow(new Error('no plot has ended yet'));
  });
});

describe('the table of writers', () => {
  it('is found by extension in any case, and only so', () => {
    expect(writerFor('a.b/OUT.CSV', dataWriters)?.extension).toBe('csv');
    expect(writerFor('x.raw', dataWriters)?.extension).toBe('raw');
    expect(writerFor('dir.csv/file', dataWriters)).toBeUndefined();
    expect(Object.isFrozen(dataWriters)).toBe(true);
  });
});
