/**
 * An input b(t) = G s(t): signals s and the gain G, rows x p row-major, with which they enter the rows of
 * a system or relation. A constant vector is one constant signal with the vector as gain.
 */
import { constantSignal } from './constant-signal.js';
import { ModelError } from './model-error.js';
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

  /** b(t) from a callback that writes all rows; its average over a step is taken by Gauss-Legendre quadrature. */
  static callback(rows: number, b: (t: number, out: Float64Array) => void): LinearInput {
    const identity = new Float64Array(rows * rows);
    for (let i = 0; i < rows; i++) identity[i * rows + i] = 1;
    return new LinearInput(callbackSignals(rows, b), identity);
  }
}

/** Abscissae and weights of the five-point Gauss-Legendre rule on [-1, 1], exact to degree 9. */
const gaussNodes: readonly (readonly [number, number])[] = Object.freeze([
  [-Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
  [-Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [0, 128 / 225],
  [Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
] as const);

function callbackSignals(rows: number, b: (t: number, out: Float64Array) => void): Signal[] {
  const out = new Float64Array(rows);
  let cachedTime = NaN;
  const at = (t: number, row: number): number => {
    if (t !== cachedTime) {
      b(t, out);
      cachedTime = t;
    }
    return out[row]!;
  };
  return Array.from({ length: rows }, (_, row) => ({
    constant: false,
    value: (t: number) => at(t, row),
    valueLeft: (t: number) => at(t, row),
    integral: (t0: number, t1: number) => {
      const half = (t1 - t0) / 2;
      let sum = 0;
      for (const [node, weight] of gaussNodes) sum += weight * at(t0 + half * (1 + node), row);
      return sum * half;
    },
    nextCorner: () => Infinity,
  }));
}
