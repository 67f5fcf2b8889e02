/**
 * What followed when the same set of guards and clocks was due in a mode last: the next mode, the switches that commutated,
 * and what the loop was told. Converters go through the same few transitions in every period. An entry is only a
 * proposal: it is taken where its mode is admissible at the present point, where the switches that followed others, as one behind a
 * comparator does, would do so again (within its band a switch keeps its state, whatever it did last time), and, where there may be
 * several solutions, where no nearer mode is admissible now. Cost: a look-up an event.
 */
import type { LinearSystem } from '../linear/linear-model.js';
import type { TransitionResult } from './event-flow.js';
import type { ExactMode } from './modes/exact-mode.js';
import type { SetInterner } from './modes/set-interner.js';
import { mayHaveSeveralModes } from './several-solutions.js';

/** A switch with a band that commutated without being due, and how wide its band is: it followed others. */
export interface Follower {
  readonly guard: number;
  readonly band: number;
}

export interface ModeTransition {
  readonly mode: ExactMode;
  readonly commutated: readonly number[];
  readonly following: readonly Follower[];
  /** Nearer modes that did not hold, where there may be several that do. */
  readonly passed: readonly ExactMode[];
  readonly result: TransitionResult;
}

/** An entry as data: indices of modes, the guards and clocks of the set. */
export interface TransitionState {
  readonly from: number;
  readonly set: readonly number[];
  readonly to: number;
  readonly commutated: readonly number[];
  readonly following: readonly Follower[];
  readonly passed: readonly number[];
  readonly result: TransitionResult;
}

/** What an event led to: the mode, the switches, and nearer modes that were looked at. */
interface FoundMode {
  readonly mode: ExactMode | undefined;
  readonly on: Uint8Array;
  readonly passed: Iterable<ExactMode>;
}

export class ModeTransitionCache {
  /** Changes with every entry. */
  version = 0;
  readonly #mayHaveSeveral: boolean;
  /** By mode, then by set. */
  readonly #entries = new Map<ExactMode, Map<number, ModeTransition>>();

  constructor(
    private readonly sets: SetInterner,
    private readonly system: LinearSystem,
  ) {
    this.#mayHaveSeveral = mayHaveSeveralModes(system);
  }

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

  /** Notes a transition that left the state continuous; switches before it, and those that were due. */
  note(
    mode: ExactMode,
    set: number,
    { mode: next, on, passed }: FoundMode,
    { before, due }: { readonly before: Uint8Array; readonly due: readonly number[] },
    result: TransitionResult,
  ): void {
    if (!next || set === 0 || result.status !== 'ok' || result.impulse) return;
    const commutated: number[] = [];
    before.forEach((state, g) => {
      if (state !== on[g]) commutated.push(g);
    });
    const following = commutated.flatMap((guard) => {
      const levels = this.system.guards[guard]!.guard;
      const band = levels.on - levels.off;
      return band > 0 && !due.includes(guard) ? [{ guard, band }] : [];
    });
    const nearer = this.#mayHaveSeveral ? [...passed].filter((each) => each !== next) : [];
    this.#put(mode, set, { mode: next, commutated, following, passed: nearer, result });
  }

  clear(): void {
    this.version++;
    this.#entries.clear();
  }

  /** All entries, given each mode's index. */
  state(indexOf: (mode: ExactMode) => number): TransitionState[] {
    const entries: TransitionState[] = [];
    for (const [from, followers] of this.#entries) {
      for (const [set, { mode, passed, ...same }] of followers) {
        entries.push({
          ...{ from: indexOf(from), set: this.sets.members(set) },
          ...{ ...same, to: indexOf(mode), passed: passed.map(indexOf) },
        });
      }
    }
    return entries;
  }

  resume(entries: readonly TransitionState[], modeAt: (index: number) => ExactMode): void {
    this.clear();
    for (const { from, set, to, passed, ...same } of entries)
      this.#put(modeAt(from), this.sets.of(set), { ...same, mode: modeAt(to), passed: passed.map(modeAt) });
  }

  #put(mode: ExactMode, set: number, transition: ModeTransition): void {
    let followers = this.#entries.get(mode);
    if (!followers) this.#entries.set(mode, (followers = new Map<number, ModeTransition>()));
    this.version++;
    followers.set(set, transition);
  }
}

/** Whether the switches that followed in a transition are beyond both of their levels, by the guards of its mode. */
export function followsAgain({ mode, following }: ModeTransition, value: (guard: number) => number): boolean {
  const { guardRow, guardIsSwitch } = mode;
  return following.every(
    ({ guard, band }) => value(guardRow.findIndex((g, k) => g === guard && guardIsSwitch[k] === 1)) > band,
  );
}
