import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { simulate } from '../../src/analysis/simulate.js';
import { drawPlots } from '../../src/cli/output/chart-sink.js';
import { writeMeasures } from '../../src/cli/output/measure-file.js';
import { summarize } from '../../src/cli/lines/summary.js';
import { outputWriters } from '../../src/report/report-writers.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import { readerFor } from '../../src/waveform/readers.js';
import { writerFor } from '../../src/waveform/writers.js';
import { MemorySink } from '../waveform/sinks.js';

/** Each written quantity with its unit, and what ngspice calls that. */
const quantities = [
  ['v(p)', 'V', 'voltage'],
  ['i(v1)', 'A', 'current'],
  ['p(ymotor1)', 'W', 'power'],
  ['v(rope)', 'm/s', 'notype'],
  ['x(rope)', 'm', 'notype'],
  ['f(ymass1)', 'N', 'notype'],
  ['v(w)', 'rad/s', 'notype'],
  ['x(w)', 'rad', 'notype'],
  ['f(ymotor1)', 'N m', 'notype'],
  ['v(w,drum)', 'rad/s', 'notype'],
  ['x(w,drum)', 'rad', 'notype'],
] as const;
const names = quantities.map(([name]) => name);

/** Each measure with its unit: integrals and slopes of a motion are those of mechanics. */
const measures = [
  ['MAX v(rope)', 'm/s'],
  ['MIN x(w)', 'rad'],
  ['AVG f(ymotor1)', 'N m'],
  ['RMS f(ymass1)', 'N'],
  ['INTEG v(rope)', 'm'],
  ['INTEG v(w)', 'rad'],
  ['INTEG f(ymass1)', 'N s'],
  ['INTEG p(ymotor1)', 'J'],
  ['INTEG v(p)', 'V s'],
  ['DERIV x(w) AT=10m', 'rad/s'],
  ['DERIV v(w) AT=10m', 'rad/s^2'],
  ['DERIV v(rope) AT=10m', 'm/s^2'],
  ['DERIV i(v1) AT=10m', 'A/s'],
  ['FIND {f(ymotor1)*v(w)} AT=10m', 'W'],
  ['WHEN v(w)=1', 's'],
] as const;

const text = `a motor that winds up a load
V1 p 0 12
YMOTOR1 p 0 w k=0.1 r=1 l=10m
YINERTIA1 w 1m
YGEAR1 w drum 5
YRACK1 rope drum 0.1
YMASS1 rope 2 gravity=9.81
.tran 1m 20m uic
.print tran ${names.join(' ')}
${measures.map(([question], k) => `.meas tran m${k} ${question}`).join('\n')}
.four 50 v(rope) f(ymotor1)
.end
`;
const result = simulate({ name: 'units.cir', text });
const [only] = result.runs;
const plot = only!.plot!;
const report = only!.report;

async function written(path: string): Promise<MemorySink> {
  const sink = new MemorySink();
  const writer = await writerFor(path, outputWriters)!.create(sink, {});
  playPlot(plot, writer);
  writer.finish();
  return sink;
}

test('a run of two worlds has no messages', () => {
  expect(result.diagnostics).toEqual([]);
});

describe('mechanical quantities beside electrical ones', () => {
  test('stand in JSON with their units', async () => {
    const { plots } = JSON.parse((await written('a.json')).text) as {
      plots: { columns: { name: string; unit: string }[] }[];
    };
    expect(plots[0]!.columns.slice(1).map(({ name, unit }) => [name, unit])).toEqual(
      quantities.map(([name, unit]) => [name, unit]),
    );
  });

  test('stand in a raw file as types that ngspice knows', async () => {
    const { text: raw } = await written('a.raw');
    const types = [...raw.matchAll(/^\t\d+\t(\S+)\t(\S+)$/gm)].slice(1).map(([, name, type]) => [name, type]);
    expect(types).toEqual(quantities.map(([name, , type]) => [name, type]));
  });

  test.each(['csv', 'prn', 'txt', 'raw'])(
    'are numbers in SI units without prefixes in .%s',
    async (format) => {
      const sink = await written(`a.${format}`);
      const [read] = readerFor(`a.${format}`)!(sink.bytes, `a.${format}`);
      expect(read!.length).toBe(plot.length);
      // nine digits as text
      plot.columns.forEach((column, k) => {
        const last = column[plot.length - 1]!;
        expect(Math.abs(read!.columns[k]!.at(-1)! - last)).toBeLessThan(1e-8 * Math.abs(last) + 1e-20);
      });
    },
  );

  test('have panels and axes of their own in a picture', async () => {
    const { text: svg } = await written('a.svg');
    const labels = ['Positions', 'Velocities', 'Forces', 'Angles', 'Angular velocities', 'Torques'];
    for (const label of [...labels, 'Voltages', 'Currents', 'Powers'])
      expect(svg.split(`>${label}</t`).length, label).toBe(2);
    for (const unit of ['V', 'A', 'W', 'mm/s', 'um', 'N', 'rad/s', 'mrad', 'N m'])
      expect(svg, unit).toMatch(new RegExp(`>-?[\\d.]+ ${unit}</t`));
  });

  test('keep their units in a page', async () => {
    const { text: page } = await written('a.html');
    for (const [name, unit] of quantities) expect(page).toContain(`{"name":"${name}","unit":"${unit}"}`);
  });

  test('have axes in their units in the terminal', async () => {
    const chart = await drawPlots([plot], { columns: 80, lines: 2 });
    for (const [name, unit] of quantities)
      expect(chart, name).toMatch(
        new RegExp(`${name.replace(/[()]/g, '\\$&')}: -?[\\d.]+ [munk]?${unit}( to|\n)`),
      );
  });

  test('have units in the summary: values, measures, Fourier series and statistics', () => {
    const { text: summary } = summarize('', [report]);
    for (const [name, unit] of quantities)
      expect(summary, name).toMatch(
        new RegExp(`^ +${name.replace(/[()]/g, '\\$&')} +-?[\\d.]+ [munk]?${unit}$`, 'm'),
      );
    measures.forEach(([question, unit], k) => {
      expect(summary, question).toMatch(
        new RegExp(`^ +m${k} +-?[\\d.]+ [munk]?${unit.replace('^', '\\^')}(  |$)`, 'm'),
      );
    });
    expect(summary).toMatch(/v\(rope\).*\n(.*\n)*?.* mm\/s/);
    expect(report.fourier?.map(({ unit }) => unit)).toEqual(['m/s', 'N m']);
    expect(report.measures?.map(({ unit }) => unit)).toEqual(measures.map(([, unit]) => unit));
  });
});

describe('measures of both worlds', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'units-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const table = async (format: string): Promise<string> => {
    const path = join(folder, `m.${format}`);
    const { problems } = await writeMeasures(path, {
      title: 't',
      runs: [{ values: [] } as never],
      measures: [report.measures ?? []],
    });
    expect(problems).toEqual([]);
    return readFileSync(path, 'utf8');
  };

  test('have their units in the charts of --measures', async () => {
    const { plots } = JSON.parse(await table('json')) as { plots: { columns: { unit: string }[] }[] };
    expect(plots.map(({ columns }) => columns[0]!.unit)).toEqual(measures.map(([, unit]) => unit));
  });

  test('are numbers in SI units in its table', async () => {
    const [, line = ''] = (await table('csv')).split('\n');
    const values = report.measures!.map(({ value }) => Number(value!.toPrecision(9)));
    expect(line.split(',').map(Number)).toEqual(values);
  });
});
