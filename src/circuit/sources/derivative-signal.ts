/**
 * s' of a signal, for circuits where a source forces a capacitor's voltage or an inductor's current
 * (index 2). On every piece s' = (S^T c) . z is exact. A jump of s is an impulse of s': `value` does not
 * see it, `integral` does, for it is s(t1) - s(t0) with right limits.
 */
import type { SignalSegment } from '../../kernel/modeling/signal.js';
import type { ClosedFormSignal } from './closed-form-signal.js';
import { derivativeGenerator, generatedValue } from './generators.js';

/** Returns the derivative of a signal, in its unit per second. */
export function derivativeSignal(base: ClosedFormSignal): ClosedFormSignal {
  return new DerivativeSignal(base);
}

class DerivativeSignal implements ClosedFormSignal {
  readonly constant = false;
  readonly #base: ClosedFormSignal;
  #segment: SignalSegment;
  #scratch: Float64Array;

  constructor(base: ClosedFormSignal) {
    this.#base = base;
    this.#segment = differentiate(base.segmentAt(0));
    this.#scratch = new Float64Array(this.#segment.generator.order);
  }

  value(t: number): number {
    if (t < this.#segment.start || t >= this.#segment.end) this.#enter(this.segmentAt(t));
    return generatedValue(this.#segment.generator, t, this.#scratch);
  }

  valueLeft(t: number): number {
    if (t === this.segmentAt(t).start) this.#enter(this.segmentAt(justBefore(t)));
    else this.#enter(this.segmentAt(t));
    return generatedValue(this.#segment.generator, t, this.#scratch);
  }

  integral(t0: number, t1: number): number {
    return this.#base.value(t1) - this.#base.value(t0);
  }

  nextCorner(t: number): number {
    return this.#base.nextCorner(t);
  }

  segmentAt(t: number): SignalSegment {
    return differentiate(this.#base.segmentAt(t));
  }

  #enter(segment: SignalSegment): void {
    this.#segment = segment;
    if (segment.generator.order > this.#scratch.length) {
      this.#scratch = new Float64Array(segment.generator.order);
    }
  }
}

function differentiate({ start, end, generator }: SignalSegment): SignalSegment {
  return { start, end, generator: derivativeGenerator(generator) };
}

/** A number one or two units in the last place below t. */
function justBefore(t: number): number {
  return t === 0 ? -Number.MIN_VALUE : t - Math.abs(t) * Number.EPSILON;
}
