import { gzipSync, inflateRawSync } from 'node:zlib';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { columnsFromBytes, rowsInBytes } from '../../src/numerics/compression/column-bytes.js';
import { escapeMarkup, scriptJson } from '../../src/report/escape.js';
import { HtmlReport } from '../../src/report/html.js';
import { panelsOf } from '../../src/report/page-panels.js';
import { outputWriters } from '../../src/report/report-writers.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import type { Plot } from '../../src/waveform/plot.js';
import type { RunSummary } from '../../src/waveform/writer.js';
import { MemorySink, amperes, jumpPlot, plotOf, time, volts } from '../waveform/sinks.js';

function page(plots: readonly Plot[], summary?: RunSummary): string {
  const sink = new MemorySink();
  const writer = new HtmlReport(sink);
  for (const plot of plots) playPlot(plot, writer);
  writer.finish(summary);
  return sink.text;
}

interface PlotData {
  place: number;
  columns: { name: string; unit: string }[];
  point?: [string, number][];
}

/** Of each section its plots. */
function dataOf(html: string): PlotData[][] {
  const text = /id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return (JSON.parse(text) as { sections: PlotData[][] }).sections;
}

function columnsOf(bytes: Uint8Array, width: number): Float64Array[] {
  const columns = Array.from({ length: width }, () => new Float64Array(rowsInBytes(bytes, width)));
  columnsFromBytes(bytes, columns);
  return columns;
}

/** The columns of one plot, from all blocks. */
function rowsOf(html: string, plot: number, width: number): number[][] {
  const blocks = Array.from(html.matchAll(/<!--rows (\d+) ([\w+/=]*)-->/g), ([, place, text = '']) => ({
    place: Number(place),
    columns: columnsOf(inflateRawSync(Buffer.from(text, 'base64')), width),
  }));
  const own = blocks.filter(({ place }) => place === plot);
  return Array.from({ length: width }, (_, k) => own.flatMap(({ columns }) => Array.from(columns[k]!)));
}

const hostile = '</script><script>alert(1)</script><img src=x onerror="alert(2)"><!--&\'';

describe('the HTML report', () => {
  it('holds every row, both rows of a jump included', () => {
    const html = page([jumpPlot]);
    expect(dataOf(html)[0]?.[0]?.columns).toEqual([
      { name: 'time', unit: 's' },
      { name: 'v(a,b)', unit: 'V' },
      { name: 'i(l1)', unit: 'A' },
    ]);
    expect(rowsOf(html, 0, 3)).toEqual(jumpPlot.columns.map((column) => Array.from(column)));
  });

  it('makes every string of the user inert', () => {
    const plot = plotOf(
      [time, volts(`v(${hostile})`)],
      [
        [0, 1],
        [0, 1],
      ],
      {
        title: hostile,
        name: hostile,
        incomplete: hostile,
      },
    );
    const summary: RunSummary = { text: hostile, rows: [{ label: hostile, value: hostile, verdict: 'bad' }] };
    const html = page([plot], summary);
    // Two elements of our own, whatever the user wrote: the data and the script; one comment, the rows.
    expect(html.match(/<script/gi)?.length).toBe(2);
    expect(html.match(/<\/script/gi)?.length).toBe(2);
    expect(html).not.toMatch(/<img|<!--(?!rows 0 [\w+/=]*-->)/i);
    expect(html.match(/alert\(1\)/g)?.length).toBe(8);
    expect(dataOf(html)[0]?.[0]?.columns[1]?.name).toBe(`v(${hostile})`);
  });

  it('is one file that forbids the network and names no address to load', () => {
    const html = page([jumpPlot]);
    expect(html).toContain(
      `content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"`,
    );
    expect(html).not.toMatch(/\b(src|href)\s*=\s*["']?(https?:)?\/\//i);
    expect(html).not.toContain('@import');
  });

  it('holds a script that parses and carries the licence of the chart library', () => {
    const html = page([jumpPlot]);
    const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? '';
    expect(script).toMatch(/Chart\.js v[\d.]+/);
    // Without a document the script must get as far as asking for one, and no further.
    expect(() => void runInContext(script, createContext({}))).toThrow(/is not defined$/);
  });

  it('shows the summary as rows with verdicts and as text, and the reason of an incomplete run', () => {
    const html = page([{ ...jumpPlot, incomplete: 'stopped at 3 ms' }], {
      text: 'Energy  1e-16',
      rows: [
        { label: 'Energy', value: '1e-16', verdict: 'good' },
        { label: 'Steps', value: '5000' },
      ],
    });
    expect(html).toContain('<tr><th scope="row">Energy</th><td><span class="good">1e-16</span></td></tr>');
    expect(html).toContain('<tr><th scope="row">Steps</th><td><span>5000</span></td></tr>');
    expect(html).toContain('<pre>Energy  1e-16</pre>');
    expect(html).toContain('<strong>Incomplete:</strong> stopped at 3 ms');
  });

  it('writes blocks of rows as they come, less than twice what gzip makes of them', () => {
    const n = 100_000;
    const t = Array.from({ length: n }, (_, k) => k * 1e-6);
    const v = t.map((_, k) => (k === 123_456 ? 42 : Math.sin(k / 3)));
    const i = t.map((_, k) => (k % 50 < 20 ? 1 : 0));
    const html = page([plotOf([time, volts('v(a)'), amperes('i(r)')], [t, v, i])]);
    expect(html.match(/<!--rows 0 /g)?.length).toBe(Math.ceil(n / 60_000));
    const packed = gzipSync(Float64Array.from(t.flatMap((at, k) => [at, v[k]!, i[k]!])));
    expect(html.length).toBeLessThan(2 * packed.length);
    expect(rowsOf(html, 0, 3)).toEqual([t, v, i]);
  });

  it('shows the points of a .step sweep in one section, and their values in the names of traces', () => {
    const points = [1000, 2200].map((r) => ({
      ...jumpPlot,
      header: { ...jumpPlot.header, point: [['r1', r]] as const },
    }));
    const html = page([
      points[0]!,
      { ...jumpPlot, header: { ...jumpPlot.header, name: 'other' } },
      points[1]!,
    ]);
    expect(dataOf(html).map((plots) => plots.map(({ place }) => place))).toEqual([[0, 2], [1]]);
    const shown = points.map(({ header, columns }) => ({ header, columns }));
    expect(panelsOf(shown).map(({ label, traces }) => [label, ...traces.map(({ name }) => name)])).toEqual([
      ['Voltages', 'v(a,b), r1 = 1000', 'v(a,b), r1 = 2200'],
      ['Currents', 'i(l1), r1 = 1000', 'i(l1), r1 = 2200'],
    ]);
  });

  it('shows a trace for each setting of the outer sweeps, and no trace of what they set', () => {
    const columns = [volts('v1'), volts('v2'), volts('v(a)')];
    const values = [
      [0, 1, 2, 0, 1, 2],
      [5, 5, 5, 7, 7, 7],
      [1, 2, 3, 4, 5, 6],
    ].map((column) => Float64Array.from(column));
    const [panel, ...more] = panelsOf([{ header: { columns, complex: false, outer: 1 }, columns: values }]);
    expect(more).toEqual([]);
    expect(panel?.traces.map(({ name, rows: { x, y } }) => [name, [...x], [...y]])).toEqual([
      ['v(a), v2 = 5', [0, 1, 2], [1, 2, 3]],
      ['v(a), v2 = 7', [0, 1, 2], [4, 5, 6]],
    ]);
  });

  it('shows decibels and degrees of complex columns, without jumps of a turn, and gaps where there is nothing', () => {
    // z = (i/2)^k: -6.02 dB and 90 degrees a row; the last row is 0.
    const rows = 7;
    const column = Float64Array.from({ length: 2 * rows }, (_, i) => {
      const k = i >> 1;
      const phase = (k * Math.PI) / 2;
      return k === rows - 1 ? 0 : 2 ** -k * (i % 2 === 0 ? Math.cos(phase) : Math.sin(phase));
    });
    const x = Float64Array.from({ length: rows }, (_, k) => k + 1);
    const re = column.filter((_, i) => i % 2 === 0);
    const im = column.filter((_, i) => i % 2 === 1);
    const header = { columns: [{ name: 'frequency', unit: 'Hz' }, volts('v(d)')], complex: true } as const;
    const [magnitude, phase] = panelsOf([{ header, columns: [x, x.map(() => 0), re, im] }]);
    expect([magnitude?.label, magnitude?.unit, phase?.label, phase?.unit]).toEqual([
      'Voltages, magnitude',
      'dB',
      'Voltages, phase',
      '°',
    ]);
    for (let k = 0; k < rows - 1; k++) {
      expect(magnitude?.traces[0]?.rows.y[k]).toBeCloseTo(-20 * k * Math.log10(2), 12);
      expect(phase?.traces[0]?.rows.y[k]).toBeCloseTo(90 * k, 10);
    }
    expect(magnitude?.traces[0]?.rows.y[rows - 1]).toBeNaN();
    expect(phase?.traces[0]?.rows.y[rows - 1]).toBeNaN();
  });
});

describe('escaping', () => {
  it('leaves no character that markup or scripts give a meaning', () => {
    expect(escapeMarkup(`<a b="c" d='e'>&\u0000\u0007`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;');
    expect(scriptJson('</script>\u2028')).toBe('"\\u003c/script>\\u2028"');
  });
});

describe('the table of output formats', () => {
  it('makes a writer for each of its extensions', async () => {
    expect(outputWriters.map((entry) => entry.extension)).toEqual([
      'csv',
      'raw',
      'prn',
      'txt',
      'json',
      'html',
      'svg',
    ]);
    for (const entry of outputWriters) {
      const sink = new MemorySink();
      const writer = await entry.create(sink, {});
      playPlot(jumpPlot, writer);
      writer.finish();
      expect(sink.bytes.length).toBeGreaterThan(50);
    }
  });
});
