/** An interaction: a relation and a nonsmooth law on its y and lambda, [intro] 5.1. */
import { ModelError } from './model-error.js';
import type { NonSmoothLaw } from './nonsmooth-law.js';
import type { Relation } from './relation.js';

export class Interaction {
  readonly m: number;

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
}
