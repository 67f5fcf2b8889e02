/**
 * `.op`: a plot of one row, without a scale; beside it what devices do, and residuals of the laws. With `points=all` a plot for
 * each solution of the piecewise-linear circuit, and whether these are proved to be all.
 */
import { Diagnostics } from '../../base/diagnostic.js';
import type { SummaryRow } from '../../waveform/writer.js';
import type { AnalysisJob, AnalysisReport, FinalValue } from '../analysis.js';
import { type CircuitAtRest, compileAtRest, isLarge } from './compile-at-rest.js';
import { reportGaps } from '../rows/output-columns.js';
import type { AllPoints, NodeVoltages, RestingCircuit, RestingPoint } from './resting-circuit.js';
import { writeSingleRow } from '../single-row.js';

const plotName = 'Operating Point';

/** Runs `.op`. */
export function runOperatingPoint(job: AnalysisJob): AnalysisReport {
  const { flat, sinks } = job;
  const diagnostics = new Diagnostics();
  if (flat.options.get('points')?.value === 'all') return allPoints(job, diagnostics);
  const circuit = compiled(job, {}, diagnostics);
  const point = circuit?.find(diagnostics);
  if (!circuit || !point || diagnostics.hasErrors)
    return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const final = valuesAt(circuit, point);
  reportGaps(circuit.columns, diagnostics);
  writeSingleRow(flat.title, plotName, final, sinks);
  const [states, checks] = [circuit.states(point), circuit.residuals(point)];
  return { name: plotName, diagnostics: diagnostics.items, final, states, checks };
}

function compiled(
  job: AnalysisJob,
  as: Pick<CircuitAtRest, 'piecewiseLinear' | 'program'>,
  diagnostics: Diagnostics,
): RestingCircuit | undefined {
  const { flat, circuitOptions, devices, stepping } = job;
  return compileAtRest(
    { flat, circuitOptions, devices, stepping: stepping?.circuit, ...as },
    isLarge(job),
    diagnostics,
  );
}

function valuesAt(circuit: RestingCircuit, point: RestingPoint): FinalValue[] {
  const row = new Float64Array(circuit.columns.length);
  circuit.read(point, row);
  return circuit.columns.map(({ name, unit }, k) => ({ name, unit, value: row[k] ?? NaN }));
}

/**
 * Of the piecewise-linear circuit, where that is proved. Where it is not, and the circuit has smooth laws, those points lead to points of
 * these, and these to further ones.
 */
function allPoints(job: AnalysisJob, diagnostics: Diagnostics): AnalysisReport {
  const { flat, sinks } = job;
  const search = searched(job, diagnostics);
  if (!search) return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const { circuit, found } = search;
  // Where none is found this tells what excludes every point, or finds one among modes that were not looked at.
  const points =
    found.points.length > 0
      ? found.points
      : [circuit.find(diagnostics)].filter((point) => point !== undefined);
  if (points.length === 0) return { name: plotName, diagnostics: diagnostics.items, final: [] };
  const solutions = points.map((point) => valuesAt(circuit, point));
  solutions.forEach((values, k) => {
    writeSingleRow(flat.title, plotName, values, sinks, { point: [['solution', k + 1]] });
  });
  if (!found.complete) {
    const message = `${found.searched} were looked at: there may be operating points besides the ${points.length} found`;
    const hint =
      circuit.program === 'smooth'
        ? 'a guess by .nodeset leads to points near it; a proof needs piecewise-linear parts, or few fits (pwltol)'
        : 'fewer diodes or coarser fits (pwltol)';
    diagnostics.warning('points-not-all', message, undefined, { hint });
  }
  const told = found.complete ? 'proved to be all' : 'not proved to be all';
  const count = { label: 'operating points', value: `${points.length}, ${told} (${found.searched})` };
  const worst = points.flatMap((point, k) =>
    circuit
      .residuals(point)
      .map((row) => ({ ...row, label: points.length > 1 ? `${row.label} ${k + 1}` : row.label })),
  );
  return {
    ...{ name: plotName, diagnostics: diagnostics.items, final: solutions[0] ?? [], solutions },
    states: statesOfAll(points.map((point) => circuit.states(point))),
    checks: [count, ...worst],
  };
}

/** What each device does: said once where it does the same at all points, else point by point. */
function statesOfAll(points: readonly (readonly SummaryRow[])[]): readonly SummaryRow[] {
  const [first = []] = points;
  return first.flatMap((row, k) => {
    const own = points.map((states) => states[k] ?? row);
    const isOne = own.every(({ value }) => value === row.value);
    return isOne ? [row] : own.map((each, n) => ({ ...each, label: `${each.label} ${n + 1}` }));
  });
}

interface Search {
  readonly circuit: RestingCircuit;
  readonly found: AllPoints;
}

/** Looks for all points; undefined after reporting what is wrong with the circuit. */
function searched(job: AnalysisJob, diagnostics: Diagnostics): Search | undefined {
  const ofFits = new Diagnostics();
  const fitted = isLarge(job) ? undefined : compiled(job, { piecewiseLinear: true }, ofFits);
  const exact = fitted?.all && !ofFits.hasErrors ? { circuit: fitted, found: fitted.all() } : undefined;
  if (!exact?.found.complete) {
    const ofLaws = new Diagnostics();
    const smooth = compiled(job, exact ? {} : { program: 'smooth' }, ofLaws);
    if (smooth?.program === 'smooth' && smooth.all && !ofLaws.hasErrors) {
      const guesses = exact ? exact.found.points.map((point) => voltagesAt(exact.circuit, point)) : [];
      for (const item of ofLaws.items) diagnostics.add(item);
      return { circuit: smooth, found: smooth.all(guesses) };
    }
  }
  for (const item of ofFits.items) diagnostics.add(item);
  if (exact) return exact;
  if (!diagnostics.hasErrors) {
    const message =
      'not all operating points can be told: the circuit has laws that are not piecewise linear';
    diagnostics.error('not-piecewise-linear', message, undefined, {
      hint: 'leave out method=, so that they are looked for with smooth laws; a swept source (.dc, there and back) shows where a circuit has several',
    });
  }
  return undefined;
}

function voltagesAt(circuit: RestingCircuit, point: RestingPoint): NodeVoltages {
  const voltages = circuit.voltages(point);
  return new Map(circuit.nodes.map((node, k) => [node, voltages[k] ?? 0]));
}
