/** What the generated functions of a mode share. */
import type { WasmBody } from '../../../numerics/code/wasm-writer.js';
import type { ExactMode } from './exact-mode.js';
import type { FlowMemory } from './flow-memory.js';

/** Bytes of a number. */
export const number = 8;
/** Bytes of a pair of numbers. */
export const pair = 16;

/** Searches the polynomial at a byte address: part of the segment, 2 for none; see `guarded-search.ts`. */
export type GuardSearch = (
  at: number,
  terms: number,
  rounding: number,
  resolution: number,
  guess: number,
) => number;

export interface SegmentContext {
  readonly memory: FlowMemory;
  /** sqrt(M_ii) of each state. */
  readonly weight: Float64Array;
  /** Events closer than this are one, seconds. */
  readonly evtol: number;
  readonly search: GuardSearch;
}

/** Raises the largest value of a guard's row to |value| and leaves it in a local; switches have none. */
export function pushLargest(
  body: WasmBody,
  { active, guardRow, guardIsSwitch }: ExactMode,
  { layout }: FlowMemory,
  local: { readonly guard: number; readonly value: number; readonly largest: number },
): void {
  const { guard, value, largest } = local;
  if (guardIsSwitch[guard] === 1) {
    body.constNumber(0).setLocal(largest);
    return;
  }
  const row = guardRow[guard]!;
  const at = layout.rowLargest + number * (2 * row + active[row]!);
  body.constInteger(0).load(at).getLocal(value).absolute().maximum().setLocal(largest);
  body.constInteger(0).getLocal(largest).store(at);
}

/** Pairs that hold so many entries. */
export function pairCount(size: number): number {
  return (size + 1) >> 1;
}

/** Pushes the product of a row with the locals from `from` on, zeros left out. */
export function pushProduct(body: WasmBody, row: Float64Array, from: number): void {
  pushProductOf(body, row, (j) => body.getLocal(from + j));
}

/** The same with whatever pushes an entry. */
export function pushProductOf(body: WasmBody, row: Float64Array, pushEntry: (j: number) => void): void {
  let terms = 0;
  for (let j = 0; j < row.length; j++) {
    const value = row[j]!;
    if (value === 0) continue;
    pushEntry(j);
    if (value !== 1) body.constNumber(value).multiply();
    if (terms++ > 0) body.add();
  }
  if (terms === 0) body.constNumber(0);
}

export function rowOf(of: Float64Array, row: number, size: number): Float64Array {
  return of.subarray(row * size, (row + 1) * size);
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}
