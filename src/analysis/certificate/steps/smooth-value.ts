/**
 * Values of smooth functions at points of steps. Where a function jumps - floor(v) as v arrives at 4 - a row holds on either side, and v is known
 * to rounding alone: where a row misses the value at its arguments it is held against those beside them too. A function without a jump is
 * there what it is here. Cost: one evaluation a function, and two more an argument where its row is missed.
 */
import type { SmoothFunction } from '../../../circuit/primitives.js';
import type { SparseForm } from '../../../kernel/modeling/descriptor-system.js';
import { ROUNDING } from '../../../kernel/simulation/sparse-stepping/stages/trial-loop.js';
import { formValue } from './sparse-branches.js';

export class SmoothValue {
  readonly #at: Float64Array;
  /** The largest term of each argument so far. */
  readonly #largest: Float64Array;

  /** y = form over (z, u), up to the function; what counts as nothing of it. */
  constructor(
    private readonly of: SmoothFunction,
    private readonly form: SparseForm,
    private readonly args: readonly SparseForm[],
    private readonly nothing: number,
  ) {
    this.#at = new Float64Array(args.length);
    this.#largest = new Float64Array(args.length);
  }

  /** The value at w = (z | u | ...) to which y is the nearest. */
  read(w: Float64Array): number {
    const at = this.#at;
    this.args.forEach((form, k) => {
      at[k] = formValue(form, w);
      this.#largest[k] = Math.max(this.#largest[k] as number, largestTerm(form, w));
    });
    const value = this.of.value(at);
    const y = formValue(this.form, w);
    return Math.abs(y - value) <= this.nothing ? value : this.#nearest(y, value);
  }

  #nearest(y: number, value: number): number {
    const at = this.#at;
    let nearest = value;
    for (let k = 0; k < at.length; k++) {
      const own = at[k] as number;
      const rounding = ROUNDING * (this.#largest[k] as number);
      for (const beside of [own - rounding, own + rounding]) {
        at[k] = beside;
        const other = this.of.value(at);
        if (Math.abs(y - other) < Math.abs(y - nearest)) nearest = other;
      }
      at[k] = own;
    }
    return nearest;
  }
}

function largestTerm({ index, gain }: SparseForm, w: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < index.length; k++)
    largest = Math.max(largest, Math.abs((gain[k] as number) * (w[index[k] as number] as number)));
  return largest;
}
