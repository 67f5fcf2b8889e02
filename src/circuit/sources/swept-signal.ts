/**
 * A source that stays an input of its own in the compiled circuit: its constant value is set from outside between solutions,
 * or its small changes are looked at.
 */
import type { ClosedFormSignal } from './closed-form-signal.js';

export class SweptSignal implements ClosedFormSignal {
  /** False: a constant would be folded into others. */
  readonly constant = false;
  readonly generator = { order: 1, S: new Float64Array(1), c: Float64Array.of(1) };

  /** Takes the present value (NaN: the source's own), and the least and the largest that will be set. */
  constructor(
    public held = NaN,
    readonly least = held,
    readonly largest = held,
  ) {}

  /** Stands for a source whose value at rest is given. */
  inPlaceOf(value: number): this {
    if (Number.isNaN(this.held)) this.held = value;
    return this;
  }

  value(): number {
    return this.held;
  }

  valueLeft(): number {
    return this.held;
  }

  integral(t0: number, t1: number): number {
    return this.held * (t1 - t0);
  }

  nextBreakpoint(): number {
    return Infinity;
  }

  generate(_t: number, z: Float64Array, offset: number): void {
    z[offset] = this.held;
  }
}
