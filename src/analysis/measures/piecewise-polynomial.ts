/**
 * Fits polynomials to smooth intervals: an interval is read at the nine points of Gauss and Lobatto; where the last
 * coefficients of a quantity are not below the rounding of its values, it is halved. Analytic motions need few halvings
 * whatever their time constants, and of intervals that are alike, one behind the other, those lengths are halved at once that
 * failed last; a bend or jump within a written expression is closed in by halving down to rounding. Where
 * noise keeps the coefficients up, an interval has `maxSegments` at most, and fewer the longer that lasts.
 *
 * Cost: nine readings a segment, 81 products a quantity.
 */
import {
  degree,
  lobattoPoints,
  magnitudeFrom,
  pointCount,
  slopeBound,
  toLegendre,
} from '../../numerics/polynomial/legendre.js';
import { CoarserFits } from './coarser-fits.js';
import { PolynomialSegment } from './polynomial-segment.js';
import type { MakeSums, SmoothInterval, SmoothIntervalObserver } from './smooth-interval.js';

/** The last two coefficients, by the largest value so far, below which a segment counts as resolved, unless less will do. */
export const fullResolution = 1e-13;
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
/** What decays fast does so behind an event: there the first part is taken smaller than a half. */
const startPart = 1 / 8;

/** By how much times are rounded, in half lengths of an interval, with room for the sums in which that ends. */
function timeRounding(from: number, to: number): number {
  return (8 * Number.EPSILON * Math.max(Math.abs(from), Math.abs(to))) / (to - from);
}

export interface SegmentObserver {
  /** It looks at nothing that is still to come; absent where it always does. */
  readonly finished?: boolean;
  /** Takes the next segment; it is used again after the call. */
  segment(segment: PolynomialSegment): void;
  /** Told of impulses at t, by quantity (`SmoothIntervalObserver`). */
  impulse?(t: number, areas: Float64Array): void;
  /** Takes sums in the place of segments. */
  readonly takeSums?: (make: MakeSums) => void;
}

export class PiecewisePolynomial implements SmoothIntervalObserver {
  readonly #segment: PolynomialSegment;
  readonly #coarser: CoarserFits;
  /** Of the last fit: 1 where a quantity is resolved. */
  readonly #isResolved: Uint8Array;
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

  constructor(
    private readonly width: number,
    private readonly observers: readonly SegmentObserver[],
    private readonly resolution = fullResolution,
  ) {
    this.#coarser = new CoarserFits(width);
    this.#isResolved = new Uint8Array(width);
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

  impulse(t: number, areas: Float64Array): void {
    for (const observer of this.observers) observer.impulse?.(t, areas);
  }

  interval(interval: SmoothInterval): void {
    if (!(interval.t1 > interval.t0) || this.finished) return;
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
    const [times, rows, segment, values] = [this.#times, this.#rows, this.#segment, this.#values];
    for (let i = 0; i < degree; i++) times[i] = from + ((1 + (lobattoPoints[i] as number)) / 2) * (to - from);
    times[degree] = to;
    interval.read(times, pointCount, rows);
    segment.t0 = from;
    segment.t1 = to;
    const width = this.width + 1;
    let largestTail = 0;
    for (let q = 0; q < this.width; q++) {
      let largest = this.#largest[q] as number;
      for (let i = 0; i < pointCount; i++) {
        const value = rows[i * width + q + 1] as number;
        values[i] = value;
        if (Math.abs(value) > largest) largest = Math.abs(value);
      }
      this.#largest[q] = largest;
      segment.first[q] = values[0] as number;
      segment.last[q] = values[degree] as number;
      const at = q * pointCount;
      toLegendre(values, 0, segment.c, at);
      const tail = magnitudeFrom(degree - 1, segment.c, at);
      const isResolved =
        !(tail > this.resolution * largest) || !(tail > timeRounding(from, to) * slopeBound(segment.c, at));
      this.#isResolved[q] = isResolved ? 1 : 0;
      if (isResolved) continue;
      const size = Math.max(largest, interval.magnitude?.(q) ?? 0);
      if (tail > largestTail * size) largestTail = tail / size;
    }
    return largestTail;
  }

  /** Before a segment is halved for the sake of other quantities. */
  #keepResolved(): void {
    const { c, t0, t1 } = this.#segment;
    for (let q = 0; q < this.width; q++) if (this.#isResolved[q] === 1) this.#coarser.keep(q, c, t0, t1);
  }

  #tell(): void {
    for (const observer of this.observers) observer.segment(this.#segment);
  }
}
