/** A signal that never changes: a DC source, a threshold. */
import type { Signal } from './signal.js';

/** Returns the signal s(t) = value. */
export function constantSignal(value: number): Signal & Required<Pick<Signal, 'generator' | 'generate'>> {
  return {
    constant: true,
    generator: { order: 1, S: new Float64Array(1), c: Float64Array.of(value) },
    value: () => value,
    valueLeft: () => value,
    integral: (t0, t1) => value * (t1 - t0),
    nextBreakpoint: () => Infinity,
    generate: (_t, z, offset) => void (z[offset] = 1),
  };
}
