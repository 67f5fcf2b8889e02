/**
 * s = offset + sum of a_k sin(2 pi f_k T + p_k), T = t - td, from td on, `before` until then: what AM and SFFM are.
 *
 * Generator: z = (offset, sin_1, cos_1, sin_2, cos_2 ...). The integral of each sine over [t0, t1] is
 * sin(angle in the middle) sinc(half the angle that it turns) (t1 - t0), which keeps its digits for short intervals.
 */
import { sineAngle } from '../../kernel/modeling/signals/closed-segment.js';
import type { SignalGenerator } from '../../kernel/modeling/signals/signal.js';
import type { ClosedFormSignal } from './closed-form-signal.js';

export interface SineTerm {
  readonly amplitude: number;
  /** Hz. */
  readonly frequency: number;
  /** Radians at td. */
  readonly phase: number;
}

export interface SineSum {
  readonly offset: number;
  readonly terms: readonly SineTerm[];
  /** Seconds; -Infinity: from ever. */
  readonly td: number;
  readonly before: number;
}

export class SineSumSignal implements ClosedFormSignal {
  readonly constant = false;
  readonly generator: SignalGenerator;
  readonly #sum: SineSum;
  /** Where the phases are given. */
  readonly #origin: number;

  constructor(sum: SineSum) {
    this.#sum = sum;
    this.#origin = sum.td === -Infinity ? 0 : sum.td;
    this.generator = generatorOf(sum.terms);
  }

  value(t: number): number {
    const { offset, terms, td, before } = this.#sum;
    if (t < td) return before;
    let s = offset;
    for (const term of terms) s += term.amplitude * Math.sin(this.#angle(term, t));
    return s;
  }

  valueLeft(t: number): number {
    return t <= this.#sum.td ? this.#sum.before : this.value(t);
  }

  integral(t0: number, t1: number): number {
    if (t1 < t0) return -this.integral(t1, t0);
    const { offset, terms, td, before } = this.#sum;
    if (t1 <= td) return before * (t1 - t0);
    const from = Math.max(t0, td);
    const half = (t1 - from) / 2;
    let sum = offset * 2 * half;
    for (const term of terms) {
      const turned = 2 * Math.PI * term.frequency * half;
      const average = turned === 0 ? 1 : Math.sin(turned) / turned;
      sum += term.amplitude * 2 * half * Math.sin(this.#angle(term, from + half)) * average;
    }
    return sum + (t0 < td ? before * (td - t0) : 0);
  }

  nextBreakpoint(t: number): number {
    return t < this.#sum.td ? this.#sum.td : Infinity;
  }

  generate(t: number, z: Float64Array, offset: number): void {
    const { terms, td, before } = this.#sum;
    z[offset] = t < td ? before : this.#sum.offset;
    terms.forEach((term, k) => {
      const angle = this.#angle(term, t);
      z[offset + 1 + 2 * k] = t < td ? 0 : Math.sin(angle);
      z[offset + 2 + 2 * k] = t < td ? 0 : Math.cos(angle);
    });
  }

  #angle({ frequency, phase }: SineTerm, t: number): number {
    return sineAngle(frequency, phase, t - this.#origin);
  }
}

function generatorOf(terms: readonly SineTerm[]): SignalGenerator {
  const order = 1 + 2 * terms.length;
  const S = new Float64Array(order * order);
  const c = new Float64Array(order);
  c[0] = 1;
  terms.forEach(({ amplitude, frequency }, k) => {
    const at = 1 + 2 * k;
    S[at * order + at + 1] = 2 * Math.PI * frequency;
    S[(at + 1) * order + at] = -2 * Math.PI * frequency;
    c[at] = amplitude;
  });
  return { order, S, c };
}
