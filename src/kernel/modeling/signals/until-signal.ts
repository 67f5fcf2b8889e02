/** A signal over an interval that ends at T: at T itself it has its left limit, so that a run may be cut at a jump. */
import type { Signal } from './signal.js';

/** Returns the signal over times up to T. */
export function signalUntil(signal: Signal, T: number): Signal {
  if (signal.constant) return signal;
  return {
    constant: false,
    value: (t) => (t >= T ? signal.valueLeft(t) : signal.value(t)),
    valueLeft: (t) => signal.valueLeft(t),
    integral: (t0, t1) => signal.integral(t0, t1),
    nextBreakpoint: (t) => signal.nextBreakpoint(t),
    ...(signal.impulse && { impulse: (t: number) => (t >= T ? 0 : (signal.impulse?.(t) ?? 0)) }),
  };
}
