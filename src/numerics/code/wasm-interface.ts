/** The part of the WebAssembly interface that is used; the engine's types know no DOM. */

/** A function of generated code. */
export type CodeFunction = (...args: readonly number[]) => number;

export interface WasmInterface {
  readonly Memory: new (descriptor: { readonly initial: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Table: new (descriptor: { readonly initial: number; readonly element: 'anyfunc' }) => CodeTable;
  readonly Instance: new (
    module: object,
    imports: { readonly m: Readonly<Record<string, WasmMemory | CodeFunction | CodeTable>> },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

/** Functions of generated code that other code calls by their index. */
export interface CodeTable {
  get(index: number): unknown;
  set(index: number, code: CodeFunction): void;
  /** Makes room for more functions; returns the index of the first. */
  grow(more: number): number;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** The engine's WebAssembly when it may compile: a policy that forbids it throws on the smallest module. */
export function wasmInterface(): WasmInterface | undefined {
  return (globalThis as { readonly WebAssembly?: WasmInterface }).WebAssembly;
}
