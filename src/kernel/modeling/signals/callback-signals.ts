/**
 * A callback b(t, out, z) as signals, one a row, all of which share its calls. Its buffer is cleared before every call:
 * what it does not write is 0; what is not finite is refused with object and time. The average over a step is taken by
 * five-point Gauss-Legendre quadrature, exact for polynomials to degree 9.
 */
import { checkFinite } from '../model-error.js';
import type { Signal } from './signal.js';

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

/** Times at which a callback's values are kept: the nodes of a step's average for all rows, and its ends. */
const keptTimes = 8;

/** Makes the signals of all rows; `owner` says whose b or e it is. */
export function callbackSignals(
  rows: number,
  callback: InputCallback,
  z: Float64Array,
  owner: { readonly object: string; readonly what: string },
): Signal[] {
  const b = guarded(callback, owner);
  // Who samples a block checks it as a whole (`simulation/step-inputs.ts`).
  const sample = blockSampler(rows, callback, z);
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
    // A call that throws leaves nothing that could be taken for its values.
    times[place] = NaN;
    b(t, values[place]!, z);
    oldest[0] = (place + 1) % keptTimes;
    times[place] = t;
    return values[place]![row]!;
  };
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
      // Until all are there, none is.
      taken.fill(1);
      for (let k = 0; k < count; k++) {
        written.fill(0);
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
    written[0] = 0;
    b(times[k]!, written, z);
    out[to] = written[0]!;
  }
}

/** The callback on a cleared buffer, with what it wrote checked. */
function guarded(
  b: InputCallback,
  { object, what }: { readonly object: string; readonly what: string },
): InputCallback {
  const name = `${what}(t, out, z)`;
  return (t, out, z) => {
    for (let i = 0; i < out.length; i++) out[i] = 0;
    b(t, out, z);
    checkFinite(object, name, t, out);
  };
}
