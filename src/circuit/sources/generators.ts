/**
 * The small linear systems z' = S z, s = c . z that generate one piece of a signal in closed form:
 *
 *     constant:       z = 1                                   S = 0
 *     ramp:           z = (1, t - t_s)                        S = [0 0; 1 0]
 *     damped sine:    z = (1, e^(-d T) sin p, e^(-d T) cos p) S = diag(0, [-d w; -w -d])
 *
 * with T = t - t_s and p = w T + p_0.
 */
import type { LinearGenerator } from '../../kernel/modeling/signal.js';

/** Generates s = value. */
export function constantGenerator(value: number): LinearGenerator {
  return {
    order: 1,
    S: new Float64Array(1),
    c: Float64Array.of(value),
    stateAt(_t, z) {
      z[0] = 1;
    },
  };
}

/** Generates s = value + slope (t - start); slope in units per second. */
export function rampGenerator(start: number, value: number, slope: number): LinearGenerator {
  if (slope === 0) return constantGenerator(value);
  return {
    order: 2,
    S: Float64Array.of(0, 0, 1, 0),
    c: Float64Array.of(value, slope),
    stateAt(t, z) {
      z[0] = 1;
      z[1] = t - start;
    },
  };
}

/** Generates s' of what `generator` generates: the same S, and S^T c instead of c. */
export function derivativeGenerator(generator: LinearGenerator): LinearGenerator {
  const { order, S, c } = generator;
  const derivative = new Float64Array(order);
  for (let i = 0; i < order; i++) {
    for (let j = 0; j < order; j++) {
      derivative[j] = (derivative[j] ?? 0) + (S[i * order + j] ?? 0) * (c[i] ?? 0);
    }
  }
  return { order, S, c: derivative, stateAt: (t, z) => generator.stateAt(t, z) };
}

/** Evaluates s(t) = c . z(t); `z` is scratch of at least `order`. */
export function generatedValue(generator: LinearGenerator, t: number, z: Float64Array): number {
  generator.stateAt(t, z);
  let s = 0;
  for (let i = 0; i < generator.order; i++) s += (generator.c[i] ?? 0) * (z[i] ?? 0);
  return s;
}
