/**
 * Raw deflate (RFC 1951), so that a page may be written row by row, synchronously, anywhere, with the same bytes
 * for the same rows on every machine; a browser's DecompressionStream reads it.
 *
 * Blocks of 32 KiB, each with a code of its own or stored where that is shorter: at most 5 bytes a block longer
 * than the data. Matches are taken greedily from a table with one place for each hash of four bytes, and looked for less often the longer none is found: noise passes at little cost.
 * Cost: O(n) time; tables of 256 KiB.
 */
import { prefixCode, type PrefixCode } from './huffman-code.js';

const blockSize = 1 << 15;
const furthest = 1 << 15;
const longestMatch = 258;
const hashBits = 15;
/** Symbols of literals and lengths; the end of a block is one of them. */
const symbols = 286;
const endOfBlock = 256;
const distanceSymbols = 30;
/** The order in which lengths of the code of lengths are written. */
const lengthOrder = Uint8Array.of(16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15);

/** Returns the bytes as one deflate stream. */
export function deflate(bytes: Uint8Array): Uint8Array {
  const out = new BitWriter(bytes.length + 8 * Math.ceil(bytes.length / blockSize) + 16);
  const matches = new MatchFinder(bytes);
  const tokens = new Uint32Array(blockSize);
  for (let from = 0; from === 0 || from < bytes.length; from += blockSize) {
    const to = Math.min(from + blockSize, bytes.length);
    const count = matches.tokens(from, to, tokens);
    writeBlock(out, bytes.subarray(from, to), tokens.subarray(0, count), to === bytes.length);
  }
  return out.end();
}

/** Turns a block into tokens: a byte, or distance * 512 + length. */
class MatchFinder {
  readonly #places = new Int32Array(1 << hashBits).fill(-1);

  constructor(private readonly bytes: Uint8Array) {}

  tokens(from: number, to: number, out: Uint32Array): number {
    const { bytes } = this;
    const places = this.#places;
    let count = 0;
    let misses = 0;
    let at = from;
    while (at < to) {
      const length = at + 4 <= to ? this.#matchAt(at, to, places) : 0;
      if (length > 0) {
        out[count++] = (this.#distance << 9) | length;
        at += length;
        misses = 0;
        continue;
      }
      const next = Math.min(to, at + 1 + (misses++ >> 6));
      while (at < next) out[count++] = bytes[at++]!;
    }
    return count;
  }

  #distance = 0;

  /** The length of a match at `at`, 0 for none; its distance is kept. */
  #matchAt(at: number, to: number, places: Int32Array): number {
    const { bytes } = this;
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    const hash = Math.imul(word, 0x9e3779b1) >>> (32 - hashBits);
    const place = places[hash]!;
    places[hash] = at;
    if (place < 0 || at - place > furthest) return 0;
    const most = Math.min(longestMatch, to - at);
    let length = 0;
    while (length < most && bytes[place + length] === bytes[at + length]) length++;
    this.#distance = at - place;
    return length >= 4 ? length : 0;
  }
}

function writeBlock(out: BitWriter, bytes: Uint8Array, tokens: Uint32Array, isLast: boolean): void {
  const counts = new Uint32Array(symbols);
  const distances = new Uint32Array(distanceSymbols);
  let extra = 0;
  counts[endOfBlock] = 1;
  for (const token of tokens) {
    if (token < 512) {
      counts[token]!++;
      continue;
    }
    const [length, distance] = [token & 511, token >> 9];
    counts[lengthSymbol(length)]!++;
    distances[distanceSymbol(distance)]!++;
    extra += lengthExtra(length) + distanceExtra(distance);
  }
  const code = prefixCode(counts, 15);
  const distanceCode = prefixCode(distances, 15);
  const head = new CodeLengths(code.lengths, distanceCode.lengths);
  const bits = head.bits + extra + bitsOf(counts, code) + bitsOf(distances, distanceCode);
  if (bits >= 8 * bytes.length + 32) {
    out.stored(bytes, isLast);
    return;
  }
  out.bits(isLast ? 5 : 4, 3);
  head.write(out);
  for (const token of tokens) writeToken(out, token, code, distanceCode);
  out.code(code, endOfBlock);
}

function writeToken(out: BitWriter, token: number, code: PrefixCode, distanceCode: PrefixCode): void {
  if (token < 512) {
    out.code(code, token);
    return;
  }
  const [length, distance] = [token & 511, token >> 9];
  out.code(code, lengthSymbol(length));
  const bits = lengthExtra(length);
  out.bits((length - 3) & ((1 << bits) - 1), bits);
  out.code(distanceCode, distanceSymbol(distance));
  const more = distanceExtra(distance);
  out.bits((distance - 1) & ((1 << more) - 1), more);
}

function bitsOf(counts: Uint32Array, { lengths }: PrefixCode): number {
  return counts.reduce((sum, count, symbol) => sum + count * (lengths[symbol] ?? 0), 0);
}

// Symbols of lengths and distances are their leading bits, the others follow as they are (section 3.2.5).

function lengthSymbol(length: number): number {
  if (length === longestMatch) return 285;
  const rest = length - 3;
  if (rest < 8) return 257 + rest;
  const top = 31 - Math.clz32(rest);
  return 253 + 4 * top + ((rest >> (top - 2)) & 3);
}

const lengthExtra = (length: number): number =>
  length === longestMatch ? 0 : Math.max(0, 29 - Math.clz32(length - 3));

function distanceSymbol(distance: number): number {
  const rest = distance - 1;
  if (rest < 4) return rest;
  const top = 31 - Math.clz32(rest);
  return 2 * top + ((rest >> (top - 1)) & 1);
}

const distanceExtra = (distance: number): number => Math.max(0, 30 - Math.clz32(distance - 1));

/** The lengths of a block's two codes as they stand at its head, repeated ones shortened (section 3.2.7). */
class CodeLengths {
  readonly #items: readonly (readonly [symbol: number, value: number, bits: number])[];
  readonly #code: PrefixCode;
  readonly #literals: number;
  readonly #distances: number;
  readonly #written: number;
  readonly bits: number;

  constructor(literals: Uint8Array, distances: Uint8Array) {
    this.#literals = Math.max(257, usedLength(literals));
    this.#distances = Math.max(1, usedLength(distances));
    this.#items = repeats([
      ...literals.subarray(0, this.#literals),
      ...distances.subarray(0, this.#distances),
    ]);
    const counts = new Uint32Array(19);
    for (const [symbol] of this.#items) counts[symbol]!++;
    this.#code = prefixCode(counts, 7);
    const { lengths } = this.#code;
    this.#written = Math.max(4, usedLength(lengthOrder.map((symbol) => lengths[symbol] ?? 0)));
    const items = this.#items.reduce((sum, [symbol, , bits]) => sum + (lengths[symbol] ?? 0) + bits, 0);
    this.bits = 17 + 3 * this.#written + items;
  }

  write(out: BitWriter): void {
    out.bits(this.#literals - 257, 5);
    out.bits(this.#distances - 1, 5);
    out.bits(this.#written - 4, 4);
    for (const symbol of lengthOrder.subarray(0, this.#written)) out.bits(this.#code.lengths[symbol] ?? 0, 3);
    for (const [symbol, value, bits] of this.#items) {
      out.code(this.#code, symbol);
      out.bits(value, bits);
    }
  }
}

const usedLength = (lengths: Uint8Array): number => lengths.findLastIndex((length) => length > 0) + 1;

function repeats(lengths: readonly number[]): [symbol: number, value: number, bits: number][] {
  const items: [number, number, number][] = [];
  for (let at = 0; at < lengths.length;) {
    const length = lengths[at] ?? 0;
    let run = 1;
    while (at + run < lengths.length && lengths[at + run] === length && run < 138) run++;
    if (length === 0 && run >= 11) items.push([18, run - 11, 7]);
    else if (length === 0 && run >= 3) items.push([17, run - 3, 3]);
    else {
      run = Math.min(run, 7);
      items.push([length, 0, 0]);
      if (run >= 4) items.push([16, run - 4, 2]);
      else run = 1;
    }
    at += run;
  }
  return items;
}

/** Bits from the lowest of each byte up. */
class BitWriter {
  readonly #bytes: Uint8Array;
  #at = 0;
  #held = 0;
  #count = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  /** At most 16 bits. */
  bits(value: number, count: number): void {
    this.#held |= value << this.#count;
    this.#count += count;
    while (this.#count >= 8) {
      this.#bytes[this.#at++] = this.#held;
      this.#held >>>= 8;
      this.#count -= 8;
    }
  }

  code({ codes, lengths }: PrefixCode, symbol: number): void {
    this.bits(codes[symbol]!, lengths[symbol]!);
  }

  stored(bytes: Uint8Array, isLast: boolean): void {
    this.bits(isLast ? 1 : 0, 3);
    this.#align();
    this.bits(bytes.length, 16);
    this.bits(~bytes.length & 0xffff, 16);
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  end(): Uint8Array {
    this.#align();
    return this.#bytes.subarray(0, this.#at);
  }

  #align(): void {
    if (this.#count > 0) this.bits(0, 8 - this.#count);
  }
}
