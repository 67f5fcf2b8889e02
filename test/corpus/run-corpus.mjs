/**
 * Runs a folder of netlists against gold waveforms and prints a table; needs the built library.
 *
 *     node test/corpus/run-corpus.mjs FOLDER [--ngspice] [--keep DIR] [--lib dist] [--only TEXT] [--method auto]
 *         [--timeout 20] [--csv FILE] [--list FILE]
 *
 * Of sweeps (.dc) rows are held against rows.
 *
 * --list names a file with one path a line instead of a folder. Gold is NAME.prn (or NAME.cir.prn) beside NAME.cir; with --ngspice it is every plot that the installed ngspice
 * makes (ngspice-one.mjs; --timeout is processor time then, and --keep names a folder for answers of ngspice). The error of a column is max |a - b| over the union of rows by the range of the gold column; a
 * gold file with few rows says nothing between them, so the error at its own rows is the one that is judged
 * and the other one is printed beside it. A run is a process of its own: what hangs is stopped, what
 * crashes is told. Gold's row at t = 0 is the operating point before it, ours the right limit: where
 * they differ it is passed over. Exits 1 when something crashed, hung or is wrong.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ngspice: { type: 'boolean', default: false },
    lib: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
    only: { type: 'string', default: '' },
    method: { type: 'string', default: 'auto' },
    timeout: { type: 'string', default: '20' },
    list: { type: 'string' },
    keep: { type: 'string', default: '' },
    csv: { type: 'string' },
  },
});
const [folder = ''] = positionals;
if (folder === '' && options.list === undefined) {
  console.error('usage: node test/corpus/run-corpus.mjs FOLDER [--ngspice] [--only TEXT] [--csv FILE]');
  process.exit(2);
}

const listed = options.list === undefined ? undefined : readFileSync(options.list, 'utf8').split('\n');
const files = (
  listed?.filter((name) => name !== '') ??
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.(cir|sp|net|ckt|spice)$/i.test(name))
    .sort()
).filter((name) => name.includes(options.only));
const isPeer = options.ngspice;
const worker = fileURLToPath(new URL(isPeer ? 'ngspice-one.mjs' : 'run-one.mjs', import.meta.url));
/** Seconds after which a worker is stopped; where it stops its own runs by processor time, what only the clock could end. */
const patience = Number(options.timeout) * (isPeer ? 20 : 1);

/** Runs one file in a process of its own. */
function judge(file) {
  const args = [worker, join(folder, file), resolve(options.lib), options.method];
  if (isPeer) args.push(options.timeout, options.keep);
  return new Promise((done) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let problems = '';
    let late = false;
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (problems += text));
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, 1000 * patience);
    child.on('close', () => {
      clearTimeout(timer);
      const seconds = (performance.now() - started) / 1000;
      const last = out.trimEnd().split('\n').at(-1) ?? '';
      if (late) done({ file, seconds, verdict: 'timeout', text: `stopped after ${patience} s` });
      else if (last.startsWith('{')) done({ file, seconds, ...JSON.parse(last) });
      else {
        const cause = problems.split('\n').find((line) => /Error|FATAL/.test(line)) ?? 'no answer';
        done({ file, seconds, verdict: 'crash', text: cause.trim() });
      }
    });
  });
}

/** All results in the order of the files, as many at once as there are processors. */
async function judgeAll() {
  const results = new Array(files.length);
  let next = 0;
  const lane = async () => {
    while (next < files.length) {
      const k = next++;
      results[k] = await judge(files[k]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return results;
}

const verdicts = [
  ...['match 0.1 %', 'match 1 %', 'mismatch', 'agrees', 'otherwise', 'refused', 'failed', 'timeout', 'crash'],
  ...['no columns', 'no gold'],
];
const results = await judgeAll();
const wide = Math.max(4, ...results.map(({ file }) => basename(file).length));
for (const { file, verdict, text, seconds } of results) {
  console.log(
    `${basename(file).padEnd(wide)}  ${verdict.padEnd(12)} ${seconds.toFixed(1).padStart(5)} s  ${text}`,
  );
}
const count = (verdict) => results.filter((result) => result.verdict === verdict).length;
console.log(`\n${results.length} netlists`);
for (const verdict of verdicts)
  if (count(verdict) > 0) console.log(`${String(count(verdict)).padStart(5)}  ${verdict}`);
const matching = count('match 0.1 %') + count('match 1 %') + count('agrees');
console.log(
  `${matching} of ${results.length} match (${((100 * matching) / Math.max(results.length, 1)).toFixed(1)} %)`,
);
if (options.csv !== undefined) {
  const quoted = (text) => `"${String(text).replaceAll('"', '""')}"`;
  const rows = results.map(({ file, verdict, text }) => [file, verdict, text].map(quoted).join(','));
  writeFileSync(options.csv, `file,verdict,remark\n${rows.join('\n')}\n`);
}
process.exit(count('mismatch') + count('otherwise') + count('timeout') + count('crash') > 0 ? 1 : 0);
