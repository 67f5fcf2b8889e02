/**
 * Writes the binary form of the bodies of WebAssembly functions: just the instructions that
 * straight-line arithmetic in a loop needs, of numbers and of pairs of them [WebAssembly Core Specification 2.0, 5].
 */

/** A number and its bytes. */
const scratch = new Float64Array(1);
const scratchBytes = new Uint8Array(scratch.buffer);

/** Collects the bytes of a function body; every method appends one instruction. */
export class WasmBody {
  #bytes = new Uint8Array(4096);
  #length = 0;

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  getLocal(index: number): this {
    return this.#op(0x20).#unsigned(index);
  }

  setLocal(index: number): this {
    return this.#op(0x21).#unsigned(index);
  }

  teeLocal(index: number): this {
    return this.#op(0x22).#unsigned(index);
  }

  /** Loads the number at (address on the stack) + offset bytes. */
  load(offset: number): this {
    return this.#op(0x2b, 3).#unsigned(offset);
  }

  /** Stores the number on the stack at (address below it) + offset bytes. */
  store(offset: number): this {
    return this.#op(0x39, 3).#unsigned(offset);
  }

  constInteger(value: number): this {
    return this.#op(0x41).#signed(value);
  }

  constNumber(value: number): this {
    return this.#op(0x44).#number(value);
  }

  block(): this {
    return this.#op(0x02, 0x40);
  }

  loop(): this {
    return this.#op(0x03, 0x40);
  }

  /** Opens a branch that runs where the integer on the stack is not 0. */
  ifTrue(): this {
    return this.#op(0x04, 0x40);
  }

  otherwise(): this {
    return this.#op(0x05);
  }

  end(): this {
    return this.#op(0x0b);
  }

  /** Leaves the function with the integer on the stack. */
  leave(): this {
    return this.#op(0x0f);
  }

  /** Calls a function of the module, the imported ones counting first. */
  call(index: number): this {
    return this.#op(0x10).#unsigned(index);
  }

  /** Calls the function of the table at the index on the stack, which has the type of this index. */
  callIndirect(type: number): this {
    return this.#op(0x11).#unsigned(type).#unsigned(0);
  }

  branch(depth: number): this {
    return this.#op(0x0c).#unsigned(depth);
  }

  branchIf(depth: number): this {
    return this.#op(0x0d).#unsigned(depth);
  }

  addIntegers(): this {
    return this.#op(0x6a);
  }

  subtractIntegers(): this {
    return this.#op(0x6b);
  }

  multiplyIntegers(): this {
    return this.#op(0x6c);
  }

  shiftRight(): this {
    return this.#op(0x75);
  }

  integerAtLeast(): this {
    return this.#op(0x4e);
  }

  integerAtMost(): this {
    return this.#op(0x4c);
  }

  integerLess(): this {
    return this.#op(0x48);
  }

  and(): this {
    return this.#op(0x71);
  }

  or(): this {
    return this.#op(0x72);
  }

  not(): this {
    return this.#op(0x45);
  }

  add(): this {
    return this.#op(0xa0);
  }

  subtract(): this {
    return this.#op(0xa1);
  }

  divide(): this {
    return this.#op(0xa3);
  }

  absolute(): this {
    return this.#op(0x99);
  }

  squareRoot(): this {
    return this.#op(0x9f);
  }

  ceiling(): this {
    return this.#op(0x9b);
  }

  minimum(): this {
    return this.#op(0xa4);
  }

  maximum(): this {
    return this.#op(0xa5);
  }

  multiply(): this {
    return this.#op(0xa2);
  }

  negate(): this {
    return this.#op(0x9a);
  }

  equal(): this {
    return this.#op(0x61);
  }

  integersEqual(): this {
    return this.#op(0x46);
  }

  /** What is never reached. */
  unreachable(): this {
    return this.#op(0x00);
  }

  lessThan(): this {
    return this.#op(0x63);
  }

  greaterThan(): this {
    return this.#op(0x64);
  }

  atMost(): this {
    return this.#op(0x65);
  }

  atLeast(): this {
    return this.#op(0x66);
  }

  /** Loads the pair of numbers at (address on the stack) + offset bytes. */
  loadPair(offset: number): this {
    return this.#pairs(0x00).#at(offset);
  }

  /** A pair of the same number, from memory. */
  loadTwice(offset: number): this {
    return this.#pairs(0x0a).#at(offset);
  }

  storePair(offset: number): this {
    return this.#pairs(0x0b).#at(offset);
  }

  constPair(first: number, second: number): this {
    return this.#pairs(0x0c).#number(first).#number(second);
  }

  /** A pair of the number on the stack. */
  twice(): this {
    return this.#pairs(0x14);
  }

  /** A pair of number 0 or 1 of a pair that is on the stack twice. */
  twiceOfPair(index: number): this {
    return this.#pairs(0x0d).#all(index === 0 ? firstTwice : secondTwice);
  }

  /** Number 0 or 1 of a pair. */
  ofPair(index: number): this {
    return this.#pairs(0x21).#unsigned(index);
  }

  addPairs(): this {
    return this.#pairs(0xf0);
  }

  multiplyPairs(): this {
    return this.#pairs(0xf2);
  }

  absolutePairs(): this {
    return this.#pairs(0xec);
  }

  /** The larger numbers of two pairs; what a number beside no number gives is not told. */
  maximumPairs(): this {
    return this.#pairs(0xf7);
  }

  /** A pair of masks. */
  pairsLess(): this {
    return this.#pairs(0x49);
  }

  pairsGreaterThan(): this {
    return this.#pairs(0x4a);
  }

  subtractPairs(): this {
    return this.#pairs(0xf1);
  }

  orPairs(): this {
    return this.#pairs(0x50);
  }

  /** 1 where a bit of a pair is set. */
  isAnySet(): this {
    return this.#pairs(0x53);
  }

  /** An integer as a number. */
  toNumber(): this {
    return this.#op(0xb7);
  }

  /** A number as an integer, towards 0. */
  toInteger(): this {
    return this.#op(0xaa);
  }

  #op(code: number, alignment?: number): this {
    this.#push(code);
    if (alignment !== undefined) this.#push(alignment);
    return this;
  }

  #pairs(code: number): this {
    return this.#op(0xfd).#unsigned(code);
  }

  /** An address that need not be a multiple of more than 8. */
  #at(offset: number): this {
    return this.#unsigned(3).#unsigned(offset);
  }

  #number(value: number): this {
    scratch[0] = value;
    return this.#all(isLittleEndian ? scratchBytes : scratchBytes.slice().reverse());
  }

  #all(bytes: Uint8Array): this {
    if (this.#length + bytes.length > this.#bytes.length) this.#grow();
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  #unsigned(value: number): this {
    let rest = value;
    if (rest < 128) {
      this.#push(rest);
      return this;
    }
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#push((rest % 128) + 128);
    this.#push(rest);
    return this;
  }

  #signed(value: number): this {
    let rest = value | 0;
    for (;;) {
      const byte = rest & 0x7f;
      rest >>= 7;
      const last = (rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0);
      this.#push(last ? byte : byte | 0x80);
      if (last) return this;
    }
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = byte;
  }

  #grow(): void {
    const longer = new Uint8Array(2 * this.#bytes.length);
    longer.set(this.#bytes);
    this.#bytes = longer;
  }
}

/** WebAssembly's numbers begin with their last byte; so do those of nearly all machines. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The bytes of a vector of two numbers that are the first, or the second, of another. */
const firstTwice = Uint8Array.from({ length: 16 }, (_, k) => k % 8);
const secondTwice = Uint8Array.from({ length: 16 }, (_, k) => 8 + (k % 8));
