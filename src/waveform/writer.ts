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

/** Axes of a picture that are logarithmic, where that is not left to their values. */
export type LogAxes = 'none' | 'x' | 'y' | 'xy';

export interface WriterOptions {
  /** Significant digits of numbers written as text, 1 to 17; each format has its own default. */
  readonly digits?: number | undefined;
  /** Numbers as text where the format has both (raw). */
  readonly ascii?: boolean | undefined;
  /** Of pictures; absent: as the values ask for. */
  readonly log?: LogAxes | undefined;
  /** Seconds since 1970 (SOURCE_DATE_EPOCH) for formats that bear a date; default 0. */
  readonly date?: number | undefined;
}

/** One line of the table of writers. */
export interface WriterEntry {
  /** Without the dot, lower case. */
  readonly extension: string;
  readonly description: string;
  /** The file has one header and therefore holds one plot. */
  readonly onePlot?: boolean;
  /** Makes a writer; a promise where the writer is loaded on demand. */
  create(sink: ByteSink, options: WriterOptions): WaveformWriter | Promise<WaveformWriter>;
}

/** Numbers in a row: complex columns hold two. */
export function rowWidth(header: PlotHeader): number {
  return header.columns.length * (header.complex ? 2 : 1);
}

/**
 * Hands `write` the rows before the first one with a number that is NaN or infinite, then throws an Error
 * that names its column and the row's scale; hands it all rows where there is none.
 */
export function writeFinite(
  header: PlotHeader,
  values: Float64Array,
  count: number,
  write: (count: number) => void,
): void {
  const good = finiteRows(header, values, count);
  if (good > 0) write(good);
  if (good < count) refuseRow(header, values, good);
}

/** Returns how many rows stand before the first one with a number that is NaN or infinite. */
export function finiteRows(header: PlotHeader, values: Float64Array, count: number): number {
  const width = rowWidth(header);
  const length = count * width;
  // By the bits of their exponents: script makes no object of a whole number, however often it runs. Four numbers at a time.
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * length);
  let i = highWord;
  for (const last = words.length - 8; i <= last; i += 8)
    if ((carry(words, i) | carry(words, i + 2) | carry(words, i + 4) | carry(words, i + 6)) < 0) break;
  for (; i < words.length; i += 2)
    if (((words[i] as number) & exponent) === exponent) return Math.floor((i >> 1) / width);
  return count;
}

/** Negative as a whole number of 32 bits where all bits of the exponent are set. */
function carry(words: Int32Array, i: number): number {
  return ((words[i] as number) & exponent) + lowestOfExponent;
}

/** All bits of the exponent, as in a number that is NaN or infinite, the lowest of them, and which half of a number it is in. */
const exponent = 0x7ff00000;
const lowestOfExponent = 0x00100000;
const highWord = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

function refuseRow(header: PlotHeader, values: Float64Array, row: number): never {
  const width = rowWidth(header);
  const at = values.findIndex((x, i) => i >= row * width && !Number.isFinite(x));
  const perColumn = header.complex ? 2 : 1;
  const column = header.columns[Math.floor((at % width) / perColumn)]?.name ?? '?';
  const scale = header.columns[0];
  const place = `${scale?.name ?? 'row'} = ${values[at - (at % width)]} ${scale?.unit ?? ''}`.trimEnd();
  throw new Error(`${column} is ${values[at]} at ${place}: a waveform holds finite numbers only`);
}
