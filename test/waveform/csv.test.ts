import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../src/base/diagnostic.js';
import { readCsv } from '../../src/waveform/csv-reader.js';
import { csvFormat } from '../../src/waveform/csv-format.js';
import { DelimitedWriter } from '../../src/waveform/delimited-writer.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import type { Plot } from '../../src/waveform/plot.js';
import type { WriterOptions } from '../../src/waveform/writer.js';
import { MemorySink, jumpPlot, plotOf, time, volts } from './sinks.js';

function write(plot: Plot, options?: WriterOptions): string {
  const sink = new MemorySink();
  const writer = new DelimitedWriter(csvFormat, sink, options);
  playPlot(plot, writer);
  writer.finish();
  return sink.text;
}

it('a file cut within its last row is refused or incomplete, wherever it is cut', () => {
  const text = write(jumpPlot);
  const last = text.lastIndexOf('\n', text.length - 2) + 1;
  expect(read(text).incomplete).toBeUndefined();
  for (let end = last + 1; end < text.length; end++) {
    let incomplete: string | undefined;
    try {
      ({ incomplete } = read(text.slice(0, end)));
    } catch {
      continue;
    }
    expect(incomplete).toBe('the last line has no line end: its last number may be cut');
  }
});

const read = (text: string): Plot => readCsv({ name: 'w.csv', text });

function errorOf(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof DiagnosticError) return error.message;
  }
  return 'no error';
}

describe('CSV', () => {
  it('is written with a header in lower case, quoted where needed, and 9 digits', () => {
    const plot = {
      ...jumpPlot,
      header: { ...jumpPlot.header, columns: [time, volts('V(A,B)'), volts('x"y')] },
    };
    expect(write(plot)).toBe(
      'time,"v(a,b)","x""y"\n0,1,0\n0.001,2,1e-12\n0.001,-3,-2.5e-7\n0.002,0.333333333,123456.789\n',
    );
  });

  it('obeys the number of digits', () => {
    expect(write(jumpPlot, { digits: 3 }).split('\n')[4]).toBe('0.002,0.333,1.23e5');
  });

  it('writes complex columns as real and imaginary parts and the scale once', () => {
    const plot = plotOf(
      [{ name: 'frequency', unit: 'Hz' }, volts('v(d)')],
      [
        [10, 0, 20, 0],
        [1, -2, 3, 0.5],
      ],
      {
        complex: true,
        name: 'AC Analysis',
        title: '',
      },
    );
    const text = write(plot);
    expect(text).toBe('frequency,re(v(d)),im(v(d))\n10,1,-2\n20,3,0.5\n');
    expect(read(text)).toEqual(plot);
  });

  it('marks an incomplete run by a last record with as many fields as the others', () => {
    const text = write({ ...jumpPlot, incomplete: 'singular, at "t"\n= 1 s' });
    expect(text.split('\n').at(-2)).toBe("# incomplete: singular at 't' = 1 s,,");
    expect(read(text).incomplete).toBe("singular at 't' = 1 s");
    expect(read(text).length).toBe(4);
  });

  it('writes finite numbers whose sum is not', () => {
    const sink = new MemorySink();
    const writer = new DelimitedWriter(csvFormat, sink);
    writer.begin(jumpPlot.header);
    const largest = Number.MAX_VALUE;
    expect(() => {
      writer.rows(
        Float64Array.from({ length: 24 }, () => largest),
        8,
      );
    }).not.toThrow();
    const spoiled = Float64Array.from({ length: 24 }, (_, i) => (i === 23 ? NaN : largest));
    expect(() => {
      writer.rows(spoiled, 8);
    }).toThrow(/^i\(l1\) is NaN at time/);
    // What stands behind the rows is not looked at.
    expect(() => {
      writer.rows(spoiled, 7);
    }).not.toThrow();
  });

  it('refuses to write NaN and infinity, names the column and the time, and writes nothing of the block', () => {
    const sink = new MemorySink();
    const writer = new DelimitedWriter(csvFormat, sink);
    writer.begin(jumpPlot.header);
    expect(() => writer.rows(Float64Array.of(0, 1, 2, 1e-3, 5, NaN), 2)).toThrow(
      new Error('i(l1) is NaN at time = 0.001 s: a waveform holds finite numbers only'),
    );
    expect(() => writer.rows(Float64Array.of(0, -Infinity, 2), 1)).toThrow(
      new Error('v(a,b) is -Infinity at time = 0 s: a waveform holds finite numbers only'),
    );
    writer.finish();
    // The row before the bad one is kept.
    expect(sink.text).toBe('time,"v(a,b)",i(l1)\n0,1,2\n');
  });

  it('refuses a second plot', () => {
    const writer = new DelimitedWriter(csvFormat, new MemorySink());
    writer.begin(jumpPlot.header);
    expect(() => writer.begin({ ...jumpPlot.header, name: 'Operating Point' })).toThrow(
      new Error(
        'a .csv file holds one plot: write "Operating Point" to a file of its own, or both to .raw or .json',
      ),
    );
  });

  it('reads back with 17 digits what was written, bit for bit', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x));
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 50 }), (rows) => {
        const plot = plotOf([time, volts('v(a,b)')], [rows.map((r) => r[0]), rows.map((r) => r[1])], {
          title: '',
        });
        expect(read(write(plot, { digits: 17 }))).toEqual(plot);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('survives more rows than its buffer holds', () => {
    const n = 20_000;
    const t = Array.from({ length: n }, (_, k) => k * 1e-6);
    const v = t.map((x) => Math.fround(Math.sin(1e4 * x) / 3));
    const back = read(write(plotOf([time, volts('v(a)')], [t, v]), { digits: 17 }));
    expect(Array.from(back.columns[1] ?? [])).toEqual(v);
  });

  it('reads other hands: byte order mark, CRLF, comments, blank lines, upper case, no last line break', () => {
    const plot = read('\uFEFF"TIME",V(1),V1#branch\r\n# a comment, "odd\r\n\r\n0, 1.5 ,+2e-3\r\n1E-3,2,3');
    expect(plot.header).toEqual({
      title: '',
      name: 'Transient Analysis',
      columns: [time, volts('v(1)'), { name: 'i(v1)', unit: 'A' }],
      complex: false,
    });
    expect(plot.columns.map((c) => Array.from(c))).toEqual([
      [0, 1e-3],
      [1.5, 2],
      [2e-3, 3],
    ]);
  });

  it('reports what it cannot read with its place', () => {
    const hint =
      '\n  hint: write the file again, or name a csv, raw or prn file with one header and finite numbers';
    expect(errorOf('time,v(a)\n0,1\n1,abc\n')).toBe(
      `w.csv:3:3: error: "abc" is not a finite number\n  1,abc\n    ^^^${hint}`,
    );
    expect(errorOf('time,v(a)\n0\n')).toBe(
      `w.csv:2:1: error: the row has 1 fields where the header has 2\n  0\n  ^${hint}`,
    );
    expect(errorOf('0,1\n')).toBe(
      `w.csv:1:1: error: the header line holds the number 0 where a name is due\n  0,1\n  ^${hint}`,
    );
    expect(errorOf('time,v(a)\n0,\n')).toContain('w.csv:2:3: error: "" is not a finite number');
    expect(errorOf('time,"v(a)\n0,1\n')).toContain('w.csv:1:6: error: a quoted field has no closing quote');
    expect(errorOf('time,"v(a)"x\n')).toContain(
      'w.csv:1:12: error: a quoted field must be followed by a comma or the line end',
    );
    expect(errorOf('time,\n')).toContain('w.csv:1:6: error: a column has no name');
    expect(errorOf('')).toBe(`w.csv:1:1: error: the file has no header line${hint}`);
  });
});
