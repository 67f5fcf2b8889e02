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
  | { readonly kind: 'temperature' };

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
  readonly span: Span;
}

/** When something happens: left crosses right for the nth time (negative: counted from the end). */
export interface MeasureCondition {
  readonly left: Expression;
  readonly right: Expression;
  /** Absent: any direction, the first crossing. */
  readonly edge?: 'rise' | 'fall' | 'cross';
  readonly count: number | 'last';
  /** Seconds from which crossings count. */
  readonly delay: number;
}

/** A point of the scale: a value of it, or a condition. */
export type MeasurePoint =
  { readonly kind: 'at'; readonly at: number } | ({ readonly kind: 'when' } & MeasureCondition);

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
  | 'duty'
  | 'on_time'
  | 'off_time';

/** What a `.meas` card asks for. */
export type MeasureQuestion =
  /** One number of a waveform over the interval from..to. */
  | {
      readonly kind: IntervalMeasure;
      readonly of: Expression;
      /** Thresholds of freq, duty, on_time, off_time. */
      readonly on?: number;
      readonly off?: number;
    }
  /** Value (or derivative) of a waveform at a point; `find` without waveform (WHEN alone): the point itself. */
  | { readonly kind: 'find' | 'deriv'; readonly of?: Expression; readonly point: MeasurePoint }
  /** Distance from trig to targ. */
  | { readonly kind: 'trig'; readonly trig: MeasurePoint; readonly targ: MeasurePoint }
  /** An expression of earlier measures, which it calls by name. */
  | { readonly kind: 'param'; readonly expression: Expression };

export interface MeasureCard {
  /** Lower case. */
  readonly name: string;
  readonly analysis: 'tran' | 'dc' | 'ac' | 'op';
  readonly question: MeasureQuestion;
  /** Interval of the scale; absent: all of it. */
  readonly from?: number;
  readonly to?: number;
  readonly span: Span;
}

/** `.four frequency items`. */
export interface FourierCard {
  readonly frequency: number;
  readonly outputs: readonly OutputItem[];
  readonly span: Span;
}

/** What a command of a `.control` block does here. */
export type ControlAction =
  | { readonly kind: 'echo'; readonly text: string; readonly span: Span }
  | {
      readonly kind: 'write' | 'wrdata';
      readonly file: string;
      /** None: all outputs. */
      readonly outputs: readonly OutputItem[];
      readonly span: Span;
    };
