/** An input that is another signal for as long as it is told so: one system, the inputs of whoever steps by it. */
import type { Signal } from '../../modeling/signals/signal.js';
import type { CubicPieces } from '../sparse-stepping/inputs/input-loops.js';
import type { RecordedSignal } from '../sparse-stepping/inputs/step-inputs.js';
import { TraceSignal } from './trace.js';

export class RelayedSignal implements RecordedSignal {
  /** As of the first one: whoever follows is constant where that is, and moves where it does. */
  readonly constant: boolean;

  constructor(public target: Signal) {
    this.constant = target.constant;
  }

  get noise(): number {
    return this.target instanceof TraceSignal ? this.target.noise : 0;
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

  writePieces(pieces: CubicPieces): boolean {
    return this.target instanceof TraceSignal && this.target.writePieces(pieces);
  }
}
