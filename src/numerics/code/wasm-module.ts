/** Puts WebAssembly functions together to a module over an imported memory [WebAssembly Core Specification 2.0, 5.5]. */
import type { WasmBody } from './wasm-writer.js';

const f64 = 0x7c;
const i32 = 0x7f;
const v128 = 0x7b;

/** A function: parameters, then i32, v128 and f64 locals behind the parameters. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly ('integer' | 'number')[];
  /** Default: an integer. */
  readonly result?: 'number';
  readonly integerLocals: number;
  /** Default: none. */
  readonly pairLocals?: number;
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
  const bodies = functions.flatMap(({ integerLocals, pairLocals = 0, numberLocals, body }): Bytes[] => {
    const group = (count: number, type: number): number[] => [...unsignedLeb(count), type];
    const locals = [3, ...group(integerLocals, i32), ...group(pairLocals, v128), ...group(numberLocals, f64)];
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
  const callable = imports.length + functions.length;
  return joined([
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [unsignedLeb(callable + (table ? 1 : 0)), types]),
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
