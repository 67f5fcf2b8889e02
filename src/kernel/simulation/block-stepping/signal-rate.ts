/** ds/dt of an input, from the right: exact where the signal knows it or has a generator, else a difference of third order. */
import type { Signal } from '../../modeling/signals/signal.js';

/** A signal that knows its rate. */
interface RatedSignal extends Signal {
  rate(t: number): number;
}

export function rateOf(signal: Signal, t: number): number {
  if (signal.constant) return 0;
  if ('rate' in signal) return (signal as RatedSignal).rate(t);
  const { generator } = signal;
  if (generator && signal.generate) {
    const { order, S, c } = generator;
    const z = new Float64Array(order);
    signal.generate(t, z, 0);
    let rate = 0;
    for (let i = 0; i < order; i++) for (let j = 0; j < order; j++) rate += c[i]! * S[i * order + j]! * z[j]!;
    return rate;
  }
  const h = Math.max(1e-9 * Math.abs(t), 1e-15);
  return (-3 * signal.value(t) + 4 * signal.value(t + h) - signal.value(t + 2 * h)) / (2 * h);
}
