/** `.op`: a plot of one row, without a scale; beside it what devices do, and residuals of the laws. */
import { Diagnostics } from '../base/diagnostic.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import { compileAtRest, isLarge } from './compile-at-rest.js';
import { reportGaps } from './output-columns.js';
import { writeSingleRow } from './single-row.js';

const plotName = 'Operating Point';

/** Runs `.op`. */
export function runOperatingPoint(job: AnalysisJob): AnalysisReport {
  const { flat, circuitOptions, sinks } = job;
  const diagnostics = new Diagnostics();
  const circuit = compileAtRest(
    { flat, circuitOptions, stepping: job.stepping?.circuit },
    isLarge(job),
    diagnostics,
  );
  const point = circuit?.find(diagnostics);
  if (!circuit || !point || diagnostics.hasErrors)
    return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const row = new Float64Array(circuit.columns.length);
  circuit.read(point, row);
  const final = circuit.columns.map(({ name, unit }, k) => ({ name, unit, value: row[k] ?? NaN }));
  reportGaps(circuit.columns, diagnostics);
  writeSingleRow(flat.title, plotName, final, sinks);
  const [states, checks] = [circuit.states(point), circuit.residuals(point)];
  return { name: plotName, diagnostics: diagnostics.items, final, states, checks };
}
