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
 *   cost       some 40 ns a number, a quarter of what toExponential and its string cost.
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
  #out: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(this.#out.buffer);
  readonly #quads = fourDigits();
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
    const high = this.#words[this.#highWord] as number;
    const binary = ((high >>> 4) & 0x7ff) - 1023;
    if (binary === 1024) throw new RangeError(`${x} cannot be written: only finite numbers can`);
    // Signs and roundings are as good as random: no branches.
    out[at] = 45;
    at += high >>> 15;
    x = Math.abs(x);
    if (binary < -960 || this.digits > 9) return this.#formatSlowly(x, out, at);

    // floor(log10 x) is e or e + 1, because x lies in [2^binary, 2^(binary + 1)).
    let e = Math.floor(binary * 0.3010299956639812);
    const shift = this.digits - 1 - smallestPower;
    let scaled = x * (this.#powers[shift - e] as number);
    if (scaled >= this.#limit) scaled = x * (this.#powers[shift - ++e] as number);
    let whole = (scaled + 0.5) | 0;
    // From -1/2, where a fraction of one half was rounded up, to 1/2.
    const fraction = scaled - whole;
    if (Math.abs(fraction) > 0.5 - doubt) return this.#formatSlowly(x, out, at);
    if (whole === this.#limit) {
      whole = this.#limit / 10;
      e++;
    }
    return this.#layOutNine(whole * this.#padding, e, out, at);
  }

  /** Writes d0.d1...d8 10^e, the digits those of a whole number from 10^8 to 10^9 - 1. */
  #layOutNine(whole: number, e: number, out: Uint8Array, at: number): number {
    if (e < 0 && e >= -4) {
      out[at++] = zero;
      out[at++] = 46;
      for (let i = -1; i > e; i--) out[at++] = zero;
      this.#writeNine(whole, out, at);
      return endOfDigits(out, at + 9);
    }
    const hasExponent = e < 0 || e >= this.digits;
    const point = hasExponent ? 1 : e + 1;
    this.#writeNine(whole, out, at + 1);
    for (let i = 0; i < point; i++) out[at + i] = out[at + i + 1] as number;
    out[at + point] = 46;
    at = endOfDigits(out, at + 10);
    if (out[at - 1] === 46) at--;
    return hasExponent ? writeExponent(e, out, at) : at;
  }

  #writeNine(whole: number, out: Uint8Array, at: number): void {
    if (out !== this.#out) {
      this.#out = out;
      this.#view = new DataView(out.buffer, out.byteOffset);
    }
    const upper = (whole / 10_000) | 0;
    const first = (upper / 10_000) | 0;
    out[at] = zero + first;
    this.#view.setUint32(at + 1, this.#quads[upper - 10_000 * first] as number, true);
    this.#view.setUint32(at + 5, this.#quads[whole - 10_000 * upper] as number, true);
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

/** The four digits of 0 to 9999 as the bytes of a word, the first one lowest. */
function fourDigits(): Uint32Array {
  const words = new Uint32Array(10_000);
  for (let i = 0; i < words.length; i++) {
    const tens = (i / 10) | 0;
    const hundreds = (i / 100) | 0;
    const thousands = (i / 1000) | 0;
    const last = ((tens - 10 * hundreds) << 16) | ((i - 10 * tens) << 24);
    words[i] = 0x30303030 + (thousands | ((hundreds - 10 * thousands) << 8) | last);
  }
  return words;
}

/** Where digits end without trailing zeros. */
function endOfDigits(out: Uint8Array, end: number): number {
  while (out[end - 1] === zero) end--;
  return end;
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
