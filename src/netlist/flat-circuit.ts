/**
 * The front end's product: a flat list of elements with numbers instead of expressions, every item with
 * its place in the text. All names are lower case; ground is "0".
 */
import type { Span } from '../base/span.js';

/** A source function with its arguments evaluated. */
export interface FlatSourceFunction {
  /** Lower case: "pulse". */
  readonly name: string;
  /** The arguments that were written; those left out at the end are absent, not 0. */
  readonly args: readonly number[];
  /** Places of the arguments. */
  readonly argSpans: readonly Span[];
  readonly span: Span;
}

export interface FlatModel {
  readonly name: string;
  /** Lower case: "d", "sw". */
  readonly type: string;
  /** Parameters as written, canonical names (aliases resolved); absent ones are absent. */
  readonly parameters: ReadonlyMap<string, number>;
  readonly span: Span;
}

export interface FlatElement {
  /** Lower case, hierarchical: "x1.r1". */
  readonly name: string;
  /** Upper case letter of its ElementSyntax. */
  readonly letter: string;
  /** Node names, one a terminal. */
  readonly nodes: readonly string[];
  /** Value of `value.kind = "number"`. */
  readonly value?: number;
  readonly model?: FlatModel;
  /** Instance parameters as written, canonical names. */
  readonly parameters: ReadonlyMap<string, number>;
  readonly flags: ReadonlySet<string>;
  /** Parts of an independent source, as written. */
  readonly dc?: number;
  readonly ac?: { readonly magnitude: number; readonly phase: number };
  readonly waveform?: FlatSourceFunction;
  /** The whole card. */
  readonly span: Span;
  /** Places of the parts, for messages: nodes in order, then the value or model. */
  readonly nodeSpans: readonly Span[];
  readonly valueSpan?: Span;
}

export interface TransientCard {
  readonly kind: 'tran';
  /** Seconds, as written; `tstop` alone when one argument was given. */
  readonly tstep?: number;
  readonly tstop: number;
  readonly tstart: number;
  /** The fourth argument. */
  readonly tmax?: number;
  readonly uic: boolean;
  readonly span: Span;
}

export interface OperatingPointCard {
  readonly kind: 'op';
  readonly span: Span;
}

export type AnalysisCard = TransientCard | OperatingPointCard;

/** A quantity to be written, such as v(a,b) or i(l1). */
export interface OutputItem {
  /** As the column is named: the item's text in lower case without blanks. */
  readonly text: string;
  /** Lower case: "v", "i", "p". */
  readonly quantity: string;
  readonly names: readonly string[];
  readonly span: Span;
}

export interface FlatCircuit {
  readonly title: string;
  readonly elements: readonly FlatElement[];
  readonly analyses: readonly AnalysisCard[];
  /** `.ic v(node)=value`. */
  readonly initialVoltages: ReadonlyMap<string, { readonly value: number; readonly span: Span }>;
  /** Options as written: numbers or words, lower case. */
  readonly options: ReadonlyMap<string, { readonly value: number | string; readonly span: Span }>;
  /** What `.print`, `.save` and `.probe` name, in order, without repetition. */
  readonly outputs: readonly OutputItem[];
}
