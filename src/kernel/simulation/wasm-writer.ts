/**
 * Writes the binary form of WebAssembly functions over an imported memory: just the instructions that
 * straight-line arithmetic in a loop needs [WebAssembly Core Specification 1.0, 5].
 */

const f64 = 0x7c;
const i32 = 0x7f;

/** A number and its bytes. */
const scratch = new Float64Array(1);
const scratchBytes = new Uint8Array(scratch.buffer);

/** Collects the bytes of a function body; every method appends one instruction. */
export class WasmBody {
  #bytes = new Uint8Array(1024);
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
    this.#op(0x44);
    scratch[0] = value;
    for (let k = 0; k < 8; k++) this.#push(scratchBytes[isLittleEndian ? k : 7 - k] ?? 0);
    return this;
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

  integerAtLeast(): this {
    return this.#op(0x4e);
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

  #unsigned(value: number): this {
    let rest = value;
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
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#length);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#length++] = byte;
  }
}

/** WebAssembly's numbers begin with their last byte; so do those of nearly all machines. */
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** A function: parameters, then i32 and f64 locals behind the parameters. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly ('integer' | 'number')[];
  /** Default: an integer. */
  readonly result?: 'number';
  readonly integerLocals: number;
  readonly numberLocals: number;
  readonly body: WasmBody;
}

/** A function that a module imports, called with integers and numbers for a number. */
export interface WasmImport {
  readonly name: string;
  readonly parameters: readonly ('integer' | 'number')[];
}

/** Index of the type of a table's functions, (number) -> integer, in a module of so many imports and functions. */
export function tableType(imports: number, functions: number): number {
  return imports + functions;
}

/** The module of functions over the imported memory "m" "m"; with `table` also over the imported table "m" "t". */
export function wasmModule(
  functions: readonly WasmFunction[],
  imports: readonly WasmImport[] = [],
  table = false,
): Uint8Array {
  const name = (text: string): number[] => [
    ...unsignedLeb(text.length),
    ...Array.from(text, (c) => c.charCodeAt(0)),
  ];
  const type = ({ parameters }: Pick<WasmFunction, 'parameters'>, result: number): number[] => {
    const codes = parameters.map((kind) => (kind === 'integer' ? i32 : f64));
    return [0x60, ...unsignedLeb(codes.length), ...codes, 1, result];
  };
  const types = [
    ...imports.flatMap((each) => type(each, f64)),
    ...functions.flatMap((each) => type(each, each.result === 'number' ? f64 : i32)),
    ...(table ? type({ parameters: ['number'] }, i32) : []),
  ];
  const bodies = functions.flatMap(({ integerLocals, numberLocals, body }): Bytes[] => {
    const locals = [2, ...unsignedLeb(integerLocals), i32, ...unsignedLeb(numberLocals), f64];
    const end = [0x0b];
    return [unsignedLeb(locals.length + body.bytes.length + end.length), locals, body.bytes, end];
  });
  const own = (index: number): number[] => unsignedLeb(imports.length + index);
  const count = unsignedLeb(functions.length);
  const imported = imports.flatMap((each, index) => [
    ...name('m'),
    ...name(each.name),
    0,
    ...unsignedLeb(index),
  ]);
  const exported = functions.flatMap((each, index) => [...name(each.name), 0x00, ...own(index)]);
  const shared = [...name('m'), ...name('m'), 0x02, 0x00, 0x01];
  if (table) shared.push(...name('m'), ...name('t'), 0x01, 0x70, 0x00, 0x00);
  const called = imports.length + functions.length;
  return joined([
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [unsignedLeb(called + (table ? 1 : 0)), types]),
    ...section(2, [unsignedLeb((table ? 2 : 1) + imports.length), shared, imported]),
    ...section(3, [count, functions.flatMap((_, index) => own(index))]),
    ...section(7, [count, exported]),
    ...section(10, [count, ...bodies]),
  ]);
}

type Bytes = readonly number[] | Uint8Array;

function section(id: number, content: readonly Bytes[]): Bytes[] {
  return [[id], unsignedLeb(lengthOf(content)), ...content];
}

function lengthOf(parts: readonly Bytes[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function joined(parts: readonly Bytes[]): Uint8Array {
  const out = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function unsignedLeb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const byte = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? byte + 128 : byte);
  } while (rest > 0);
  return bytes;
}
