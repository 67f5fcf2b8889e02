/** The modes that a flow has met, by switch states and active set; the oldest goes first. */
import type { Mode } from '../../../../numerics/lcp/mode-solver.js';
import { buildExactMode, type ExactMode, type ExactModeContext } from './exact-mode.js';
import { modeDynamics, type ExplicitSystem } from './mode-dynamics.js';
import { SetInterner } from './set-interner.js';

/** A mode as data: what it is known by, and what has been learnt of it. */
export interface ModeState {
  readonly active: Int32Array;
  readonly on: Uint8Array;
  /** By row: 1 an equation y = 0, -1 lambda = 0, 0 as its law says. */
  readonly forced: Int8Array;
  /** Slow manifolds were looked for. */
  readonly isStiff: boolean;
  readonly lookedAt: boolean;
  /** Where each guard turned negative last, over the resolution; 0 for none. */
  readonly roots: Float64Array;
}

interface Entry {
  readonly mode: ExactMode;
  readonly forced: Int8Array;
}

export class ModeCache {
  /** Modes built so far. */
  built = 0;
  /** By the number of the set of active rows and of switches that are on; in the order of building. */
  readonly #modes = new Map<number, Entry>();
  readonly #sets = new SetInterner();
  /** The mode selected by each mode of the selecting problem, for the present switch states. */
  readonly #bySelected = new Map<Mode, ExactMode>();

  constructor(
    private readonly explicit: ExplicitSystem,
    private readonly context: ExactModeContext,
    /** Modes kept. */
    private readonly limit: number,
    /** Told before a mode goes, with all memory of it. */
    private readonly forget: () => void,
  ) {}

  /** The mode of a selected active set; undefined where its relative degree is too high. */
  of(selected: Mode, on: Uint8Array, forced: Int8Array): ExactMode | undefined {
    const known = this.#bySelected.get(selected);
    if (known) return known;
    const mode = this.#get(selected.active, on, forced);
    if (mode) this.#bySelected.set(selected, mode);
    return mode;
  }

  /** The mode of an active set; undefined where its relative degree is too high. */
  at(active: Int32Array, on: Uint8Array, forced: Int8Array): ExactMode | undefined {
    return this.#get(active, on, forced);
  }

  /** Says that a switch commutated: the same active sets mean other modes now. */
  switched(): void {
    if (this.#bySelected.size > 0) this.#bySelected.clear();
  }

  /** Hands every mode to the ledger. */
  retire(): void {
    for (const { mode } of this.#modes.values()) this.context.ledger?.add(mode);
    this.#modes.clear();
    this.#bySelected.clear();
    this.forget();
  }

  /** All modes, in the order of building. */
  get modes(): readonly ExactMode[] {
    return Array.from(this.#modes.values(), ({ mode }) => mode);
  }

  state(): ModeState[] {
    return Array.from(this.#modes.values(), ({ mode, forced }) => ({
      ...{ active: mode.dynamics.active, on: mode.on, forced },
      ...{
        isStiff: mode.slow(false) !== undefined,
        lookedAt: mode.lookedAt,
        roots: mode.data.knownRoots.slice(),
      },
    }));
  }

  /** Makes the modes of a state the only ones. */
  resume(states: readonly ModeState[]): void {
    this.retire();
    for (const { active, on, forced, isStiff, lookedAt, roots } of states) {
      const mode = this.#get(active, on, forced);
      if (!mode) continue;
      if (isStiff) mode.slow(true);
      mode.lookedAt = lookedAt;
      mode.data.knownRoots.set(roots);
    }
  }

  #get(active: Int32Array, on: Uint8Array, forced: Int8Array): ExactMode | undefined {
    let key = 0;
    for (const row of active) key = this.#sets.with(key, row);
    for (let g = 0; g < on.length; g++) if (on[g] === 1) key = this.#sets.with(key, this.context.m + g);
    const known = this.#modes.get(key);
    if (known) return known.mode;
    const dynamics = modeDynamics(this.explicit, active);
    if (!dynamics) return undefined;
    const mode = buildExactMode(this.built++, dynamics, forced, on, this.context);
    if (this.#modes.size >= this.limit) this.#dropOldest();
    this.#modes.set(key, { mode, forced: forced.slice() });
    return mode;
  }

  #dropOldest(): void {
    for (const [key, { mode }] of this.#modes) {
      this.context.ledger?.add(mode);
      this.#modes.delete(key);
      break;
    }
    this.#bySelected.clear();
    this.forget();
  }
}
