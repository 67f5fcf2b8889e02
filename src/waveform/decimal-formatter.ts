/**
 * Writes a float64 as ASCII digits, rounded to `digits` significant ones exactly as
 * `x.toExponential(digits - 1)` rounds, without trailing zeros, and without making a string.
 *
 *   notation   d.ddd when -4 <= exponent < digits, else d.ddde<exponent> (printf's %g, without zeros
 *              in the exponent); -0 is written as 0
 *   method     s = x 10^(digits-1-e), with e the decimal exponent from the binary one, then round s.
 *              The power and the product are each rounded once: |error of s| <= 2^-52 10^9 < 2.3e-7.
 *              When the fraction of s lies within 1e-6 of one half the rounding is in doubt, and
 *              toExponential decides. So it does for more than 9 digits and below 1e-289.
 *   cost       about 60 ns a number, half of what toExponential and its string cost.
 */

const smallestPower = -308;
const doubt = 1e-6;
const zero = 48;

/** Longest text of one number: sign, 17 digits, point, "e-308". */
export const maxNumberBytes = 24;

export class DecimalFormatter {
  readonly digits: number;
  readonly #limit: number;
  readonly #powers: Float64Array;
  readonly #number = new Float64Array(1);
  readonly #words: Uint16Array;
  readonly #highWord: number;
  /** "000001002...999": the digits of 0 to 999. */
  readonly #triples: Uint8Array;
  /** Brings `digits` digits to nine. */
  readonly #padding: number;
  readonly #text = new Uint8Array(17).fill(zero);

  /** Throws a RangeError unless `digits` is an integer from 1 to 17. */
  constructor(digits = 9) {
    if (!Number.isInteger(digits) || digits < 1 || digits > 17) {
      throw new RangeError(`digits = ${digits}: significant digits are an integer from 1 to 17`);
    }
    this.digits = digits;
    this.#limit = Number(`1e${digits}`);
    this.#powers = Float64Array.from({ length: 617 }, (_, i) => Number(`1e${i + smallestPower}`));
    this.#padding = digits < 9 ? 10 ** (9 - digits) : 1;
    this.#triples = Uint8Array.from(
      { length: 3000 },
      (_, i) => zero + (Math.floor(i / 3 / 10 ** (2 - (i % 3))) % 10),
    );
    this.#words = new Uint16Array(this.#number.buffer);
    this.#number[0] = 1; // its sign and exponent lie in word 3 of a little-endian host, in word 0 otherwise
    this.#highWord = this.#words[3] === 0 ? 0 : 3;
  }

  /** Writes x into `out` from `at` on (24 bytes must be free); returns the end. Throws on NaN and infinity. */
  format(x: number, out: Uint8Array, at: number): number {
    if (x === 0) {
      out[at] = zero;
      return at + 1;
    }
    this.#number[0] = x;
    const binary = (((this.#words[this.#highWord] ?? 0) >>> 4) & 0x7ff) - 1023;
    if (binary === 1024) throw new RangeError(`${x} cannot be written: only finite numbers can`);
    if (x < 0) {
      out[at++] = 45;
      x = -x;
    }
    if (binary < -960 || this.digits > 9) return this.#formatSlowly(x, out, at);

    // floor(log10 x) is e or e + 1, because x lies in [2^binary, 2^(binary + 1)).
    let e = Math.floor(binary * 0.3010299956639812);
    const shift = this.digits - 1 - smallestPower;
    let scaled = x * (this.#powers[shift - e] ?? 0);
    if (scaled >= this.#limit) scaled = x * (this.#powers[shift - ++e] ?? 0);
    let whole = scaled | 0;
    const fraction = scaled - whole;
    if (Math.abs(fraction - 0.5) < doubt) return this.#formatSlowly(x, out, at);
    if (fraction > 0.5 && ++whole === this.#limit) {
      whole = this.#limit / 10;
      e++;
    }
    this.#split(whole * this.#padding);
    return this.#layOut(e, out, at);
  }

  /** Writes a number below 10^9 as nine digits into `#text`. */
  #split(whole: number): void {
    const text = this.#text;
    const triples = this.#triples;
    const upper = (whole / 1_000_000) | 0;
    const rest = whole - 1_000_000 * upper;
    const middle = (rest / 1000) | 0;
    let from = 3 * upper;
    text[0] = triples[from] ?? zero;
    text[1] = triples[from + 1] ?? zero;
    text[2] = triples[from + 2] ?? zero;
    from = 3 * middle;
    text[3] = triples[from] ?? zero;
    text[4] = triples[from + 1] ?? zero;
    text[5] = triples[from + 2] ?? zero;
    from = 3 * (rest - 1000 * middle);
    text[6] = triples[from] ?? zero;
    text[7] = triples[from + 1] ?? zero;
    text[8] = triples[from + 2] ?? zero;
  }

  #formatSlowly(x: number, out: Uint8Array, at: number): number {
    const source = x.toExponential(this.digits - 1);
    const mark = source.indexOf('e');
    let count = 0;
    for (let i = 0; i < mark; i++) {
      const code = source.charCodeAt(i);
      if (code >= zero) this.#text[count++] = code; // skips the point
    }
    return this.#layOut(Number(source.slice(mark + 1)), out, at);
  }

  /** Arranges the digits d0 d1 ... that stand for d0.d1... 10^e. */
  #layOut(e: number, out: Uint8Array, at: number): number {
    const text = this.#text;
    let count = this.digits;
    while (text[count - 1] === zero) count--;
    if (e < -4 || e >= this.digits) {
      at = this.#copy(count, 1, out, at);
      return writeExponent(e, out, at);
    }
    if (e >= 0) return this.#copy(Math.max(count, e + 1), e + 1, out, at);
    out[at++] = zero;
    out[at++] = 46;
    for (let i = -1; i > e; i--) out[at++] = zero;
    return this.#copy(count, count, out, at);
  }

  /** Copies the first `to` digits, with a point before digit `point` when that is inside. */
  #copy(to: number, point: number, out: Uint8Array, at: number): number {
    const text = this.#text;
    const whole = Math.min(point, to);
    for (let i = 0; i < whole; i++) out[at++] = text[i] ?? zero;
    if (whole === to) return at;
    out[at++] = 46;
    for (let i = whole; i < to; i++) out[at++] = text[i] ?? zero;
    return at;
  }
}

function writeExponent(e: number, out: Uint8Array, at: number): number {
  out[at++] = 101;
  if (e < 0) {
    out[at++] = 45;
    e = -e;
  }
  if (e >= 100) {
    out[at++] = zero + Math.floor(e / 100);
    e %= 100;
    out[at++] = zero + Math.floor(e / 10);
  } else if (e >= 10) {
    out[at++] = zero + Math.floor(e / 10);
  }
  out[at++] = zero + (e % 10);
  return at;
}
