/**
 * `--measures FILE`: the results of `.meas` cards as CSV, one record a point of the `.step` sweep: what is set, then one field a
 * measure, empty where it failed.
 */
import type { AnalysisReport } from '../analysis/analysis.js';
import type { MeasureResult } from '../analysis/measures/measure-plan.js';
import type { PlannedRun } from '../analysis/run-plan.js';
import { quoteField } from '../waveform/csv-format.js';
import { type Arguments, lastValue } from './command.js';
import { checkWritable, FileSink } from './file-sink.js';
import type { WrittenFile } from './outputs.js';
import { refuse } from './usage-error.js';

const defaultDigits = 9;

/** The file that is asked for; throws a UsageError where it cannot be written. */
export function measureFile(args: Arguments): string | undefined {
  const path = lastValue(args, 'measures');
  if (path === undefined) return undefined;
  const problems: string[] = [];
  if (path === '') problems.push('--measures: the file name is empty');
  else if (path === args.file) problems.push(`--measures ${path} would overwrite the netlist`);
  else {
    try {
      checkWritable(path);
    } catch (error) {
      problems.push(`--measures ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  refuse(problems);
  return path;
}

/** Writes the table; `reports` are those of the runs in their order, as far as they ran. */
export function writeMeasures(
  path: string,
  runs: readonly PlannedRun[],
  reports: readonly AnalysisReport[],
  digits = defaultDigits,
): WrittenFile {
  // Analyses of one point that a script has not changed are one record.
  const records = new Map<string, { values: PlannedRun['values']; measures: MeasureResult[] }>();
  reports.forEach(({ measures = [] }, k) => {
    const { values = [], point = 0 } = runs[k] ?? {};
    const key = JSON.stringify([point, values]);
    const record = records.get(key) ?? { values, measures: [] };
    record.measures.push(...measures);
    records.set(key, record);
  });
  const rows = [...records.values()];
  const number = (value: number | undefined): string =>
    value === undefined ? '' : String(Number(value.toPrecision(digits)));
  const names = new Set(rows.flatMap(({ measures }) => measures.map(({ name }) => name)));
  const settings = new Set(rows.flatMap(({ values }) => values.map(([name]) => name)));
  const header = [...settings, ...names];
  const lines = rows.map(({ values, measures }) => {
    const results = new Map(measures.map(({ name, value }) => [name, value]));
    const set = new Map(values);
    return [
      ...[...settings].map((name) => number(set.get(name))),
      ...[...names].map((name) => number(results.get(name))),
    ];
  });
  const text = [header.map(quoteField), ...lines].map((line) => `${line.join(',')}\n`).join('');
  const sink = new FileSink(path);
  sink.write(new TextEncoder().encode(text));
  sink.commit();
  return { path, rows: rows.length };
}
