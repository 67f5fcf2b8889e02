/**
 * The memory that generated code and plain loops both read and write: named regions of numbers, laid out
 * once. Where WebAssembly is missing or forbidden (a page's content security policy), where its memory cannot be had
 * (engines reserve gigabytes of addresses for each, more than a limit such as `ulimit -v` may leave), or a run asks for no
 * code, the arrays are ordinary ones and only the plain loops run.
 */
import {
  type CodeFunction,
  type CodeTable,
  type WasmInterface,
  wasmInterface,
  type WasmMemory,
} from '../../../numerics/code/wasm-interface.js';

const bytesPerNumber = 8;
const pageBytes = 65536;

/** Whether hot loops of a run become machine code; "plain" gives the same bits without any. */
export type CodeMode = 'compiled' | 'plain';

/** What memories of equal layouts, as those of alike parts of a circuit, share. */
export class SharedModules {
  /** Modules by what they were made of. */
  readonly modules = new Map<string, object>();
  /** How often all of them together have used what may get a module. */
  readonly #uses = new Map<string, number>();

  /** Counts a use; returns how many there are. */
  use(key: string): number {
    const uses = (this.#uses.get(key) ?? 0) + 1;
    this.#uses.set(key, uses);
    return uses;
  }
}

export class CodeMemory<Region extends string> {
  /** Byte address of each region; code may read and write pairs of numbers: behind an odd number there is one to spare. */
  readonly layout: Readonly<Record<Region, number>>;
  readonly #buffer: ArrayBuffer;
  readonly #memory: WasmMemory | undefined;
  readonly #modules: Map<string, object>;

  /** Takes the number of float64 values of each region. */
  constructor(
    private readonly sizes: Readonly<Record<Region, number>>,
    code: CodeMode = 'compiled',
    readonly shared?: SharedModules,
  ) {
    this.#modules = shared?.modules ?? new Map<string, object>();
    let at = 0;
    const layout: Partial<Record<Region, number>> = {};
    for (const region in sizes) {
      layout[region] = at;
      at += 2 * Math.ceil(sizes[region] / 2) * bytesPerNumber;
    }
    this.layout = layout as Record<Region, number>;
    const wasm = code === 'compiled' ? wasmInterface() : undefined;
    this.#memory = wasm && newMemory(wasm, Math.max(1, Math.ceil(at / pageBytes)));
    this.#buffer = this.#memory?.buffer ?? new ArrayBuffer(at);
  }

  /** The region as an array. */
  array(region: Region): Float64Array {
    return new Float64Array(this.#buffer, this.layout[region], this.sizes[region]);
  }

  /** The region with room for a pair behind an odd number. */
  pairs(region: Region): Float64Array {
    return new Float64Array(this.#buffer, this.layout[region], 2 * Math.ceil(this.sizes[region] / 2));
  }

  /** A table for so many functions; undefined where there is no code. */
  table(length: number): CodeTable | undefined {
    const wasm = this.#memory && wasmInterface();
    return wasm && new wasm.Table({ initial: length, element: 'anyfunc' });
  }

  /**
   * Compiles a module over this memory, which may call the functions (and the table) given, and returns its own by name; undefined
   * where that is not allowed.
   */
  compile(
    bytes: Uint8Array,
    functions: Readonly<Record<string, CodeFunction | CodeTable>> = {},
  ): Readonly<Record<string, CodeFunction>> | undefined {
    return this.#link((wasm) => new wasm.Module(bytes), functions);
  }

  /** The same of a module that depends on `key` and the layout alone: it is made once for all memories that share it. */
  compileShared(
    key: string,
    bytes: () => Uint8Array,
    functions: Readonly<Record<string, CodeFunction | CodeTable>> = {},
  ): Readonly<Record<string, CodeFunction>> | undefined {
    const whole = `${key} ${Object.values(this.layout).join(' ')}`;
    const moduleOf = (wasm: WasmInterface): object => {
      const module = this.#modules.get(whole) ?? new wasm.Module(bytes());
      this.#modules.set(whole, module);
      return module;
    };
    return this.#link(moduleOf, functions);
  }

  #link(
    moduleOf: (wasm: WasmInterface) => object,
    functions: Readonly<Record<string, CodeFunction | CodeTable>>,
  ): Readonly<Record<string, CodeFunction>> | undefined {
    const wasm = wasmInterface();
    if (!wasm || !this.#memory) return undefined;
    try {
      const module = moduleOf(wasm);
      return new wasm.Instance(module, { m: { ...functions, m: this.#memory } }).exports as Record<
        string,
        CodeFunction
      >;
    } catch (error) {
      // A content security policy forbids compilation by the first error; the second says that there is no room for code.
      if (error instanceof Error && (error.name === 'CompileError' || error instanceof RangeError))
        return undefined;
      throw error;
    }
  }
}

/** A memory of so many pages; undefined where it cannot be had. */
function newMemory(wasm: WasmInterface, initial: number): WasmMemory | undefined {
  try {
    return new wasm.Memory({ initial });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
