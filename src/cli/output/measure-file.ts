/**
 * `--measures FILE`: the results of `.meas` cards as CSV, one record a point of the `.step` sweep: what is set, then one field a
 * measure, empty where it failed; or, where the file's name ends so, in any other format of `-o`: a chart a measure over what is set.
 */
import type { MeasureResult } from '../../analysis/measures/measure-plan.js';
import type { PlannedRun } from '../../analysis/run-plan.js';
import { quoteField } from '../../waveform/csv-format.js';
import { columnUnits, type Plot } from '../../waveform/plot.js';
import type { WriterEntry } from '../../waveform/writer.js';
import { writerFor } from '../../waveform/writers.js';
import { type Arguments, allValues } from '../command.js';
import { checkWritable, FileSink } from './file-sink.js';
import { type WrittenFile, writePlots } from './outputs.js';
import { overwritten } from '../input/same-file.js';
import { refuse } from '../usage-error.js';

const defaultDigits = 9;

/** The files that are asked for; throws a UsageError where one cannot be written. */
export function measureFiles(args: Arguments): readonly string[] {
  const paths = allValues(args, 'measures');
  const problems: string[] = [];
  for (const path of paths) {
    if (path === '') {
      problems.push('--measures: the file name is empty');
      continue;
    }
    try {
      checkWritable(path);
      const lost = overwritten(args)(path);
      if (lost !== undefined) problems.push(`--measures ${path} would overwrite ${lost}`);
    } catch (error) {
      problems.push(`--measures ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  refuse(problems);
  return paths;
}

interface MeasureRecord {
  readonly values: PlannedRun['values'];
  readonly measures: MeasureResult[];
}

/** What a run tells of its measures: those of the runs in their order, as far as they ran. */
export interface MeasuredRuns {
  readonly title: string;
  readonly runs: readonly PlannedRun[];
  readonly measures: readonly (readonly MeasureResult[])[];
}

/** Writes the table, or the charts; returns the file, none where no measure has a value, and what went wrong, one sentence each. */
export async function writeMeasures(
  path: string,
  measured: MeasuredRuns,
  digits = defaultDigits,
): Promise<{ readonly files: readonly WrittenFile[]; readonly problems: readonly string[] }> {
  const records = recordsOf(measured);
  const entry = /\.csv$/i.test(path) ? undefined : await entryOf(path);
  if (entry) {
    const plots = measurePlots(measured.title, records);
    const written = `--measures ${path}`;
    if (plots.length === 0) return { files: [], problems: [] };
    const problems = await writePlots([{ written, path, entry }], plots);
    return { files: problems.length > 0 ? [] : [{ path, rows: records.length }], problems };
  }
  const number = (value: number | undefined): string =>
    value === undefined ? '' : String(Number(value.toPrecision(digits)));
  const names = new Set(records.flatMap(({ measures }) => measures.map(({ name }) => name)));
  const settings = new Set(records.flatMap(({ values }) => values.map(([name]) => name)));
  const header = [...settings, ...names];
  const lines = records.map(({ values, measures }) => {
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
  return { files: [{ path, rows: records.length }], problems: [] };
}

/** What writes the charts that a file name asks for; undefined for a table. */
async function entryOf(path: string): Promise<WriterEntry | undefined> {
  return writerFor(path, (await import('../../report/report-writers.js')).outputWriters);
}

/** Analyses of one point that a script has not changed are one record. */
function recordsOf({ runs, measures: measured }: MeasuredRuns): readonly MeasureRecord[] {
  const records = new Map<string, MeasureRecord>();
  measured.forEach((measures, k) => {
    const { values = [], point = 0 } = runs[k] ?? {};
    const key = JSON.stringify([point, values]);
    const record = records.get(key) ?? { values, measures: [] };
    record.measures.push(...measures);
    records.set(key, record);
  });
  return [...records.values()];
}

/** A plot a measure, over what the first `.step` sets, where it has a value. */
function measurePlots(title: string, records: readonly MeasureRecord[]): readonly Plot[] {
  const names = new Set(records.flatMap(({ measures }) => measures.map(({ name }) => name)));
  const settings = [...new Set(records.flatMap(({ values }) => values.map(([name]) => name)))];
  const valueOf = ({ values }: MeasureRecord, name: string): number => new Map(values).get(name) ?? NaN;
  // What changes with the scale, from point to point, is no sweep around it.
  const isOuter = (name: string): boolean =>
    records.some((record, k) => k > 0 && valueOf(record, name) === valueOf(records[k - 1] ?? record, name));
  const [scale, ...outer] = settings.filter((name, k) => k === 0 || isOuter(name));
  return [...names].flatMap((name): Plot[] => {
    const found = records.flatMap((record) => {
      const result = record.measures.find((each) => each.name === name);
      return result?.value === undefined ? [] : [{ record, result, value: result.value }];
    });
    const [first] = found;
    if (!first) return [];
    const axes = scale === undefined ? [] : [scale, ...outer];
    const unit = columnUnits.find((each) => each === first.result.unit) ?? '';
    const columns = [...axes.map((axis) => ({ name: axis, unit: '' as const })), { name, unit }];
    const header = {
      ...{ title, name: `Measure ${name}`, columns, complex: false },
      ...(scale === undefined && { single: true as const }),
      ...(outer.length > 0 && { outer: outer.length }),
    };
    const values = axes.map((axis) => Float64Array.from(found, ({ record }) => valueOf(record, axis)));
    return [
      { header, length: found.length, columns: [...values, Float64Array.from(found, ({ value }) => value)] },
    ];
  });
}
