/**
 * Has V8's optimizing compiler compile the machine code of sparse steps (dist/command/machine-code.wasm) and keeps what it made of it:
 * machine-code.VERSION.cache, by the version of V8, the length of the file before it (see command-loader.cjs). Where V8 does not give that away nothing is kept.
 *
 * Usage: node machine-code-cache.cjs DIRECTORY
 */
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

const path = `${process.argv[2]}/machine-code`;

/** V8 accepts machine code under the flags alone that it was made with: those of the loader. */
for (const flag of [
  ...['--interrupt-budget=500000', '--semi-space-growth-factor=1', '--no-parallel-scavenge'],
  ...['--wasm-tiering-budget=20000000', '--allow-natives-syntax'],
])
  setFlagsFromString(flag);

/** All functions at once; without the quick compiler V8 has no tiers, which is a flag of its own. */
const optimizing = ['--no-liftoff', '--no-wasm-lazy-compilation'];
const usual = ['--liftoff', '--wasm-dynamic-tiering', '--wasm-lazy-compilation'];

optimizing.forEach((flag) => setFlagsFromString(flag));
const compiled = new WebAssembly.Module(readFileSync(`${path}.wasm`));
usual.forEach((flag) => setFlagsFromString(flag));

let code;
try {
  code = new Script('(module) => %SerializeWasmModule(module)').runInThisContext()(compiled);
} catch {
  // A V8 without it.
}
if (code) {
  const length = Float64Array.of(8 + code.byteLength);
  writeFileSync(`${path}.${process.versions.v8}.cache`, Buffer.concat([length, code].map(bytesOf)));
}

function bytesOf(numbers) {
  return Buffer.from(numbers.buffer ?? numbers);
}
