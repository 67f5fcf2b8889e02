/**
 * The library's front: netlist text -> flat circuit -> compiled circuit -> one report an analysis card.
 * Runs in Node and in a browser; files are the caller's affair. Never throws on a bad netlist: whatever is
 * wrong is among the diagnostics. A bad option of a call is the caller's error and does throw.
 */
import { type Diagnostic, Diagnostics } from '../base/diagnostic.js';
import type { TextSource } from '../base/host.js';
import type { SourceText } from '../base/span.js';
import {
  type CircuitOptions,
  circuitOptionsFrom,
  defaultCircuitOptions,
} from '../circuit/circuit-options.js';
import { withCoreQuantities } from '../circuit/core-outputs.js';
import { withOutputStates } from '../circuit/output-states.js';
import { compileCircuit } from '../circuit/compile.js';
import { dialectDefaults, warnOfDialect } from '../circuit/dialect-defaults.js';
import { circuitLanguage } from '../circuit/language-table.js';
import { ModelError } from '../kernel/modeling/model-error.js';
import type { Steps } from '../kernel/simulation/steps.js';
import { elaborate } from '../netlist/elaborate.js';
import type { AnalysisCard, Dialect, FlatCircuit } from '../netlist/flat-circuit.js';
import type { Overrides } from '../netlist/session.js';
import { mergeOverrides, stepPoints } from '../netlist/step-points.js';
import { MemoryPlot } from '../waveform/memory-plot.js';
import type { Plot, PlotSink } from '../waveform/plot.js';
import { analysisSteps } from './analyses.js';
import type { AnalysisJob, AnalysisReport } from './analysis.js';
import { distinctDiagnostics } from './distinct-diagnostics.js';
import { measuredSteps, type StatisticsRequest } from './measured-analysis.js';
import { outputColumns } from './output-columns.js';
import { outputsFor } from './outputs-for.js';
import { type Elaborated, prepareCircuit, type PreparedCircuit } from './prepared-circuit.js';
import { probedCircuit } from './probed-system.js';
import { steppingColumns } from './stepping-columns.js';

export type { PreparedCircuit } from './prepared-circuit.js';

export interface PrepareOptions {
  /** Name of a text given as a string, as messages print it; default "<text>". */
  readonly name?: string | undefined;
  /** Values of parameters that the netlist defines: numbers, or text such as "10k" or "{2*c}". */
  readonly params?: Readonly<Record<string, number | string>> | undefined;
  /** Options that win over the netlist's; an unknown one is an error among the diagnostics. */
  readonly options?: Readonly<Record<string, number | string>> | undefined;
  /** Quantities written besides the netlist's own: "v(out),i(l1)". */
  readonly outputs?: string | undefined;
  /** Serves `.include`. */
  readonly textSource?: TextSource | undefined;
  /** Whose language the text is written in; default: guessed from the text. */
  readonly dialect?: Dialect | undefined;
  /** Whether `.include` may leave the folder of the netlist. */
  readonly allowOutside?: boolean | undefined;
}

export interface SimulateOptions extends PrepareOptions {
  /** Where the rows of an analysis go; without it each run keeps its plot in memory. */
  readonly openSinks?: ((card: AnalysisCard) => readonly PlotSink[]) | undefined;
}

export interface Preparation {
  readonly diagnostics: readonly Diagnostic[];
  /** Present when there is no error among the diagnostics. */
  readonly circuit?: PreparedCircuit;
}

export interface SimulationRun {
  /** The point of the `.step` sweep; empty without one. */
  readonly values: SweepPoint['values'];
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

/** Elaborates and compiles a netlist without running it; of a stepped one, with the values of its text. */
export function prepare(text: string | SourceText, options: PrepareOptions = {}): Preparation {
  return prepareWith(text, options, {});
}

/** A point of the `.step` sweep, ready to run. */
export interface SweepPoint {
  /** What is set, one entry a `.step`: ["r1", 1000]; empty without one. */
  readonly values: readonly (readonly [name: string, value: number])[];
  readonly circuit: PreparedCircuit;
}

export interface SweepPreparation {
  /** Each once, however many points it concerns. */
  readonly diagnostics: readonly Diagnostic[];
  /** In the order of the sweep, the first `.step` innermost; empty when anything is wrong. */
  readonly points: readonly SweepPoint[];
}

/** Prepares every point of the `.step` sweep; a netlist without one has one point. */
export function prepareSweep(text: string | SourceText, options: PrepareOptions = {}): SweepPreparation {
  const { diagnostics, circuit } = prepare(text, options);
  if (!circuit) return { diagnostics, points: [] };
  if (circuit.flat.steps.length === 0) return { diagnostics, points: [{ values: [], circuit }] };
  const prepared = stepPoints(circuit.flat.steps).map(({ values, overrides }) => ({
    values,
    ...prepareWith(text, options, overrides),
  }));
  const all = distinctDiagnostics(prepared.flatMap((point) => point.diagnostics));
  const points = prepared.flatMap(({ values, circuit: own }) => (own ? [{ values, circuit: own }] : []));
  return { diagnostics: all, points: points.length < prepared.length ? [] : points };
}

function prepareWith(text: string | SourceText, options: PrepareOptions, step: Overrides): Preparation {
  const { flat, circuitOptions, diagnostics } = elaborateWith(text, options, step);
  if (!flat) return { diagnostics };
  const again = (other: Overrides): Elaborated => elaborateWith(text, options, mergeOverrides(step, other));
  const { circuit, diagnostics: found } = prepareCircuit(flat, circuitOptions, again);
  const all = [...diagnostics, ...found];
  return circuit ? { diagnostics: all, circuit } : { diagnostics: all };
}

function elaborateWith(text: string | SourceText, options: PrepareOptions, step: Overrides): Elaborated {
  const { name = '<text>', params, options: written, outputs, textSource, dialect, allowOutside } = options;
  const source = typeof text === 'string' ? { name, text } : text;
  const given: Overrides = {
    ...(params && { params }),
    ...(written && { options: written }),
    ...(outputs !== undefined && { outputs }),
    ...(dialect && { dialect }),
    ...(allowOutside !== undefined && { allowOutside }),
  };
  const overrides = mergeOverrides(given, step);
  const {
    circuit: elaborated,
    draft,
    diagnostics,
  } = elaborate(source, circuitLanguage, textSource, overrides);
  if (!elaborated) {
    // What is wrong with the circuit is told in the same run as what is wrong with the cards about it.
    const further = draft ? compileCircuit(draft, optionsOf(draft)).diagnostics : [];
    const all = [...diagnostics, ...further.filter(({ severity }) => severity === 'error')];
    return { circuitOptions: defaultCircuitOptions, diagnostics: all };
  }
  const flat = withOutputStates(withCoreQuantities(elaborated));
  const ofDialect = new Diagnostics();
  warnOfDialect(flat, ofDialect);
  return { flat, circuitOptions: optionsOf(flat), diagnostics: [...diagnostics, ...ofDialect.items] };
}

/** The circuit's options: those that are set, else those of its dialect. */
function optionsOf(flat: FlatCircuit): CircuitOptions {
  return { ...circuitOptionsFrom(flat.options), ...dialectDefaults(flat), temp: flat.temperature };
}

/** Prepares a netlist and checks what only a run would find: that every output names something in the circuit. */
export function checkNetlist(text: string | SourceText, options: PrepareOptions = {}): Preparation {
  const { diagnostics, circuit } = prepare(text, options);
  if (!circuit) return { diagnostics };
  const found = new Diagnostics();
  if (circuit.stepping) steppingColumns(circuit.stepping.circuit, found);
  else outputColumns(circuit.flat, probedCircuit(circuit), found);
  const all = [...diagnostics, ...found.items];
  return found.hasErrors ? { diagnostics: all } : { diagnostics: all, circuit };
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
  const { circuitOptions, parts, stepping, elaborate: again } = circuit;
  const flat = outputsFor(circuit.flat, card);
  const common = {
    ...{ flat, circuitOptions, card, ...(parts && { parts }), ...(again && { elaborate: again }) },
    ...(stepping && { stepping: { ...stepping, circuit: { ...stepping.circuit, flat } } }),
  };
  const run = (
    own: Pick<AnalysisJob, 'sinks' | 'watch'> & Partial<Pick<AnalysisJob, 'flat'>>,
  ): Steps<AnalysisReport> =>
    analysisSteps({
      ...common,
      ...own,
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

/** Runs one analysis card to its end. */
export function runCard(
  circuit: PreparedCircuit,
  card: AnalysisCard,
  sinks: readonly PlotSink[],
): AnalysisReport {
  const steps = cardSteps(circuit, card, sinks);
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

/**
 * Simulates a netlist: every analysis card in the order of the text. Plots are kept in memory unless
 * `openSinks` is given.
 */
export function simulate(text: string | SourceText, options: SimulateOptions = {}): SimulationResult {
  const { diagnostics, points } = prepareSweep(text, options);
  const runs = points.flatMap((point) =>
    point.circuit.flat.analyses.map((card) => runAndKeep(point, card, options)),
  );
  return { diagnostics: [...diagnostics, ...runs.flatMap(({ report }) => report.diagnostics)], runs };
}

function runAndKeep(
  { values, circuit }: SweepPoint,
  card: AnalysisCard,
  { openSinks }: SimulateOptions,
): SimulationRun {
  if (openSinks) return { values, card, report: runCard(circuit, card, openSinks(card)) };
  const memory = new MemoryPlot();
  const report = runCard(circuit, card, [memory]);
  const [plot] = memory.plots;
  return { values, card, report, ...(plot && { plot }) };
}
