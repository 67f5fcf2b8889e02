/**
 * JSON for programs: {"plots":[{"title","name","complex","columns":[{"name","unit"}],
 * "rows":[[...]],"incomplete":"reason"}]}. Rows are written as they come, one a line; complex columns
 * hold re, im. Numbers are the shortest text that reads back to the same float64, unless `digits` is
 * given. "incomplete" stands only at a plot whose run did not reach its end.
 */
import type { ByteSink } from '../base/host.js';
import { ByteStream } from './byte-stream.js';
import { DecimalFormatter, maxNumberBytes } from './decimal-formatter.js';
import type { PlotHeader } from './plot.js';
import { rowWidth, writeFinite, type WaveformWriter, type WriterOptions } from './writer.js';

export class JsonWriter implements WaveformWriter {
  readonly #stream: ByteStream;
  readonly #formatter: DecimalFormatter | undefined;
  #header: PlotHeader | undefined;
  #plots = 0;
  #rows = 0;

  constructor(sink: ByteSink, options: WriterOptions = {}) {
    this.#stream = new ByteStream(sink);
    this.#formatter = options.digits === undefined ? undefined : new DecimalFormatter(options.digits);
    this.#stream.text('{"plots":[');
  }

  begin(header: PlotHeader): void {
    const { title, name, complex, point } = header;
    const columns = header.columns.map((column) => ({ name: column.name.toLowerCase(), unit: column.unit }));
    const head = JSON.stringify({ title, name, ...(point && { point }), complex, columns }).slice(0, -1);
    this.#stream.text(`${this.#plots++ > 0 ? ',' : ''}\n${head},\n"rows":[`);
    this.#header = header;
    this.#rows = 0;
  }

  rows(values: Float64Array, count: number): void {
    const header = this.#header;
    if (!header) throw new Error('rows before begin');
    writeFinite(header, values, count, (good) => this.#arrays(rowWidth(header), values, good));
  }

  #arrays(width: number, values: Float64Array, count: number): void {
    const stream = this.#stream;
    for (let row = 0, i = 0; row < count; row++) {
      stream.text(this.#rows++ > 0 ? ',\n[' : '\n[');
      for (const end = i + width; i < end; i++) {
        this.#number(values[i] ?? 0);
        stream.byte(i + 1 < end ? 44 : 93);
      }
    }
  }

  end(incomplete?: string): void {
    this.#stream.text(`\n]${incomplete === undefined ? '' : `,"incomplete":${JSON.stringify(incomplete)}`}}`);
    this.#header = undefined;
  }

  finish(): void {
    this.#stream.text('\n]}\n');
    this.#stream.flush();
  }

  #number(x: number): void {
    if (!this.#formatter) {
      this.#stream.text(String(x));
      return;
    }
    this.#stream.reserve(maxNumberBytes);
    this.#stream.at = this.#formatter.format(x, this.#stream.bytes, this.#stream.at);
  }
}
