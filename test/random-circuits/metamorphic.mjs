/**
 * Runs random circuits in six variants that have to do the same (`metamorphic.ts`), and prints those that do not, then the counts.
 *
 *     node test/random-circuits/metamorphic.mjs [--from 0] [--count 300] [--method events] [--timeout 120] [--only 3,7]
 *
 * Verdicts: differs, with the variants and the quantity that is farthest off; else that of the circuit itself. Exits 1 when any differs.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { numbersOf, Verdicts, withWorker } from './bundled-worker.mjs';

const { values: options } = parseArgs({
  options: {
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '300' },
    method: { type: 'string', default: 'events' },
    timeout: { type: 'string', default: '120' },
    only: { type: 'string' },
  },
});
const verdicts = new Verdicts();
const otherwise = {
  tooLong: (seconds) => ({ verdict: 'hangs', says: `longer than ${seconds} s` }),
  crashed: (error) => ({ verdict: 'throws', says: String(error) }),
};
await withWorker('metamorphic-worker', otherwise, async (ask) => {
  for (const number of numbersOf(options)) {
    const started = performance.now();
    const answer = await ask({ number, method: options.method }, Number(options.timeout));
    verdicts.add({ number, family: '', ...answer }, (performance.now() - started) / 1000);
  }
});
process.exit(verdicts.end(['differs', 'throws', 'hangs']) ? 1 : 0);
