/** Selecting problems over ever shorter steps: the next one is asked where the mode of the last broke at once. */
import type { LinearSystem } from '../linear/linear-model.js';
import { ModeSelector } from './mode-selector.js';
import { SearchBudget } from './search-budget.js';

/** Selecting steps shrink by a thousand from one selector to the next, this many times. */
const finest = 6;

export class Selectors {
  /** Which selector is asked. */
  level = 0;
  /** Each over a step a thousandth of the one before; made on demand. */
  readonly #selectors: ModeSelector[] = [];

  /** `step` of the first, seconds; modes that each keeps. */
  constructor(
    private readonly system: LinearSystem,
    private readonly step: number,
    private readonly maxModes: number,
    private readonly budget = new SearchBudget(),
  ) {}

  get present(): ModeSelector {
    let selector = this.#selectors[this.level];
    if (!selector) {
      selector = new ModeSelector(this.system, this.step * 1e-3 ** this.level, this.maxModes, this.budget);
      this.#selectors[this.level] = selector;
    }
    return selector;
  }

  /** Goes on to a shorter step; false where there is none. */
  refine(): boolean {
    if (this.level >= finest) return false;
    this.level++;
    return true;
  }
}
