/**
 * Files that ngspice itself writes, read here: raw binary and ASCII, real and complex, several plots in one, and its wrdata
 * text. All of one run: binary holds each number whole, the texts 16 digits of it.
 *
 * No other peer's own files stand in this repository: those of Xyce (.prn) are read by `npm run corpus` where its suite is at
 * hand, and those in test/waveform are ours, in the layouts that Xyce and LTspice document.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plot } from '../../src/waveform/plot.js';
import { readRaw } from '../../src/waveform/raw-reader.js';
import { readWrdata } from '../../src/waveform/wrdata-reader.js';
import { beside, measure } from '../analysis/measures/measure-run.js';
import { ngspiceReason, skipWithoutNgspice } from './ngspice.js';

const folder = mkdtempSync(join(tmpdir(), 'nscircuit-files-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const circuit = `V1 in 0 dc 1 ac 1 sin(0 1 1k)
R1 in out 1k
C1 out 0 1u`;
const plots = [
  ['tran', 'time v(out) i(v1)'],
  ['ac', 'frequency v(out) i(v1)'],
  ['dc', 'all'],
] as const;
const job = `files
${circuit}
.control
set numdgt=16
set appendwrite
tran 20u 1m
ac dec 2 10 1k
dc v1 -1 1 0.25
${['binary', 'ascii']
  .map(
    (type) =>
      `set filetype=${type}\n${plots.map(([plot, names]) => `setplot ${plot}1\nwrite ${type}.raw ${names}`).join('\n')}`,
  )
  .join('\n')}
unset appendwrite
setplot tran1
wrdata tran.txt v(out) i(v1)
set wr_vecnames
wrdata named.txt v(out) i(v1)
set wr_singlescale
wrdata single.txt v(out) i(v1)
unset wr_vecnames
unset wr_singlescale
setplot ac1
wrdata ac.txt v(out) i(v1)
quit 0
.endc
.end
`;

const read = (name: string): Plot[] => readRaw(readFileSync(join(folder, name)), name);

describe.skipIf(skipWithoutNgspice)(`files of ngspice${ngspiceReason}`, () => {
  let log = '';
  let binary: Plot[] = [];
  beforeAll(() => {
    writeFileSync(join(folder, 'job.cir'), job);
    const { stdout, stderr } = spawnSync('ngspice', ['-n', '-b', 'job.cir'], {
      cwd: folder,
      encoding: 'utf8',
    });
    log = stdout + stderr;
    binary = read('binary.raw');
  });

  it('binary: a transient, a complex and a swept plot back to back, with what they are', () => {
    expect(
      binary.map(({ header }) => [header.name, header.complex, header.columns.map(({ name }) => name)]),
      log,
    ).toEqual([
      ['Transient Analysis', false, ['time', 'v(out)', 'i(v1)']],
      ['AC Analysis', true, ['frequency', 'v(out)', 'i(v1)']],
      ['DC transfer characteristic', false, ['v(v-sweep)', 'v(in)', 'v(out)', 'i(v1)']],
    ]);
    expect(binary.map(({ incomplete }) => incomplete)).toEqual([undefined, undefined, undefined]);
    // without a current into the open capacitor the output is the source, but for the 1e-12 S that ngspice adds to a node
    const [, , sweep] = binary;
    expect(Array.from(sweep?.columns[0] ?? [])).toEqual(Array.from({ length: 9 }, (_, k) => k / 4 - 1));
    sweep?.columns[2]?.forEach((v, k) => {
      expect(Math.abs(v - (k / 4 - 1))).toBeLessThan(2e-9);
    });
  });

  it('the response over frequency is 1 / (1 + i w R C) to the rounding of a solution', () => {
    const [frequency = [], response = []] = binary[1]?.columns ?? [];
    for (let k = 0; 2 * k < frequency.length; k++) {
      const w = 2 * Math.PI * (frequency[2 * k] ?? NaN) * 1e-3;
      expect(response[2 * k]).toBeCloseTo(1 / (1 + w * w), 11);
      expect(response[2 * k + 1]).toBeCloseTo(-w / (1 + w * w), 11);
    }
  });

  it('ASCII: the numbers of the binary file, to the digits that are written', () => {
    const ascii = read('ascii.raw');
    expect(ascii.map(({ header }) => header)).toEqual(binary.map(({ header }) => header));
    ascii.forEach(({ columns }, p) => {
      columns.forEach((column, c) => {
        const whole = binary[p]?.columns[c] ?? [];
        expect(column.length).toBe(whole.length);
        column.forEach((value, k) => {
          expect(Math.abs(value - (whole[k] ?? NaN))).toBeLessThanOrEqual(1e-15 * Math.abs(value));
        });
      });
    });
  });

  it('cut anywhere within its numbers, the byte where it stops is told', () => {
    const bytes = readFileSync(join(folder, 'binary.raw'));
    const cut = bytes.subarray(0, bytes.length - 5);
    expect(() => readRaw(cut, 'cut.raw')).toThrow(
      `it stops after 8 of the 9 points that its header counts (byte ${cut.length} of ${cut.length})`,
    );
  });

  it.each([
    ['tran.txt', 0, ['x', 'y1', 'y2']],
    ['named.txt', 0, ['time', 'v(out)', 'i(v1)']],
    ['single.txt', 0, ['time', 'v(out)', 'i(v1)']],
    ['ac.txt', 1, ['x', 'y1', 'y2']],
  ])('wrdata: %s holds the numbers of the raw file', (name, p, names) => {
    const plot = readWrdata({ name, text: readFileSync(join(folder, name), 'utf8') });
    const raw = binary[p];
    expect(plot.header.columns.map((column) => column.name)).toEqual(names);
    expect(plot.header.complex).toBe(raw?.header.complex);
    const rawNames = ['', 'v(out)', 'i(v1)'];
    plot.columns.forEach((column, c) => {
      const whole =
        c === 0
          ? raw?.columns[0]
          : raw?.columns[raw.header.columns.findIndex((each) => each.name === rawNames[c])];
      expect(column.length).toBe(whole?.length);
      // numdgt=16
      column.forEach((value, k) => {
        expect(Math.abs(value - (whole?.[k] ?? NaN))).toBeLessThanOrEqual(1e-15 * Math.abs(value));
      });
    });
  });

  it('wrdata: what `.meas ... error file=` compares with; columns 1 and 3, each behind its scale', () => {
    const text = readFileSync(join(folder, 'tran.txt'), 'utf8');
    const names = ['out', 'i'];
    const run = measure(
      `${circuit}\n.tran 20u 1m\n` +
        `.meas tran out error v(out) file=tran.txt depvarcol=1 comp_function=infnorm\n` +
        `.meas tran i error i(v1) file=tran.txt indepvarcol=2 depvarcol=3 comp_function=infnorm`,
      { textSource: beside({ 'tran.txt': text }) },
    );
    // ngspice's steps of 20 us are trapezoids: (w h)^2 / 12 of 1 V and 1 mA at 1 kHz, 1.3e-3
    expect(names.map((name) => run.results.get(name)?.failed)).toEqual([undefined, undefined]);
    expect(run.value('out')).toBeLessThan(1.3e-3);
    expect(run.value('i')).toBeLessThan(1.3e-6);
    expect(run.value('out')).toBeGreaterThan(0);
  });
});
