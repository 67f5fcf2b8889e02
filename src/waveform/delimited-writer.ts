/**
 * Rows as text, one a line, of one plot a file: what CSV, Xyce's .prn and ngspice's wrdata have in common. What differs is a
 * `DelimitedFormat`. Complex columns are two numbers, the scale and columns that are real one. Lines end in LF.
 */
import type { ByteSink } from '../base/host.js';
import { ByteStream } from './byte-stream.js';
import { DecimalFormatter, maxNumberBytes } from './decimal-formatter.js';
import { isRealColumn, type PlotHeader } from './plot.js';
import { rowWidth, writeFinite, type WaveformWriter, type WriterOptions } from './writer.js';

export interface DelimitedFormat {
  /** Without the dot, for messages. */
  readonly extension: string;
  /** One character between numbers. */
  readonly separator: ',' | ' ';
  /** True where the number of the row stands first. */
  readonly index?: true;
  /** True where the scale is repeated before every column. */
  readonly scaleEach?: true;
  /** What stands before the first row. */
  header(header: PlotHeader): string;
  /** What stands behind the last row; `reason`: why the run did not reach its end. */
  footer(header: PlotHeader, reason?: string): string;
}

export class DelimitedWriter implements WaveformWriter {
  readonly #stream: ByteStream;
  readonly #formatter: DecimalFormatter;
  #header: PlotHeader | undefined;
  readonly #separator: number;
  #row = 0;
  /** Of each number of a row whether it is written: all but imaginary parts of what is real. */
  #isWritten: Uint8Array = new Uint8Array(0);

  /** `options.digits`: 9 by default. */
  constructor(
    private readonly format: DelimitedFormat,
    sink: ByteSink,
    options: WriterOptions = {},
  ) {
    this.#stream = new ByteStream(sink);
    this.#formatter = new DecimalFormatter(options.digits);
    this.#separator = format.separator.charCodeAt(0);
  }

  /** Throws when the file has a plot already: one header cannot serve two. */
  begin(header: PlotHeader): void {
    if (this.#header) {
      throw new Error(
        `a .${this.format.extension} file holds one plot: write "${header.name}" to a file of its own, or both to .raw or .json`,
      );
    }
    this.#header = header;
    const part = header.complex ? 2 : 1;
    this.#isWritten = Uint8Array.from({ length: rowWidth(header) }, (_, i) =>
      i % part === 0 || !isRealColumn(header, Math.floor(i / part)) ? 1 : 0,
    );
    this.#stream.text(this.format.header(header));
  }

  rows(values: Float64Array, count: number): void {
    const header = this.#header;
    if (!header) throw new Error('rows before begin');
    writeFinite(header, values, count, (good) => this.#lines(header, values, good));
  }

  #lines(header: PlotHeader, values: Float64Array, count: number): void {
    const { index, scaleEach } = this.format;
    const width = rowWidth(header);
    const part = header.complex ? 2 : 1;
    const isWritten = this.#isWritten;
    for (let row = 0, at = 0; row < count; row++, at += width) {
      const scale = values[at] as number;
      if (index) this.#number(this.#row++);
      if (!scaleEach || width === part) this.#number(scale);
      for (let i = part; i < width; i++) {
        if (scaleEach && i % part === 0) this.#number(scale);
        if (isWritten[i] === 1) this.#number(values[at + i] as number);
      }
      this.#stream.bytes[this.#stream.at - 1] = 10; // in place of the last separator
    }
  }

  #number(value: number): void {
    const stream = this.#stream;
    stream.reserve(maxNumberBytes + 1);
    const after = this.#formatter.format(value, stream.bytes, stream.at);
    stream.bytes[after] = this.#separator;
    stream.at = after + 1;
  }

  end(incomplete?: string): void {
    if (this.#header) this.#stream.text(this.format.footer(this.#header, incomplete));
  }

  finish(): void {
    this.#stream.flush();
  }
}
