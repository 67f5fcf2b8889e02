/**
 * Writes the binary form of one WebAssembly function over an imported memory: just the instructions that
 * straight-line arithmetic in a loop needs [WebAssembly Core Specification 1.0, 5].
 */

const f64 = 0x7c;
const i32 = 0x7f;

/** Collects the bytes of a function body; every method appends one instruction. */
export class WasmBody {
  readonly #bytes: number[] = [];

  get bytes(): readonly number[] {
    return this.#bytes;
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
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value, true);
    this.#op(0x44);
    for (let k = 0; k < 8; k++) this.#bytes.push(view.getUint8(k));
    return this;
  }

  block(): this {
    return this.#op(0x02, 0x40);
  }

  loop(): this {
    return this.#op(0x03, 0x40);
  }

  end(): this {
    return this.#op(0x0b);
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

  not(): this {
    return this.#op(0x45);
  }

  add(): this {
    return this.#op(0xa0);
  }

  multiply(): this {
    return this.#op(0xa2);
  }

  negate(): this {
    return this.#op(0x9a);
  }

  lessThan(): this {
    return this.#op(0x63);
  }

  greaterThan(): this {
    return this.#op(0x64);
  }

  atLeast(): this {
    return this.#op(0x66);
  }

  #op(...bytes: number[]): this {
    this.#bytes.push(...bytes);
    return this;
  }

  #unsigned(value: number): this {
    this.#bytes.push(...unsignedLeb(value));
    return this;
  }

  #signed(value: number): this {
    let rest = value | 0;
    for (;;) {
      const byte = rest & 0x7f;
      rest >>= 7;
      const last = (rest === 0 && (byte & 0x40) === 0) || (rest === -1 && (byte & 0x40) !== 0);
      this.#bytes.push(last ? byte : byte | 0x80);
      if (last) return this;
    }
  }
}

/**
 * The module of one function "run" of `parameters` i32 that returns an i32, with i32 and then f64 locals
 * behind the parameters, over the imported memory "m" "m".
 */
export function wasmModule(
  parameters: number,
  integerLocals: number,
  numberLocals: number,
  body: WasmBody,
): Uint8Array {
  const locals = [...unsignedLeb(2), ...unsignedLeb(integerLocals), i32, ...unsignedLeb(numberLocals), f64];
  const code = [...locals, ...body.bytes, 0x0b];
  const name = (text: string): number[] => [
    ...unsignedLeb(text.length),
    ...Array.from(text, (c) => c.charCodeAt(0)),
  ];
  const type = [1, 0x60, ...unsignedLeb(parameters), ...new Array<number>(parameters).fill(i32), 1, i32];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, type),
    ...section(2, [1, ...name('m'), ...name('m'), 0x02, 0x00, 0x01]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('run'), 0x00, 0x00]),
    ...section(10, [1, ...unsignedLeb(code.length), ...code]),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsignedLeb(content.length), ...content];
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
