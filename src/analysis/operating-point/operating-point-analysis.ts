/**
 * `.op`: a plot of one row, without a scale; beside it what devices do, and residuals of the laws. With `points=all` a plot for
 * each solution of the piecewise-linear circuit, and whether these are proved to be all.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import type { AnalysisJob, AnalysisReport, FinalValue } from '../analysis.js';
import { compileAtRest, isLarge } from './compile-at-rest.js';
import { reportGaps } from '../rows/output-columns.js';
import type { RestingCircuit, RestingPoint } from './resting-circuit.js';
import { writeSingleRow } from '../single-row.js';

const plotName = 'Operating Point';

/** Runs `.op`. */
export function runOperatingPoint(job: AnalysisJob): AnalysisReport {
  const { flat, circuitOptions, devices, sinks } = job;
  const diagnostics = new Diagnostics();
  const wantsAll = flat.options.get('points')?.value === 'all';
  const circuit = compileAtRest(
    { flat, circuitOptions, devices, stepping: job.stepping?.circuit, piecewiseLinear: wantsAll },
    isLarge(job),
    diagnostics,
  );
  if (circuit && wantsAll && !diagnostics.hasErrors) return allPoints(job, circuit, diagnostics);
  const point = circuit?.find(diagnostics);
  if (!circuit || !point || diagnostics.hasErrors)
    return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const final = valuesAt(circuit, point);
  reportGaps(circuit.columns, diagnostics);
  writeSingleRow(flat.title, plotName, final, sinks);
  const [states, checks] = [circuit.states(point), circuit.residuals(point)];
  return { name: plotName, diagnostics: diagnostics.items, final, states, checks };
}

function valuesAt(circuit: RestingCircuit, point: RestingPoint): FinalValue[] {
  const row = new Float64Array(circuit.columns.length);
  circuit.read(point, row);
  return circuit.columns.map(({ name, unit }, k) => ({ name, unit, value: row[k] ?? NaN }));
}

function allPoints(
  { flat, sinks }: AnalysisJob,
  circuit: RestingCircuit,
  diagnostics: Diagnostics,
): AnalysisReport {
  if (!circuit.all) {
    const message =
      'not all operating points can be told: the circuit has laws that are not piecewise linear';
    diagnostics.error('not-piecewise-linear', message, undefined, {
      hint: 'leave out --all (points=all); a swept source (.dc, there and back) shows where a circuit has several',
    });
    return { name: plotName, diagnostics: diagnostics.items, final: [] };
  }
  const { points: found, complete, nodes } = circuit.all();
  // Where none is found this tells what excludes every point, or finds one among modes that were not looked at.
  const points =
    found.length > 0 ? found : [circuit.find(diagnostics)].filter((point) => point !== undefined);
  const [first] = points;
  if (!first) return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const solutions = points.map((point) => valuesAt(circuit, point));
  solutions.forEach((values, k) => {
    writeSingleRow(flat.title, plotName, values, sinks, { point: [['solution', k + 1]] });
  });
  if (!complete) {
    const message = `${nodes} sets of modes were looked at: there may be operating points besides the ${points.length} found`;
    diagnostics.warning('points-not-all', message, undefined, {
      hint: 'fewer diodes or coarser fits (pwltol)',
    });
  }
  const told = complete ? 'proved to be all' : 'not proved to be all';
  const count = { label: 'operating points', value: `${points.length}, ${told} (${nodes} sets of modes)` };
  const worst = points.flatMap((point, k) =>
    circuit
      .residuals(point)
      .map((row) => ({ ...row, label: points.length > 1 ? `${row.label} ${k + 1}` : row.label })),
  );
  return {
    ...{ name: plotName, diagnostics: diagnostics.items, final: solutions[0] ?? [], solutions },
    states: circuit.states(first),
    checks: [count, ...worst],
  };
}
