/** A signal up to a time, and a constant from there on: PULSE and SIN with a number of periods. */
import { writeLine } from '../../kernel/modeling/signals/constant-signal.js';
import { linePlaces } from '../../kernel/modeling/signals/signal.js';
import type { ClosedFormSignal } from './closed-form-signal.js';

/** Returns s(t) for t < end and `after` from `end` on; the generator of s keeps its first component, whose weight is 1. */
export function endedSignal(signal: ClosedFormSignal, end: number, after: number): ClosedFormSignal {
  return {
    constant: false,
    generator: signal.generator,
    value: (t) => (t < end ? signal.value(t) : after),
    valueLeft: (t) => (t <= end ? signal.valueLeft(t) : after),
    integral(t0, t1) {
      const sign = t1 < t0 ? -1 : 1;
      const [from, to] = t1 < t0 ? [t1, t0] : [t0, t1];
      const own = from < end ? signal.integral(from, Math.min(to, end)) : 0;
      return sign * (own + Math.max(0, to - Math.max(from, end)) * after);
    },
    ...(signal.line && {
      line(t: number, out: Float64Array, offset: number): number {
        if (t >= end) return writeLine(out, offset, after);
        const until = signal.line?.(t, out, offset) ?? Infinity;
        if (until > end) out[offset + linePlaces.last] = signal.valueLeft(end);
        return Math.min(until, end);
      },
    }),
    nextBreakpoint: (t) => (t < end ? Math.min(end, signal.nextBreakpoint(t)) : Infinity),
    generate(t, z, offset) {
      if (t < end) {
        signal.generate(t, z, offset);
        return;
      }
      z.fill(0, offset, offset + signal.generator.order);
      z[offset] = after;
    },
  };
}
