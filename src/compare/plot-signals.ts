/** The quantities of two plots side by side: by their names, node voltages v(a,b) as differences where only v(a) and v(b) are there. */
import type { Column, Plot } from '../waveform/plot.js';
import type { Waveform } from './event-alignment.js';
import { compareSignals, type SignalComparison } from './signal-comparison.js';

export interface PlotSignals {
  readonly signals: readonly SignalComparison[];
  /** Columns that the other plot does not have. */
  readonly missing: readonly string[];
}

/** What a quantity is called in the other plot. */
export type Translation = (quantity: string, names: readonly string[]) => string;

/** A quantity in both plots. */
export interface WaveformPair {
  readonly column: Column;
  readonly own: Waveform;
  readonly other: Waveform;
}

/** Finds every column of a plot in the other plot; `translate` gives names there, equal ones by default. */
export function pairedWaveforms(
  plot: Plot,
  reference: Plot,
  translate: Translation = plainName,
): { readonly pairs: readonly WaveformPair[]; readonly missing: readonly string[] } {
  const pairs: WaveformPair[] = [];
  const missing: string[] = [];
  const [ownTimes, times] = [scaleOf(plot), scaleOf(reference)];
  plot.header.columns.slice(1).forEach((column, k) => {
    const theirs = valuesOf(reference, column.name, translate);
    const values = plot.columns[k + 1];
    if (theirs && values)
      pairs.push({ column, own: { times: ownTimes, values }, other: { times, values: theirs } });
    else missing.push(column.name);
  });
  return { pairs, missing };
}

/** A plot whose columns have no names, y1, y2 ... as a text of wrdata has them, by those of another with as many, in their order. */
export function namedAs(plot: Plot, { header: { columns } }: Plot): Plot {
  const own = plot.header.columns;
  const isNamed = own.some(({ name }, k) => k > 0 && name !== `y${k}`);
  if (isNamed || own.length !== columns.length) return plot;
  return { ...plot, header: { ...plot.header, columns } };
}

/** Compares every quantity that both have. */
export function comparePlotSignals(plot: Plot, reference: Plot, translate?: Translation): PlotSignals {
  const { pairs, missing } = pairedWaveforms(plot, reference, translate);
  const signals = pairs.map(({ column, own, other }) => compareSignals(column.name, column.unit, own, other));
  return { signals, missing };
}

function plainName(quantity: string, names: readonly string[]): string {
  return `${quantity}(${names.join(',')})`;
}

function scaleOf({ columns, header }: Plot): Float64Array {
  if (header.complex) throw new RangeError(`the plot "${header.name}" is complex: transients are compared`);
  const times = columns[0] ?? new Float64Array(0);
  const back = times.findIndex((t, row) => row > 0 && t < (times[row - 1] ?? t));
  if (back > 0)
    throw new RangeError(
      `in "${header.name}" time goes back, from ${times[back - 1] ?? 0} to ${times[back] ?? 0} s in row ${back + 1}`,
    );
  return times;
}

function valuesOf(plot: Plot, name: string, translate: Translation): Float64Array | undefined {
  const direct = columnOf(plot, name);
  if (direct) return direct;
  const [, quantity = '', list = ''] = /^([vi])\((.*)\)$/.exec(name) ?? [];
  const names = list.split(',');
  if (quantity === '') return undefined;
  if (names.length < 2 || quantity === 'i') return columnOf(plot, translate(quantity, names));
  const [plus, minus] = names.map((node) =>
    node === '0' ? zeros(plot) : columnOf(plot, translate('v', [node])),
  );
  if (names.length !== 2 || !plus || !minus) return undefined;
  return plus.map((value, row) => value - (minus[row] ?? 0));
}

function columnOf({ header, columns }: Plot, name: string): Float64Array | undefined {
  return columns[header.columns.findIndex((column) => column.name === name)];
}

function zeros({ columns }: Plot): Float64Array {
  return new Float64Array(columns[0]?.length ?? 0);
}
