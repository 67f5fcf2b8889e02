/**
 * Runs circuits in every way there is (`differences.ts`) and prints those that do not end in the same bits, then the counts: all
 * of netlists/, the reference circuits of test/data, and random circuits.
 *
 *     node test/random-circuits/differential.mjs [--from 0] [--count 500] [--timeout 60] [--no-files] [--only 3,7]
 *
 * Exits 1 when any differs.
 */
import { build } from 'esbuild';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '500' },
    timeout: { type: 'string', default: '60' },
    files: { type: 'boolean', default: true },
    only: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'differential-'));
const outfile = join(folder, 'worker.mjs');
await build({
  entryPoints: [fileURLToPath(new URL('differences-worker.ts', import.meta.url))],
  ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' },
});
let worker;

function looked(question) {
  worker ??= new Worker(outfile);
  return new Promise((done) => {
    const end = (answer) => {
      clearTimeout(timer);
      worker?.off('message', end);
      done(answer);
    };
    const timer = setTimeout(
      () => {
        void worker.terminate();
        worker = undefined;
        done({ skipped: `longer than ${options.timeout} s` });
      },
      Number(options.timeout) * 1000,
    );
    worker.on('message', end);
    worker.postMessage(question);
  });
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['netlists', 'test/data/reference-circuits'].flatMap((under) =>
  readdirSync(join(root, under))
    .filter((name) => name.endsWith('.cir'))
    .map((name) => ({ name: `${under}/${name}`, text: readFileSync(join(root, under, name), 'utf8') })),
);
const numbers = options.only
  ? options.only.split(',').map(Number)
  : Array.from({ length: Number(options.count) }, (_, k) => Number(options.from) + k);
const questions = [
  ...(options.files && !options.only ? files : []),
  ...numbers.map((number) => ({ name: `circuit ${number}`, number })),
];
const counts = { same: 0, differ: 0, skipped: 0 };
for (const { name, ...question } of questions) {
  const { found = [], skipped } = await looked(question);
  counts[skipped ? 'skipped' : found.length > 0 ? 'differ' : 'same']++;
  if (skipped) console.log(`${name}: skipped, ${skipped}`);
  else if (found.length > 0) console.log(`${name}: ${found.join(', ')}`);
}
console.log(`${counts.same} in the same bits, ${counts.differ} differ, ${counts.skipped} skipped`);
await worker?.terminate();
rmSync(folder, { recursive: true });
process.exit(counts.differ > 0 ? 1 : 0);
