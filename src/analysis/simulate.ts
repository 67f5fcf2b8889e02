/**
 * The library's front: netlist text -> flat circuit -> compiled circuit -> one report an analysis card.
 * Runs in Node and in a browser; files are the caller's affair. Never throws on a bad netlist: whatever is
 * wrong is among the diagnostics. A bad option of a call is the caller's error and does throw.
 */
import { type Diagnostic, Diagnostics } from '../base/diagnostic.js';
import type { SourceText } from '../base/span.js';
import { ModelError } from '../kernel/modeling/model-error.js';
import type { Steps } from '../kernel/simulation/time-stepping/steps.js';
import type { AnalysisCard, FlatCircuit } from '../netlist/flat-circuit.js';
import { MemoryPlot } from '../waveform/memory-plot.js';
import { fullName, type Plot, type PlotSink } from '../waveform/plot.js';
import { analysisSteps } from './analyses.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import { measuredSteps, type StatisticsRequest } from './measured-analysis.js';
import { outputsFor } from './preparation/outputs-for.js';
import type { PrepareOptions } from './preparation.js';
import type { PreparedCircuit } from './preparation/prepared-circuit.js';
import { type PlannedRun, planRuns, type RunValues } from './run-plan.js';

export interface SimulateOptions extends PrepareOptions {
  /** Where the rows of an analysis go; without it each run keeps its plot in memory. */
  readonly openSinks?: ((card: AnalysisCard) => readonly PlotSink[]) | undefined;
}

export interface SimulationRun {
  /** What `.step` and `.control` have set; empty where nothing is. */
  readonly values: RunValues;
  readonly card: AnalysisCard;
  readonly report: AnalysisReport;
  /** The waveform, unless `openSinks` was given or the analysis did not start. */
  readonly plot?: Plot;
}

export interface SimulationResult {
  /** Of the text, of the compilation and of every run. */
  readonly diagnostics: readonly Diagnostic[];
  /** One an analysis card and point of the sweep, point by point; empty when the netlist is wrong. */
  readonly runs: readonly SimulationRun[];
}

/**
 * Runs one analysis card of a prepared circuit, with pauses in which `next("stop")` ends it early; whatever
 * a sink throws reaches the caller.
 */
export function* cardSteps(
  circuit: PreparedCircuit,
  card: AnalysisCard,
  sinks: readonly PlotSink[],
  statistics?: StatisticsRequest,
): Steps<AnalysisReport> {
  const { circuitOptions, devices, parts, stepping, otherwise, elaborate: again } = circuit;
  const flat = outputsFor(startOf(circuit.flat, card), card);
  const common = {
    ...{ flat, circuitOptions, devices, card, ...(parts && { parts }), ...(again && { elaborate: again }) },
  };
  const run = (
    own: Pick<AnalysisJob, 'sinks' | 'watch'> & Partial<Pick<AnalysisJob, 'flat' | 'card'>>,
  ): Steps<AnalysisReport> =>
    analysisSteps({
      ...common,
      ...own,
      ...(stepping && {
        stepping: { ...stepping, circuit: { ...stepping.circuit, flat: own.flat ?? flat } },
      }),
      ...(otherwise && {
        otherwise: () => {
          const sparse = otherwise();
          return sparse && { ...sparse, flat: own.flat ?? flat };
        },
      }),
      get compiled() {
        return circuit.compiled;
      },
    });
  try {
    return yield* measuredSteps({ flat, card, sinks }, run, statistics);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return modelFailure(error, card);
  }
}

/** To ngspice and LTspice `.ic` is of transients; PSpice holds its nodes in every bias point but those of `.dc`, Xyce in all. */
function startOf(flat: FlatCircuit, { kind }: AnalysisCard): FlatCircuit {
  const { dialect, dialectMark, initialVoltages } = flat;
  const ofTransients = dialect === 'ltspice' || (dialect === 'ngspice' && dialectMark !== undefined);
  if (kind === 'tran' || !ofTransients || initialVoltages.size === 0) return flat;
  return { ...flat, initialVoltages: new Map() };
}

/** Runs one analysis card to its end. */
export function runCard(
  circuit: PreparedCircuit,
  card: AnalysisCard,
  sinks: readonly PlotSink[],
): AnalysisReport {
  return finish(cardSteps(circuit, card, sinks));
}

function finish(steps: Steps<AnalysisReport>): AnalysisReport {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** A scheme that cannot be built, such as one whose theta is out of range, is a report like any other. */
function modelFailure(error: ModelError, { kind, span }: AnalysisCard): AnalysisReport {
  const diagnostics = new Diagnostics();
  diagnostics.error('no-simulation', error.message, span);
  return { name: `.${kind}`, diagnostics: diagnostics.items, final: [] };
}

/** Prepares and runs a planned run; its report and its plots bear its values: "Transient Analysis, r1 = 1000". */
export function* plannedSteps(
  { values, card, prepare }: PlannedRun,
  sinks: readonly PlotSink[],
  statistics?: StatisticsRequest,
): Steps<AnalysisReport> {
  const { diagnostics, circuit, card: own } = prepare();
  if (!circuit || !own) {
    const name = fullName({ name: `.${card.kind}`, point: values });
    const report = { name, final: [] };
    if (diagnostics.length > 0) return { ...report, diagnostics };
    const message = `the netlist has no such analysis: ${name}`;
    return { ...report, diagnostics: [{ code: 'no-simulation', severity: 'error', message }] };
  }
  const named = values.length === 0 ? sinks : sinks.map((sink) => withPoint(sink, values));
  const report = yield* cardSteps(circuit, own, named, statistics);
  const found: readonly Diagnostic[] = [...diagnostics, ...report.diagnostics];
  return { ...report, name: fullName({ name: report.name, point: values }), diagnostics: found };
}

/** A sink whose plots bear what was set for them. */
function withPoint(sink: PlotSink, point: RunValues): PlotSink {
  return {
    begin: (header) => {
      sink.begin({ ...header, point });
    },
    rows: (values, count) => {
      sink.rows(values, count);
    },
    end: (incomplete) => {
      sink.end(incomplete);
    },
  };
}

/**
 * Simulates a netlist: every analysis card in the order of the text, at every point of the sweep. Plots are kept in memory
 * unless `openSinks` is given.
 */
export function simulate(text: string | SourceText, options: SimulateOptions = {}): SimulationResult {
  const { diagnostics, runs: planned } = planRuns(text, options);
  const runs = planned.map((run) => runAndKeep(run, options));
  return { diagnostics: [...diagnostics, ...runs.flatMap(({ report }) => report.diagnostics)], runs };
}

function runAndKeep(run: PlannedRun, { openSinks }: SimulateOptions): SimulationRun {
  const { values, card } = run;
  const memory = openSinks ? undefined : new MemoryPlot();
  const report = finish(plannedSteps(run, openSinks?.(card) ?? (memory ? [memory] : [])));
  const [plot] = memory?.plots ?? [];
  return { values, card, report, ...(plot && { plot }) };
}
