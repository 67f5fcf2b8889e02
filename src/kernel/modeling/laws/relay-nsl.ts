/**
 * The relay, [intro] (53), [notes] (9.34):
 *
 *     -y in N_[lb,ub](lambda):    lambda = lb for y > 0,   lambda in [lb, ub] for y = 0,   lambda = ub for y < 0.
 *
 * With the default bounds [-1, 1] that is lambda = -sgn(y); the sign that [intro] prints is the other one.
 */
import { ModelError } from '../model-error.js';
import { checkLawSize, plainBoxes, type BoxRows, type NonSmoothLaw } from './nonsmooth-law.js';

export class RelayNSL implements NonSmoothLaw {
  readonly boxes: BoxRows;

  /** Throws `ModelError` unless lb < ub, both finite. */
  constructor(
    readonly size: number,
    readonly lb = -1,
    readonly ub = 1,
  ) {
    checkLawSize('RelayNSL', size);
    if (!(Number.isFinite(lb) && Number.isFinite(ub) && lb < ub)) {
      throw new ModelError(`RelayNSL: the bounds are [${lb}, ${ub}]; lb must lie below ub, both finite`);
    }
    this.boxes = plainBoxes(new Float64Array(size).fill(lb), new Float64Array(size).fill(ub));
  }
}
