/**
 * The raw file of ngspice: a text header a plot, then the numbers; plots stand back to back. ngspice's `load` reads it.
 *
 *   Binary   float64 little-endian, point-major
 *   Values   (ASCII) the index of a point, then a line a variable, "re,im" when complex: the shortest digits that read back
 *            exactly, or as many as are asked for
 *
 * The number of points is known last and is patched into a field of blanks behind "No. Points:". A run
 * that did not reach its end is marked there too: the blanks give way to a line `Option: incomplete`,
 * which ngspice's `load` takes as an option of the plot.
 *
 * The date is an option (default 1 Jan 1970), never the clock: same input, same bytes.
 */
import type { ByteSink } from '../base/host.js';
import { ByteStream } from './byte-stream.js';
import { fullName, type ColumnUnit, type PlotHeader } from './plot.js';
import { rowWidth, writeFinite, type WaveformWriter, type WriterOptions } from './writer.js';

const incompleteLine = '\nOption: incomplete';
const pointsDigits = 12;
const pointsField = pointsDigits + incompleteLine.length;

/** ngspice's names of what a variable is. */
const typeOfUnit: Readonly<Partial<Record<ColumnUnit, string>>> = Object.freeze({
  s: 'time',
  Hz: 'frequency',
  V: 'voltage',
  A: 'current',
  W: 'power',
  'V/sqrt(Hz)': 'voltage-density',
  'A/sqrt(Hz)': 'current-density',
  dB: 'decibel',
});

export class RawWriter implements WaveformWriter {
  readonly #stream: ByteStream;
  readonly #date: number;
  readonly #ascii: boolean;
  readonly #digits: number | undefined;
  readonly #view: DataView;
  readonly #hostIsLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  #header: PlotHeader | undefined;
  #pointsAt = 0;
  #count = 0;

  /** `options.date`: seconds since 1970. */
  constructor(sink: ByteSink, options: WriterOptions = {}) {
    this.#stream = new ByteStream(sink);
    this.#view = new DataView(this.#stream.bytes.buffer);
    this.#date = options.date ?? 0;
    this.#ascii = options.ascii === true;
    this.#digits = options.digits;
  }

  begin(header: PlotHeader): void {
    const { title, complex, columns } = header;
    this.#header = header;
    this.#count = 0;
    this.#stream.text(
      `Title: ${oneLine(title)}\nDate: ${formatRawDate(this.#date)}\nPlotname: ${oneLine(fullName(header))}\n` +
        `Flags: ${complex ? 'complex' : 'real'}\nNo. Variables: ${columns.length}\nNo. Points: `,
    );
    this.#pointsAt = this.#stream.offset;
    const variables = columns.map(({ name: column, unit }, k) => {
      const grid = k === 0 && unit === 'Hz' ? ' grid=3' : '';
      return `\t${k}\t${oneLine(column.toLowerCase())}\t${typeOfUnit[unit] ?? 'notype'}${grid}\n`;
    });
    this.#stream.text(
      `${'0'.padEnd(pointsField)}\nVariables:\n${variables.join('')}${this.#ascii ? 'Values' : 'Binary'}:\n`,
    );
  }

  rows(values: Float64Array, count: number): void {
    const header = this.#header;
    if (!header) throw new Error('rows before begin');
    writeFinite(header, values, count, (good) => {
      if (this.#ascii) this.#text(header, values, good);
      else this.#numbers(values, good * rowWidth(header));
      this.#count += good;
    });
  }

  #text(header: PlotHeader, values: Float64Array, count: number): void {
    const width = rowWidth(header);
    const parts = header.complex ? 2 : 1;
    for (let row = 0; row < count; row++) {
      let lines = String(this.#count + row);
      for (let at = row * width; at < (row + 1) * width; at += parts)
        lines += `\t${Array.from(values.subarray(at, at + parts), this.#digitsOf).join(',')}\n`;
      this.#stream.text(lines);
    }
  }

  readonly #digitsOf = (x: number): string =>
    this.#digits !== undefined ? x.toExponential(this.#digits - 1) : Object.is(x, -0) ? '-0' : String(x);

  #numbers(values: Float64Array, length: number): void {
    if (this.#hostIsLittleEndian && length >= 1024) {
      this.#stream.block(new Uint8Array(values.buffer, values.byteOffset, length * 8));
      return;
    }
    for (let i = 0; i < length; i++) {
      this.#stream.reserve(8);
      this.#view.setFloat64(this.#stream.at, values[i] ?? 0, true);
      this.#stream.at += 8;
    }
  }

  end(incomplete?: string): void {
    const points = String(this.#count).padEnd(pointsDigits);
    this.#stream.patch(this.#pointsAt, points + (incomplete === undefined ? '' : incompleteLine));
    this.#header = undefined;
  }

  finish(): void {
    this.#stream.flush();
  }
}

/** Formats seconds since 1970 as ngspice does, in UTC: "Thu Jan  1 00:00:00  1970". */
export function formatRawDate(seconds: number): string {
  const date = new Date(seconds * 1000);
  // Cut out of what the platform writes, "Thu, 01 Jan 1970 00:00:00 GMT", from its ends: years have four digits or more.
  const text = date.toUTCString();
  const day = String(date.getUTCDate()).padStart(2);
  return `${text.slice(0, 3)} ${text.slice(8, 11)} ${day} ${text.slice(-12, -4)}  ${date.getUTCFullYear()}`;
}

/** Header lines end at the line feed, fields at the blank: control characters become blanks. */
function oneLine(text: string): string {
  return Array.from(text, (c) => (c < ' ' || c === '\x7f' ? ' ' : c)).join('');
}
