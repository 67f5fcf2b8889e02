/**
 * An input b(t) = G s(t): signals s and the gain G, rows x p row-major, with which they enter the rows of
 * a system or relation. A constant vector is one constant signal with the vector as gain.
 */
import { constantSignal } from './constant-signal.js';
import { checkSize, ModelError } from './model-error.js';
import type { Signal } from './signal.js';

export class LinearInput {
  readonly rows: number;

  constructor(
    readonly signals: readonly Signal[],
    readonly gain: Float64Array,
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
   * b(t) from a callback that writes all rows, with the parameters z as last argument; its average over a
   * step is taken by Gauss-Legendre quadrature.
   */
  static callback(rows: number, b: InputCallback, z: Float64Array = new Float64Array(0)): LinearInput {
    const identity = new Float64Array(rows * rows);
    for (let i = 0; i < rows; i++) identity[i * rows + i] = 1;
    return new LinearInput(callbackSignals(rows, b, z), identity);
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
    return typeof given === 'function' ? LinearInput.callback(rows, given, z) : given;
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

/** Writes b(t, z). */
export type InputCallback = (t: number, out: Float64Array, z: Float64Array) => void;

/** Abscissae and weights of the five-point Gauss-Legendre rule on [-1, 1], exact to degree 9. */
const gaussNodes: readonly (readonly [number, number])[] = Object.freeze([
  [-Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
  [-Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [0, 128 / 225],
  [Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
] as const);

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

/** Times at which a callback's values are kept: the nodes of a step's average for all rows, and its ends. */
const keptTimes = 8;

function callbackSignals(rows: number, b: InputCallback, z: Float64Array): Signal[] {
  const cachedZ = z.slice();
  const times = new Float64Array(keptTimes).fill(NaN);
  const values = Array.from({ length: keptTimes }, () => new Float64Array(rows));
  // A number kept in an array is overwritten in place; kept in a variable it would be allocated anew.
  const oldest = new Int32Array(1);
  const at = (t: number, row: number): number => {
    for (let j = 0; j < z.length; j++) {
      if (z[j] === cachedZ[j]) continue;
      times.fill(NaN);
      cachedZ.set(z);
    }
    for (let k = 0; k < keptTimes; k++) if (times[k] === t) return values[k]![row]!;
    const place = oldest[0]!;
    oldest[0] = (place + 1) % keptTimes;
    times[place] = t;
    b(t, values[place]!, z);
    return values[place]![row]!;
  };
  const sample = blockSampler(rows, b, z);
  return Array.from({ length: rows }, (_, row) => ({
    constant: false,
    value: (t: number) => at(t, row),
    sample: (times, count, out, offset, stride) => sample(row, times, count, out, offset, stride),
    valueLeft: (t: number) => at(t, row),
    integral: (t0: number, t1: number) => {
      const half = (t1 - t0) / 2;
      let sum = 0;
      for (const [node, weight] of gaussNodes) sum += weight * at(t0 + half * (1 + node), row);
      return sum * half;
    },
    nextBreakpoint: () => Infinity,
  }));
}

/**
 * Samples of a callback's rows: the first row asked for calls it at every time, the others take what that
 * wrote; a row asked for again is the next block, before which the callback may have changed its mind.
 */
function blockSampler(
  rows: number,
  b: InputCallback,
  z: Float64Array,
): (
  row: number,
  times: Float64Array,
  count: number,
  out: Float64Array,
  offset: number,
  stride: number,
) => void {
  const written = new Float64Array(rows);
  const taken = new Uint8Array(rows).fill(1);
  let kept = new Float64Array(0);
  let [keptCount, first, last] = [0, NaN, NaN];
  return (row, times, count, out, offset, stride) => {
    if (rows === 1) {
      sampleRow(b, z, written, times, count, out, offset, stride);
      return;
    }
    const end = times[count - 1]!;
    if (taken[row] === 1 || keptCount !== count || first !== times[0] || last !== end) {
      if (kept.length < count * rows) kept = new Float64Array(count * rows);
      for (let k = 0; k < count; k++) {
        b(times[k]!, written, z);
        kept.set(written, k * rows);
      }
      [keptCount, first, last] = [count, times[0]!, end];
      taken.fill(0);
    }
    taken[row] = 1;
    for (let k = 0; k < count; k++) out[offset + k * stride] = kept[k * rows + row]!;
  };
}

/** Samples of a callback of one row; by itself, as short loops are optimised first. */
function sampleRow(
  b: InputCallback,
  z: Float64Array,
  written: Float64Array,
  times: Float64Array,
  count: number,
  out: Float64Array,
  offset: number,
  stride: number,
): void {
  for (let k = 0, to = offset; k < count; k++, to += stride) {
    b(times[k]!, written, z);
    out[to] = written[0]!;
  }
}
