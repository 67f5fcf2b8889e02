/**
 * Cards of analyses beside `.tran` and `.op`, and of what is computed from their results, as data: everything evaluated, names in full,
 * expressions flat (see flat-circuit.ts).
 */
import type { Span } from '../base/span.js';
import type { Expression } from '../expression/ast.js';
import type { OutputItem } from './output-item.js';

/** What a sweep or a step changes. */
export type StepTarget =
  | { readonly kind: 'parameter'; readonly name: string }
  /** Value of an element, or the parameter of it that is named. */
  | { readonly kind: 'element'; readonly name: string; readonly parameter?: string }
  | { readonly kind: 'model'; readonly name: string; readonly parameter: string }
  | { readonly kind: 'temperature' }
  | { readonly kind: 'option'; readonly name: string };

/** A value that a `.control` block has set when an analysis runs. */
export interface Change {
  readonly target: StepTarget;
  readonly value: number;
}

/** A target and the values that it takes one after the other, at least one. */
export interface StepAxis {
  readonly target: StepTarget;
  readonly values: readonly number[];
}

/** `.step`: one target, or with `data=` several together. */
export interface StepPlan extends StepAxis {
  /** What else changes with it, value by value. */
  readonly together?: readonly StepAxis[];
  readonly span: Span;
}

/** `.dc`: the first sweep is the innermost. */
export interface DcCard {
  readonly kind: 'dc';
  readonly sweeps: readonly StepPlan[];
  readonly span: Span;
}

/** `.ac`: frequencies in hertz. */
export interface AcCard {
  readonly kind: 'ac';
  readonly frequencies: readonly number[];
  /** Each with a point of the innermost step, the rows of the table from which they are. */
  readonly byPoint?: true;
  readonly span: Span;
}

/** `.sp`: frequencies in hertz. */
export interface ScatteringCard {
  readonly kind: 'sp';
  readonly frequencies: readonly number[];
  readonly span: Span;
}

/** `.noise`: noise of the voltage between two nodes, and of a source that would make the same. */
export interface NoiseCard {
  readonly kind: 'noise';
  /** Full names of nodes. */
  readonly output: readonly [string, string];
  /** Full name. */
  readonly source: string;
  readonly frequencies: readonly number[];
  /** As of `.ac`. */
  readonly byPoint?: true;
  /** Frequencies a row; absent: one, and no columns of the parts. */
  readonly summary?: number;
  readonly span: Span;
}

/**
 * Numbers of `.meas` cards are expressions: numbers where nothing but parameters is in them, otherwise of earlier measures,
 * each a probe of quantity "measure" with the name of the measure.
 */
export const MEASURE_PROBE = 'measure';

/** The quantity of a probe of `.sp`: its name is that of a parameter, "s_2_1". */
export const SCATTERING_PROBE = 'scattering';

/** The quantity of a probe of `.noise`: its name is that of a column, "onoise_spectrum". */
export const NOISE_PROBE = 'noise';

/** `.tf`: from an independent source to a voltage or current. */
export interface TransferCard {
  readonly kind: 'tf';
  readonly output: OutputItem;
  /** Full name. */
  readonly source: string;
  readonly span: Span;
}

/** `.sens` of a voltage or current. */
export interface SensitivityCard {
  readonly kind: 'sens';
  readonly output: OutputItem;
  readonly span: Span;
}

/** `.pz`: poles and zeros of the transfer from a port to another. */
export interface PoleZeroCard {
  readonly kind: 'pz';
  /** Full names of nodes. */
  readonly input: readonly [string, string];
  readonly output: readonly [string, string];
  readonly drive: 'cur' | 'vol';
  readonly poles: boolean;
  readonly zeros: boolean;
  readonly span: Span;
}

/** When something happens: left crosses right for the nth time. */
export interface MeasureCondition {
  readonly left: Expression;
  /** Absent: it is met where `left` begins to rise or to fall. */
  readonly right?: Expression;
  /** Where there is no `right`: by how much it goes on at least. */
  readonly least?: Expression;
  readonly edge: 'rise' | 'fall' | 'cross';
  /** 1, 2 ...; negative: counted from the end, -1 is the last. */
  readonly count: number;
  /** Place of the scale from which crossings count. */
  readonly delay?: Expression;
}

/** A point of the scale: a value of it, or a condition. */
export type MeasurePoint =
  { readonly kind: 'at'; readonly at: Expression } | ({ readonly kind: 'when' } & MeasureCondition);

/** Measures of one waveform over an interval that are one number. */
export type IntervalMeasure =
  | 'max'
  | 'min'
  | 'pp'
  | 'avg'
  | 'rms'
  | 'integ'
  | 'max_at'
  | 'min_at'
  | 'freq'
  | 'period'
  | 'duty'
  | 'on_time'
  | 'off_time';

/** How far a waveform is from points of a file is summed up. */
export type MeasureNorm = 'l1norm' | 'l2norm' | 'infnorm';

/** What a `.meas` card asks for. */
export type MeasureQuestion =
  /** One number of a waveform over the interval from..to. */
  | {
      readonly kind: IntervalMeasure;
      readonly of: Expression;
      /** Thresholds of freq, period, duty, on_time, off_time. */
      readonly on?: Expression;
      readonly off?: Expression;
      /** Of avg and rms: 1 where the waveform counts, 0 elsewhere. */
      readonly where?: Expression;
    }
  /** Value (or derivative) of a waveform at a point; `find` without waveform (WHEN alone): the point itself. */
  | { readonly kind: 'find' | 'deriv'; readonly of?: Expression; readonly point: MeasurePoint }
  /** Distance from trig to targ. */
  | { readonly kind: 'trig'; readonly trig: MeasurePoint; readonly targ: MeasurePoint }
  /** An expression of earlier measures and of waveforms where the interval ends. */
  | { readonly kind: 'param'; readonly expression: Expression }
  /** The distance of a waveform from points (scale, value) of a file. */
  | {
      readonly kind: 'error';
      readonly of: Expression;
      readonly points: readonly (readonly [at: number, value: number])[];
      readonly norm: MeasureNorm;
      /** The places are those of the points of a sweep, by their numbers from 0. */
      readonly inOrder?: true;
    }
  /** Harmonics of a waveform over the last period of the interval; the value is the total harmonic distortion. */
  | {
      readonly kind: 'four';
      readonly of: Expression;
      /** Hz. */
      readonly frequency: Expression;
      /** Without the mean. */
      readonly harmonics: number;
    }
  /** What could not be read, and why is told already: it fails. */
  | { readonly kind: 'left-out' };

export interface MeasureCard {
  /** Lower case; a part of another measure has "#" in its name and is not printed. */
  readonly name: string;
  readonly analysis: 'tran' | 'dc' | 'ac' | 'noise' | 'op';
  /** The card names no analysis. */
  readonly assumed?: true;
  readonly question: MeasureQuestion;
  /** Interval of the scale; absent: all of it. */
  readonly from?: Expression;
  readonly to?: Expression;
  /** An end before `to` that may fail to come: then `to` counts. */
  readonly until?: Expression;
  /** Xyce's TRAN_CONT: as a waveform it takes on the value of every later place too. */
  readonly continuous?: true;
  /** DEFAULT_VAL: its value as a waveform while it has none; absent: 0. */
  readonly before?: Expression;
  readonly span: Span;
}

/** `.four frequency [harmonics [periods]] items`. */
export interface FourierCard {
  /** Hz. */
  readonly frequency: number;
  /** The mean and so many harmonics. */
  readonly harmonics: number;
  /** So many periods at the end of the run. */
  readonly periods: number;
  readonly outputs: readonly OutputItem[];
  /** What the card asks for and could not be read, as written. */
  readonly refused?: readonly string[];
  readonly span: Span;
}

/** What `echo` of a `.control` block tells; `$&name` is the value of a measure. */
export interface ControlAction {
  readonly kind: 'echo';
  readonly text: string;
  readonly span: Span;
}
