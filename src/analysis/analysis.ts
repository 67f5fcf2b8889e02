/** The contract of an analysis; the table is in `analyses.ts`. */
import type { Diagnostic } from '../base/diagnostic.js';
import type { CircuitOptions } from '../circuit/circuit-options.js';
import type { Device } from '../circuit/device.js';
import type { CompiledCircuit } from '../circuit/compiler/compiled-circuit.js';
import type { AnalysisCard, FlatCircuit } from '../netlist/flat-circuit.js';
import type { Column, PlotSink } from '../waveform/plot.js';
import type { SummaryRow } from '../waveform/writer.js';
import type { Certificate } from './certificate/certificate.js';
import type { SteppingChoice } from './preparation/method-choice.js';
import type { SteppingCircuit } from './preparation/stepping-circuit.js';
import type { CircuitPart, Elaborate } from './preparation/prepared-circuit.js';
import type { FourierResult } from './measures/fourier-result.js';
import type { IntervalStatistics } from './measures/statistics.js';
import type { MeasureResult } from './measures/measure-plan.js';
import type { Watch } from './measures/instrument.js';

export interface AnalysisJob<Card extends AnalysisCard = AnalysisCard> {
  readonly flat: FlatCircuit;
  readonly compiled: CompiledCircuit;
  /** The parts that have no effect on each other, where there are several. */
  readonly parts?: readonly CircuitPart[];
  /** Present where it runs by sparse steps. */
  readonly stepping?: SteppingChoice;
  /** Makes its sparse system, by which a run of exact events that cannot go on does; absent where a method is asked for. */
  readonly otherwise?: () => SteppingCircuit | undefined;
  readonly circuitOptions: CircuitOptions;
  /** All devices that the circuit is emitted with; undefined: the built-in table. */
  readonly devices: readonly Device[] | undefined;
  readonly card: Card;
  /** The same netlist with other values; absent where a circuit was not made from text. */
  readonly elaborate?: Elaborate;
  /** Where rows go; none: nothing is written. */
  readonly sinks: readonly PlotSink[];
  /** What measures the run; no bit of it depends on whether it is there. */
  readonly watch?: Watch;
}

export interface FinalValue extends Column {
  readonly value: number;
}

export interface AnalysisReport {
  /** Plot name, "Transient Analysis". */
  readonly name: string;
  /** Errors end the analysis; what was computed until then is in the sinks, marked incomplete. */
  readonly diagnostics: readonly Diagnostic[];
  /** The written quantities at the end. */
  readonly final: readonly FinalValue[];
  /** Where on the scale that is, where nothing else says so. */
  readonly finalAt?: FinalValue;
  readonly certificate?: Certificate;
  /** What devices do at the end: "d1", "conducts". */
  readonly states?: readonly SummaryRow[];
  /** Of an operating point with several solutions all of them, in columns; `final` has the first. */
  readonly solutions?: readonly (readonly FinalValue[])[];
  /** What was checked besides; a bad one fails the run. */
  readonly checks?: readonly SummaryRow[];
  /** What came out of the `.meas` cards of the analysis, in their order. */
  readonly measures?: readonly MeasureResult[];
  /** Of the written quantities, where that is asked for. */
  readonly statistics?: readonly IntervalStatistics[];
  /** Of the `.four` cards, one a quantity. */
  readonly fourier?: readonly FourierResult[];
}
