/** The search of a flow's guards (`numerics/polynomial/guarded-search.ts`) as machine code over the memory of the flow. */
import { wasmFunction } from '../../../../numerics/code/emit-wasm.js';
import { wasmModule, type WasmImport } from '../../../../numerics/code/wasm-module.js';
import { polynomialPrograms } from '../../../../numerics/polynomial/polynomial-programs.js';
import { number, type GuardSearch } from './code-parts.js';
import { wasmPlaces, type FlowMemory } from './flow-memory.js';

/** How other code takes the search. */
export const searchImport: WasmImport = Object.freeze({
  name: 'search',
  parameters: ['integer', 'integer', 'number', 'number', 'number'] as const,
});

/** How the search takes what answers the rest. */
const otherImport: WasmImport = Object.freeze({
  name: 'other',
  parameters: ['integer', 'integer', 'number', 'number'] as const,
});

/** Answers about the polynomial at a place what the search leaves open: part of the segment, 2 for none. */
export type OpenSearch = (at: number, terms: number, rounding: number, resolution: number) => number;

/** Returns the search, `other` for what it leaves open; undefined where code may not be compiled. */
export function generateSearchCode(memory: FlowMemory, other: OpenSearch): GuardSearch | undefined {
  const bytes = (): Uint8Array => {
    const { programs } = polynomialPrograms();
    const places = wasmPlaces(memory, ['other', ...programs.map(({ name }) => name)]);
    const functions = programs.map((program) => wasmFunction(program, places));
    return wasmModule(functions, [otherImport]);
  };
  const byPlace: OpenSearch = (at, ...more) => other(at / number, ...more);
  return memory.compileShared('search', bytes, { other: byPlace })?.['search'];
}
