/** Pictures over decades: what falls by a power of the frequency is straight, and what is not above 0 is left out and told. */
import { expect, it } from 'vitest';
import { SvgPicture } from '../../src/report/svg.js';
import { ChartSink } from '../../src/report/terminal-chart.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import type { Column, Plot } from '../../src/waveform/plot.js';
import type { LogAxes } from '../../src/waveform/writer.js';
import { amperes, MemorySink, plotOf, volts } from '../waveform/sinks.js';

const frequency: Column = { name: 'frequency', unit: 'Hz' };
const density: Column = { name: 'onoise_spectrum', unit: 'V/sqrt(Hz)' };
const decades = [1, 10, 100, 1e3, 1e4];
const falling = plotOf([frequency, density], [decades, decades.map((f) => 1e-6 / f)]);

function svg(plot: Plot, log?: LogAxes): string {
  const sink = new MemorySink();
  const writer = new SvgPicture(sink, log);
  playPlot(plot, writer);
  writer.finish();
  return sink.text;
}

function chart(plot: Plot, log?: LogAxes): string[] {
  const sink = new ChartSink({ columns: 60, lines: 5, log });
  playPlot(plot, sink);
  return sink.text.split('\n');
}

function points(picture: string): (readonly [number, number])[] {
  const path = /class="trace"[^>]* d="([^"]*)"/.exec(picture)?.[1] ?? '';
  return path
    .split(/[ML]/)
    .slice(1)
    .map((text) => text.split(' ').map(Number) as [number, number]);
}

it('a density of noise is drawn over decades unasked, so that 1/f is a straight line, with its decades beside it', () => {
  const picture = svg(falling);
  const places = points(picture);
  const steps = places.slice(1).map(([x, y], k) => [x - (places[k]?.[0] ?? 0), y - (places[k]?.[1] ?? 0)]);
  // Coordinates are written to a hundredth of a pixel.
  for (const step of steps)
    for (const part of [0, 1])
      expect(Math.abs((step[part] ?? 0) - (steps[0]?.[part] ?? 0))).toBeLessThan(0.03);
  for (const tick of ['1.0 uV/√Hz', '100 nV/√Hz', '10 nV/√Hz', '1.0 nV/√Hz', '100 pV/√Hz'])
    expect(picture).toContain(`>${tick}</text>`);
  expect(
    chart(falling)
      .slice(2, 7)
      .map((line) => line.slice(0, 13).trim()),
  ).toEqual(['1.0 uV/√Hz┤', '100 nV/√Hz┤', '10 nV/√Hz┤', '1.0 nV/√Hz┤', '100 pV/√Hz┤']);
});

it('axes are as asked for: a density along a line, a current over decades, the scale of a sweep either way', () => {
  expect(points(svg(falling, 'none')).map(([x]) => Math.round(x))).toEqual([84, 85, 92, 169, 936]);
  const volt = [0.2, 0.4, 0.6, 0.8];
  const diode = plotOf(
    [volts('v1'), amperes('i(d1)')],
    [volt, volt.map((v) => 1e-15 * Math.expm1(v / 0.025))],
  );
  const heights = points(svg(diode, 'y')).map(([, y]) => y);
  const slopes = heights.slice(1).map((y, k) => y - (heights[k] ?? 0));
  // exp(v / 25 mV) - 1: at .2 V 3e-4 off the exponential.
  for (const slope of slopes) expect(Math.abs(slope / (slopes[2] ?? NaN) - 1)).toBeLessThan(1e-3);
  expect(
    chart(diode, 'y')
      .slice(2, 7)
      .filter((line) => line.includes('┤')).length,
  ).toBeGreaterThan(1);
  expect(chart(diode)[2]).toMatch(/^ *80 mA┤/);
  expect(points(svg(diode, 'x')).map(([x]) => Math.round(x))).toEqual([84, 510, 759, 936]);
});

it('values at or below 0 are left out, the curve is cut there, and that is told', () => {
  const mixed = plotOf(
    [frequency, volts('v(a)')],
    [
      [1, 2, 3, 4, 5, 6],
      [1e-3, 1, -1, 0, 10, 1],
    ],
  );
  const picture = svg(mixed, 'y');
  expect(picture).toContain('Voltages, values &lt;= 0 left out');
  expect(/class="trace"[^>]* d="([^"]*)"/.exec(picture)?.[1]?.match(/M/g)).toHaveLength(2);
  expect(points(picture)).toHaveLength(4);
  expect(chart(mixed, 'y')[1]?.trim()).toBe('v(a): 1 mV to 10 V (values <= 0 left out)');
  // Nothing above 0 has no decades.
  expect(
    chart(
      plotOf(
        [frequency, volts('v(a)')],
        [
          [1, 2],
          [-1, 0],
        ],
      ),
      'y',
    )[1]?.trim(),
  ).toBe('v(a): -1 V to 0 V');
});
