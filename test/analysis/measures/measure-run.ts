/** Runs a netlist body with `.meas` cards and hands out their results by name. */
import { formatDiagnostic } from '../../../src/base/diagnostic.js';
import type { TextSource } from '../../../src/base/host.js';
import type { MeasureResult } from '../../../src/analysis/measures/measure-plan.js';
import { simulate, type SimulateOptions } from '../../../src/analysis/simulate.js';

export interface MeasuredRun {
  readonly results: ReadonlyMap<string, MeasureResult>;
  /** The value of a measure that must not have failed. */
  value(name: string): number;
  /** What is told of the run, formatted. */
  readonly told: readonly string[];
  /** Final values of the written quantities. */
  readonly final: readonly number[];
}

export function measure(body: string, options: SimulateOptions = {}): MeasuredRun {
  const { runs, diagnostics } = simulate({ name: 'm.cir', text: `measures\n${body}\n.end\n` }, options);
  const told = diagnostics.map(formatDiagnostic);
  const [run] = runs;
  if (!run) throw new Error(told.join('\n'));
  const results = new Map((run.report.measures ?? []).map((result) => [result.name, result]));
  return {
    results,
    told,
    final: run.report.final.map(({ value }) => value),
    value(name) {
      const result = results.get(name);
      if (result?.value === undefined)
        throw new Error(`${name}: ${result?.failed ?? 'no such measure'}\n${told.join('\n')}`);
      return result.value;
    },
  };
}

/** Files that lie beside the netlist. */
export function beside(files: Readonly<Record<string, string>>): TextSource {
  return {
    resolve: (path) => path,
    read(name) {
      const text = files[name];
      if (text === undefined) throw new Error(`there is no ${name}`);
      return { name, text };
    },
  };
}
