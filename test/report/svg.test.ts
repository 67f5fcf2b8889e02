import { describe, expect, it } from 'vitest';
import { drawPicture, SvgPicture } from '../../src/report/svg.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import type { Plot } from '../../src/waveform/plot.js';
import { MemorySink, jumpPlot, plotOf, time, volts } from '../waveform/sinks.js';

function picture(...plots: Plot[]): string {
  const sink = new MemorySink();
  const writer = new SvgPicture(sink);
  for (const plot of plots) playPlot(plot, writer);
  writer.finish();
  return sink.text;
}

describe('the SVG picture', () => {
  it('draws one path a trace, with a vertical edge at a jump', () => {
    const svg = picture(jumpPlot);
    const paths = [...svg.matchAll(/class="trace"[^>]* d="([^"]*)"/g)].map((m) => m[1] ?? '');
    expect(paths.length).toBe(2);
    const xs = (paths[0] ?? '')
      .split(/[ML]/)
      .slice(1)
      .map((p) => Number(p.split(' ')[0]));
    // 852 pixels wide from 84 on: 0, 1 ms, 1 ms, 2 ms.
    expect(xs).toEqual([84, 510, 510, 936]);
  });

  it('labels the axes in SI units and names the traces', () => {
    const svg = picture(jumpPlot);
    for (const text of ['1.0 ms', '2 V', '100 kA', 'v(a,b)', 'i(l1)', 'Voltages', 'Currents', 'a title']) {
      expect(svg).toContain(`>${text}</t`);
    }
  });

  it('escapes the strings of the user and shows why a run is incomplete', () => {
    const svg = picture({
      ...jumpPlot,
      header: { ...jumpPlot.header, title: '<script>&' },
      incomplete: 'a < b',
    });
    expect(svg).toContain('<title>&lt;script&gt;&amp;</title>');
    expect(svg).toContain('incomplete: a &lt; b');
    expect(svg).not.toContain('<script');
  });

  it('gives what would be flat beside a larger trace a panel of its own, and holds the last label', () => {
    const columns = [time, volts('v(c)'), volts('v(s)'), volts('v(0)')];
    const svg = picture(
      plotOf(columns, [
        [0, 123.4e-3],
        [0, 400],
        [0, 40e3],
        [0, 1e-3],
      ]),
    );
    const names = [...svg.matchAll(/>(Voltages|v\([^<]*)<\/text>/g)].map((m) => m[1]);
    // 1 mV beside 40 kV is nothing; v(c) is a hundredth.
    expect(names).toEqual(['Voltages', 'v(s)', 'v(0)', 'Voltages', 'v(c)']);
    const steps = picture(
      plotOf(
        [time, volts('v(a)')],
        [
          [0, 0.3],
          [0, 1],
        ],
      ),
    );
    const labels = [...steps.matchAll(/class="mid" x="([\d.]+)"[^>]*>([^<]+)</g)];
    for (const [, x, label] of labels) expect(Number(x) + 3.6 * label!.length).toBeLessThan(960);
  });

  it('draws a curve that turns back as one path, and points one by one', () => {
    const points = Float64Array.of(0, 0, 1, 1, 0.2, 2, 0.9, 3);
    const trace = { name: 'x', columnUnit: 'm', part: 'value', points } as const;
    const draw = (drawn: 'curve' | 'points'): string => {
      const panels = [{ label: 'Positions', unit: 'm', traces: [{ ...trace, drawn }] }];
      const scale = { name: 'y', unit: 'm' } as const;
      const svg = drawPicture([{ title: 't', name: 'n', scale, panels, rows: 4, incomplete: undefined }]);
      return /class="trace[^>]* d="([^"]*)"/.exec(svg)?.[1]?.replace(/[^MLh]/g, '') ?? '';
    };
    expect(draw('curve')).toBe('MLLL');
    expect(draw('points')).toBe('MhMhMhMh');
  });

  it('draws nested sweeps as traces that bear the values of the outer one, 64 at most and the others together', () => {
    const nested = (settings: number): string => {
      const rows = Array.from(
        { length: 3 * settings },
        (_, k) => [1000 + 4500 * (k % 3), Math.floor(k / 3)] as const,
      );
      const columns = [
        { name: 'r2', unit: '' },
        { name: 'v1', unit: 'V' },
        { name: 'v(a)', unit: 'V' },
      ] as const;
      const [x, outer] = [rows.map(([r]) => r), rows.map(([, v]) => v)];
      const plot = plotOf(columns, [x, outer, x.map((r, k) => (r * (outer[k] ?? 0)) / 1e4)]);
      return picture({ ...plot, header: { ...plot.header, outer: 1 } });
    };
    const names = (svg: string): string[] => [...svg.matchAll(/>(v[^<]*)<\/text>/g)].map((m) => m[1] ?? '');
    const two = nested(2);
    expect(names(two)).toEqual(['v(a), v1 = 0', 'v(a), v1 = 1']);
    expect(two.match(/class="trace"/g)?.length).toBe(2);
    // The scale is linear, as the values of each setting are.
    expect(two).toContain('>6000<');
    const many = nested(70);
    expect(names(many).length).toBe(65);
    expect(names(many).at(-1)).toBe('v(a), 6 more settings');
  });

  it('draws constant, single-row and empty plots without a NaN', () => {
    const make = (t: number[], v: number[]): Plot => plotOf([time, volts('v(a)')], [t, v]);
    for (const plot of [make([0, 1], [5, 5]), make([0, 1], [0, 0]), make([0], [1]), make([], [])]) {
      expect(picture(plot)).not.toMatch(/NaN|Infinity/);
    }
    expect(picture()).toContain('</svg>');
  });
});

describe('nine traces in one picture', () => {
  it('have eight colours: the ninth line has dashes, in its legend too', () => {
    const columns = Array.from({ length: 9 }, (_, k) => volts(`v(n${k})`));
    const rows = columns.map((_, k) => [k, k]);
    const svg = picture(plotOf([time, ...columns], [[0, 1], ...rows]));
    const blue = [...svg.matchAll(/<path [^>]*stroke="#2563eb"[^>]*>/g)].map(([path]) => path);
    expect(blue.map((path) => path.includes('stroke-dasharray="6 3"')).sort()).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('writes a single row as its values: it has no curves', () => {
    const plot = plotOf([volts('v(a)'), volts('v(b)')], [[1.25], [-3]]);
    const svg = picture({ ...plot, header: { ...plot.header, single: true } });
    expect(svg).toContain('>v(a) = 1.25 V</text>');
    expect(svg).toContain('>v(b) = -3 V</text>');
    expect(svg).not.toContain('class="frame"');
  });
});
