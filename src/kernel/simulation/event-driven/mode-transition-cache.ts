/**
 * What followed when the same set of guards and clocks was due in a mode last: the next mode, the switches that commutated,
 * and what the loop was told. Converters go through the same few transitions in every period. An entry is only a
 * proposal: it is taken where its mode is admissible at the present point. Cost: a look-up an event.
 */
import type { TransitionResult } from './event-flow.js';
import type { ExactMode } from './modes/exact-mode.js';
import type { SetInterner } from './modes/set-interner.js';

export interface ModeTransition {
  readonly mode: ExactMode;
  readonly commutated: readonly number[];
  readonly result: TransitionResult;
}

/** An entry as data: indices of modes, the guards and clocks of the set. */
export interface TransitionState {
  readonly from: number;
  readonly set: readonly number[];
  readonly to: number;
  readonly commutated: readonly number[];
  readonly result: TransitionResult;
}

export class ModeTransitionCache {
  /** Changes with every entry. */
  version = 0;
  /** By mode, then by set. */
  readonly #entries = new Map<ExactMode, Map<number, ModeTransition>>();

  constructor(private readonly sets: SetInterner) {}

  /** The number of the guards that fired and the clocks that are due; clocks count behind the mode's guards. */
  setOf(mode: ExactMode, guards: Iterable<number>, clocks: readonly number[]): number {
    let set = 0;
    for (const guard of guards) set = this.sets.with(set, guard);
    for (let k = 0; k < clocks.length; k++) set = this.sets.with(set, mode.guardCount + clocks[k]!);
    return set;
  }

  /** What followed a set; nothing follows the empty one. */
  after(mode: ExactMode, set: number): ModeTransition | undefined {
    return set === 0 ? undefined : this.#entries.get(mode)?.get(set);
  }

  /** Notes a transition that left the state continuous; switches before and after it. */
  note(
    mode: ExactMode,
    set: number,
    next: ExactMode,
    before: Uint8Array,
    after: Uint8Array,
    result: TransitionResult,
  ): void {
    if (set === 0 || result.status !== 'ok' || result.impulse) return;
    const commutated: number[] = [];
    before.forEach((state, g) => {
      if (state !== after[g]) commutated.push(g);
    });
    this.#put(mode, set, { mode: next, commutated, result });
  }

  clear(): void {
    this.version++;
    this.#entries.clear();
  }

  /** All entries, given each mode's index. */
  state(indexOf: (mode: ExactMode) => number): TransitionState[] {
    const entries: TransitionState[] = [];
    for (const [from, followers] of this.#entries) {
      for (const [set, { mode, commutated, result }] of followers) {
        entries.push({
          ...{ from: indexOf(from), set: this.sets.members(set) },
          ...{ to: indexOf(mode), commutated, result },
        });
      }
    }
    return entries;
  }

  resume(entries: readonly TransitionState[], modeAt: (index: number) => ExactMode): void {
    this.clear();
    for (const { from, set, to, commutated, result } of entries)
      this.#put(modeAt(from), this.sets.of(set), { mode: modeAt(to), commutated, result });
  }

  #put(mode: ExactMode, set: number, transition: ModeTransition): void {
    let followers = this.#entries.get(mode);
    if (!followers) this.#entries.set(mode, (followers = new Map<number, ModeTransition>()));
    this.version++;
    followers.set(set, transition);
  }
}
