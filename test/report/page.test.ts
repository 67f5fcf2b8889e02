import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HtmlReport } from '../../src/report/html.js';
import { playPlot } from '../../src/waveform/memory-plot.js';
import { amperes, MemorySink, plotOf, time, volts } from '../waveform/sinks.js';
import { noBrowser, startBrowser } from './browser.js';

/** What a chart has drawn, as the page tells it. */
interface Drawn {
  readonly ticks: readonly (readonly number[])[];
  readonly traces: readonly {
    readonly least: number;
    readonly largest: number;
    readonly points: number;
    /** Whether the chart's pixels bear the trace's colour where its extremes lie. */
    readonly painted: readonly boolean[];
  }[];
}

// Runs in the page: extremes of what the charts hold, and a look at the pixels about them.
const drawn = `nscircuit.views[0].charts.map(({ chart: { chart, canvas } }) => {
  const { x, y } = chart.scales;
  const ratio = canvas.width / canvas.clientWidth;
  const pixels = canvas.getContext('2d');
  return {
    ticks: [x, y].map((scale) => scale.ticks.map(({ value }) => value)),
    traces: chart.data.datasets.map(({ data, borderColor }) => {
      const inside = data.filter(({ y: value }) => !Number.isNaN(value));
      const ends = [(a, b) => a.y < b.y, (a, b) => a.y > b.y].map((isBefore) =>
        inside.reduce((best, point) => (isBefore(point, best) ? point : best)));
      const colour = borderColor.match(/\\w\\w/g).map((part) => parseInt(part, 16));
      const painted = ends.map((point) => {
        const left = Math.round(x.getPixelForValue(point.x) * ratio) - 2;
        const top = Math.round(y.getPixelForValue(point.y) * ratio) - 2;
        const { data: bytes } = pixels.getImageData(left, top, 5, 5);
        for (let at = 0; at < bytes.length; at += 4) {
          if (colour.every((part, k) => Math.abs(part - bytes[at + k]) < 40) && bytes[at + 3] > 40) return true;
        }
        return false;
      });
      return { least: ends[0].y, largest: ends[1].y, points: inside.length, painted };
    }),
  };
})`;

const rows = 150_000;
const t = Array.from({ length: rows }, (_, k) => Math.floor(k / 2) * 1e-7);
/** A square wave with both rows of each edge, and spikes of single rows. */
const pwm = t.map((_, k) => (k % 20_011 === 777 ? 31 : Math.floor((k + 1) / 100) % 2 === 0 ? 0 : 12));
const ringing = t.map((x) => 3 * Math.exp(-200 * x) * Math.sin(4e4 * x) + 5e-4 * Math.cos(7e6 * x));

describe.skipIf(noBrowser !== undefined)(`the page in a browser ${noBrowser ?? ''}`, () => {
  let browser: Browser;
  let page: Page;
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  const problems: string[] = [];

  beforeAll(async () => {
    const sink = new MemorySink();
    const writer = new HtmlReport(sink);
    playPlot(plotOf([time, volts('v(sw)'), amperes('i(l1)')], [t, pwm, ringing]), writer);
    writer.finish();
    writeFileSync(join(folder, 'page.html'), sink.text);
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 1000, height: 800 }, colorScheme: 'light' });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) problems.push(request.url());
    });
    await page.addInitScript(`
      const mark = performance.mark.bind(performance);
      performance.mark = (name) => {
        if (name === 'nscircuit-painted') window.firstDrawn = { isWhole: nscircuit.views[0].isWhole, charts: ${drawn} };
        return mark(name);
      };`);
    await page.goto(pathToFileURL(join(folder, 'page.html')).href);
    await page.waitForFunction("performance.getEntriesByName('nscircuit-complete').length > 0");
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  it('draws a long run with its extremes while its rows are still being read', async () => {
    const { isWhole, charts }: { isWhole: boolean; charts: Drawn[] } = await page.evaluate('firstDrawn');
    expect(isWhole).toBe(false);
    [pwm, ringing].forEach((values, c) => {
      const { least, largest, painted, points } = charts[c]!.traces[0]!;
      expect([least, largest]).toEqual([Math.min, Math.max].map((end) => values.reduce((a, b) => end(a, b))));
      expect(painted).toEqual([true, true]);
      expect(points).toBeGreaterThan(2000);
    });
    expect(await page.evaluate('nscircuit.views[0].isWhole')).toBe(true);
  });

  it('draws in any window the least and the largest value of its rows, to the bit, and ticks are round', async () => {
    let state = 5;
    const random = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const end = t[rows - 1]!;
    for (let k = 0; k < 40; k++) {
      // Windows that begin and end at rows, from the whole run to some ten rows.
      const width = Math.max(10, Math.round(rows * 10 ** (-4 * random() * Math.sign(k))));
      const first = Math.floor(random() * (rows - width));
      const [low, high] = k === 0 ? [0, end] : [t[first]!, t[first + width - 1]!];
      await page.evaluate(`nscircuit.views[0].zoom(${low}, ${high})`);
      const charts: Drawn[] = await page.evaluate(drawn);
      const inside = [...t.keys()].filter((i) => t[i]! >= low && t[i]! <= high);
      [pwm, ringing].forEach((values, c) => {
        const trace = charts[c]!.traces[0]!;
        const shown = inside.map((i) => values[i]!);
        expect(trace.least).toBe(shown.reduce((a, b) => Math.min(a, b)));
        expect(trace.largest).toBe(shown.reduce((a, b) => Math.max(a, b)));
        expect(trace.painted).toEqual([true, true]);
        expect(trace.points).toBeLessThanOrEqual(4 * 1000 + 2);
        for (const ticks of charts[c]!.ticks) {
          expect(ticks.length).toBeGreaterThan(2);
          const step = ticks[1]! - ticks[0]!;
          const leading = step / 10 ** Math.floor(Math.log10(step) + 1e-6);
          expect([1, 2, 5].some((round) => Math.abs(leading - round) < 1e-5)).toBe(true);
          for (const tick of ticks)
            expect(Math.abs(tick / step - Math.round(tick / step))).toBeLessThan(1e-4);
        }
      });
    }
    expect(problems).toEqual([]);
  });

  it('zooms by drag, wheel and keys, and reads values with the digits that the window needs', async () => {
    await page.evaluate('nscircuit.views[0].zoom(0, 1)');
    const box = (await page.locator('canvas').first().boundingBox())!;
    const view = async (): Promise<[number, number]> => page.evaluate('nscircuit.views[0].window');
    const [, whole] = await view();
    await page.mouse.move(box.x + 300, box.y + 100);
    const coarse = (await page.locator('.readout').textContent())!;
    await page.mouse.down();
    await page.mouse.move(box.x + 500, box.y + 100);
    await page.mouse.up();
    const [low, high] = await view();
    expect(low).toBeGreaterThan(0);
    expect(high).toBeLessThan(0.7 * whole);
    await page.mouse.wheel(0, -1500);
    const [a, b] = await view();
    expect(b - a).toBeLessThan(0.2 * (high - low));
    await page.mouse.move(box.x + 301, box.y + 100);
    const fine = (await page.locator('.readout').textContent())!;
    expect(fine.length).toBeGreaterThan(coarse.length);
    await page.locator('canvas').first().focus();
    await page.keyboard.press('0');
    expect(await view()).toEqual([0, whole]);
    expect(problems).toEqual([]);
  });
});
