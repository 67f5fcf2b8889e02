/** Machine code for a motion that is followed often: its series (`series-code.ts`) and a point of it. */
import { wasmModule, type WasmFunction } from '../../../numerics/code/wasm-module.js';
import { WasmBody } from '../../../numerics/code/wasm-writer.js';
import { pair, pairCount, range } from './code-parts.js';
import type { MotionMemory } from './flow-memory.js';
import { pushHorner } from './horner-code.js';
import type { LinearMotion, MotionCode } from './linear-motion.js';
import { SeriesCode } from './series-code.js';

/** More non-zeros than this make more code than its speed is worth. */
const maxEntries = 2000;

export function worthCode({ A, G }: LinearMotion): boolean {
  const isEntry = (count: number, value: number): number => (value === 0 ? count : count + 1);
  return G.reduce(isEntry, A.reduce(isEntry, 0)) <= maxEntries;
}

/** Returns the code, or undefined where code may not be compiled. */
export function generateMotionCode(motion: LinearMotion, memory: MotionMemory): MotionCode | undefined {
  const code = new SeriesCode(motion, memory);
  code.emit();
  code.emitScales();
  const made = memory.compile(
    wasmModule([
      {
        name: 'expand',
        parameters: ['number'],
        ...code.locals,
        body: code.body.getLocal(code.terms),
      },
      evaluateFunction(motion, memory),
    ]),
  );
  const { expand, evaluate } = made ?? {};
  return expand && evaluate && { expand, evaluate };
}

/** evaluate(terms, s): locals terms, s, a byte address, then pairs. */
function evaluateFunction(motion: LinearMotion, memory: MotionMemory): WasmFunction {
  const body = new WasmBody();
  const [terms, s, at, square, odd] = [0, 1, 2, 3, 4];
  const pairs = pairCount(motion.size);
  const even = odd + pairs;
  pushHorner(body, motion, memory, { terms, s, at, square, odd, even });
  for (const p of range(pairs)) {
    body
      .constInteger(0)
      .getLocal(even + p)
      .storePair(memory.layout.point + pair * p);
  }
  body.constInteger(0);
  const locals = { integerLocals: 1, pairLocals: 1 + 2 * pairs, numberLocals: 0 };
  return { name: 'evaluate', parameters: ['integer', 'number'], ...locals, body };
}
