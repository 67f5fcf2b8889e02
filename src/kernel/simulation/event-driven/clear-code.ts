/** Machine code for the bound by which `FirstNegative` clears a polynomial: its first terms by Bernstein, less the rest. */
import { clearDegree, clearFactors } from '../../../numerics/polynomial/first-negative.js';
import type { WasmFunction } from '../wasm-module.js';
import { WasmBody } from '../wasm-writer.js';
import { number, range } from './code-parts.js';
import type { FlowMemory } from './flow-memory.js';

/** isClear(at, degree, tolerance): whether the polynomial whose coefficients begin at an address is at least -tolerance. */
export function isClearCode({ layout }: FlowMemory): WasmFunction {
  const body = new WasmBody();
  const local = { at: 0, degree: 1, tolerance: 2, next: 3, end: 4, tail: 5, b: 6 };
  const d = clearDegree;
  for (const k of range(d + 1)) {
    body
      .getLocal(local.at)
      .load(number * k)
      .setLocal(local.b + k);
  }
  pushAddress(body, local.at, local.degree, 0);
  body.setLocal(local.end);
  body
    .getLocal(local.at)
    .constInteger(number * (d + 1))
    .addIntegers()
    .setLocal(local.next);
  pushWhile(
    body,
    () => body.getLocal(local.end).getLocal(local.next).integerAtLeast(),
    () => {
      body.getLocal(local.tail).getLocal(local.next).load(0).absolute().add().setLocal(local.tail);
      pushStep(body, local.next, number);
    },
  );
  pushIsAtLeast(body, local);
  body.ifTrue().constInteger(1).leave().end();
  for (const k of range(d + 1)) {
    body
      .constInteger(0)
      .getLocal(local.b + k)
      .store(layout.bernstein + number * k);
  }
  body.constInteger(0);
  return {
    name: 'isClear',
    parameters: ['integer', 'integer', 'number'],
    integerLocals: 2,
    numberLocals: d + 2,
    body,
  };
}

/**
 * Turns the coefficients in the locals from b on into those of Bernstein less the tail, and pushes whether all of them
 * are at least -tolerance.
 */
export function pushIsAtLeast(
  body: WasmBody,
  { b, tail, tolerance }: { readonly b: number; readonly tail: number; readonly tolerance: number },
): void {
  const d = clearDegree;
  // Those of the ends have the factor 1.
  for (let k = 1; k < d; k++) {
    body
      .getLocal(b + k)
      .constNumber(clearFactors[d]![k]!)
      .multiply()
      .setLocal(b + k);
  }
  body
    .getLocal(b + d)
    .getLocal(tail)
    .subtract()
    .setLocal(b + d);
  for (let level = 1; level <= d; level++) {
    for (let j = d; j >= level; j--) {
      body
        .getLocal(b + j)
        .getLocal(b + j - 1)
        .add();
      body.setLocal(b + j);
    }
  }
  body.getLocal(tolerance).negate().setLocal(tolerance);
  for (const k of range(d + 1)) {
    body
      .getLocal(b + k)
      .getLocal(tolerance)
      .atLeast();
    if (k > 0) body.and();
  }
}

/** Pushes the address of the coefficient `degree + more`. */
export function pushAddress(body: WasmBody, at: number, degree: number, more: number): void {
  body.getLocal(degree).constInteger(more).addIntegers().constInteger(number).multiplyIntegers();
  body.getLocal(at).addIntegers();
}

export function pushStep(body: WasmBody, address: number, by: number): void {
  body.getLocal(address).constInteger(by).addIntegers().setLocal(address);
}

/** Repeats while a condition, which leaves an integer, holds. */
export function pushWhile(body: WasmBody, condition: () => WasmBody, each: () => void): void {
  body.block().loop();
  condition();
  body.not().branchIf(1);
  each();
  body.branch(0).end().end();
}
