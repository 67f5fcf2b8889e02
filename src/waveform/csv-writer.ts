/**
 * CSV after RFC 4180: one header record in lower case, then one record a row; lines end in LF.
 * Complex columns are written as re(name),im(name), the scale and columns that are real by their real part alone.
 *
 * A run that did not reach its end is marked by a last record whose first field is
 * `# incomplete: reason` and whose other fields are empty: it has as many fields as the others, so that
 * strict readers accept the file, and readers that know comments (gnuplot, numpy, ours) skip it.
 */
import type { ByteSink } from '../base/host.js';
import { ByteStream } from './byte-stream.js';
import { DecimalFormatter, maxNumberBytes } from './decimal-formatter.js';
import type { PlotHeader } from './plot.js';
import { rowWidth, writeFinite, type WaveformWriter, type WriterOptions } from './writer.js';

export class CsvWriter implements WaveformWriter {
  readonly #stream: ByteStream;
  readonly #formatter: DecimalFormatter;
  #header: PlotHeader | undefined;
  #fields = 0;
  /** Of each field its place in a row. */
  #places: Int32Array = new Int32Array(0);

  /** `options.digits`: 9 by default. */
  constructor(sink: ByteSink, options: WriterOptions = {}) {
    this.#stream = new ByteStream(sink);
    this.#formatter = new DecimalFormatter(options.digits);
  }

  /** Throws when the file has a plot already: one header record cannot serve two. */
  begin(header: PlotHeader): void {
    if (this.#header) {
      throw new Error(
        `a .csv file holds one plot: write "${header.name}" to a file of its own, or both to .raw or .json`,
      );
    }
    this.#header = header;
    const names = fieldNames(header);
    this.#fields = names.length;
    this.#places = fieldPlaces(header);
    this.#stream.text(names.map(quoteField).join(',') + '\n');
  }

  rows(values: Float64Array, count: number): void {
    const header = this.#header;
    if (!header) throw new Error('rows before begin');
    writeFinite(header, values, count, (good) => this.#records(header, values, good));
  }

  #records(header: PlotHeader, values: Float64Array, count: number): void {
    const stream = this.#stream;
    const out = stream.bytes;
    const width = rowWidth(header);
    const formatter = this.#formatter;
    const places = this.#places;
    const fields = places.length;
    for (let row = 0; row < count; row++) {
      for (let k = 0; k < fields; k++) {
        stream.reserve(maxNumberBytes + 1);
        const after = formatter.format(values[row * width + (places[k] as number)] ?? 0, out, stream.at);
        out[after] = 44;
        stream.at = after + 1;
      }
      out[stream.at - 1] = 10; // in place of the last comma
    }
  }

  end(incomplete?: string): void {
    if (incomplete === undefined) return;
    const reason = incomplete.replace(/[\s,]+/g, ' ').replaceAll('"', "'");
    this.#stream.text(`# incomplete: ${reason.trim()}${','.repeat(this.#fields - 1)}\n`);
  }

  finish(): void {
    this.#stream.flush();
  }
}

/** The names of the header record. */
function fieldNames({ columns, complex }: PlotHeader): string[] {
  return columns.flatMap(({ name, real }, k) => {
    const lower = name.toLowerCase();
    return complex && k > 0 && real !== true ? [`re(${lower})`, `im(${lower})`] : [lower];
  });
}

/** Where in a row the numbers of the fields stand. */
function fieldPlaces({ columns, complex }: PlotHeader): Int32Array {
  const places = columns.flatMap(({ real }, k) => {
    if (!complex) return [k];
    return k > 0 && real !== true ? [2 * k, 2 * k + 1] : [2 * k];
  });
  return Int32Array.from(places);
}

/** A field as RFC 4180 wants it. */
export function quoteField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
