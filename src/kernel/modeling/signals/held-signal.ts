/** An input whose value is set from outside between solutions, and does not change with time. */
import type { Signal } from './signal.js';

export class HeldSignal implements Signal {
  /** True: who reads it anew for each solution may fold it into others. */
  get constant(): boolean {
    return true;
  }

  constructor(public held: number) {}

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
}
