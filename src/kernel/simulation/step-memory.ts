/**
 * The memory in which steps run: what generated code and the plain loop both read and write, laid out once.
 * Where WebAssembly is missing or forbidden (a page's content security policy) the arrays are ordinary ones
 * and only the plain loop runs.
 */

const bytesPerNumber = 8;
const pageBytes = 65536;

/** Byte addresses of the regions of generated code. */
export interface StepLayout {
  readonly x: number;
  readonly lambda: number;
  readonly tolerance: number;
  readonly moments: number;
  readonly inputs: number;
  readonly recordX: number;
  readonly recordLambda: number;
}

/** The part of the WebAssembly interface that is used; the engine's types know no DOM. */
interface WasmInterface {
  readonly Memory: new (descriptor: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly m: { readonly m: WasmMemory } },
  ) => { readonly exports: { readonly run?: unknown } };
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export class StepMemory {
  readonly layout: StepLayout;
  readonly #buffer: ArrayBuffer;
  readonly #memory: WasmMemory | undefined;
  readonly #sizes: Readonly<Record<keyof StepLayout, number>>;

  /** Takes the number of float64 values of each region. */
  constructor(sizes: Readonly<Record<keyof StepLayout, number>>) {
    this.#sizes = sizes;
    let at = 0;
    const place = (count: number): number => {
      const start = at;
      at += count * bytesPerNumber;
      return start;
    };
    this.layout = {
      x: place(sizes.x),
      lambda: place(sizes.lambda),
      tolerance: place(sizes.tolerance),
      moments: place(sizes.moments),
      inputs: place(sizes.inputs),
      recordX: place(sizes.recordX),
      recordLambda: place(sizes.recordLambda),
    };
    const wasm = wasmInterface();
    this.#memory = wasm && new wasm.Memory({ initial: Math.max(1, Math.ceil(at / pageBytes)) });
    this.#buffer = this.#memory?.buffer ?? new ArrayBuffer(at);
  }

  /** The region as an array. */
  array(region: keyof StepLayout): Float64Array {
    return new Float64Array(this.#buffer, this.layout[region], this.#sizes[region]);
  }

  /** Compiles a module's "run" over this memory; undefined where that is not allowed. */
  compile(bytes: Uint8Array): ((first: number, count: number) => number) | undefined {
    const wasm = wasmInterface();
    if (!wasm || !this.#memory) return undefined;
    const { run } = new wasm.Instance(new wasm.Module(bytes), { m: { m: this.#memory } }).exports;
    return typeof run === 'function' ? (run as (first: number, count: number) => number) : undefined;
  }
}

/** The engine's WebAssembly when it may compile: a policy that forbids it throws on the smallest module. */
function wasmInterface(): WasmInterface | undefined {
  return (globalThis as { readonly WebAssembly?: WasmInterface }).WebAssembly;
}
