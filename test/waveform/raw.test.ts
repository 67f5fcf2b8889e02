import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DiagnosticError } from '../../src/base/diagnostic.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import type { Plot } from '../../src/waveform/plot.js';
import { readRaw } from '../../src/waveform/raw-reader.js';
import { RawWriter, formatRawDate } from '../../src/waveform/raw-writer.js';
import type { WriterOptions } from '../../src/waveform/writer.js';
import { MemorySink, jumpPlot, plotOf, time, volts } from './sinks.js';

function write(...plots: Plot[]): Uint8Array {
  return writeAs({}, ...plots);
}

function writeAs(options: WriterOptions, ...plots: Plot[]): Uint8Array {
  const sink = new MemorySink();
  const writer = new RawWriter(sink, options);
  for (const plot of plots) playPlot(plot, writer);
  writer.finish();
  return sink.bytes;
}

const acPlot = plotOf(
  [{ name: 'frequency', unit: 'Hz' }, volts('v(d)')],
  [
    [10, 0, 20, 0],
    [1, -2, 3, 0.5],
  ],
  {
    complex: true,
    name: 'AC Analysis',
  },
);

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function errorOf(bytes: Uint8Array): string {
  try {
    readRaw(bytes, 'w.raw');
  } catch (error) {
    if (error instanceof DiagnosticError) return error.message;
  }
  return 'no error';
}

/** In CI ngspice is installed, so that nothing is skipped there. */
const hasNgspice = process.env['CI'] !== undefined || spawnSync('ngspice', ['-v']).status === 0;

/** Runs ngspice commands in a directory of their own and returns what they print. */
function ngspice(
  commands: string,
  files: Record<string, Uint8Array>,
  wanted?: string,
): { text: string; file: Uint8Array } {
  const directory = mkdtempSync(join(tmpdir(), 'nscircuit-raw-'));
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(directory, name), bytes);
    writeFileSync(join(directory, 'job.cir'), `* job\n.control\n${commands}\nquit 0\n.endc\n.end\n`);
    const run = spawnSync('ngspice', ['-n', '-b', 'job.cir'], { cwd: directory, encoding: 'utf8' });
    const file =
      wanted === undefined ? new Uint8Array(0) : new Uint8Array(readFileSync(join(directory, wanted)));
    return { text: run.stdout + run.stderr, file };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('ngspice raw', () => {
  it('has the header of ngspice, with the number of points patched in', () => {
    const text = new TextDecoder('latin1').decode(write(jumpPlot));
    expect(text.slice(0, text.indexOf('Binary:\n') + 8)).toBe(
      `Title: a title\nDate: Thu Jan  1 00:00:00  1970\nPlotname: Transient Analysis\nFlags: real\n` +
        `No. Variables: 3\nNo. Points: ${'4'.padEnd(31)}\nVariables:\n` +
        `\t0\ttime\ttime\n\t1\tv(a,b)\tvoltage\n\t2\ti(l1)\tcurrent\nBinary:\n`,
    );
  });

  it('holds point-major little-endian numbers', () => {
    const bytes = write(jumpPlot);
    const view = new DataView(bytes.buffer, bytes.length - 4 * 3 * 8);
    expect(view.getFloat64(0, true)).toBe(0);
    expect(view.getFloat64(8, true)).toBe(1);
    expect(view.getFloat64(32, true)).toBe(2);
    expect(view.getFloat64(88, true)).toBe(123456.789);
  });

  it('is dated by the option, never by the clock', () => {
    expect(formatRawDate(0)).toBe('Thu Jan  1 00:00:00  1970');
    expect(formatRawDate(1_795_251_915)).toBe('Sat Nov 21 09:05:15  2026');
  });

  it('reads back bit for bit: real and complex plots back to back, long and short blocks', () => {
    const t = Array.from({ length: 5000 }, (_, k) => k / 7);
    const long = plotOf([time, volts('v(a)')], [t, t.map(Math.sin)]);
    const empty = plotOf([time, volts('v(a)')], [[], []]);
    expect(readRaw(write(jumpPlot, acPlot, long, empty, jumpPlot), 'w.raw')).toEqual([
      jumpPlot,
      acPlot,
      long,
      empty,
      jumpPlot,
    ]);
  });

  it('reads back bit for bit in its ASCII form too, and names the byte where that is cut', () => {
    const odd = plotOf(
      [time, volts('v(a)')],
      [
        [0, 1e-300, 5e-324, 2],
        [-0, 0.1 + 0.2, -1.7976931348623157e308, 1 / 3],
      ],
    );
    const bytes = writeAs({ ascii: true }, jumpPlot, acPlot, odd, jumpPlot);
    expect(readRaw(bytes, 'w.raw')).toEqual([jumpPlot, acPlot, odd, jumpPlot]);
    const text = new TextDecoder().decode(bytes);
    expect(text).toContain('Values:\n0\t10,0\n\t1,-2\n1\t20,0\n\t3,0.5\n');
    const cut = text.lastIndexOf('\t');
    expect(errorOf(bytes.subarray(0, cut))).toContain('it stops in point 3 of the 4 that its header counts');
  });

  it('has as many digits in its ASCII form as are asked for', () => {
    const text = new TextDecoder().decode(writeAs({ ascii: true, digits: 4 }, jumpPlot));
    expect(text.slice(text.indexOf('Values:'))).toContain('1.235e+5');
  });

  it('marks an incomplete run in the header', () => {
    const [plot, next] = readRaw(write({ ...jumpPlot, incomplete: 'singular' }, jumpPlot), 'w.raw');
    expect(plot?.incomplete).toBe('the run did not reach its end');
    expect(plot?.length).toBe(4);
    expect(next).toEqual(jumpPlot);
  });

  it('keeps titles of users on their line', () => {
    const plot = { ...jumpPlot, header: { ...jumpPlot.header, title: 'a\nBinary:\nb' } };
    expect(readRaw(write(plot), 'w.raw')[0]?.header.title).toBe('a Binary: b');
  });

  it('refuses to write NaN and keeps the rows before it', () => {
    const sink = new MemorySink();
    const writer = new RawWriter(sink);
    writer.begin(jumpPlot.header);
    expect(() => writer.rows(Float64Array.of(1e-3, 1, 2, 2e-3, NaN, 0, 3e-3, 1, 2), 3)).toThrow(
      new Error('v(a,b) is NaN at time = 0.002 s: a waveform holds finite numbers only'),
    );
    writer.end('a number is not finite');
    writer.finish();
    expect(readRaw(sink.bytes, 'w.raw')[0]?.length).toBe(1);
  });

  it('is read in its ASCII form, real and complex, with the header variants of other versions', () => {
    const real =
      'Title: t\nCommand: ngspice-45.2, Build today\nPlotname: Transient Analysis\nFlags: real unpadded\n' +
      'No. Variables: 2\nNo. Points: 2       \nOption: x\nVariables:\n\t0\ttime\ttime\n\t1\tV(2)\tvoltage min=0\n' +
      'Values:\n0\t\t0.0e+00\n\t1.5\n\n 1\t1.0e-03\n\t-2\n\n';
    const complex =
      'Title: t\r\nDate: x\r\nPlotname: AC Analysis\r\nFlags: complex\r\nNo. Variables: 2\r\nNo. Points: 1\r\n' +
      'Variables:\r\n\t0\tfrequency\tfrequency grid=3\r\n\t1\tv1#branch\tcurrent\r\nValues:\r\n 0\t1.0e1, 0\r\n\t2,-3\r\n';
    const [a, b] = readRaw(bytesOf(real + complex), 'w.raw');
    expect(a?.header.columns).toEqual([time, volts('v(2)')]);
    expect(Array.from(a?.columns[1] ?? [])).toEqual([1.5, -2]);
    expect(b?.header.columns[1]).toEqual({ name: 'i(v1)', unit: 'A' });
    expect(Array.from(b?.columns[1] ?? [])).toEqual([2, -3]);
  });

  it('calls voltages as others do where a file has the names of nodes alone, as Xyce writes them', () => {
    const text =
      'Title: t\nDate: x\nPlotname: Transient Analysis\nFlags: real\nNo. Variables: 4\nNo. Points: 1             \n' +
      'Variables:\n\t0\ttime\ttime\n\t1\tIN\tvoltage\n\t2\tX1:OUT\tvoltage\n\t3\tVIN#branch\tcurrent\n' +
      'Values:\n0\t0.0\n\t1.0\n\t2.0\n\t3.0\n\n';
    const [plot] = readRaw(new TextEncoder().encode(text), 'xyce.raw');
    expect(plot?.header.columns.map(({ name, unit }) => [name, unit])).toEqual([
      ['time', 's'],
      ['v(in)', 'V'],
      ['v(x1:out)', 'V'],
      ['i(vin)', 'A'],
    ]);
  });

  it('reads the rows of an aborted ngspice run, whose header counts no points, as incomplete', () => {
    const bytes = write(jumpPlot);
    const zeroed = new TextDecoder('latin1').decode(bytes).indexOf('No. Points: 4') + 12;
    bytes[zeroed] = 48;
    const [plot] = readRaw(bytes, 'w.raw');
    expect(plot?.length).toBe(4);
    expect(plot?.incomplete).toBe('the header counts no points: the run was aborted');
  });

  it('reports what it cannot read, and the byte at which it stops', () => {
    const hint = '\n  hint: write the file again with ngspice -r, LTspice or nscircuit run -o';
    const good = write(jumpPlot);
    expect(errorOf(new Uint8Array(0))).toBe(
      `error: w.raw cannot be read as a raw file: it is empty (byte 0 of 0)${hint}`,
    );
    expect(errorOf(good.subarray(0, good.length - 8))).toContain(
      `it stops after 3 of the 4 points that its header counts (byte ${good.length - 8} of ${good.length - 8})`,
    );
    expect(errorOf(good.subarray(0, 60))).toContain('it stops within a header (byte 60 of 60)');
    expect(errorOf(bytesOf('hello\n'))).toContain('"hello" is not a header line');
    expect(errorOf(bytesOf('Title: t\nVariables:\n'))).toContain('no number after "no. variables:"');
    expect(errorOf(bytesOf('No. Variables: 0\nNo. Points: 1\nVariables:\n'))).toContain(
      'counts no variables',
    );
    expect(errorOf(Uint8Array.of(84, 0, 105, 0))).toContain('"Ti" is not a header line (byte 4 of 4)');
    const values = 'Flags: real\nNo. Variables: 1\nNo. Points: 1\nVariables:\n\t0\ttime\ttime\nValues:\n';
    expect(errorOf(bytesOf(`${values}0\tx\n`))).toContain('"x" is not a real number');
    expect(errorOf(bytesOf(`${values}7\t1\n`))).toContain('"7" stands where point 0 begins');
    expect(errorOf(bytesOf(`${values}0\n`))).toContain('it stops in point 0 of the 1');
  });

  it('never fails otherwise, wherever a file is cut', () => {
    const whole = write(jumpPlot, acPlot);
    for (let length = 0; length < whole.length; length++) {
      const message = errorOf(whole.subarray(0, length));
      // A cut between the two plots leaves the first one whole.
      if (message !== 'no error') expect(message).toContain(`of ${length})`);
    }
  });

  it.skipIf(!hasNgspice)(
    `is loaded by ngspice with equal numbers, marked or not${hasNgspice ? '' : ' (skipped: ngspice is not installed)'}`,
    () => {
      const marked = write({ ...jumpPlot, incomplete: 'stopped' });
      const plain = plotOf(
        [time, volts('v(out)')],
        [
          [0, 1, 1, 2],
          [0.1, -2.5, 1 / 3, 7e-20],
        ],
      );
      const commands = [
        'load marked.raw',
        'print time[2]',
        'load plain.raw',
        'set filetype=binary',
        'write again.raw time v(out)',
      ].join('\n');
      const { text, file } = ngspice(
        commands,
        { 'marked.raw': marked, 'plain.raw': write(plain) },
        'again.raw',
      );
      expect(text).toContain('time[2] = 1.000000e-03');
      expect(text).not.toMatch(/error|strange/i);
      expect(readRaw(file, 'again.raw')[0]?.columns).toEqual(plain.columns);
    },
  );

  it.skipIf(!hasNgspice)(
    `loads as complex in ngspice${hasNgspice ? '' : ' (skipped: ngspice is not installed)'}`,
    () => {
      for (const ascii of [false, true]) {
        const { text } = ngspice('load ac.raw\nprint v(d)', { 'ac.raw': writeAs({ ascii }, acPlot) });
        expect(text).toMatch(/0\s+1\.000000e\+00,\s+-2\.00000e\+00/);
      }
    },
  );
});
