/**
 * An interaction: a relation and a nonsmooth law on its y and lambda, [intro] 5.1. Once a simulation of its model was
 * made, y and lambda at the present point of that simulation are read here.
 */
import { ModelError } from './model-error.js';
import type { NonSmoothLaw } from './laws/nonsmooth-law.js';
import type { Relation } from './relations/relation.js';

/** Where an interaction reads: in the simulation made last. */
export interface InteractionReader {
  /** Copies of m entries each. */
  y(): Float64Array;
  lambda(): Float64Array;
}

export class Interaction {
  readonly m: number;
  #reader: InteractionReader | undefined;

  constructor(
    readonly law: NonSmoothLaw,
    readonly relation: Relation,
  ) {
    if (law.size !== relation.m) {
      throw new ModelError(
        `Interaction: the law has ${law.size} rows, its relation ${relation.m}; they must agree`,
      );
    }
    this.m = law.size;
  }

  /** y = h(t, x, lambda) at the present point (m). */
  get y(): Float64Array {
    return this.#present().y();
  }

  /** The multiplier at the present point (m): of the last step in a scheme that takes it between two points. */
  get lambda(): Float64Array {
    return this.#present().lambda();
  }

  /** Called by simulations. */
  attach(reader: InteractionReader | undefined): void {
    this.#reader = reader;
  }

  #present(): InteractionReader {
    if (this.#reader) return this.#reader;
    throw new ModelError(
      `Interaction (${this.relation.name}): y and lambda are those of a simulation's present point; there is none of ` +
        'its model yet',
    );
  }
}
