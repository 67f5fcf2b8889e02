/**
 * An input b(t) = G s(t): signals s and the gain G, rows x p row-major, with which they enter the rows of
 * a system or relation. A constant vector is one constant signal with the vector as gain.
 */
import { callbackSignals, type InputCallback } from './callback-signals.js';
import { constantSignal } from './constant-signal.js';
import { checkSize, ModelError } from '../model-error.js';
import type { Signal } from './signal.js';

export type { InputCallback } from './callback-signals.js';

export class LinearInput {
  readonly rows: number;

  constructor(
    readonly signals: readonly Signal[],
    readonly gain: Float64Array,
    /** What rounding of the gain left over, where that is known. */
    readonly remainder?: Float64Array,
  ) {
    this.rows = signals.length === 0 ? 0 : gain.length / signals.length;
    if (!Number.isInteger(this.rows)) {
      throw new ModelError(`an input of ${signals.length} signals has a gain of ${gain.length} entries`);
    }
  }

  /** b(t) = vector for all t. */
  static constant(vector: Float64Array): LinearInput {
    return new LinearInput([constantSignal(1)], vector);
  }

  /**
   * b(t) from a callback that writes its rows, with the parameters z as last argument; `owner` names it in messages.
   */
  static callback(
    rows: number,
    b: InputCallback,
    z: Float64Array = new Float64Array(0),
    owner: { readonly object: string; readonly what: string } = { object: 'LinearInput', what: 'b' },
  ): LinearInput {
    const identity = new Float64Array(rows * rows);
    for (let i = 0; i < rows; i++) identity[i * rows + i] = 1;
    return new LinearInput(callbackSignals(rows, b, z, owner), identity);
  }

  /** F z, rows x z.length: the present values of parameters as signals. */
  static parameters(F: Float64Array, z: Float64Array): LinearInput {
    return new LinearInput(
      Array.from(z, (_, j) => parameterSignal(z, j)),
      F,
    );
  }

  /** The sum of two inputs of as many rows. */
  static sum(a: LinearInput, b: LinearInput): LinearInput {
    const [p, q] = [a.signals.length, b.signals.length];
    if (p === 0) return b;
    if (q === 0) return a;
    const gain = new Float64Array(a.rows * (p + q));
    for (let i = 0; i < a.rows; i++) {
      gain.set(a.gain.subarray(i * p, (i + 1) * p), i * (p + q));
      gain.set(b.gain.subarray(i * q, (i + 1) * q), i * (p + q) + p);
    }
    return new LinearInput([...a.signals, ...b.signals], gain);
  }

  /** Reads what a constructor's option may be: a constant vector, signals, a callback, or nothing. */
  static of(
    object: string,
    what: string,
    rows: number,
    given: Float64Array | LinearInput | InputCallback | undefined,
    z: Float64Array,
  ): LinearInput | undefined {
    if (given instanceof Float64Array) {
      checkSize(object, what, given, rows, 1);
      return LinearInput.constant(given);
    }
    return typeof given === 'function' ? LinearInput.callback(rows, given, z, { object, what }) : given;
  }

  /** Adds b(t), right limit, to out. */
  addValue(t: number, out: Float64Array): void {
    this.addWith((signal) => signal.value(t), out);
  }

  /** Adds G s to out, with what `of` takes for each signal. */
  addWith(of: (signal: Signal) => number, out: Float64Array): void {
    const p = this.signals.length;
    this.signals.forEach((signal, k) => {
      const value = of(signal);
      for (let i = 0; i < this.rows; i++) out[i]! += this.gain[i * p + k]! * value;
    });
  }
}

/** One entry of z as a signal: constant until the user, a sensor or an actuator changes it. */
function parameterSignal(z: Float64Array, j: number): Signal {
  return {
    constant: false,
    value: () => z[j]!,
    valueLeft: () => z[j]!,
    integral: (t0, t1) => z[j]! * (t1 - t0),
    nextBreakpoint: () => Infinity,
  };
}
