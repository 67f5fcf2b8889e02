/** A signal times a number. */
import type { ClosedFormSignal } from './closed-form-signal.js';

/** Returns gain * s(t): the same states, other weights. */
export function scaledSignal(signal: ClosedFormSignal, gain: number): ClosedFormSignal {
  if (gain === 1) return signal;
  const { generator, constant } = signal;
  return {
    constant,
    generator: { ...generator, c: generator.c.map((weight) => gain * weight) },
    value: (t) => gain * signal.value(t),
    valueLeft: (t) => gain * signal.valueLeft(t),
    integral: (t0, t1) => gain * signal.integral(t0, t1),
    nextBreakpoint: (t) => signal.nextBreakpoint(t),
    generate: (t, z, offset) => {
      signal.generate(t, z, offset);
    },
  };
}
