/**
 * The series of a segment, copied, so that its points can be read when the flow has gone on. They have the bits that the segment's
 * own points have (`horner-program.ts`, the same sums in the same order; a test compares them), but are computed entry by entry,
 * two points at a time: four sums that do not wait for each other, in script that is short enough to be optimized at once. Cost:
 * a copy of the terms; some 20 ns an entry that moves and a point, without machine code of its own however many motions there are.
 */
import type { SegmentPart } from '../../stream.js';
import type { FlowArrays } from './flow-arrays.js';
import { pointsAtOnce } from './flow-memory.js';
import type { MotionSeries } from './motion-series.js';
import { motionSizes } from './motion-tables.js';
import type { SeriesPlace } from './series-place.js';

export class KeptPoints implements Pick<SegmentPart, 'coordinates'>, SeriesPlace {
  from = 0;
  to = 0;
  step = 0;
  end = 1;
  #size = 0;
  #terms = 0;
  /** Entries that have all terms; the others end with v_2. */
  #long = 0;
  #v = new Float64Array(0);
  /** The sum of the terms. */
  #last = new Float64Array(0);
  /** Parts of the series at which points are asked for: a room of the flow. */
  #parts: Float64Array | undefined;

  take(series: MotionSeries, { v, end, parts }: FlowArrays, place: SeriesPlace): void {
    const { size, terms, data } = series;
    this.from = place.from;
    this.to = place.to;
    this.step = place.step;
    this.end = place.end;
    this.#size = size;
    this.#terms = terms;
    this.#long = Math.min(size, 2 * (data?.motionSizes[motionSizes.longPairs] ?? 0));
    this.#parts = parts;
    const count = (terms + 1) * size;
    if (this.#last.length < size) this.#last = new Float64Array(size);
    if (this.#v.length < count) this.#v = new Float64Array(count);
    const [own, last] = [this.#v, this.#last];
    for (let i = 0; i < count; i++) own[i] = v[i]!;
    for (let i = 0; i < size; i++) last[i] = end[i]!;
  }

  coordinates(times: Float64Array, from: number, to: number, out: Float64Array): void {
    const parts = this.#parts;
    if (!parts) return;
    const [size, last, long] = [this.#size, this.#last, this.#long];
    for (let first = from; first < to; first += pointsAtOnce) {
      const count = Math.min(pointsAtOnce, to - first);
      this.#place(times, first, count, parts);
      // The end is the sum of the terms, not a polynomial at 1.
      let inside = count;
      while (inside > 0 && parts[inside - 1] === 1) inside--;
      for (let i = 0; i < size; i++) {
        if (i < long) this.#evaluate(i, parts, inside, out, first * size + i);
        else this.#evaluateShort(i, parts, inside, out, first * size + i);
        for (let k = inside, at = (first + inside) * size + i; k < count; k++, at += size) out[at] = last[i]!;
      }
    }
  }

  /** Writes where times lie on the series, `partAt` of each. */
  #place(times: Float64Array, first: number, count: number, parts: Float64Array): void {
    const { from, to, step, end } = this;
    for (let k = 0; k < count; k++) {
      const t = times[first + k]!;
      parts[k] = t === to ? end : step > 0 ? (t - from) / step : 0;
    }
  }

  /** Horner's rule in s^2 for an entry, even and odd powers apart, from the last term down; result k goes to out[at + k size]. */
  #evaluate(i: number, parts: Float64Array, count: number, out: Float64Array, at: number): void {
    const [v, size, terms] = [this.#v, this.#size, this.#terms];
    const top = terms * size;
    if (v[i] !== 0 && this.#isConstant(i)) {
      for (let k = 0; k < count; k++, at += size) out[at] = v[i]!;
      return;
    }
    const isOdd = terms % 2 === 1;
    const highest = isOdd ? top - size : top;
    const firstOdd = isOdd ? v[top + i]! : 0;
    const firstEven = v[highest + i]!;
    const two = 2 * size;
    for (let k = 0; k < count; k += 2) {
      const s = parts[k]!;
      const other = k + 1 < count ? parts[k + 1]! : s;
      const [square, otherSquare] = [s * s, other * other];
      let [odd, even, otherOdd, otherEven] = [firstOdd, firstEven, firstOdd, firstEven];
      for (let place = highest + i - two; place >= 0; place -= two) {
        const [a, b] = [v[place + size]!, v[place]!];
        odd = odd * square + a;
        even = even * square + b;
        otherOdd = otherOdd * otherSquare + a;
        otherEven = otherEven * otherSquare + b;
      }
      out[at] = even + odd * s;
      if (k + 1 < count) out[at + size] = otherEven + otherOdd * other;
      at += two;
    }
  }

  /** The same for an entry that ends with v_2. */
  #evaluateShort(i: number, parts: Float64Array, count: number, out: Float64Array, at: number): void {
    const [v, size] = [this.#v, this.#size];
    const [first, second, third] = [v[i]!, v[size + i]!, v[2 * size + i]!];
    for (let k = 0; k < count; k++, at += size) {
      const s = parts[k]!;
      out[at] = third * (s * s) + first + second * s;
    }
  }

  /** Whether all terms of an entry behind the first are 0: sums with them change nothing. */
  #isConstant(i: number): boolean {
    const [v, size] = [this.#v, this.#size];
    for (let at = this.#terms * size + i; at > i; at -= size) if (v[at] !== 0) return false;
    return true;
  }
}
