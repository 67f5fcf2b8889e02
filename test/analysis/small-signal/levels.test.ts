/** Levels are in dB wherever they are written, drawn, measured or read back; phases in rad. */
import { expect, it } from 'vitest';
import { simulate } from '../../../src/analysis/simulate.js';
import { panelsOf } from '../../../src/report/page-panels.js';
import { playPlot } from '../../../src/waveform/memory-plot.js';
import { readRaw } from '../../../src/waveform/raw-reader.js';
import { RawWriter } from '../../../src/waveform/raw-writer.js';
import { MemorySink } from '../../waveform/sinks.js';

const text = `low pass
V1 in 0 ac 2
R1 in out 1k
C1 out 0 1u
.ac dec 10 10 10k
.print ac vdb(out) vp(out) vm(out) {db(v(out)/v(in))} v(out)
.meas ac top max vdb(out)
.meas ac gain max db(v(out)/v(in))
.meas ac below find vdb(out)-vdb(in) at=1k
.meas ac turned find vp(out) at=1k
.meas ac corner when vdb(out)=3
.meas ac size max vm(out)
.end
`;
const [run] = simulate(text).runs;

it('columns and measures have their units', () => {
  expect(run?.plot?.header.columns.map(({ name, unit }) => [name, unit])).toEqual([
    ['frequency', 'Hz'],
    ['vdb(out)', 'dB'],
    ['vp(out)', 'rad'],
    ['vm(out)', 'V'],
    ['{db(v(out)/v(in))}', 'dB'],
    ['v(out)', 'V'],
  ]);
  expect(run?.report.measures?.map(({ name, unit }) => [name, unit])).toEqual([
    ['top', 'dB'],
    ['gain', 'dB'],
    ['below', 'dB'],
    ['turned', 'rad'],
    ['corner', 'Hz'],
    ['size', 'V'],
  ]);
});

it('a page has a panel of levels, apart from that of angles', () => {
  const panels = panelsOf(run?.plot ? [run.plot] : []);
  const shown = panels.map(({ label, unit }) => [label, unit]);
  expect(shown).toContainEqual(['Levels', 'dB']);
  expect(shown).toContainEqual(['Angles', 'rad']);
});

it('a raw file says decibel, as that of ngspice does', () => {
  if (!run?.plot) throw new Error('no plot');
  const sink = new MemorySink();
  const writer = new RawWriter(sink);
  playPlot(run.plot, writer);
  writer.finish();
  expect(new TextDecoder('latin1').decode(sink.bytes)).toContain('\tvdb(out)\tdecibel\n');
  const [plot] = readRaw(sink.bytes, 'levels.raw');
  expect(plot?.header.columns.map(({ unit }) => unit)).toEqual(['Hz', 'dB', '', 'V', 'dB', 'V']);
});
