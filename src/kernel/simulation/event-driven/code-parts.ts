/** What the generated functions of a mode share. */
import type { WasmBody } from '../wasm-writer.js';
import type { ExactMode } from './exact-mode.js';
import type { FlowMemory } from './flow-memory.js';

/** Bytes of a number. */
export const number = 8;

/** Searches a guard's polynomial of so many terms: part of the piece, 2 for none. */
export type OpenSearch = (guard: number, terms: number, rounding: number) => number;

/** The same, beginning at the root that was found last, whose time is kept at an address. */
export type GuardSearch = (guard: number, terms: number, rounding: number, known: number) => number;

export interface PieceContext {
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

export function rowOf(of: Float64Array, row: number, size: number): Float64Array {
  return of.subarray(row * size, (row + 1) * size);
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, k) => k);
}
