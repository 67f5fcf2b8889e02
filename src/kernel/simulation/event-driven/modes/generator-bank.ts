/**
 * All signals of a system as one linear generator: z' = S z, u = c z, u' = c S z, with z = (1 | z_1 | z_2 ...);
 * constant signals live on the leading 1. z is written from t at every breakpoint, never accumulated.
 */
import { multiply } from '../../../../numerics/dense/matrix.js';
import { ModelError } from '../../../modeling/model-error.js';
import type { Signal } from '../../../modeling/signals/signal.js';

interface Varying {
  readonly signal: Signal;
  readonly generate: NonNullable<Signal['generate']>;
  readonly at: number;
}

export class GeneratorBank {
  /** Length of z. */
  readonly order: number;
  /** order x order. */
  readonly S: Float64Array;
  /** u = c z and u' = rate z: p x order each. */
  readonly c: Float64Array;
  readonly rate: Float64Array;
  /** The signals that are not left out. */
  readonly covered: Int32Array;
  /** Whether z is affine between breakpoints: S S = 0. */
  readonly affine: boolean;
  readonly #varying: Varying[] = [];
  /** A time and the first breakpoint after it. */
  readonly #breakpoint = Float64Array.of(NaN, NaN);
  /** Indices of the signals that can have impulses. */
  readonly #impulsive: readonly number[];

  /** Signals that are marked as left out are 0 here. Throws `ModelError` where one of the others has no closed form. */
  constructor(
    readonly signals: readonly Signal[],
    leftOut: Uint8Array = new Uint8Array(signals.length),
  ) {
    this.covered = Int32Array.from(signals.keys()).filter((j) => leftOut[j] !== 1);
    this.#impulsive = signals.flatMap((signal, j) => (signal.impulse ? [j] : []));
    const starts = signals.map(() => 0);
    let order = 1;
    signals.forEach((signal, j) => {
      if (signal.constant || leftOut[j] === 1) return;
      const { generator } = signal;
      if (!generator || !signal.generate) {
        throw new ModelError(
          `signal ${j} has no closed form: exact propagation needs one, time stepping does not`,
        );
      }
      starts[j] = order;
      this.#varying.push({ signal, generate: signal.generate.bind(signal), at: order });
      order += generator.order;
    });
    this.order = order;
    this.S = new Float64Array(order * order);
    this.c = new Float64Array(signals.length * order);
    this.rate = new Float64Array(signals.length * order);
    signals.forEach((signal, j) => {
      const { generator } = signal;
      if (leftOut[j] === 1) return;
      const at = starts[j]!;
      if (signal.constant || !generator) {
        this.c[j * order] = signal.value(0);
        return;
      }
      for (let i = 0; i < generator.order; i++) {
        this.c[j * order + at + i] = generator.c[i]!;
        for (let k = 0; k < generator.order; k++) {
          const s = generator.S[i * generator.order + k]!;
          this.S[(at + i) * order + at + k] = s;
          this.rate[j * order + at + k]! += generator.c[i]! * s;
        }
      }
    });
    const square = new Float64Array(order * order);
    multiply(order, order, order, this.S, this.S, square);
    this.affine = square.every((value) => value === 0);
  }

  /** Writes z(t), right limits, at out[offset ...]. */
  stateAt(t: number, out: Float64Array, offset: number): void {
    out[offset] = 1;
    for (let k = 0; k < this.#varying.length; k++) {
      const { generate, at } = this.#varying[k]!;
      generate(t, out, offset + at);
    }
  }

  /** The first breakpoint strictly after t; asked for once a segment, found once a breakpoint. */
  nextBreakpoint(t: number): number {
    if (t >= this.#breakpoint[0]! && t < this.#breakpoint[1]!) return this.#breakpoint[1]!;
    let breakpoint = Infinity;
    for (let k = 0; k < this.#varying.length; k++) {
      breakpoint = Math.min(breakpoint, this.#varying[k]!.signal.nextBreakpoint(t));
    }
    this.#breakpoint[0] = t;
    this.#breakpoint[1] = breakpoint;
    return breakpoint;
  }

  /** Writes the areas of impulses of u at t (p); returns whether there are any. */
  impulses(t: number, out: Float64Array): boolean {
    if (this.#impulsive.length === 0) return false;
    let any = false;
    for (const j of this.#impulsive) {
      const area = this.signals[j]?.impulse?.(t) ?? 0;
      out[j] = area;
      any ||= area !== 0;
    }
    return any;
  }

  /** x+ = x- + F times the areas of impulses of derivative inputs at t. */
  addImpulses(t: number, F: Float64Array, x: Float64Array): void {
    const p = this.signals.length;
    for (let i = 0; i * p < F.length; i++) {
      for (const j of this.#impulsive) x[i]! += F[i * p + j]! * (this.signals[j]?.impulse?.(t) ?? 0);
    }
  }
}
