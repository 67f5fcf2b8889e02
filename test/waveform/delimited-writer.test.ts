import { describe, expect, it } from 'vitest';
import { type DelimitedFormat, DelimitedWriter } from '../../src/waveform/delimited-writer.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import type { Plot } from '../../src/waveform/plot.js';
import { prnFormat } from '../../src/waveform/prn-format.js';
import { readPrn } from '../../src/waveform/prn-reader.js';
import { wrdataFormat } from '../../src/waveform/wrdata-format.js';
import { MemorySink, plotOf, time, volts } from './sinks.js';

function write(format: DelimitedFormat, plot: Plot): string {
  const sink = new MemorySink();
  const writer = new DelimitedWriter(format, sink);
  playPlot(plot, writer);
  writer.finish();
  return sink.text;
}

const real = plotOf(
  [time, volts('v(out)'), volts('v(a) + 1')],
  [
    [0, 1e-3, 1e-3],
    [1, 2, -3],
    [0.5, -1e-12, 4],
  ],
);
const complex = plotOf(
  [{ name: 'frequency', unit: 'Hz' }, volts('v(d)')],
  [
    [10, 0, 20, 0],
    [1, -2, 3, 0.5],
  ],
  { complex: true, name: 'AC Analysis', title: '' },
);

describe('a .prn file', () => {
  it('is what Xyce writes: an index, names in capitals, expressions in braces, a last line', () => {
    expect(write(prnFormat, real)).toBe(
      'Index TIME V(OUT) {V(A)+1}\n0 0 1 0.5\n1 0.001 2 -1e-12\n2 0.001 -3 4\nEnd of Xyce(TM) Simulation\n',
    );
  });

  it('is read back as it was, complex columns too', () => {
    for (const plot of [real, complex]) {
      const back = readPrn({ name: 'w.prn', text: write(prnFormat, plot) });
      expect(back.columns).toEqual(plot.columns);
      expect(back.header.complex).toBe(plot.header.complex);
      expect(back.incomplete).toBeUndefined();
    }
  });

  it('has no last line where the run did not reach its end', () => {
    const text = write(prnFormat, { ...real, incomplete: 'interrupted' });
    expect(text).not.toContain('End of');
    expect(readPrn({ name: 'w.prn', text }).incomplete).toBeDefined();
  });
});

describe('a .txt file', () => {
  it("is what ngspice's wrdata writes: the scale before every column", () => {
    expect(write(wrdataFormat, real)).toBe('0 1 0 0.5\n0.001 2 0.001 -1e-12\n0.001 -3 0.001 4\n');
    expect(write(wrdataFormat, complex)).toBe('10 1 -2\n20 3 0.5\n');
  });

  it('ends in a comment where the run did not reach its end', () => {
    expect(write(wrdataFormat, { ...real, incomplete: 'no\nspace' })).toMatch(/4\n# incomplete: no space\n$/);
  });
});
