/**
 * Runs circuits of power electronics (`power-families.ts`) by the method that is taken unasked, holds them against sparse steps, and with
 * `--ngspice` against the installed ngspice; prints those that are not ok, then the counts.
 *
 *     node test/random-circuits/families.mjs [--families sixPulse,vienna] [--from 0] [--count 5] [--ngspice] [--all] [--timeout 120] [--show NUMBER]
 *
 * `--all` prints every line: verdict, seconds, distance to steps, distance to ngspice (means and rms; ideal parts are regularized there).
 * Exits 1 when something is wrong, throws or hangs.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { imported, numbersOf, Verdicts, withWorker } from './bundled-worker.mjs';

const { values: options } = parseArgs({
  options: {
    families: { type: 'string' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '5' },
    only: { type: 'string' },
    timeout: { type: 'string', default: '120' },
    ngspice: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    show: { type: 'string' },
  },
});
const { families, familyCircuit } = await imported('family-judge');
const names = options.families?.split(',') ?? Object.keys(families);
if (options.show !== undefined) {
  for (const name of names) process.stdout.write(familyCircuit(name, Number(options.show)));
  process.exit(0);
}
const verdicts = new Verdicts();
const nothing = { steps: NaN, ngspice: NaN };
const otherwise = {
  tooLong: (seconds) => ({ verdict: 'hangs', says: `longer than ${seconds} s`, ...nothing }),
  crashed: (error) => ({ verdict: 'throws', says: String(error), ...nothing }),
};
await withWorker('family-worker', otherwise, async (ask) => {
  for (const number of numbersOf(options)) {
    for (const family of names) {
      const started = performance.now();
      const answer = await ask({ family, number, ngspice: options.ngspice }, Number(options.timeout));
      const seconds = (performance.now() - started) / 1000;
      verdicts.add({ number, family, ...answer }, seconds);
      const { verdict, steps, ngspice } = answer;
      const peer = options.ngspice ? `, ngspice ${ngspice.toExponential(1)}` : '';
      if (options.all && verdict === 'ok')
        console.log(
          `${number} ${family} ok (${seconds.toFixed(1)} s): steps ${steps.toExponential(1)}${peer}`,
        );
    }
  }
});
process.exit(verdicts.end(['wrong', 'throws', 'hangs']) ? 1 : 0);
