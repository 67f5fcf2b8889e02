/**
 * Judges one netlist for run-corpus.mjs: arguments file, folder of the built library and method.
 * Prints one line of JSON: {verdict, text}.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { alignedColumns, errorOf, rowsError, splitRuns } from './gold-columns.mjs';

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

/** Runs the analyses of one kind of all points of a sweep. */
function runAll(runs, kind) {
  return runs
    .filter(({ card }) => card.kind === kind)
    .map((run) => {
      const { circuit, card, diagnostics } = run.prepare();
      if (!circuit || !card) return { report: { diagnostics } };
      const memory = new MemoryPlot();
      const rows = kind === 'tran' ? { tstep: card.tstop / rowsOfRun, tmax: undefined } : {};
      const report = runCard(circuit, { ...card, ...rows }, [memory]);
      return { report, plots: memory.plots };
    });
}

/** The rows of sweeps, one after the other. */
function joined(plots) {
  const [first] = plots;
  const columns = first.header.columns.map((_, k) => plots.flatMap(({ columns }) => [...columns[k]]));
  return { ...first, columns };
}

/** Gold's rows of a sweep against ours, one by one. */
function sweepVerdict(waves, gold) {
  const plots = waves.flatMap(({ plots: own = [] }) => own);
  if (plots.length === 0) return { verdict: 'failed', text: 'no rows' };
  const [ours, theirs] = [joined(plots), joined(gold)];
  const { pairs, missing } = alignedColumns(ours, theirs);
  if (missing.length > 0) return { verdict: 'mismatch', text: `does not write ${missing.join(', ')}` };
  let worst = { error: -1, name: '', row: 0 };
  for (const { ours: k, theirs: l, name } of pairs) {
    const found = { name, ...rowsError(ours.columns[k], theirs.columns[l]) };
    if (!(found.error <= worst.error)) worst = found;
  }
  if (worst.error < 0) return { verdict: 'mismatch', text: 'no column in common' };
  const text = `${(100 * worst.error).toPrecision(2)} % in ${worst.name} of row ${worst.row}`;
  if (worst.error <= 1e-3) return { verdict: 'match 0.1 %', text };
  return { verdict: worst.error <= 1e-2 ? 'match 1 %' : 'mismatch', text };
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
  const kind = runs.some(({ card }) => card.kind === 'tran') ? 'tran' : 'dc';
  const waves = runAll(runs, kind);
  const diagnostics = [...prepared, ...waves.flatMap(({ report }) => report.diagnostics)];
  // What the run says to have no value is told, not judged.
  const gaps = diagnostics.filter(({ code }) => code === 'not-finite').map(({ message }) => message);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (waves.length === 0) {
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    return { verdict: 'refused', text: first ? `${first.message}${more}` : 'there is neither .tran nor .dc' };
  }
  if (first) return { verdict: first.span ? 'refused' : 'failed', text: first.message };
  if (kind === 'dc') return sweepVerdict(waves, gold);
  const wanted = gold.flatMap(splitRuns);
  let worst = { atRows: -1, error: -1, name: '', at: 0 };
  for (const [k, reference] of wanted.entries()) {
    const plot = waves[k]?.plots?.[0];
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
