/**
 * A source that stays an input of its own in the compiled circuit: its constant value is set from outside between solutions,
 * or its small changes are looked at.
 */
import { HeldSignal } from '../../kernel/modeling/signals/held-signal.js';
import type { ClosedFormSignal } from './closed-form-signal.js';

export class SweptSignal extends HeldSignal implements ClosedFormSignal {
  readonly generator = { order: 1, S: new Float64Array(1), c: Float64Array.of(1) };

  #least: number;
  #largest: number;

  /** Takes the present value (NaN: the source's own), and the least and the largest that will be set. */
  constructor(held = NaN, least = held, largest = held) {
    super(held);
    this.#least = least;
    this.#largest = largest;
  }

  get least(): number {
    return this.#least;
  }

  get largest(): number {
    return this.#largest;
  }

  /** False: a constant would be folded into others. */
  override get constant(): boolean {
    return false;
  }

  /** Stands for a source whose value at rest is given. */
  inPlaceOf(value: number): this {
    if (Number.isNaN(this.held)) this.held = this.#least = this.#largest = value;
    return this;
  }

  generate(_t: number, z: Float64Array, offset: number): void {
    z[offset] = this.held;
  }
}
