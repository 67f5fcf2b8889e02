/** A place in a raw file, whose text is of single bytes or, as LTspice writes it, UTF-16. */
import { DiagnosticError } from '../base/diagnostic.js';

export class RawCursor {
  at: number;
  /** Bytes a character. */
  readonly #unit: 1 | 2;
  readonly #decoder: InstanceType<typeof TextDecoder>;

  constructor(
    readonly bytes: Uint8Array,
    readonly name: string,
  ) {
    const hasMark = bytes[0] === 0xff && bytes[1] === 0xfe;
    this.at = hasMark ? 2 : 0;
    this.#unit = hasMark || (bytes.length > 1 && bytes[1] === 0) ? 2 : 1;
    this.#decoder = new TextDecoder(this.#unit === 2 ? 'utf-16le' : 'utf-8');
  }

  get isWide(): boolean {
    return this.#unit === 2;
  }

  get rest(): number {
    return Math.max(0, this.bytes.length - this.at);
  }

  /** The next line without its end. */
  line(): string {
    let stop = this.at;
    while (stop < this.bytes.length && this.#codeAt(stop) !== 10) stop += this.#unit;
    const text = this.#decoder.decode(this.bytes.subarray(this.at, stop));
    this.at = stop + this.#unit;
    return text.replace(/\r$/, '');
  }

  /** The next word; empty at the end of the file. */
  token(): string {
    this.skipBlanks();
    const start = this.at;
    while (this.at < this.bytes.length && this.#codeAt(this.at) > 32) this.at += this.#unit;
    return this.#decoder.decode(this.bytes.subarray(start, this.at));
  }

  /** Skips blanks and line ends; says whether anything is left. */
  skipBlanks(): boolean {
    while (this.at < this.bytes.length && this.#codeAt(this.at) <= 32) this.at += this.#unit;
    return this.at < this.bytes.length;
  }

  /** Whether a plot begins here. */
  get startsPlot(): boolean {
    const { at } = this;
    const length = 6 * this.#unit;
    return this.#decoder.decode(this.bytes.subarray(at, at + length)).toLowerCase() === 'title:';
  }

  error(what: string): DiagnosticError {
    const place = Math.min(this.at, this.bytes.length);
    const message = `${this.name} cannot be read as a raw file: ${what} (byte ${place} of ${this.bytes.length})`;
    const hint = 'write the file again with ngspice -r, LTspice or nscircuit run -o';
    return new DiagnosticError([{ code: 'waveform-format', severity: 'error', message, hint }]);
  }

  /** The file ends where more is due. */
  endsEarly(what: string): DiagnosticError {
    this.at = this.bytes.length;
    return this.error(what);
  }

  #codeAt(place: number): number {
    const low = this.bytes[place] ?? 0;
    return this.#unit === 2 ? low | ((this.bytes[place + 1] ?? 0) << 8) : low;
  }
}
