/** A source whose constant value is set from outside between solutions: what a sweep changes without compiling again. */
import type { ClosedFormSignal } from './closed-form-signal.js';

export class SweptSignal implements ClosedFormSignal {
  /** False, so that it stays an input of its own. */
  readonly constant = false;
  readonly generator = { order: 1, S: new Float64Array(1), c: Float64Array.of(1) };

  /** Takes the present value, and the least and the largest that will be set. */
  constructor(
    public held: number,
    readonly least = held,
    readonly largest = held,
  ) {}

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
