/**
 * Fits polynomials to smooth intervals: an interval is read at the nine points of Gauss and Lobatto; where the last
 * coefficients of a quantity are not below the rounding of its values, it is halved. Analytic motions need few halvings
 * whatever their time constants, and of intervals that are alike, one behind the other, those lengths are halved at once that
 * failed last; a bend or jump within a written expression is closed in by halving down to rounding. Where
 * noise keeps the coefficients up, an interval has `maxSegments` at most, and fewer the longer that lasts. Intervals no longer than
 * one whose coefficients fell below it by the fourth are read at five points first: the edges of a pulse are many and short.
 *
 * Cost: nine readings a segment, 81 products a quantity; or five, and 25.
 */
import {
  fivePoints,
  type LobattoPoints,
  magnitudeFrom,
  ninePoints,
  pointCount,
  slopeBound,
  toLegendre,
} from '../../numerics/polynomial/legendre.js';
import { CoarserFits } from './coarser-fits.js';
import { PolynomialSegment } from './polynomial-segment.js';
import type { MakeSums, SmoothInterval, SmoothIntervalObserver, TimeFunction } from './smooth-interval.js';

/** The last two coefficients, by the largest value so far, below which a segment counts as resolved, unless less will do. */
export const fullResolution = 1e-13;
/** Rounding of values and of the sums that make coefficients of them, by the largest value so far. */
const rounding = 1e-14;
/** Where halving does not lower them any more and they are below this they are noise. */
const noise = 1e-8;
const noProgress = 0.7;
const maxHalvings = 60;
const maxSegments = 400;
const minSegments = 8;
/** Halvings of an interval that is as smooth everywhere; more close in a bend, or what is over soon. */
const evenHalvings = 6;
/** Intervals of lengths further apart than this tell nothing of each other; events end a motion anywhere. */
const likeLengths = 16;
/** Fits of five points that have failed, by those that did not, above which none is tried. */
const maxFailures = 0.25;
/** What decays fast does so behind an event: there the first part is taken smaller than a half. */
const startPart = 1 / 8;

/** By how much times are rounded, in half lengths of an interval, with room for the sums in which that ends. */
function timeRounding(from: number, to: number): number {
  return (8 * Number.EPSILON * Math.max(Math.abs(from), Math.abs(to))) / (to - from);
}

export interface SegmentObserver {
  /** It looks at nothing that is still to come; absent where it always does. */
  readonly finished?: boolean;
  /** Nor at what ends here or before; absent where it does. */
  readonly begins?: number;
  /** Takes the next segment; it is used again after the call. */
  segment(segment: PolynomialSegment): void;
  /** Told of impulses at t, by quantity (`SmoothIntervalObserver`). */
  impulse?(t: number, areas: Float64Array): void;
  /** Takes sums in the place of segments. */
  readonly takeSums?: (make: MakeSums) => void;
  /** Takes a quantity from a function of time: segments have none of it then. */
  readonly takeFunction?: (quantity: number, of: TimeFunction) => void;
}

export class PiecewisePolynomial implements SmoothIntervalObserver {
  readonly #begins: number;
  readonly #segment: PolynomialSegment;
  readonly #coarser: CoarserFits;
  /** Of the last fit: 1 where a quantity is resolved. */
  readonly #isResolved: Uint8Array;
  /** The quantities that are not known from elsewhere. */
  #read: Int32Array;
  readonly #times = new Float64Array(pointCount);
  readonly #rows: Float64Array;
  readonly #values = new Float64Array(pointCount);
  readonly #largest: Float64Array;
  /** Ends, depth and size of the last coefficients above of intervals that wait. */
  readonly #ends = new Float64Array(maxHalvings + 2);
  readonly #depths = new Int32Array(maxHalvings + 2);
  readonly #tails = new Float64Array(maxHalvings + 2);
  /** Segments that the next interval may have. */
  #budget = maxSegments;
  /**
   * From this length on parts of an interval are halved without a look: one of it was not resolved in the last interval, and its
   * halves were. The length of which one was not: where it is looked at again, one more is enough.
   */
  #coarse = Infinity;
  #failed = Infinity;
  #lastLength = Infinity;
  /** Up to this length five points are tried; how often they have done, and not. */
  #short = 0;
  #shortFits = 0;
  #shortFailures = 0;

  constructor(
    private readonly width: number,
    private readonly observers: readonly SegmentObserver[],
    private readonly resolution = fullResolution,
  ) {
    this.#begins = Math.min(...observers.map(({ begins = -Infinity }) => begins));
    this.#coarser = new CoarserFits(width);
    this.#isResolved = new Uint8Array(width);
    this.#read = Int32Array.from({ length: width }, (_, q) => q);
    this.#segment = new PolynomialSegment(width, this.#coarser);
    this.#rows = new Float64Array(pointCount * (width + 1));
    this.#largest = new Float64Array(width);
  }

  get finished(): boolean {
    return this.observers.every(({ finished }) => finished === true);
  }

  takeSums(make: MakeSums): boolean {
    const [only, ...others] = this.observers;
    if (!only?.takeSums || others.length > 0) return false;
    only.takeSums(make);
    return true;
  }

  takeFunction(quantity: number, of: TimeFunction): boolean {
    const [only, ...others] = this.observers;
    if (!only?.takeFunction || others.length > 0) return false;
    only.takeFunction(quantity, of);
    this.#read = this.#read.filter((q) => q !== quantity);
    return true;
  }

  impulse(t: number, areas: Float64Array): void {
    for (const observer of this.observers) observer.impulse?.(t, areas);
  }

  interval(interval: SmoothInterval): void {
    if (!(interval.t1 > interval.t0) || interval.t1 <= this.#begins || this.finished) return;
    if (interval.linear) {
      this.#line(interval);
      return;
    }
    if (interval.ownScale) this.#largest.fill(0);
    let from = interval.t0;
    let top = 0;
    let segments = 0;
    const length = interval.t1 - interval.t0;
    if (length > likeLengths * this.#lastLength || this.#lastLength > likeLengths * length) this.#forget();
    this.#lastLength = length;
    let resolved = true;
    let shortest = Infinity;
    this.#ends[0] = interval.t1;
    this.#depths[0] = 0;
    this.#tails[0] = Infinity;
    while (top >= 0) {
      const to = this.#ends[top] as number;
      const depth = this.#depths[top] as number;
      const above = this.#tails[top] as number;
      const middle = from + (to - from) * (depth > 0 && from === interval.t0 ? startPart : 0.5);
      const isCoarse =
        to - from >= this.#coarse && segments + top < this.#budget && middle > from && middle < to;
      const tail = isCoarse ? Infinity : this.#fit(interval, from, to);
      const isDone =
        tail <= this.resolution ||
        (tail < noise && tail > noProgress * above) ||
        depth >= maxHalvings ||
        segments + top >= this.#budget ||
        !(middle > from && middle < to);
      if (isDone) {
        resolved &&= tail <= this.resolution && depth <= evenHalvings;
        this.#tell();
        segments++;
        from = to;
        top--;
        continue;
      }
      if (!isCoarse) {
        this.#keepResolved();
        shortest = Math.min(shortest, to - from);
        if (to - from >= this.#failed) this.#coarse = Math.min(this.#coarse, to - from);
      }
      this.#depths[top] = depth + 1;
      this.#tails[top] = tail;
      top++;
      this.#ends[top] = middle;
      this.#depths[top] = depth + 1;
      this.#tails[top] = tail;
    }
    if (resolved) {
      // What was not looked at may be resolved next time: it is looked at again from time to time.
      this.#failed = Math.min(shortest, this.#coarse);
      this.#coarse = Math.min(shortest, 2 * this.#coarse);
    } else this.#forget();
    this.#budget =
      segments >= this.#budget
        ? Math.max(minSegments, this.#budget >> 2)
        : Math.min(maxSegments, 2 * this.#budget);
  }

  #forget(): void {
    this.#coarse = Infinity;
    this.#failed = Infinity;
  }

  #line(interval: SmoothInterval): void {
    const [times, rows, segment] = [this.#times, this.#rows, this.#segment];
    times[0] = segment.t0 = interval.t0;
    times[1] = segment.t1 = interval.t1;
    interval.read(times, 2, rows);
    const width = this.width + 1;
    segment.c.fill(0);
    segment.rounding.fill(0);
    for (let q = 0; q < this.width; q++) {
      const [a, b] = [rows[q + 1] as number, rows[width + q + 1] as number];
      segment.first[q] = a;
      segment.last[q] = b;
      segment.c[q * pointCount] = a + (b - a) / 2;
      segment.c[q * pointCount + 1] = (b - a) / 2;
    }
    this.#tell();
  }

  /** Fits the segment to [from, to]; returns the largest of the last coefficients, relative to what its quantity has been. */
  #fit(interval: SmoothInterval, from: number, to: number): number {
    if (to - from <= this.#short && this.#shortFailures <= 1 + maxFailures * this.#shortFits) {
      const tail = this.#fitTo(fivePoints, interval, from, to);
      if (tail <= this.resolution) {
        this.#shortFits++;
        return tail;
      }
      this.#shortFailures++;
      this.#short = (to - from) / 2;
    }
    const tail = this.#fitTo(ninePoints, interval, from, to);
    if (tail <= this.resolution && to - from > this.#short && this.#isShort()) this.#short = to - from;
    return tail;
  }

  /** Whether the coefficients of the last fit would have been below the resolution at five points too. */
  #isShort(): boolean {
    const { c } = this.#segment;
    for (const q of this.#read) {
      const at = q * pointCount;
      const tail = this.#tailOf(fivePoints, at) + magnitudeFrom(fivePoints.degree + 1, c, at);
      if (tail > this.resolution * (this.#largest[q] as number)) return false;
    }
    return true;
  }

  /**
   * The size of the last coefficients. Of five points the last but one falls below the power 2/3 of the resolution: where
   * coefficients fall like rho^k, what is missing is below its power 10/9.
   */
  #tailOf({ degree: last }: LobattoPoints, at: number): number {
    const { c } = this.#segment;
    const weight = last === fivePoints.degree ? Math.cbrt(this.resolution) : 1;
    return Math.abs(c[at + last] as number) + weight * Math.abs(c[at + last - 1] as number);
  }

  #fitTo(of: LobattoPoints, interval: SmoothInterval, from: number, to: number): number {
    const { degree: last, points } = of;
    const [times, rows, segment, values] = [this.#times, this.#rows, this.#segment, this.#values];
    for (let i = 0; i < last; i++) times[i] = from + ((1 + (points[i] as number)) / 2) * (to - from);
    times[last] = to;
    interval.read(times, last + 1, rows);
    segment.t0 = from;
    segment.t1 = to;
    const width = this.width + 1;
    let largestTail = 0;
    for (const q of this.#read) {
      const first = rows[q + 1] as number;
      let largest = Math.max(this.#largest[q] as number, Math.abs(first));
      let isConstant = true;
      for (let i = 0; i <= last; i++) {
        const value = rows[i * width + q + 1] as number;
        values[i] = value;
        if (value === first) continue;
        isConstant = false;
        if (Math.abs(value) > largest) largest = Math.abs(value);
      }
      this.#largest[q] = largest;
      segment.first[q] = first;
      segment.last[q] = values[last] as number;
      segment.rounding[q] = rounding * largest;
      const at = q * pointCount;
      this.#isResolved[q] = 1;
      if (isConstant) {
        segment.c.fill(0, at, at + pointCount);
        segment.c[at] = first;
        continue;
      }
      toLegendre(of, values, segment.c, at);
      const tail = this.#tailOf(of, at);
      if (!(tail > this.resolution * largest) || !(tail > timeRounding(from, to) * slopeBound(segment.c, at)))
        continue;
      this.#isResolved[q] = 0;
      const size = Math.max(largest, interval.magnitude?.(q) ?? 0);
      if (tail > largestTail * size) largestTail = tail / size;
    }
    return largestTail;
  }

  /** Before a segment is halved for the sake of other quantities. */
  #keepResolved(): void {
    const { c, t0, t1 } = this.#segment;
    for (const q of this.#read) if (this.#isResolved[q] === 1) this.#coarser.keep(q, c, t0, t1);
  }

  #tell(): void {
    for (const observer of this.observers) observer.segment(this.#segment);
  }
}
