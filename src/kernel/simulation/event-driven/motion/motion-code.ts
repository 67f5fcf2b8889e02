/** Machine code for a motion that is followed often: the programs of its series and of a point of it. */
import { wasmFunction } from '../../../../numerics/code/emit-wasm.js';
import { wasmModule } from '../../../../numerics/code/wasm-module.js';
import { wasmPlaces, type MotionMemory } from './flow-memory.js';
import { evaluateAllProgram, evaluateProgram, expandProgram } from './flow-programs.js';
import type { LinearMotion, MotionCode } from './linear-motion.js';
import { arraysOf } from './motion-arrays.js';
import { knownMotion } from './motion-tables.js';

/** More non-zeros than this make more code than its speed is worth. */
const maxEntries = 2000;

export function worthCode(motion: LinearMotion): boolean {
  const arrays = arraysOf(motion);
  return arrays.entryValues.length + arrays.guardFactor.length <= maxEntries;
}

/** Returns the code, or undefined where code may not be compiled. */
export function generateMotionCode(motion: LinearMotion, memory: MotionMemory): MotionCode | undefined {
  const shape = (): ReturnType<typeof knownMotion> => knownMotion(arraysOf(motion));
  const places = wasmPlaces(memory, []);
  const programs = [expandProgram(shape), evaluateProgram(shape), evaluateAllProgram(shape)];
  const functions = programs.map((program) => wasmFunction(program, places));
  const { expand, evaluate, evaluateAll } = memory.compile(wasmModule(functions)) ?? {};
  return expand && evaluate && evaluateAll && { expand, evaluate, evaluateAll };
}
