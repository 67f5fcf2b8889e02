/**
 * Points of a series that is kept, with the bits that the segment's own points have (`horner-program.ts`, the same sums in the same
 * order; a test compares them), but entry by entry, four points at a time: eight sums that do not wait for each other. Over
 * arrays that machine code reads (`MachineRoom`), or as it stands here: one program for all motions, however many there are.
 * Cost: some 10 ns an entry that moves and a point.
 */
import type { Int } from '../../../../base/int.js';

/** Numbers of a kept series: those of `seriesPlaces`, v_0 and the terms by power, their sum. */
export function seriesLength(size: number, terms: number): number {
  return seriesPlaces.terms + (terms + 2) * size;
}

/** Where the segment begins and where it ends by itself, the length of the series, seconds; where that end lies on it; its terms. */
export const seriesPlaces = Object.freeze({ from: 0, to: 1, step: 2, end: 3, terms: 4 });

/** Length of a point; terms behind v_0; entries that have all terms, the others end with v_2. */
export const seriesSizes = Object.freeze({ size: 0, terms: 1, long: 2, count: 3 });

/**
 * Writes xi at times[first], times[first + 1] ... to out[at], out[at + size] ..., `pointsAtOnce` at most; `parts`: room for where they lie
 * on the series, and for three more.
 */
export function keptPoints(
  series: Float64Array,
  sizes: Int32Array,
  parts: Float64Array,
  times: Float64Array,
  first: Int,
  count: Int,
  out: Float64Array,
  at: Int,
): void {
  const size = sizes[seriesSizes.size]!;
  const terms = sizes[seriesSizes.terms]!;
  const long = sizes[seriesSizes.long]!;
  placePoints(series, parts, times, first, count);
  for (let i = 0; i < size; i++) {
    if (i >= long) shortEntry(series, size, i, parts, count, out, at + i);
    else if (isConstant(series, size, terms, i)) {
      const value = series[seriesPlaces.terms + i]!;
      for (let k = 0; k < count; k++) out[at + k * size + i] = value;
    } else longEntry(series, size, terms, i, parts, count, out, at + i);
  }
  // The end is the sum of the terms, not a polynomial at 1.
  for (let k = 0; k < count; k++) {
    if (parts[k] !== 1) continue;
    const last = seriesPlaces.terms + (terms + 1) * size;
    for (let i = 0; i < size; i++) out[at + k * size + i] = series[last + i]!;
  }
}

/** Writes where times lie on the series, as `partAt` says. */
function placePoints(
  series: Float64Array,
  parts: Float64Array,
  times: Float64Array,
  first: Int,
  count: Int,
): void {
  const from = series[seriesPlaces.from]!;
  const to = series[seriesPlaces.to]!;
  const step = series[seriesPlaces.step]!;
  const end = series[seriesPlaces.end]!;
  for (let k = 0; k < count; k++) {
    const t = times[first + k]!;
    parts[k] = t === to ? end : step > 0 ? (t - from) / step : 0;
  }
  parts[count] = 0;
  parts[count + 1] = 0;
  parts[count + 2] = 0;
}

/** Whether all terms of an entry behind the first are 0: sums with them change nothing, unless they make a +0 of -0. */
function isConstant(series: Float64Array, size: Int, terms: Int, i: Int): boolean {
  const first = seriesPlaces.terms + i;
  if (series[first] === 0) return false;
  for (let at = first + terms * size; at > first; at -= size) if (series[at] !== 0) return false;
  return true;
}

/** An entry that ends with v_2. */
function shortEntry(
  series: Float64Array,
  size: Int,
  i: Int,
  parts: Float64Array,
  count: Int,
  out: Float64Array,
  at: Int,
): void {
  const place = seriesPlaces.terms + i;
  const first = series[place]!;
  const second = series[place + size]!;
  const third = series[place + 2 * size]!;
  for (let k = 0; k < count; k++) {
    const s = parts[k]!;
    out[at + k * size] = third * (s * s) + first + second * s;
  }
}

/** Horner's rule in s^2, even and odd powers apart, from the last term down. */
function longEntry(
  series: Float64Array,
  size: Int,
  terms: Int,
  i: Int,
  parts: Float64Array,
  count: Int,
  out: Float64Array,
  at: Int,
): void {
  const bottom = seriesPlaces.terms + i;
  const top = bottom + terms * size;
  const isOdd = terms - 2 * (terms >> 1) === 1;
  const highest = isOdd ? top - size : top;
  const firstOdd = isOdd ? series[top]! : 0;
  const firstEven = series[highest]!;
  const two = 2 * size;
  for (let k = 0; k < count; k += 4) {
    const s0 = parts[k]!;
    const s1 = parts[k + 1]!;
    const s2 = parts[k + 2]!;
    const s3 = parts[k + 3]!;
    const q0 = s0 * s0;
    const q1 = s1 * s1;
    const q2 = s2 * s2;
    const q3 = s3 * s3;
    let odd0 = firstOdd;
    let odd1 = firstOdd;
    let odd2 = firstOdd;
    let odd3 = firstOdd;
    let even0 = firstEven;
    let even1 = firstEven;
    let even2 = firstEven;
    let even3 = firstEven;
    for (let place = highest - two; place >= bottom; place -= two) {
      const a = series[place + size]!;
      const b = series[place]!;
      odd0 = odd0 * q0 + a;
      odd1 = odd1 * q1 + a;
      odd2 = odd2 * q2 + a;
      odd3 = odd3 * q3 + a;
      even0 = even0 * q0 + b;
      even1 = even1 * q1 + b;
      even2 = even2 * q2 + b;
      even3 = even3 * q3 + b;
    }
    const place = at + k * size;
    out[place] = even0 + odd0 * s0;
    if (k + 1 < count) out[place + size] = even1 + odd1 * s1;
    if (k + 2 < count) out[place + two] = even2 + odd2 * s2;
    if (k + 3 < count) out[place + two + size] = even3 + odd3 * s3;
  }
}
