/** One point of a circuit, zeta = (x, lambda, u), for whoever reads it whole: energy, waves on lines, jumps, the final values. */
import type { Signal } from '../../kernel/modeling/signals/signal.js';

/** Which limit of inputs that jump at the time. */
export type Side = 'left' | 'right';

export interface PointSizes {
  readonly n: number;
  readonly m: number;
  readonly inputs: readonly Signal[];
}

export class CircuitPoint {
  /** Seconds; NaN before the first point. */
  t = NaN;
  readonly zeta: Float64Array;

  constructor(private readonly sizes: PointSizes) {
    this.zeta = new Float64Array(sizes.n + sizes.m + sizes.inputs.length);
  }

  /** Takes the point at t; returns itself. */
  set(t: number, x: Float64Array, lambda: Float64Array, side: Side): this {
    const { n, m, inputs } = this.sizes;
    this.t = t;
    this.zeta.set(x);
    this.zeta.set(lambda, n);
    for (let j = 0; j < inputs.length; j++) {
      const signal = inputs[j];
      this.zeta[n + m + j] = (side === 'left' ? signal?.valueLeft(t) : signal?.value(t)) ?? 0;
    }
    return this;
  }
}
