/**
 * A function of script as machine code calls it: through a module that imports it and exports it again, since tables take
 * nothing but exports. Kinds of arguments and of the result, a letter each: "d" a number, "i" an integer or an address.
 */
import type { CodeFunction, WasmInterface } from './wasm-interface.js';

const types: Readonly<Record<string, number>> = Object.freeze({ i: 0x7f, d: 0x7c });
/** One import "m" "f" of type 0, exported as "f" [WebAssembly Core Specification 2.0, 5.5]. */
const rest = [
  ...[0x02, 0x07, 0x01, 0x01, 0x6d, 0x01, 0x66, 0x00, 0x00],
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
];

/** Modules by the platform that compiled them and the kinds of their function. */
const modules = new WeakMap<WasmInterface, Map<string, object>>();

export function scriptFunction(
  wasm: WasmInterface,
  parameters: string,
  result: string,
  script: CodeFunction,
): CodeFunction {
  let known = modules.get(wasm);
  if (!known) modules.set(wasm, (known = new Map<string, object>()));
  const kinds = `${parameters}:${result}`;
  let module = known.get(kinds);
  if (!module) known.set(kinds, (module = moduleOf(wasm, parameters, result)));
  return new wasm.Instance(module, { m: { f: script } }).exports['f'] as CodeFunction;
}

function moduleOf(wasm: WasmInterface, parameters: string, result: string): object {
  const codes = (letters: string): number[] => [letters.length, ...Array.from(letters, (one) => types[one]!)];
  const type = [0x01, 0x60, ...codes(parameters), ...codes(result)];
  const head = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  return new wasm.Module(Uint8Array.from([...head, 0x01, type.length, ...type, ...rest]));
}
