/**
 * Judges many random circuits and prints those that are not ok, then the counts.
 *
 *     node test/random-circuits/run.mjs [--from 0] [--count 2000] [--timeout 20] [--no-compare] [--show NUMBER] [--csv FILE]
 *
 * Verdicts: ok (certificate holds, stepping agrees), unjudged (certificate holds, steps do not resolve it), wrong, missed (the
 * certificate), stops, refused, throws, hangs. Exits 1 when something is wrong, throws or hangs.
 */
import { writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { imported, numbersOf, Verdicts, withWorker } from './bundled-worker.mjs';

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

if (options.show !== undefined) {
  const { randomCircuit } = await imported('random-circuit');
  process.stdout.write(randomCircuit(Number(options.show)).text);
  process.exit(0);
}

/** Judging takes many stepped runs beside the exact one. */
const judgingFactor = 3;
const otherwise = {
  tooLong: (seconds) => ({ family: '', verdict: 'hangs', says: `longer than ${seconds} s` }),
  crashed: (error) => ({ family: '', verdict: 'throws', says: String(error) }),
};
const verdicts = new Verdicts();
await withWorker('judge-worker', otherwise, async (ask) => {
  const { compare } = options;
  const longest = Number(options.timeout) * (compare ? judgingFactor : 1);
  for (const number of numbersOf(options)) {
    const started = performance.now();
    const answer = await ask({ number, compare }, longest);
    verdicts.add({ number, ...answer }, (performance.now() - started) / 1000);
  }
});
if (options.csv) writeFileSync(options.csv, `${verdicts.lines.join('\n')}\n`);
process.exit(verdicts.end(['wrong', 'throws', 'hangs']) ? 1 : 0);
