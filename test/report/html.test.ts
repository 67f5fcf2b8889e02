import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { escapeMarkup, scriptJson } from '../../src/report/escape.js';
import { HtmlReport } from '../../src/report/html.js';
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

interface PageData {
  panels: { label: string; unit: string; traces: { name: string; points: number[] }[] }[];
}

function dataOf(html: string): PageData[] {
  return JSON.parse(/id="data">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as PageData[];
}

const hostile = '</script><script>alert(1)</script><img src=x onerror="alert(2)"><!--&\'';

describe('the HTML report', () => {
  it('shows voltages and currents in panels of their own, with both rows of a jump', () => {
    const [plot] = dataOf(page([jumpPlot]));
    expect(plot?.panels).toEqual([
      {
        label: 'Voltages',
        unit: 'V',
        traces: [{ name: 'v(a,b)', points: [0, 1, 1e-3, 2, 1e-3, -3, 2e-3, 0.3333333] }],
      },
      {
        label: 'Currents',
        unit: 'A',
        traces: [{ name: 'i(l1)', points: [0, 0, 1e-3, 1e-12, 1e-3, -2.5e-7, 2e-3, 123456.8] }],
      },
    ]);
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
    // Two elements of our own, whatever the user wrote: the data and the script.
    expect(html.match(/<script/gi)?.length).toBe(2);
    expect(html.match(/<\/script/gi)?.length).toBe(2);
    expect(html).not.toMatch(/<img|<!--/i);
    expect(html.match(/alert\(1\)/g)?.length).toBe(8);
    expect(dataOf(html)[0]?.panels[0]?.traces[0]?.name).toBe(`v(${hostile})`);
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

  it('stays small for many rows and keeps their peaks', () => {
    const n = 200_000;
    const t = Array.from({ length: n }, (_, k) => k * 1e-6);
    const v = t.map((_, k) => (k === 123_456 ? 42 : Math.sin(k / 3)));
    const plot = plotOf([time, volts('v(a)'), amperes('i(r)')], [t, v, v]);
    const html = page([plot]);
    expect(html.length).toBeLessThan(800_000);
    expect(dataOf(html)[0]?.panels[0]?.traces[0]?.points).toContain(42);
  });

  it('shows real and imaginary parts of complex plots', () => {
    const ac = plotOf(
      [{ name: 'frequency', unit: 'Hz' }, volts('v(d)')],
      [
        [10, 0, 20, 0],
        [1, -2, 3, 4],
      ],
      { complex: true },
    );
    expect(dataOf(page([ac]))[0]?.panels[0]?.traces).toEqual([
      { name: 're(v(d))', points: [10, 1, 20, 3] },
      { name: 'im(v(d))', points: [10, -2, 20, 4] },
    ]);
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
