/** A signal that never changes: a DC source, a threshold. */
import { linePlaces, type Signal } from './signal.js';

/** Writes the line of what stays where it is from some time on (`Signal.line`). */
export function writeLine(out: Float64Array, offset: number, value: number): number {
  out[offset + linePlaces.begin] = 0;
  out[offset + linePlaces.value] = value;
  out[offset + linePlaces.slope] = 0;
  out[offset + linePlaces.last] = value;
  return Infinity;
}

/** Returns the signal s(t) = value. */
export function constantSignal(value: number): Signal & Required<Pick<Signal, 'generator' | 'generate'>> {
  return {
    constant: true,
    generator: { order: 1, S: new Float64Array(1), c: Float64Array.of(value) },
    value: () => value,
    valueLeft: () => value,
    integral: (t0, t1) => value * (t1 - t0),
    nextBreakpoint: () => Infinity,
    line: (_t, out, offset) => writeLine(out, offset, value),
    generate: (_t, z, offset) => void (z[offset] = 1),
  };
}
