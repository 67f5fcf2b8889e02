/** The time grid t_k = t0 + k h, never accumulated; the last step is shortened when T lies inside it. */
import { ModelError } from '../../modeling/model-error.js';

/** A last step shorter than this part of h is rounding of T/h, not a step. */
const roundingPart = 1e-6;

export class TimeDiscretisation {
  /** Takes t0 and the step h in seconds. */
  constructor(
    readonly t0: number,
    readonly h: number,
  ) {
    if (!(Number.isFinite(t0) && Number.isFinite(h) && h > 0)) {
      throw new ModelError(
        `TimeDiscretisation: the step is ${h} s from ${t0} s; it must be positive and finite`,
      );
    }
  }

  /** Number of whole steps in [t0, T] and the length of a shortened last step (0: none). */
  steps(T: number): { readonly whole: number; readonly rest: number } {
    const quotient = (T - this.t0) / this.h;
    const nearest = Math.round(quotient);
    if (nearest > 0 && Math.abs(quotient - nearest) <= roundingPart * Math.max(1, nearest * 1e-9)) {
      return { whole: nearest, rest: 0 };
    }
    const whole = Math.floor(quotient);
    return { whole, rest: T - (this.t0 + whole * this.h) };
  }

  time(k: number): number {
    return this.t0 + k * this.h;
  }
}
