/**
 * A memory in which arrays stand for script and machine code alike, and the machine code that runs over it: WebAssembly made
 * of the same functions when the package was built (`grammar/machine-code`), with the same bits. V8 compiles it in a
 * millisecond to code that is fast from the first call, where script takes thousands of calls and much more compilation.
 *
 * The memory does not grow: what finds no room in it stands elsewhere, and functions run as they are written where their
 * record or an argument does. A function that a record names and the machine code does not have is called as it is written.
 */
import {
  type CodeFunction,
  type CodeTable,
  type WasmInterface,
  wasmInterface,
  type WasmMemory,
} from './wasm-interface.js';
import type { Bound, NumberRoom, RoomArgument } from './number-room.js';
import { scriptFunction } from './script-function.js';

/** Machine code as the package holds it. */
export interface MachineCode {
  /** The module in base 64, or what has it compiled. */
  readonly module: string | (() => object);
  /** Of each function its place in the table, by name. */
  readonly functions: Readonly<Record<string, number>>;
  /** Its functions that call script: so many of each signature, and the place of the first of each. */
  readonly scripts: { readonly each: number; readonly places: Readonly<Record<string, number>> };
  /** Of each function its record: fields with their kinds in the order of their places, 8 bytes each. */
  readonly records: Readonly<Record<string, RecordLayout>>;
  /** Name of the record of each function. */
  readonly recordOf: Readonly<Record<string, string>>;
}

/**
 * Fields by name: the kind of an array is that of its records. Of functions the kinds of their arguments and of their result:
 * "d" a number, "i" an integer, "a" an array, "r" a record.
 */
export type RecordLayout = readonly (readonly [
  name: string,
  kind: FieldKind,
  inner?: string,
  result?: string,
])[];
export type FieldKind =
  'integer' | 'number' | 'array' | 'function' | 'arrays' | 'record' | 'records' | 'none';

/** Bytes of a page of memory. */
const PAGE = 65536;
const modules = new WeakMap<MachineCode, object>();

type Machine = (record: number, ...rest: readonly unknown[]) => unknown;
type Script = (...rest: readonly unknown[]) => unknown;

export class MachineRoom implements NumberRoom {
  readonly #memory: WasmMemory;
  readonly #table: CodeTable;
  /** Functions of script by the places of those of the module that call them, and how many there are of each signature. */
  readonly #scripts: CodeFunction[] = [];
  readonly #scriptCounts = new Map<string, number>();
  readonly #addresses = new Map<object, number>();
  /** Arrays and records that stand here, for functions of script that are called with their addresses. */
  readonly #standing = new Map<number, object>();
  #next = 8;

  private constructor(
    private readonly code: MachineCode,
    bytes: number,
    private readonly wasm: WasmInterface,
    module: object,
  ) {
    this.#memory = new wasm.Memory({ initial: Math.ceil(bytes / PAGE) });
    this.#table = new wasm.Table({ initial: Object.keys(code.functions).length, element: 'anyfunc' });
    const { exp, log, log1p, log10, sin, cos, tan, atan, asin, acos, sinh, cosh, tanh, pow } = Math;
    const scripts = this.#scripts;
    // Written out, with as many arguments as are given: V8 calls it the faster.
    const script = (place: number, a: number, b: number, c: number, d: number): number =>
      (scripts[place] as CodeFunction)(a, b, c, d);
    const trigonometric = { sin, cos, tan, atan, asin, acos };
    const functions = { exp, log, log1p, log10, ...trigonometric, sinh, cosh, tanh, pow, script };
    const m = { m: this.#memory, t: this.#table, ...(functions as Readonly<Record<string, CodeFunction>>) };
    new wasm.Instance(module, { m });
  }

  /** A room of so many bytes; undefined where code may not be compiled. */
  static of(code: MachineCode, bytes: number): MachineRoom | undefined {
    const wasm = wasmInterface();
    if (!wasm) return undefined;
    try {
      let module = modules.get(code);
      if (!module) {
        module = typeof code.module === 'string' ? new wasm.Module(bytesOf(code.module)) : code.module();
        modules.set(code, module);
      }
      return new MachineRoom(code, bytes, wasm, module);
    } catch {
      return undefined;
    }
  }

  floats(length: number): Float64Array {
    const at = this.#take(8 * length, length);
    return at < 0
      ? new Float64Array(length)
      : this.#note(at, new Float64Array(this.#memory.buffer, at, length));
  }

  integers(length: number): Int32Array {
    const at = this.#take(4 * length, length);
    return at < 0 ? new Int32Array(length) : this.#note(at, new Int32Array(this.#memory.buffer, at, length));
  }

  bytes(length: number): Uint8Array {
    const at = this.#take(length, length);
    return at < 0 ? new Uint8Array(length) : this.#note(at, new Uint8Array(this.#memory.buffer, at, length));
  }

  bind<R extends object, A extends RoomArgument[], T>(
    name: string,
    plain: (record: R, ...rest: A) => T,
    record: R,
  ): Bound<A, T> {
    const inScript = plain.bind(undefined, record);
    const at = this.#place(record, this.code.recordOf[name]);
    if (at < 0) return inScript;
    const place = this.code.functions[name];
    if (place === undefined) return inScript;
    const machine = this.#table.get(place) as Machine;
    const { buffer } = this.#memory;
    const stands = (value: unknown): boolean =>
      typeof value !== 'object' || (value as Float64Array).buffer === buffer;
    const address = (value: unknown): unknown =>
      typeof value === 'object' ? (value as Float64Array).byteOffset : value;
    // Written out: arrays of arguments cost more than many of these functions. Arrays are among the first four.
    const run = (a: unknown, b: unknown, c: unknown, d: unknown, e: unknown, f: unknown): unknown => {
      if (!stands(a) || !stands(b) || !stands(c) || !stands(d))
        return (inScript as unknown as Script)(a, b, c, d, e, f);
      return machine(at, address(a), address(b), address(c), address(d), e, f);
    };
    return run as unknown as Bound<A, T>;
  }

  #note<T extends object>(at: number, value: T): T {
    this.#standing.set(at, value);
    return value;
  }

  /** Address of so many bytes behind their count, -1 where there is no room. */
  #take(bytes: number, count: number): number {
    const at = this.#next + 8;
    const end = at + 8 * Math.ceil(bytes / 8);
    const { buffer } = this.#memory;
    if (end > buffer.byteLength) return -1;
    new Int32Array(buffer, at - 8, 1)[0] = count;
    this.#next = end;
    return at;
  }

  /** Address of a record, -1 where something of it stands elsewhere. */
  #place(record: object, name: string | undefined): number {
    const known = this.#addresses.get(record);
    if (known !== undefined) return known;
    const layout = this.code.records[name ?? ''];
    if (!layout) return -1;
    const at = this.#take(8 * layout.length, layout.length);
    if (at < 0) return -1;
    const { buffer } = this.#memory;
    for (let i = 0; i < layout.length; i++) {
      const [field, kind, inner, result] = layout[i]!;
      const value = (record as Record<string, unknown>)[field];
      const word = new Int32Array(buffer, at + 8 * i, 1);
      if (kind === 'none') continue;
      if (value === undefined) {
        word[0] = -1;
        continue;
      }
      if (kind === 'number') new Float64Array(buffer, at + 8 * i, 1)[0] = value as number;
      else if (kind === 'integer') word[0] = Number(value);
      else {
        const address =
          kind === 'function'
            ? // Functions of a record are called CODE.FIELD, `code` being the name that the record gives; others are script.
              (this.code.functions[`${(record as { code?: string }).code}.${field}`] ??
              this.#fromScript(value as Script, inner ?? '', result ?? ''))
            : this.#addressOf(value, kind, inner);
        if (address < 0) return -1;
        word[0] = address;
      }
    }
    this.#addresses.set(record, at);
    this.#standing.set(at, record);
    return at;
  }

  #addressOf(value: unknown, kind: FieldKind, inner: string | undefined): number {
    if (kind === 'array') {
      const { buffer, byteOffset } = value as Float64Array;
      return buffer === this.#memory.buffer ? byteOffset : -1;
    }
    if (kind === 'record') return this.#place(value as object, inner);
    if (kind === 'arrays')
      return this.#list(value as readonly Float64Array[], (one) => this.#addressOf(one, 'array', undefined));
    return this.#list(value as readonly object[], (one) => this.#place(one, inner));
  }

  /** Address of the addresses of a list, -1 where one of its members stands elsewhere. */
  #list<T>(list: readonly T[], addressOf: (one: T) => number): number {
    const addresses = this.integers(list.length);
    if (addresses.buffer !== this.#memory.buffer) return -1;
    for (let i = 0; i < list.length; i++) {
      addresses[i] = addressOf(list[i]!);
      if (addresses[i]! < 0) return -1;
    }
    return addresses.byteOffset;
  }

  /**
   * The place of a function of script that machine code calls: of addresses it is given what stands there. The module has functions that
   * call script, a few of each signature; for more there are modules of one function, which take V8 a quarter of a millisecond each.
   */
  #fromScript(script: Script, parameters: string, result: string): number {
    const standing = this.#standing;
    const isAddress = Array.from(parameters, (letter) => letter === 'a' || letter === 'r');
    const given = (i: number, value: number): unknown => (isAddress[i] ? standing.get(value) : value);
    // Written out, as in `bind`; no function has more.
    const call = (a: number, b: number, c: number, d: number): number =>
      Number(script(given(0, a), given(1, b), given(2, c), given(3, d)));
    const kinds = parameters.replace(/[ar]/g, 'i');
    const signature = `${kinds}:${result}`;
    const { each, places } = this.code.scripts;
    const first = places[signature];
    const count = this.#scriptCounts.get(signature) ?? 0;
    if (first === undefined || count === each) {
      const place = this.#table.grow(1);
      this.#table.set(place, scriptFunction(this.wasm, kinds, result, call));
      return place;
    }
    this.#scriptCounts.set(signature, count + 1);
    this.#scripts[first + count] = call;
    return this.code.functions[`script ${first + count}`]!;
  }
}

/** Decoded by the platform where it can: a loop of script over a module costs more than compiling it. */
function bytesOf(module: string): Uint8Array<ArrayBuffer> {
  const { Buffer } = globalThis as {
    Buffer?: { from(text: string, encoding: string): Uint8Array<ArrayBuffer> };
  };
  if (Buffer) return Buffer.from(module, 'base64');
  const text = atob(module);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
