/** Runs netlists from text or from netlists/ and hands out columns, for the tests of this room. */
import { readFileSync } from 'node:fs';
import { formatDiagnostic } from '../../src/base/diagnostic.js';
import type { AnalysisReport } from '../../src/analysis/analysis.js';
import type { Certificate } from '../../src/analysis/certificate/certificate.js';
import { simulate, type SimulationResult } from '../../src/analysis/simulate.js';
import { prepare } from '../../src/analysis/preparation.js';
import type { PreparedCircuit } from '../../src/analysis/preparation/prepared-circuit.js';
import type { Plot } from '../../src/waveform/plot.js';

export type Options = Readonly<Record<string, number | string>>;

export interface NetlistRun {
  readonly report: AnalysisReport;
  readonly certificate: Certificate;
  readonly plot: Plot;
  /** The column of this name. */
  column(name: string): Float64Array;
  /** The written quantity at the end. */
  final(name: string): number;
}

export function netlistText(file: string): string {
  return readFileSync(new URL(`../../netlists/${file}`, import.meta.url), 'utf8');
}

/** A text without its title and `.end`, which are added. */
export function netlist(body: string): string {
  return `test circuit\n${body}\n.end\n`;
}

/** Simulates a text with exactly one analysis that must leave a plot; every row is checked. */
export function run(text: string, options: Options = {}, outputs?: string): NetlistRun {
  const result = simulate({ name: 't.cir', text }, { options: { certificate: 'full', ...options }, outputs });
  const [only] = result.runs;
  if (!only?.plot || result.runs.length > 1) throw new Error(messages(result));
  const { report, plot } = only;
  return {
    report,
    plot,
    get certificate() {
      if (!report.certificate) throw new Error(messages(result));
      return report.certificate;
    },
    column(name) {
      const index = plot.header.columns.findIndex((column) => column.name === name);
      const found = plot.columns[index];
      if (!found) throw new Error(`no column ${name}\n${messages(result)}`);
      return found;
    },
    final(name) {
      const found = report.final.find((value) => value.name === name);
      if (!found) throw new Error(`no final value ${name}\n${messages(result)}`);
      return found.value;
    },
  };
}

/** Prepares a text that must be fine. */
export function circuit(text: string, options: Options = {}): PreparedCircuit {
  const { circuit: prepared, diagnostics } = prepare({ name: 't.cir', text }, { options });
  if (!prepared) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return prepared;
}

/** Errors and warnings as the terminal prints them. */
export function messages({ diagnostics }: Pick<SimulationResult, 'diagnostics'>): string {
  return diagnostics
    .filter(({ severity }) => severity !== 'note')
    .map(formatDiagnostic)
    .join('\n');
}

/** Largest absolute difference of two waveforms on one grid. */
export function worstDifference(a: Float64Array, b: Float64Array): number {
  if (a.length !== b.length) throw new Error(`${a.length} rows against ${b.length}`);
  return a.reduce((worst, value, k) => Math.max(worst, Math.abs(value - (b[k] ?? NaN))), 0);
}
