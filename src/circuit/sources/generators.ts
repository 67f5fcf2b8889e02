/**
 * The small linear systems z' = S z, s = c . z that generate signals in closed form:
 *
 *     straight segments   z = (s, s')                              S = [0 1; 0 0]            c = (1, 0)
 *     damped sine       z = (offset, e^(-d T) sin p, e^(-d T) cos p),  p = w T + p_0
 *                                                                S = diag(0, [-d w; -w -d])  c = (1, va, 0)
 */
import type { SignalGenerator } from '../../kernel/modeling/signals/signal.js';

/** Shared by all signals of straight segments. */
export const affineGenerator: SignalGenerator = Object.freeze({
  order: 2,
  S: Float64Array.of(0, 1, 0, 0),
  c: Float64Array.of(1, 0),
});

/** Generates offset + amplitude times a damped sine; omega in rad/s, damping in 1/s. */
export function sineGenerator(amplitude: number, omega: number, damping: number): SignalGenerator {
  return {
    order: 3,
    S: Float64Array.of(0, 0, 0, 0, -damping, omega, 0, -omega, -damping),
    c: Float64Array.of(1, amplitude, 0),
  };
}

/** Generates s' of what `generator` generates, from the same z: S^T c instead of c. */
export function derivativeGenerator({ order, S, c }: SignalGenerator): SignalGenerator {
  const derivative = new Float64Array(order);
  for (let i = 0; i < order; i++) {
    for (let j = 0; j < order; j++) {
      derivative[j] = (derivative[j] ?? 0) + (S[i * order + j] ?? 0) * (c[i] ?? 0);
    }
  }
  return { order, S, c: derivative };
}
