/**
 * Judges many random circuits and prints those that are not ok, then the counts.
 *
 *     node test/random-circuits/run.mjs [--from 0] [--count 2000] [--timeout 20] [--no-compare] [--show NUMBER] [--csv FILE]
 *
 * Verdicts: ok (certificate holds, stepping agrees), unjudged (certificate holds, steps do not resolve it), wrong, missed (the
 * certificate), stops, refused, throws, hangs. Exits 1 when something is wrong, throws or hangs.
 */
import { build } from 'esbuild';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '2000' },
    timeout: { type: 'string', default: '20' },
    compare: { type: 'boolean', default: true },
    show: { type: 'string' },
    only: { type: 'string' },
    csv: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'random-circuits-'));
const bundle = async (name) => {
  const outfile = join(folder, `${name}.mjs`);
  const entry = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return outfile;
};

if (options.show !== undefined) {
  const { randomCircuit } = await import(pathToFileURL(await bundle('random-circuit')).href);
  process.stdout.write(randomCircuit(Number(options.show)).text);
  rmSync(folder, { recursive: true });
  process.exit(0);
}

const file = await bundle('judge-worker');
/** Judging takes many stepped runs beside the exact one. */
const judgingFactor = 3;
let worker;

function judged(number) {
  worker ??= new Worker(file);
  const seconds = Number(options.timeout) * (options.compare ? judgingFactor : 1);
  return new Promise((done) => {
    const end = (answer) => {
      clearTimeout(timer);
      worker?.off('message', end).off('error', crashed);
      done(answer);
    };
    const timer = setTimeout(() => {
      void worker.terminate();
      worker = undefined;
      done({ number, family: '', verdict: 'hangs', says: `longer than ${seconds} s` });
    }, seconds * 1000);
    const crashed = (error) => {
      end({ number, family: '', verdict: 'throws', says: String(error) });
      worker = undefined;
    };
    worker.on('message', end).on('error', crashed);
    worker.postMessage({ number, compare: options.compare });
  });
}

const numbers = options.only
  ? options.only.split(',').map(Number)
  : Array.from({ length: Number(options.count) }, (_, k) => Number(options.from) + k);
const counts = new Map();
const lines = [];
for (const number of numbers) {
  const started = performance.now();
  const { family, verdict, says } = await judged(number);
  counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  lines.push([number, family, verdict, seconds, JSON.stringify(says)].join(','));
  if (verdict !== 'ok') console.log(`${number} ${family} ${verdict} (${seconds} s): ${says}`);
}
console.log(
  [...counts]
    .sort()
    .map(([verdict, count]) => `${verdict} ${count}`)
    .join(', '),
);
if (options.csv) writeFileSync(options.csv, `${lines.join('\n')}\n`);
rmSync(folder, { recursive: true });
process.exit(['wrong', 'throws', 'hangs'].some((bad) => counts.has(bad)) ? 1 : 0);
