/**
 * What is kept of the reports of a run, folded as they come: whole ones only where they are shown, of all others that they ran,
 * what they miss and what they measure. So a sweep of many points takes the memory of its tables.
 */
import type { AnalysisReport } from '../../analysis/analysis.js';
import type { MeasureResult } from '../../analysis/measures/measure-plan.js';
import { type Diagnostic, formatDiagnostic } from '../../base/diagnostic.js';
import { failedFourier } from './fourier-lines.js';
import { failedMeasures } from './measure-lines.js';
import { hasResults, maxRuns } from './summary.js';

export class RunReports {
  /** Those that are shown: all, or the first ones with results. */
  readonly shown: AnalysisReport[] = [];
  /** What runs found: a warning or note that several have in common stands here once. */
  readonly diagnostics: Diagnostic[] = [];
  readonly #said = new Set<string>();
  /** What is missed, one line each. */
  readonly missed: string[] = [];
  /** Measures and Fourier analyses that failed, one line each. */
  readonly failed: string[] = [];
  /** The measures of each run, where they are asked for. */
  readonly measures: (readonly MeasureResult[])[] = [];
  /** The last measure of each name. */
  readonly lastMeasures = new Map<string, MeasureResult>();
  /** Runs with results. */
  told = 0;

  /** `all`: every report is shown; `measured`: measures are asked for. */
  constructor(private readonly keep: { readonly all: boolean; readonly measured: boolean }) {}

  add(report: AnalysisReport): void {
    const { name, diagnostics, measures = [] } = report;
    if (hasResults(report)) this.told++;
    if (this.keep.all || this.told <= maxRuns) this.shown.push(report);
    for (const diagnostic of diagnostics) if (this.#isNew(diagnostic)) this.diagnostics.push(diagnostic);
    for (const miss of missesOf(report)) this.missed.push(`${name}: the certificate misses ${miss}`);
    this.failed.push(...failedMeasures(report), ...failedFourier(report));
    if (this.keep.measured) this.measures.push(measures);
    for (const measure of measures) this.lastMeasures.set(measure.name, measure);
  }

  #isNew(diagnostic: Diagnostic): boolean {
    if (diagnostic.severity === 'error') return true;
    const text = formatDiagnostic(diagnostic);
    return !this.#said.has(text) && !!this.#said.add(text);
  }
}

/** What a report says that it misses. */
function missesOf({ certificate, checks = [] }: AnalysisReport): readonly string[] {
  const bad = checks.filter(({ verdict }) => verdict === 'bad');
  return [...bad.map(({ label, value }) => `${label}: ${value}`), ...(certificate?.missed ?? [])];
}
