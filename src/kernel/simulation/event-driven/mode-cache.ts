/** The modes that a flow has met, by switch states and active set; the oldest goes first. */
import type { Mode } from '../../../numerics/lcp/mode-solver.js';
import { buildExactMode, type ExactMode, type ExactModeContext } from './exact-mode.js';
import { modeDynamics, type ExplicitSystem } from './mode-dynamics.js';

export class ModeCache {
  /** Modes built so far. */
  built = 0;
  readonly #modes = new Map<string, ExactMode>();
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
    const key = `${on.join('')}|${selected.key}`;
    let mode = this.#modes.get(key);
    if (!mode) {
      const dynamics = modeDynamics(this.explicit, selected.active);
      if (!dynamics) return undefined;
      mode = buildExactMode(this.built++, dynamics, forced, on, this.context);
      if (this.#modes.size >= this.limit) this.#dropOldest();
      this.#modes.set(key, mode);
    }
    this.#bySelected.set(selected, mode);
    return mode;
  }

  /** Says that a switch turned: the same active sets mean other modes now. */
  switched(): void {
    if (this.#bySelected.size > 0) this.#bySelected.clear();
  }

  /** Hands every mode to the ledger. */
  retire(): void {
    for (const mode of this.#modes.values()) this.context.ledger?.add(mode);
    this.#modes.clear();
    this.#bySelected.clear();
    this.forget();
  }

  #dropOldest(): void {
    for (const [key, mode] of this.#modes) {
      this.context.ledger?.add(mode);
      this.#modes.delete(key);
      break;
    }
    this.#bySelected.clear();
    this.forget();
  }
}
