/**
 * Runs circuits in every way there is (`differences.ts`) and prints those that do not end in the same bits, then the counts: all
 * of netlists/, the reference circuits of test/data, and random circuits.
 *
 *     node test/random-circuits/differential.mjs [--from 0] [--count 500] [--timeout 60] [--no-files] [--only 3,7]
 *
 * Exits 1 when any differs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { numbersOf, withWorker } from './bundled-worker.mjs';

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
const root = fileURLToPath(new URL('../..', import.meta.url));
const files = ['netlists', 'test/data/reference-circuits'].flatMap((under) =>
  readdirSync(join(root, under))
    .filter((name) => name.endsWith('.cir'))
    .map((name) => ({ name: `${under}/${name}`, text: readFileSync(join(root, under, name), 'utf8') })),
);
const questions = [
  ...(options.files && !options.only ? files : []),
  ...numbersOf(options).map((number) => ({ name: `circuit ${number}`, number })),
];
const counts = { same: 0, differ: 0, skipped: 0 };
const otherwise = {
  tooLong: (seconds) => ({ skipped: `longer than ${seconds} s` }),
  crashed: (error) => ({ skipped: String(error) }),
};
await withWorker('differences-worker', otherwise, async (ask) => {
  for (const { name, ...question } of questions) {
    const { found = [], skipped } = await ask(question, Number(options.timeout));
    counts[skipped ? 'skipped' : found.length > 0 ? 'differ' : 'same']++;
    if (skipped) console.log(`${name}: skipped, ${skipped}`);
    else if (found.length > 0) console.log(`${name}: ${found.join(', ')}`);
  }
});
console.log(`${counts.same} in the same bits, ${counts.differ} differ, ${counts.skipped} skipped`);
process.exit(counts.differ > 0 ? 1 : 0);
