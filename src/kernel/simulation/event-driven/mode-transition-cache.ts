/**
 * What followed when the same guards of a mode fired last: the next mode, the switches that turned, and what
 * the loop was told. Converters go through the same few transitions in every period.
 */
import type { TransitionResult } from './event-flow.js';
import type { ExactFlow } from './exact-flow.js';
import type { ExactMode } from './exact-mode.js';
import type { SwitchClocks } from './switch-clocks.js';

export interface ModeTransition {
  readonly mode: ExactMode;
  readonly turned: readonly number[];
  readonly result: TransitionResult;
}

/** Guards that fired together, and clocks, are known by one bit each. */
export const maxBits = 30;

export class ModeTransitionCache {
  /** Changes with every entry. */
  version = 0;
  readonly #memo = new Map<number, ModeTransition>();
  /** Numbers of sets of guards and clocks, of modes with many guards. */
  readonly #numbers = new Map<string, number>();

  /**
   * The guards that ended a segment as bits, those of clocks that are due behind them; where a mode has too many, a number
   * that is theirs, behind all bits. 0 for none.
   */
  codeOf(mode: ExactMode, segment: ExactFlow, clocks: SwitchClocks, t: number): number {
    const { fired, firedGuards } = segment;
    if (mode.guardCount + clocks.count > maxBits) {
      const due = clocks.due(t);
      return fired === 0 && due === 0 ? 0 : this.#numberOf(`${firedGuards.subarray(0, fired).join()}|${due}`);
    }
    let code = clocks.due(t) << mode.guardCount;
    for (let f = 0; f < fired; f++) code |= 1 << firedGuards[f]!;
    return code;
  }

  /** What followed the guards that a code tells of. */
  after(mode: ExactMode, fired: number): ModeTransition | undefined {
    return this.#memo.get(keyOf(mode, fired));
  }

  /** Notes a transition that left the state continuous; switches before and after it. */
  note(
    mode: ExactMode,
    fired: number,
    next: ExactMode,
    before: Uint8Array,
    after: Uint8Array,
    result: TransitionResult,
  ): void {
    if (fired === 0 || result.status !== 'ok' || result.impulse) return;
    const turned: number[] = [];
    before.forEach((state, g) => {
      if (state !== after[g]) turned.push(g);
    });
    this.version++;
    this.#memo.set(keyOf(mode, fired), { mode: next, turned, result });
  }

  clear(): void {
    this.version++;
    this.#memo.clear();
    this.#numbers.clear();
  }

  #numberOf(set: string): number {
    let number = this.#numbers.get(set);
    if (number === undefined) this.#numbers.set(set, (number = 2 ** maxBits + this.#numbers.size));
    return number;
  }
}

function keyOf(mode: ExactMode, code: number): number {
  return mode.id * 2 ** (maxBits + 1) + code;
}
