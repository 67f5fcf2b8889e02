/**
 * What followed when the same guards of a mode fired last: the next mode, the switches that turned, and what
 * the loop was told. Converters go through the same few transitions in every period.
 */
import type { TransitionResult } from './event-flow.js';
import type { ExactFlow } from './exact-flow.js';
import type { ExactMode } from './exact-mode.js';

export interface Successor {
  readonly mode: ExactMode;
  readonly turned: readonly number[];
  readonly result: TransitionResult;
}

/** Guards that fired together are known by one bit each. */
const mostGuards = 30;

export class SuccessorMemo {
  readonly #memo = new Map<number, Successor>();

  /** What followed the guards that ended the piece last time. */
  of(mode: ExactMode, piece: ExactFlow): Successor | undefined {
    const key = keyOf(mode, piece);
    return key < 0 ? undefined : this.#memo.get(key);
  }

  /** Notes a transition that left the state continuous; switches before and after it. */
  note(
    mode: ExactMode,
    piece: ExactFlow,
    next: ExactMode,
    before: Uint8Array,
    after: Uint8Array,
    result: TransitionResult,
  ): void {
    const key = keyOf(mode, piece);
    if (key < 0 || result.status !== 'ok' || result.impulse) return;
    const turned: number[] = [];
    before.forEach((state, g) => {
      if (state !== after[g]) turned.push(g);
    });
    this.#memo.set(key, { mode: next, turned, result });
  }

  clear(): void {
    this.#memo.clear();
  }
}

/** -1 where no guard fired, or a mode has too many. */
function keyOf(mode: ExactMode, piece: ExactFlow): number {
  if (piece.fired === 0 || mode.guardCount > mostGuards) return -1;
  let fired = 0;
  for (let f = 0; f < piece.fired; f++) fired |= 1 << piece.firedGuards[f]!;
  return mode.id * 2 ** mostGuards + fired;
}
