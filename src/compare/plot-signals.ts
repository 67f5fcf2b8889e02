/** The quantities of two plots side by side: by their names, node voltages v(a,b) as differences where only v(a) and v(b) are there. */
import type { Plot } from '../waveform/plot.js';
import { compareSignals, type SignalComparison, type Waveform } from './signal-comparison.js';

export interface PlotSignals {
  readonly signals: readonly SignalComparison[];
  /** Columns that the other plot does not have. */
  readonly missing: readonly string[];
}

/** What a quantity is called in the other plot. */
export type Translation = (quantity: string, names: readonly string[]) => string;

/** Compares every column of a plot with the other plot's; `translate` gives names there, equal ones by default. */
export function comparePlotSignals(
  plot: Plot,
  reference: Plot,
  translate: Translation = plainName,
): PlotSignals {
  const signals: SignalComparison[] = [];
  const missing: string[] = [];
  const times = scaleOf(plot);
  const referenceTimes = scaleOf(reference);
  plot.header.columns.slice(1).forEach(({ name, unit }, k) => {
    const theirs = valuesOf(reference, name, translate);
    const values = plot.columns[k + 1];
    if (!theirs || !values) {
      missing.push(name);
      return;
    }
    const other: Waveform = { times: referenceTimes, values: theirs };
    signals.push(compareSignals(name, unit, { times, values }, other));
  });
  return { signals, missing };
}

function plainName(quantity: string, names: readonly string[]): string {
  return `${quantity}(${names.join(',')})`;
}

function scaleOf({ columns, header }: Plot): Float64Array {
  if (header.complex) throw new RangeError(`the plot "${header.name}" is complex: transients are compared`);
  return columns[0] ?? new Float64Array(0);
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
