/** `.op` of a circuit that runs by sparse steps: d/dt = 0 with smooth laws and ideal parts. */
import { Diagnostics } from '../base/diagnostic.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import type { SteppingChoice } from './method-choice.js';
import { plotName, writePoint } from './operating-point-plot.js';
import { reportGaps } from './output-columns.js';
import { SteppingColumnReader, steppingColumns } from './stepping-columns.js';
import { solveSteppingPoint } from './stepping-start.js';
import { transientOptionsFrom } from './transient-options.js';

/** Solves the operating point and writes its row. */
export function runSteppingPoint({ flat, sinks }: AnalysisJob, { circuit }: SteppingChoice): AnalysisReport {
  const diagnostics = new Diagnostics();
  const { reltol } = transientOptionsFrom(flat.options);
  const columns = steppingColumns(circuit, diagnostics);
  const point = diagnostics.hasErrors ? undefined : solveSteppingPoint(circuit, reltol, diagnostics);
  if (!point) return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const { system } = circuit.model;
  const reader = new SteppingColumnReader(columns, system);
  const row = new Float64Array(reader.width);
  reader.readPoint(0, point.z.subarray(0, system.size), row);
  const final = columns.map(({ name, unit }, k) => ({ name, unit, value: row[k + 1] ?? NaN }));
  reportGaps(columns, diagnostics);
  writePoint(flat.title, final, sinks);
  return { name: plotName, diagnostics: diagnostics.items, final };
}
