/** `iterateSmooth` over the arrays of a `DescriptorNewton`, with its factors as they stand. */
import type { NumberRoom, WithoutRecord } from '../../../numerics/code/number-room.js';
import type { FactorArrays } from './factor-arrays.js';
import type { LinearFactors } from './linear-factors.js';
import { iterateSmooth, type NewtonArrays } from './newton-loop.js';

type Iterate = WithoutRecord<typeof iterateSmooth>;

export class SmoothIterations {
  #iterate: Iterate | undefined;
  /** The factors over which it was bound. */
  #bound: FactorArrays | undefined;

  constructor(
    private readonly newton: NewtonArrays,
    private readonly factors: LinearFactors,
    private readonly room: NumberRoom,
  ) {}

  /** Factors move where they grow. */
  get iterate(): Iterate {
    const { arrays: factors } = this.factors;
    if (!this.#iterate || factors !== this.#bound) {
      this.#bound = factors;
      this.#iterate = this.room.bind('iterateSmooth', iterateSmooth, { newton: this.newton, factors });
    }
    return this.#iterate;
  }
}
