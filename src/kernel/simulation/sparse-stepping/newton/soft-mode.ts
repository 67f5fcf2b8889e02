/** How far a mode that is singular is regularised by y + eps z = 0 while Newton's method solves it (`newton.ts`). */
import type { PairSigns } from './pair-signs.js';
import { DONE, LEAST_SHARING, SHARING, STRIDE } from './singular-mode.js';

export class SoftMode {
  /** eps; 0 where the mode is solved as it is. */
  epsilon = 0;
  /** eps z is no part of the rows any more. */
  isInJacobianAlone = false;

  begin(epsilon: number): void {
    this.isInJacobianAlone = false;
    this.epsilon = epsilon;
  }

  /**
   * Goes on where the mode is solved at w, to which dz led, if that is not the end: to SHARING, and where that leaves something between
   * parts that conduct, for they pass an impulse, on to LEAST_SHARING and there with eps in J alone.
   */
  hardensOn(signs: PairSigns, w: Float64Array, dz: Float64Array): boolean {
    if (this.isInJacobianAlone) return signs.softness(this.epsilon, dz) > DONE;
    const isShared = this.epsilon <= SHARING;
    if (isShared && signs.softness(this.epsilon, w) <= 1) return false;
    this.isInJacobianAlone = this.epsilon <= LEAST_SHARING;
    if (!this.isInJacobianAlone)
      this.epsilon = Math.max(isShared ? LEAST_SHARING : SHARING, STRIDE * this.epsilon);
    return true;
  }
}
