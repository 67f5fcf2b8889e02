/** The summary of a run: as text for the terminal, as rows for the report, as an object for programs. */
import type { AnalysisReport, FinalValue } from '../../analysis/analysis.js';
import type { MeasureResult } from '../../analysis/measures/measure-plan.js';
import type { Certificate } from '../../analysis/certificate/certificate.js';
import { diagnosticToJson, type Diagnostic } from '../../base/diagnostic.js';
import { placeOf } from '../../base/span.js';
import { formatEngineering } from '../../base/units.js';
import type { ControlAction } from '../../netlist/flat-cards.js';
import type { RunSummary, SummaryRow } from '../../waveform/writer.js';
import { certificateRows, verdictRow } from './certificate-rows.js';
import { fourierLines } from './fourier-lines.js';
import { statisticsLines } from './statistics-lines.js';
import { measureLines, measureRemark, measureValue } from './measure-lines.js';
import type { WrittenFile } from '../output/outputs.js';

/** Values beyond these are counted: they are in the files. */
const maxValues = 24;
/** Runs beyond these are counted, too. */
export const maxRuns = 100;
const defaultDigits = 9;

/** What of all runs stands in a summary, where not all of their reports are kept. */
export interface SummaryOfAll {
  /** Runs with results. */
  readonly told?: number;
  readonly echoes?: readonly ControlAction[];
  /** The last of each name. */
  readonly measures?: ReadonlyMap<string, MeasureResult>;
}

/** What the summary says about analyses that ran; those with errors in the netlist have nothing to say. */
export function summarize(
  title: string,
  reports: readonly AnalysisReport[],
  digits = defaultDigits,
  { told = reports.filter(hasResults).length, echoes = [], measures = new Map() }: SummaryOfAll = {},
): RunSummary {
  const shown = reports.filter(hasResults).slice(0, maxRuns);
  const sections = shown.map((report) => sectionText(report, digits));
  const more = told - maxRuns;
  if (more > 0) sections.push(`and ${more} more runs: in the files, by --measures and by --json\n`);
  sections.push(...echoLines(echoes, measures, digits));
  const several = reports.length > 1;
  const rows = reports.slice(0, maxRuns).flatMap((report) => {
    const prefix = several ? `${report.name}: ` : '';
    return reportRows(report).map((row) => ({ ...row, label: `${prefix}${row.label}` }));
  });
  return { text: [...(title === '' ? [] : [`${title}\n`]), ...sections].join(''), rows };
}

/** What a script echoes, with the values of measures where it names them. */
function echoLines(
  echoes: readonly ControlAction[],
  measures: ReadonlyMap<string, MeasureResult>,
  digits: number,
): readonly string[] {
  return echoes.map(({ text }) => {
    const line = text.replaceAll(/\$&([a-z_]\w*)/gi, (written, name: string) => {
      const measure = measures.get(name.toLowerCase());
      return measure ? measureValue(measure, digits) : written;
    });
    return `${line}\n`;
  });
}

/** One line a note: "note: bridge.cir:6: diode model ..."; empty where there is none. */
export function noteLines(diagnostics: readonly Diagnostic[]): string {
  const notes = diagnostics.filter(({ severity }) => severity === 'note');
  return notes
    .map(({ message, span }) => {
      const place = span && placeOf(span);
      return `note: ${place ? `${place.file}:${place.line}: ` : ''}${message}\n`;
    })
    .join('');
}

/** One line a file: "wrote out.csv (5001 rows)". */
export function fileLines(files: readonly WrittenFile[]): string {
  return files.map(({ path, rows }) => `wrote ${path} (${rows} row${rows === 1 ? '' : 's'})\n`).join('');
}

/** The object that `--json` prints. */
export function summaryToJson(
  title: string | undefined,
  reports: readonly AnalysisReport[],
  diagnostics: readonly Diagnostic[],
  files: readonly WrittenFile[],
): object {
  return {
    ...(title !== undefined && { title }),
    diagnostics: diagnostics.map(diagnosticToJson),
    runs: reports.map(
      ({ name, final, finalAt, solutions, states, checks, measures, fourier, statistics, certificate }) => ({
        name,
        final,
        ...(finalAt && { finalAt }),
        ...(solutions && { solutions }),
        ...(states && { states }),
        ...(checks && { checks }),
        ...(measures && { measures }),
        ...(fourier && { fourier }),
        ...(statistics && { statistics }),
        ...(certificate && { certificate }),
      }),
    ),
    files,
  };
}

/** Whether there is anything to be said about an analysis. */
export function hasResults({ final, certificate }: AnalysisReport): boolean {
  return final.length > 0 || certificate !== undefined;
}

function sectionText(report: AnalysisReport, digits: number): string {
  const { name, final, finalAt, solutions = [final], states = [], checks = [], certificate } = report;
  const place = finalAt && formatEngineering(finalAt.value, finalAt.unit, digits);
  const after = certificate?.method ?? (finalAt && `values at ${finalAt.name} ${place ?? ''}`);
  const head = after === undefined ? name : `${name}: ${after}`;
  const lines = [head, '', ...valueLines(solutions, digits)];
  if (states.length > 0) lines.push('', ...shortened(rowLines(states)));
  if (checks.length > 0) lines.push('', ...rowLines(checks));
  lines.push(
    ...measureLines(report, digits),
    ...fourierLines(report, digits),
    ...statisticsLines(report, digits),
  );
  if (certificate) {
    const verdict = verdictRow(certificate);
    const reason = certificate.incomplete;
    lines.push('', ...rowLines(certificateRows(certificate)));
    if (reason !== undefined) lines.push(`incomplete: ${reason}`);
    lines.push(`${verdict.label}: ${verdict.value}`);
  }
  return `${lines.join('\n')}\n`;
}

/** One line a quantity, of several solutions one column each. */
function valueLines(solutions: readonly (readonly FinalValue[])[], digits: number): string[] {
  const columns = solutions.map((values) => {
    const texts = values.map(({ value, unit }) =>
      Number.isFinite(value) ? formatEngineering(value, unit, digits) : 'beyond all numbers',
    );
    const width = solutions.length > 1 ? Math.max(...texts.map(({ length }) => length)) : 0;
    return texts.map((text) => text.padEnd(width));
  });
  const rows = (solutions[0] ?? []).map(({ name }, k) => ({
    label: name,
    value: columns
      .map((texts) => texts[k] ?? '')
      .join('  ')
      .trimEnd(),
  }));
  return shortened(rowLines(rows.slice(0, maxValues)), rows.length);
}

/** At most `maxValues` lines, and how many more there are. */
function shortened(lines: readonly string[], count = lines.length): string[] {
  const more = count - maxValues;
  return [...lines.slice(0, maxValues), ...(more > 0 ? [`  and ${more} more`] : [])];
}

function rowLines(rows: readonly SummaryRow[]): string[] {
  const width = Math.max(0, ...rows.map(({ label }) => label.length));
  return rows.map(({ label, value }) => `  ${label.padEnd(width)}  ${value}`);
}

function reportRows({ certificate, measures = [], checks = [] }: AnalysisReport): SummaryRow[] {
  return [
    ...checks,
    ...measures.map((measure): SummaryRow => {
      const texts = [measureValue(measure, defaultDigits), measureRemark(measure)];
      const isBad = measure.failed !== undefined;
      return {
        label: measure.name,
        value: texts.filter((text) => text !== '').join(', '),
        ...(isBad && { verdict: 'bad' as const }),
      };
    }),
    ...certificateReport(certificate),
  ];
}

function certificateReport(certificate: Certificate | undefined): SummaryRow[] {
  if (!certificate) return [];
  const { method, incomplete } = certificate;
  return [
    { label: 'method', value: method },
    ...certificateRows(certificate),
    ...(incomplete === undefined
      ? []
      : [{ label: 'incomplete', value: incomplete, verdict: 'bad' } as const]),
    verdictRow(certificate),
  ];
}
