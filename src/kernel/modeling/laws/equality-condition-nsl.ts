/** Equations in the place of a law: y = 0, lambda free (a bilateral constraint, an algebraic equation). */
import { checkLawSize, plainBoxes, type BoxRows, type NonSmoothLaw } from './nonsmooth-law.js';

export class EqualityConditionNSL implements NonSmoothLaw {
  readonly boxes: BoxRows;

  constructor(readonly size: number) {
    checkLawSize('EqualityConditionNSL', size);
    const bound = new Float64Array(size).fill(Infinity);
    this.boxes = plainBoxes(
      bound.map((value) => -value),
      bound,
    );
  }
}
