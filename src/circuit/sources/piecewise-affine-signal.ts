/**
 * A signal of straight segments, once or repeated: what PULSE and PWL are.
 *
 * It is `before` until `origin`; then, in cycle k that starts at t_k = origin + k period, segment j holds
 * from t_k + offset_j to the next breakpoint and runs from value_j with slope_j. Breakpoint times are computed from
 * k and j, never accumulated, by one expression used everywhere, so that
 * nextBreakpoint(breakpoint_j) is breakpoint_(j+1) to the bit over any number of cycles (conventions: source times).
 *
 * Cost: O(log segments) to find a segment; an integral adds the segments that it touches in its first and last cycle and
 * counts the cycles between by one product.
 */
import { writeLine } from '../../kernel/modeling/signals/constant-signal.js';
import { linePlaces, type Signal } from '../../kernel/modeling/signals/signal.js';
import { straightValue } from '../../kernel/modeling/signals/closed-segment.js';
import type { ClosedFormSignal } from './closed-form-signal.js';
import type { AffineSegment } from './affine-segments.js';
import { CyclicLevelCrossings } from './cyclic-level-crossings.js';
import { affineGenerator } from './generators.js';
import { areSame, hashOf } from './same-numbers.js';

export interface PiecewiseAffineShape {
  /** Value before `origin`. */
  readonly before: number;
  /** Start of cycle 0 in seconds. */
  readonly origin: number;
  /** Seconds; Infinity when nothing repeats. */
  readonly period: number;
  /** Segments without gaps, the first at offset 0, the last up to the period. */
  readonly segments: readonly AffineSegment[];
}

export class PiecewiseAffineSignal implements ClosedFormSignal {
  readonly constant = false;
  readonly generator = affineGenerator;
  readonly #before: number;
  readonly #origin: number;
  readonly #period: number;
  readonly #segments: readonly AffineSegment[];
  readonly #offset: Float64Array;
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  readonly #slope: Float64Array;
  /** The place that was asked for last: cycle and segment, and when it begins and ends. Questions mostly go forward. */
  #cycle = 0;
  #segment = 0;
  readonly #place = Float64Array.of(NaN, NaN);

  constructor({ before, origin, period, segments }: PiecewiseAffineShape) {
    this.#before = before;
    this.#segments = segments;
    this.#origin = origin;
    this.#period = period;
    this.#offset = Float64Array.from(segments, (segment) => segment.offset);
    this.#from = Float64Array.from(segments, (segment) => segment.from);
    this.#to = Float64Array.from(segments, (segment) => segment.to);
    this.#slope = Float64Array.from(segments, (segment) =>
      segment.from === segment.to ? 0 : (segment.to - segment.from) / segment.length,
    );
  }

  get hash(): number {
    return hashOf(this.#shape);
  }

  isSameAs(other: Signal): boolean {
    return other instanceof PiecewiseAffineSignal && areSame(this.#shape, other.#shape);
  }

  value(t: number): number {
    if (t < this.#origin) return this.#before;
    this.#locate(t);
    return this.#valueHere(t);
  }

  valueLeft(t: number): number {
    if (t <= this.#origin) return this.#before;
    const cycle = this.#cycleAt(t);
    const start = this.#cycleStart(cycle);
    let segment = this.#segmentAt(start, t);
    if (start + at(this.#offset, segment) < t) return this.#valueOn(start, segment, t);
    while (segment >= 0 && start + at(this.#offset, segment) >= t) segment--;
    return at(this.#to, segment >= 0 ? segment : this.#to.length - 1);
  }

  integral(t0: number, t1: number): number {
    if (t1 < t0) return -this.integral(t1, t0);
    const origin = this.#origin;
    if (t1 <= origin) return this.#before * (t1 - t0);
    const head = t0 < origin ? this.#before * (origin - t0) : 0;
    const from = Math.max(t0, origin);
    const first = this.#cycleAt(from);
    const last = this.#cycleAt(t1);
    if (first === last) return head + this.#integralIn(first, from, t1);
    const whole = last - first - 1;
    return (
      head +
      this.#integralIn(first, from, this.#cycleStart(first + 1)) +
      (whole > 0 ? whole * this.#integralIn(0, origin, this.#cycleStart(1)) : 0) +
      this.#integralIn(last, this.#cycleStart(last), t1)
    );
  }

  nextBreakpoint(t: number): number {
    if (t < this.#origin) return this.#origin;
    this.#locate(t);
    return at(this.#place, 1);
  }

  line(t: number, out: Float64Array, offset: number): number {
    if (t < this.#origin) {
      writeLine(out, offset, this.#before);
      return this.#origin;
    }
    this.#locate(t);
    out[offset + linePlaces.begin] = at(this.#place, 0);
    out[offset + linePlaces.value] = at(this.#from, this.#segment);
    out[offset + linePlaces.slope] = at(this.#slope, this.#segment);
    out[offset + linePlaces.last] = at(this.#to, this.#segment);
    return at(this.#place, 1);
  }

  levelCrossings(level: number, upward: boolean): CyclicLevelCrossings {
    return new CyclicLevelCrossings(this.#origin, this.#period, this.#segments, level, upward);
  }

  generate(t: number, z: Float64Array, offset: number): void {
    if (t < this.#origin) {
      z[offset] = this.#before;
      z[offset + 1] = 0;
      return;
    }
    this.#locate(t);
    z[offset] = this.#valueHere(t);
    z[offset + 1] = at(this.#slope, this.#segment);
  }

  /** All numbers that it follows from. */
  get #shape(): readonly Float64Array[] {
    const head = Float64Array.of(this.#before, this.#origin, this.#period);
    return [head, this.#offset, this.#from, this.#to, this.#slope];
  }

  /** Makes the last segment that begins at or before t, from the origin on, the present place. */
  #locate(t: number): void {
    const place = this.#place;
    if (t >= at(place, 0)) {
      if (t < at(place, 1)) return;
      if (t === at(place, 1)) {
        const isLast = this.#segment + 1 === this.#offset.length;
        this.#stand(isLast ? this.#cycle + 1 : this.#cycle, isLast ? 0 : this.#segment + 1);
        if (t < at(place, 1)) return;
      }
    }
    const cycle = this.#cycleAt(t);
    this.#stand(cycle, this.#segmentAt(this.#cycleStart(cycle), t));
  }

  #stand(cycle: number, segment: number): void {
    this.#cycle = cycle;
    this.#segment = segment;
    this.#place[0] = this.#cycleStart(cycle) + at(this.#offset, segment);
    this.#place[1] = this.#segmentEnd(cycle, segment);
  }

  #valueHere(t: number): number {
    const segment = this.#segment;
    return straightValue(at(this.#from, segment), at(this.#slope, segment), at(this.#place, 0), t);
  }

  #cycleStart(cycle: number): number {
    return cycle === 0 ? this.#origin : this.#origin + cycle * this.#period;
  }

  /** The cycle with t_k <= t < t_(k+1); the quotient alone may be off by one after rounding. */
  #cycleAt(t: number): number {
    if (this.#period === Infinity) return 0;
    const cycle = Math.floor((t - this.#origin) / this.#period);
    if (this.#cycleStart(cycle + 1) <= t) return cycle + 1;
    return this.#cycleStart(cycle) > t ? cycle - 1 : cycle;
  }

  /** The last segment that starts at or before t in the cycle that starts at `start`. */
  #segmentAt(start: number, t: number): number {
    let low = 0;
    let high = this.#offset.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (start + at(this.#offset, middle) <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #segmentEnd(cycle: number, segment: number): number {
    if (segment + 1 < this.#offset.length) return this.#cycleStart(cycle) + at(this.#offset, segment + 1);
    return this.#period === Infinity ? Infinity : this.#cycleStart(cycle + 1);
  }

  #valueOn(start: number, segment: number, t: number): number {
    const begin = start + at(this.#offset, segment);
    return straightValue(at(this.#from, segment), at(this.#slope, segment), begin, t);
  }

  /** Integral over [from, to] inside one cycle: length times the value in the middle of each segment. */
  #integralIn(cycle: number, from: number, to: number): number {
    const start = this.#cycleStart(cycle);
    let sum = 0;
    let left = from;
    for (let segment = this.#segmentAt(start, from); left < to; segment++) {
      const right = segment + 1 < this.#offset.length ? Math.min(to, this.#segmentEnd(cycle, segment)) : to;
      sum += (right - left) * this.#valueOn(start, segment, left + (right - left) / 2);
      left = right;
    }
    return sum;
  }
}

function at(array: Float64Array, index: number): number {
  return array[index] as number;
}
