/** A signal that never changes: a DC source. */
import type { ClosedFormSignal } from './closed-form-signal.js';
import { constantGenerator } from './generators.js';

/** Returns the signal s(t) = value. */
export function constantSignal(value: number): ClosedFormSignal {
  const segment = { start: -Infinity, end: Infinity, generator: constantGenerator(value) };
  return {
    constant: true,
    value: () => value,
    valueLeft: () => value,
    integral: (t0, t1) => value * (t1 - t0),
    nextCorner: () => Infinity,
    segmentAt: () => segment,
  };
}
