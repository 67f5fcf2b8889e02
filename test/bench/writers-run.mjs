/**
 * Writes a million rows of ten columns that nothing repeats in, from memory, by the writer of a format; prints the seconds as JSON.
 * Of a page it prints besides when its charts were painted and when all rows were there, from the begin of the navigation, by a browser that is there.
 *
 * Usage: node test/bench/writers-run.mjs FILE [COLUMNS]   (dist must be built)
 */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { FileSink } from '../../dist/cli/output/file-sink.js';
import { outputWriters } from '../../dist/report/report-writers.js';
import { writerFor } from '../../dist/waveform/writers.js';

const rows = 1_000_000;
const blockRows = 1024;
const [, , file, columnsText = '10'] = process.argv;
const width = Number(columnsText);

/** Curves of a converter: smooth with edges, sizes from microamperes to volts. */
function block(from, count) {
  const values = new Float64Array(count * width);
  for (let i = 0; i < count; i++) {
    const t = (from + i) * 1e-8 + 1e-9 * Math.sin(from + i);
    values[i * width] = t;
    for (let c = 1; c < width; c++) {
      const isOn = (t * 1.0379e5 * c) % 1 < 0.4;
      values[i * width + c] = 10 ** (-2 * (c % 4)) * ((isOn ? 12 : 0) + c * Math.sin(t * 1e4 * c + c));
    }
  }
  return values;
}

const blocks = Array.from({ length: Math.ceil(rows / blockRows) }, (_, k) =>
  block(k * blockRows, Math.min(blockRows, rows - k * blockRows)),
);
const columns = Array.from({ length: width }, (_, c) =>
  c === 0 ? { name: 'time', unit: 's' } : { name: `v(${c})`, unit: 'V' },
);
const header = { title: 'a million rows', name: 'Transient Analysis', columns, complex: false };

const sink = new FileSink(file);
const writer = await writerFor(file, outputWriters).create(sink, {});
const start = performance.now();
writer.begin(header);
for (const values of blocks) writer.rows(values, values.length / width);
writer.end();
writer.finish();
sink.commit();
const seconds = (performance.now() - start) / 1000;
console.log(JSON.stringify({ seconds, ...(file.endsWith('.html') && (await painted())) }));

/** Seconds from the begin of the navigation to charts on the screen, and to all rows behind them, the best of three. */
async function painted() {
  const executablePath = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim();
  if (executablePath === '') return {};
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const times = { painted: Infinity, complete: Infinity };
  for (let k = 0; k < 3; k++) {
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
    await page.goto(pathToFileURL(file).href);
    for (const name of Object.keys(times)) {
      const asked = `performance.getEntriesByName('nscircuit-${name}')[0]?.startTime`;
      let mark;
      while ((mark = await page.evaluate(asked)) === undefined) await page.waitForTimeout(20);
      times[name] = Math.min(times[name], mark / 1000);
    }
    await page.close();
  }
  await browser.close();
  return times;
}
