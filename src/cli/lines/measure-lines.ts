/** The results of `.meas` cards in words: a table for the terminal, rows for the report, a CSV for a sweep. */
import type { AnalysisReport } from '../../analysis/analysis.js';
import type { MeasureResult } from '../../analysis/measures/measure-plan.js';
import { formatEngineering } from '../../base/units.js';

/** The value with its unit, or that there is none. */
export function measureValue({ value, unit, failed }: MeasureResult, digits: number): string {
  return value === undefined || failed !== undefined ? 'failed' : formatEngineering(value, unit, digits);
}

/** Where it was found, or why it was not. */
export function measureRemark({ failed, at, trig, targ, from, to, scaleUnit }: MeasureResult): string {
  if (failed !== undefined) return failed;
  if (scaleUnit === undefined) return '';
  const place = (t: number): string => formatEngineering(t, scaleUnit, 6);
  if (trig !== undefined && targ !== undefined) return `from ${place(trig)} to ${place(targ)}`;
  if (at !== undefined) return `at ${place(at)}`;
  return from === undefined || to === undefined ? '' : `over ${place(from)} to ${place(to)}`;
}

/** One line a measure; empty where there is none. */
export function measureLines({ measures = [] }: AnalysisReport, digits: number): readonly string[] {
  if (measures.length === 0) return [];
  const nameWidth = Math.max(...measures.map(({ name }) => name.length));
  const values = measures.map((measure) => measureValue(measure, digits));
  const valueWidth = Math.max(...values.map(({ length }) => length));
  const lines = measures.map((measure, k) => {
    const value = (values[k] ?? '').padEnd(valueWidth);
    return `  ${measure.name.padEnd(nameWidth)}  ${value}  ${measureRemark(measure)}`.trimEnd();
  });
  return ['', 'measures:', ...lines];
}

/** One line a measure that failed: what remains to be said where the table is not printed. */
export function failedMeasures({ name: run, measures = [] }: AnalysisReport): readonly string[] {
  return measures.flatMap(({ name, failed }) =>
    failed === undefined ? [] : [`${run}: measure ${name} failed: ${failed}`],
  );
}
