/** Machine code of Horner's rule over pairs of entries, in the order of the plain loops (`motion-series.ts`). */
import type { WasmBody } from '../../../numerics/code/wasm-writer.js';
import { number, pair, pairCount, range } from './code-parts.js';
import type { MotionMemory } from './flow-memory.js';
import type { LinearMotion } from './linear-motion.js';

/** Locals of Horner's rule: the number of terms and s, a byte address, s^2 twice, first pairs of odd and even powers. */
export interface HornerLocals {
  readonly terms: number;
  readonly s: number;
  readonly at: number;
  readonly square: number;
  readonly odd: number;
  readonly even: number;
}

/** Horner's rule in s^2 for all entries at once, even and odd powers apart, from the last term down; left in `even`. */
export function pushHorner(
  body: WasmBody,
  { size, short }: LinearMotion,
  { layout }: MotionMemory,
  local: HornerLocals,
): void {
  const { terms, s, square, at, even, odd } = local;
  const all = range(pairCount(size));
  const pairs = all.filter((p) => 2 * p < short);
  const stride = number * size;
  body.getLocal(s).getLocal(s).multiply().twice().setLocal(square);
  body.getLocal(terms).constInteger(stride).multiplyIntegers().setLocal(at);
  body.getLocal(terms).constInteger(1).and().ifTrue();
  for (const p of pairs)
    body
      .getLocal(at)
      .loadPair(layout.v + pair * p)
      .setLocal(odd + p);
  body.getLocal(at).constInteger(stride).subtractIntegers().setLocal(at);
  body.otherwise();
  for (const p of pairs) body.constPair(0, 0).setLocal(odd + p);
  body.end();
  for (const p of pairs)
    body
      .getLocal(at)
      .loadPair(layout.v + pair * p)
      .setLocal(even + p);
  body.block().loop();
  body.getLocal(at).not().branchIf(1);
  body
    .getLocal(at)
    .constInteger(2 * stride)
    .subtractIntegers()
    .setLocal(at);
  for (const [sums, from] of [
    [odd, layout.v + stride],
    [even, layout.v],
  ] as const) {
    for (const p of pairs) {
      body
        .getLocal(sums + p)
        .getLocal(square)
        .multiplyPairs();
      body
        .getLocal(at)
        .loadPair(from + pair * p)
        .addPairs()
        .setLocal(sums + p);
    }
  }
  body.branch(0).end().end();
  // Short entries end with v_2 (`shortTerms`).
  for (const p of all.slice(pairs.length)) {
    const term = (k: number): WasmBody => body.constInteger(0).loadPair(layout.v + k * stride + pair * p);
    term(1).setLocal(odd + p);
    term(2).getLocal(square).multiplyPairs();
    term(0)
      .addPairs()
      .setLocal(even + p);
  }
  for (const p of all) {
    body
      .getLocal(even + p)
      .getLocal(odd + p)
      .getLocal(s)
      .twice()
      .multiplyPairs()
      .addPairs();
    body.setLocal(even + p);
  }
}
