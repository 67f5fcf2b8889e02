/** An input that is another signal for as long as it is told so: one system, the inputs of whoever steps by it. */
import type { Signal } from '../../modeling/signals/signal.js';

export class RelayedSignal implements Signal {
  /** As of the first one: whoever follows is constant where that is, and moves where it does. */
  readonly constant: boolean;

  constructor(public target: Signal) {
    this.constant = target.constant;
  }

  value(t: number): number {
    return this.target.value(t);
  }

  valueLeft(t: number): number {
    return this.target.valueLeft(t);
  }

  integral(t0: number, t1: number): number {
    return this.target.integral(t0, t1);
  }

  nextBreakpoint(t: number): number {
    return this.target.nextBreakpoint(t);
  }

  nextSegment(t: number): number {
    return this.target.nextSegment?.(t) ?? Infinity;
  }
}
