/**
 * Judges one netlist for run-corpus.mjs: arguments file, folder of the built library and method.
 * Prints one line of JSON: {verdict, text}.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { alignedColumns, errorOf, splitRuns } from './gold-columns.mjs';

const [file = '', lib = '', method = 'auto'] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(lib, path)).href);
const { MemoryPlot, planRuns, readPrn, runCard } = await load('index.js');
const { FileTextSource } = await load('cli/node.js');

function fileGold() {
  const path = [`${file}.prn`, file.replace(/\.[^.]*$/, '.prn')].find((name) => existsSync(name));
  return path === undefined ? undefined : [readPrn({ name: path, text: readFileSync(path, 'utf8') })];
}

/** Rows a run besides its events and those that lines between rows need: gold has its rows elsewhere. */
const rowsOfRun = 2000;
const rowtol = 1e-4;

/** Runs the transients of all points of a sweep. */
function runAll(runs) {
  return runs
    .filter(({ card }) => card.kind === 'tran')
    .map((run) => {
      const { circuit, card, diagnostics } = run.prepare();
      if (!circuit || !card) return { report: { diagnostics } };
      const memory = new MemoryPlot();
      const tstep = card.tstop / rowsOfRun;
      const report = runCard(circuit, { ...card, tstep, tmax: undefined }, [memory]);
      return { report, plot: memory.plots[0] };
    });
}

function verdict() {
  const gold = fileGold();
  if (!gold) return { verdict: 'no gold', text: '' };
  const textSource = new FileTextSource();
  const { diagnostics: prepared, runs } = planRuns(textSource.read(file), {
    textSource,
    options: { method, rowtol },
    dialect: 'xyce',
  });
  const waves = runAll(runs);
  const diagnostics = [...prepared, ...waves.flatMap(({ report }) => report.diagnostics)];
  // What the run says to have no value is told, not judged.
  const gaps = diagnostics.filter(({ code }) => code === 'not-finite').map(({ message }) => message);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (waves.length === 0) {
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    return { verdict: 'refused', text: first ? `${first.message}${more}` : 'there is no .tran card' };
  }
  if (first) return { verdict: first.span ? 'refused' : 'failed', text: first.message };
  const wanted = gold.flatMap(splitRuns);
  let worst = { atRows: -1, error: -1, name: '', at: 0 };
  for (const [k, reference] of wanted.entries()) {
    const plot = waves[k]?.plot;
    if (!plot)
      return { verdict: 'mismatch', text: `gold has ${wanted.length} runs, there are ${waves.length}` };
    if (plot.incomplete !== undefined) return { verdict: 'failed', text: plot.incomplete };
    const { pairs, missing } = alignedColumns(plot, reference);
    if (missing.length > 0) {
      const told = diagnostics.some(
        ({ severity, message }) => severity === 'note' && /output quantit/.test(message),
      );
      return { verdict: told ? 'refused' : 'mismatch', text: `does not write ${missing.join(', ')}` };
    }
    for (const { ours, theirs, name } of pairs) {
      if (
        gaps.some((message) => message.startsWith(`${plot.header.columns[ours].name} has no finite value`))
      ) {
        continue;
      }
      const bad = plot.columns[ours].findIndex((value) => !Number.isFinite(value));
      if (bad >= 0) return { verdict: 'failed', text: `${name} is not finite at ${plot.columns[0][bad]}` };
      const found = { name, ...errorOf(plot, ours, reference, theirs) };
      if (!(found.atRows <= worst.atRows)) worst = found;
    }
  }
  if (worst.atRows < 0) return { verdict: 'mismatch', text: 'no column in common' };
  const missed = waves.flatMap(({ report }) => report.certificate?.missed ?? []);
  const percent = (value) => `${(100 * value).toPrecision(2)} %`;
  const text =
    `${percent(worst.atRows)} (${percent(worst.error)} between rows) in ${worst.name} at ${worst.at.toPrecision(6)}` +
    (gaps.length > 0 ? `; ${gaps.length} columns are told to have no finite value` : '') +
    (missed.length > 0 ? `; certificate misses ${missed.join(', ')}` : '');
  if (worst.atRows <= 1e-3) return { verdict: 'match 0.1 %', text };
  return { verdict: worst.atRows <= 1e-2 ? 'match 1 %' : 'mismatch', text };
}

console.log(JSON.stringify(verdict()));
