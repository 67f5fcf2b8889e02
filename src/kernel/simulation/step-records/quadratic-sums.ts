/**
 * Integrals and extremes over intervals of quantities that are quadratic within each step, by their coefficients
 *
 *     p(x) = c0 + c1 x + c2 (3 x^2 - 1) / 2,   x in [-1, 1],
 *     mean c0,   mean square c0^2 + c1^2/3 + c2^2/5,   extreme at x = -c1 / (3 c2):
 *
 * exact, and a few products a quantity and step; extremes are kept by the stages as rows are. Over arrays that stay where they are: as they stand here, or as machine code of
 * the same function (`MachineRoom`).
 */
import type { Int } from '../../../base/int.js';
import { floatsIn, type NumberRoom, type WithoutRecord } from '../../../numerics/code/number-room.js';
import type { FormArrays } from './form-arrays.js';
import { withoutOvershoot } from './overshoot.js';

export interface QuadraticArrays {
  readonly forms: FormArrays;
  /** Where the middle one of three stages stands, in [-1, 1]. */
  readonly middle: number;
  readonly intervals: Int;
  /** From, to, tolerance of each interval; how much of it was seen. */
  readonly bounds: Float64Array;
  readonly lengths: Float64Array;
  /** Integral, that of the square, least, largest: by interval, then by quantity. */
  readonly sums: Float64Array;
  /** Coefficients of one quantity. */
  readonly c: Float64Array;
}

/** Numbers of a quantity in `sums`. */
const WIDTH = 4;

/** Writes the coefficients of the quadratic through values at -1, `middle` and 1, times gain, onto c. */
function addCoefficients(
  c: Float64Array,
  middle: number,
  gain: number,
  first: number,
  inner: number,
  last: number,
): void {
  const rise = (last - first) / 2;
  const ends = (first + last) / 2;
  const bend = (inner - rise * middle - ends) / (1.5 * (middle * middle - 1));
  c[0]! += gain * (ends - bend);
  c[1]! += gain * rise;
  c[2]! += gain * bend;
}

/** Adds the step from t0 to t1 through its points at the stages. */
export function addQuadratics(
  of: QuadraticArrays,
  first: Float64Array,
  inner: Float64Array,
  last: Float64Array,
  t0: number,
  t1: number,
): void {
  const { forms, middle, intervals, bounds, lengths, sums, c } = of;
  const { start, index, gain, rateStart, rateIndex, rateGain } = forms;
  const quantities = forms.count;
  const perLength = 2 / (t1 - t0);
  for (let k = 0; k < intervals; k++) {
    const from = bounds[3 * k]!;
    const to = bounds[3 * k + 1]!;
    const tolerance = bounds[3 * k + 2]!;
    if (to - from <= tolerance || t1 <= from + tolerance || t0 >= to - tolerance) continue;
    const begin = t0 < from - tolerance ? from : t0;
    const end = t1 > to + tolerance ? to : t1;
    const isPart = begin !== t0 || end !== t1;
    const low = (begin - t0 - (t1 - begin)) / (t1 - t0);
    const high = (end - t0 - (t1 - end)) / (t1 - t0);
    const length = end - begin;
    lengths[k]! += length;
    for (let q = 0; q < quantities; q++) {
      c[0] = 0;
      c[1] = 0;
      c[2] = 0;
      const terms = start[q + 1]!;
      for (let e = start[q]!; e < terms; e++) {
        const j = index[e]!;
        addCoefficients(c, middle, gain[e]!, first[j]!, inner[j]!, last[j]!);
      }
      const atFirst = c[0] - c[1] + c[2];
      const atLast = c[0] + c[1] + c[2];
      const within = c[0] + c[1] * middle + (c[2] * (3 * middle * middle - 1)) / 2;
      const bottom = Math.min(atFirst, within, atLast);
      const top = Math.max(atFirst, within, atLast);
      const rates = rateStart[q + 1]!;
      if (rates > rateStart[q]!) {
        const c0 = c[0];
        const c1 = c[1];
        const c2 = c[2];
        c[0] = 0;
        c[1] = 0;
        c[2] = 0;
        for (let e = rateStart[q]!; e < rates; e++) {
          const j = rateIndex[e]!;
          addCoefficients(c, middle, rateGain[e]!, first[j]!, inner[j]!, last[j]!);
        }
        const rise = c[1];
        const bend = c[2];
        c[0] = c0 + perLength * rise;
        c[1] = c1 + perLength * 3 * bend;
        c[2] = c2;
      }
      if (isPart) {
        const at = (low + high) / 2;
        const half = (high - low) / 2;
        const c0 = c[0];
        const c1 = c[1];
        const c2 = c[2];
        c[0] = c0 + c1 * at + (c2 * (3 * at * at - 1 + half * half)) / 2;
        c[1] = (c1 + 3 * c2 * at) * half;
        c[2] = c2 * half * half;
      }
      const c0 = c[0];
      const c1 = c[1];
      const c2 = c[2];
      const place = WIDTH * (k * quantities + q);
      sums[place]! += length * c0;
      sums[place + 1]! += length * (c0 * c0 + (c1 * c1) / 3 + (c2 * c2) / 5);
      let least = Math.min(c0 - c1 + c2, c0 + c1 + c2);
      let largest = Math.max(c0 - c1 + c2, c0 + c1 + c2);
      if (Math.abs(c1) < 3 * Math.abs(c2)) {
        const turn = c0 - (c1 * c1) / (6 * c2) - c2 / 2;
        least = Math.min(least, turn);
        largest = Math.max(largest, turn);
      }
      if (rates === rateStart[q]!) {
        const range = Math.max(sums[place + 3]!, top) - Math.min(sums[place + 2]!, bottom);
        least = withoutOvershoot(least, bottom, top, range);
        largest = withoutOvershoot(largest, bottom, top, range);
      }
      sums[place + 2] = Math.min(sums[place + 2]!, least);
      sums[place + 3] = Math.max(sums[place + 3]!, largest);
    }
  }
}

/** An interval of time; places closer than the tolerance are one. Seconds. */
export interface SumInterval {
  readonly from: number;
  readonly to: number;
  readonly tolerance: number;
}

/** Sums of one quantity over one interval. */
export interface QuantitySums {
  readonly length: number;
  readonly integral: number;
  readonly square: number;
  readonly least: number;
  readonly largest: number;
}

export class QuadraticSums {
  readonly arrays: QuadraticArrays;
  /** Adds a step through its points at three stages. */
  readonly add: WithoutRecord<typeof addQuadratics>;

  /** `stage`: where the middle stage stands in parts of the step. */
  constructor(forms: FormArrays, intervals: readonly SumInterval[], stage: number, room: NumberRoom) {
    const bounds = intervals.flatMap(({ from, to, tolerance }) => [from, to, tolerance]);
    const each = [0, 0, Infinity, -Infinity];
    const sums = Array.from({ length: intervals.length * forms.count }, () => each).flat();
    this.arrays = {
      ...{ forms, middle: 2 * stage - 1, intervals: intervals.length },
      ...{ bounds: floatsIn(room, bounds), lengths: room.floats(intervals.length) },
      ...{ sums: floatsIn(room, sums), c: room.floats(3) },
    };
    this.add = room.bind('addQuadratics', addQuadratics, this.arrays);
  }

  /** Adds a step within which something jumps: lines between its stages, which run past none of them. */
  addLines(first: Float64Array, inner: Float64Array, last: Float64Array, t0: number, t1: number): void {
    const part = (this.arrays.middle + 1) / 2;
    const within = t0 + part * (t1 - t0);
    const onLine = (a: Float64Array, b: Float64Array): Float64Array =>
      a.map((v, j) => v + part * (b[j]! - v));
    this.add(first, onLine(first, inner), inner, t0, within);
    this.add(inner, onLine(inner, last), last, within, t1);
  }

  /** The sums of quantity q over interval k. */
  of(k: number, q: number): QuantitySums {
    const { sums, lengths, forms } = this.arrays;
    const at = WIDTH * (k * forms.count + q);
    const [integral = NaN, square = NaN, least = NaN, largest = NaN] = sums.subarray(at, at + WIDTH);
    return { length: lengths[k] ?? 0, integral, square, least, largest };
  }
}
