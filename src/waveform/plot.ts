/**
 * A waveform as it is written and read: named columns over one scale, in blocks, so that nothing keeps
 * a whole run unless somebody asks for it.
 */

import { formatNumber } from '../base/units.js';

export const columnUnits = Object.freeze([
  ...(['s', 'Hz', 'V', 'A', 'W', 'J', 'm', 'm/s', 'N', 'rad', 'rad/s', 'N m', ''] as const),
  ...(['V s', 'A s', 'N s', 'N m s', 'V/s', 'A/s', 'm/s^2', 'rad/s^2'] as const),
  ...(['V/sqrt(Hz)', 'A/sqrt(Hz)', 'dB'] as const),
]);
export type ColumnUnit = (typeof columnUnits)[number];

export interface Column {
  /** As printed: "time", "v(out)", "i(l1)", "v(a,b)"; lower case. */
  readonly name: string;
  readonly unit: ColumnUnit;
  /** Of a complex plot: it has no imaginary part, as a magnitude or a phase. */
  readonly real?: true;
}

/** What a plot holds, known before its first row. */
export interface PlotHeader {
  /** Title line of the netlist. */
  readonly title: string;
  /** "Transient Analysis", "Operating Point", "AC Analysis", "DC transfer characteristic". */
  readonly name: string;
  /** Column 0 is the scale (time, frequency, the swept quantity). */
  readonly columns: readonly Column[];
  /** Complex plots hold (re, im) pairs: 2 numbers a column. */
  readonly complex: boolean;
  /** What `.step` and `.control` have set for the plot: ["r1", 1000]. */
  readonly point?: readonly (readonly [name: string, value: number])[];
  /** One row without a scale: column 0 is a value like the others. */
  readonly single?: true;
  /** Totals of the plot before it: a file of one plot is without them. */
  readonly totals?: true;
  /** Of nested sweeps: how many columns behind the scale are values of the outer ones. */
  readonly outer?: number;
}

/** Receives a plot row by row; implemented by writers, by the in-memory plot and by the report. */
export interface PlotSink {
  begin(header: PlotHeader): void;
  /** Takes `count` rows, row-major, width = columns (x 2 when complex); the buffer is reused by the caller. */
  rows(values: Float64Array, count: number): void;
  /** Ends the plot; `incomplete` carries the reason when the run did not reach its end. */
  end(incomplete?: string): void;
}

/** A whole plot in memory, for callers that ask for it: columns[k][row]. */
export interface Plot {
  readonly header: PlotHeader;
  readonly length: number;
  /** One array a column, or [re, im, re, im ...] when complex. */
  readonly columns: readonly Float64Array[];
  readonly incomplete?: string;
}

/** Whether a column is one number a row where text is written: of a complex plot the scale and what is marked `real`. */
export function isRealColumn(
  { columns, complex }: Pick<PlotHeader, 'columns' | 'complex'>,
  column: number,
): boolean {
  return !complex || column === 0 || columns[column]?.real === true;
}

/** The name of a plot with what is set for it: "Transient Analysis, r1 = 1000". */
export function fullName({ name, point = [] }: Pick<PlotHeader, 'name' | 'point'>): string {
  return [name, ...point.map(([what, value]) => `${what} = ${formatNumber(value)}`)].join(', ');
}
