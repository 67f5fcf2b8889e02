/**
 * s' of a signal, for circuits where a source forces a capacitor's voltage or an inductor's current
 * (index 2). On every segment s' = (S^T c) . z is exact. A jump of s is an impulse of s': `value` does not
 * see it, `integral` does, for it is s(t1) - s(t0) with right limits.
 */
import type { Signal, SignalGenerator } from '../../kernel/modeling/signals/signal.js';
import type { ClosedFormSignal } from './closed-form-signal.js';
import { derivativeGenerator } from './generators.js';
import type { DifferentiableSignal } from './time-signal.js';

/** Returns the derivative of a signal, in its unit per second. */
export function derivativeSignal(base: Signal): Signal {
  if (isClosedForm(base)) return new DerivativeSignal(base);
  if ('derivative' in base && typeof base.derivative === 'function')
    return (base as DifferentiableSignal).derivative();
  throw new RangeError('a signal needs a generator or a derivative of its own');
}

function isClosedForm(signal: Signal): signal is ClosedFormSignal {
  return signal.generator !== undefined && signal.generate !== undefined;
}

class DerivativeSignal implements ClosedFormSignal {
  readonly constant = false;
  readonly generator: SignalGenerator;
  readonly #base: ClosedFormSignal;
  readonly #z: Float64Array;

  constructor(base: ClosedFormSignal) {
    this.#base = base;
    this.generator = derivativeGenerator(base.generator);
    this.#z = new Float64Array(this.generator.order);
  }

  value(t: number): number {
    const { order, c } = this.generator;
    this.generate(t, this.#z, 0);
    let sum = 0;
    for (let i = 0; i < order; i++) sum += (c[i] ?? 0) * (this.#z[i] ?? 0);
    return sum;
  }

  valueLeft(t: number): number {
    const before = justBefore(t);
    return this.#base.nextBreakpoint(before) <= t ? this.value(before) : this.value(t);
  }

  integral(t0: number, t1: number): number {
    return this.#base.value(t1) - this.#base.value(t0);
  }

  impulse(t: number): number {
    return this.#base.value(t) - this.#base.valueLeft(t);
  }

  nextBreakpoint(t: number): number {
    return this.#base.nextBreakpoint(t);
  }

  generate(t: number, z: Float64Array, offset: number): void {
    this.#base.generate(t, z, offset);
  }
}

/** A number one or two units in the last place below t. */
function justBefore(t: number): number {
  return t === 0 ? -Number.MIN_VALUE : t - Math.abs(t) * Number.EPSILON;
}
