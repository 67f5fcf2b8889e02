import { expect, it } from 'vitest';
import { readWrdata } from '../../src/waveform/wrdata-reader.js';
import { wrdataFormat } from '../../src/waveform/wrdata-format.js';
import { DelimitedWriter } from '../../src/waveform/delimited-writer.js';
import { MemorySink, time, volts } from './sinks.js';

const read = (text: string): ReturnType<typeof readWrdata> => readWrdata({ name: 'w.txt', text });

it('reads back what is written, to the last bit, and that it is incomplete', () => {
  const sink = new MemorySink();
  const writer = new DelimitedWriter(wrdataFormat, sink, { digits: 17 });
  writer.begin({
    title: 't',
    name: 'Transient Analysis',
    columns: [time, volts('v(a)'), volts('v(b)')],
    complex: false,
  });
  const numbers = [0, 1 / 3, -7e-300, 1e-3, Math.PI, 2 ** 60 + 256];
  writer.rows(Float64Array.from(numbers), 2);
  writer.end('stopped');
  writer.finish();
  const plot = read(sink.text);
  expect(plot.columns.map((column) => Array.from(column))).toEqual([
    [0, 1e-3],
    [1 / 3, Math.PI],
    [-7e-300, 2 ** 60 + 256],
  ]);
  expect(plot.incomplete).toBe('incomplete: stopped');
});

it('a file without a line end may have been cut in its last number, and is incomplete', () => {
  expect(read('0 1\n1e-3 2.5\n').incomplete).toBeUndefined();
  expect(read('0 1\n1e-3 2.').incomplete).toBe('the last line has no line end: its last number may be cut');
});

it.each([
  ['', 'w.txt:1:1: error: the file has no row of numbers'],
  ['0 1\n1e-3 2\n2e-3\n', 'w.txt:3:1: error: the row has 1 fields where the first one has 2'],
  ['0 1\n1e-3 nan\n', 'w.txt:2:1: error: "nan" is not a finite number'],
  ['time v(a)\n', 'the file has no row of numbers'],
  ['5\n', 'a row is a place of the scale and at least one value'],
])('%j cannot be read, and the place is told', (text, message) => {
  expect(() => read(text)).toThrow(message);
});
