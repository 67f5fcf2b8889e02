/**
 * s = level + rise (1 - e^(-(t - t1)/tau1)) from t1 on, + fall (1 - e^(-(t - t2)/tau2)) from t2 on: what EXP is. t2 may lie
 * before t1.
 *
 * Generator: z = (level + changes that have begun, e^(-(t - t1)/tau1), e^(-(t - t2)/tau2)), S = diag(0, -1/tau1, -1/tau2);
 * an exponential that has not begun is 0.
 */
import type { SignalGenerator } from '../../kernel/modeling/signals/signal.js';
import type { ClosedFormSignal } from './closed-form-signal.js';

/** One exponential; times in seconds. */
export interface Approach {
  readonly start: number;
  readonly tau: number;
  /** By how much it changes the signal in the end. */
  readonly change: number;
}

export class ExponentialSignal implements ClosedFormSignal {
  readonly constant = false;
  readonly generator: SignalGenerator;

  constructor(
    private readonly level: number,
    private readonly approaches: readonly Approach[],
  ) {
    const order = 1 + approaches.length;
    const S = new Float64Array(order * order);
    const c = new Float64Array(order);
    c[0] = 1;
    approaches.forEach(({ tau, change }, k) => {
      S[(k + 1) * order + k + 1] = -1 / tau;
      c[k + 1] = -change;
    });
    this.generator = { order, S, c };
  }

  value(t: number): number {
    let s = this.level;
    for (const { start, tau, change } of this.approaches) {
      if (t > start) s -= change * Math.expm1((start - t) / tau);
    }
    return s;
  }

  /** The signal is continuous. */
  valueLeft(t: number): number {
    return this.value(t);
  }

  integral(t0: number, t1: number): number {
    if (t1 < t0) return -this.integral(t1, t0);
    let sum = this.level * (t1 - t0);
    for (const { start, tau, change } of this.approaches) {
      if (t1 <= start) continue;
      const from = Math.max(t0, start);
      // Length minus the integral of the exponential, tau e^(-T0/tau) (1 - e^(-dT/tau)).
      const decayed = -tau * Math.exp((start - from) / tau) * Math.expm1((from - t1) / tau);
      sum += change * (t1 - from - decayed);
    }
    return sum;
  }

  nextBreakpoint(t: number): number {
    return this.approaches.reduce((next, { start }) => (start > t ? Math.min(next, start) : next), Infinity);
  }

  generate(t: number, z: Float64Array, offset: number): void {
    z[offset] = this.level;
    this.approaches.forEach(({ start, tau, change }, k) => {
      const begun = t >= start;
      if (begun) z[offset] = (z[offset] as number) + change;
      z[offset + 1 + k] = begun ? Math.exp((start - t) / tau) : 0;
    });
  }
}
