/**
 * What every waveform file format implements. A writer takes one or several plots and owns no file:
 * whoever made the `ByteSink` commits or discards it.
 *
 *   begin, rows ..., end     once a plot
 *   finish                   once a file, after the last plot; then the owner calls `sink.commit()`
 */
import type { ByteSink } from '../base/host.js';
import type { PlotHeader, PlotSink } from './plot.js';

/** One line of a run's summary, such as "Energy balance", "3e-16 relative", "good". */
export interface SummaryRow {
  readonly label: string;
  readonly value: string;
  readonly verdict?: 'good' | 'warning' | 'bad' | undefined;
}

/** What a run says about itself, for the formats that show it (html). */
export interface RunSummary {
  /** The summary as the terminal prints it. */
  readonly text: string;
  readonly rows: readonly SummaryRow[];
}

export interface WaveformWriter extends PlotSink {
  /** Writes what is still held; the summary is shown by formats made for people, ignored by the others. */
  finish(summary?: RunSummary): void;
}

export interface WriterOptions {
  /** Significant digits of numbers written as text, 1 to 17; each format has its own default. */
  readonly digits?: number | undefined;
  /** Seconds since 1970 (SOURCE_DATE_EPOCH) for formats that bear a date; default 0. */
  readonly date?: number | undefined;
}

/** One line of the table of writers. */
export interface WriterEntry {
  /** Without the dot, lower case. */
  readonly extension: string;
  readonly description: string;
  /** Makes a writer; a promise where the writer is loaded on demand. */
  create(sink: ByteSink, options: WriterOptions): WaveformWriter | Promise<WaveformWriter>;
}

/** Numbers in a row: complex columns hold two. */
export function rowWidth(header: PlotHeader): number {
  return header.columns.length * (header.complex ? 2 : 1);
}

/** Throws an Error that names the column and the row's scale when a number is NaN or infinite. */
export function requireFinite(header: PlotHeader, values: Float64Array, count: number): void {
  const width = rowWidth(header);
  const length = count * width;
  let poison = 0; // x - x is 0 for finite x, NaN otherwise; NaN stays NaN
  for (let i = 0; i < length; i++) {
    const x = values[i] ?? 0;
    poison += x - x;
  }
  if (poison === 0) return;
  const at = values.findIndex((x) => !Number.isFinite(x));
  const perColumn = header.complex ? 2 : 1;
  const column = header.columns[Math.floor((at % width) / perColumn)]?.name ?? '?';
  const scale = header.columns[0];
  const place = `${scale?.name ?? 'row'} = ${values[at - (at % width)]} ${scale?.unit ?? ''}`.trimEnd();
  throw new Error(`${column} is ${values[at]} at ${place}: a waveform holds finite numbers only`);
}
