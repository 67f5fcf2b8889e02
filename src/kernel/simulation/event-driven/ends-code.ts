/** Machine code for what the ends of a segment add to the integrals of its mode (`mode-integrals.ts`). */
import type { WasmFunction } from '../../../numerics/code/wasm-module.js';
import { WasmBody } from '../../../numerics/code/wasm-writer.js';
import { number, range } from './code-parts.js';
import type { ExactMode } from './exact-mode.js';
import { endsLength, triangleLength, type FlowMemory } from './flow-memory.js';

/** addEnds(length): 0; the ends v_0 and xi of a segment; see `mode-integrals.ts`. */
export function addEnds({ size, n }: ExactMode, slot: number, { layout }: FlowMemory): WasmFunction {
  const body = new WasmBody();
  const [a, b, middle] = [2, 2 + size, 2 + 2 * size];
  const factor = 1;
  for (const i of range(size)) {
    body
      .constInteger(0)
      .load(layout.v + number * i)
      .setLocal(a + i);
    body
      .constInteger(0)
      .load(layout.xi + number * i)
      .setLocal(b + i);
    body
      .getLocal(a + i)
      .getLocal(b + i)
      .add()
      .setLocal(middle + i);
  }
  const begin = layout.ends + number * slot * endsLength(size, size - n);
  const productOf = (of: number, i: number, j: number): void => {
    body
      .getLocal(of + i)
      .getLocal(of + j)
      .multiply();
  };
  let at = begin;
  for (const i of range(size)) {
    for (let j = i; j < size; j++) {
      body.constInteger(0).constInteger(0).load(at);
      productOf(b, i, j);
      productOf(a, i, j);
      body.subtract().add().store(at);
      at += number;
    }
  }
  at = begin + number * triangleLength(size);
  body.getLocal(0).constNumber(6).divide().setLocal(factor);
  for (let i = n; i < size; i++) {
    for (let j = i; j < size; j++) {
      body.constInteger(0).constInteger(0).load(at).getLocal(factor);
      productOf(a, i, j);
      productOf(b, i, j);
      body.add();
      productOf(middle, i, j);
      body.add().multiply().add().store(at);
      at += number;
    }
  }
  body.constInteger(0);
  return { name: 'addEnds', parameters: ['number'], integerLocals: 0, numberLocals: 1 + 3 * size, body };
}
