/**
 * A signal of straight pieces, once or repeated: what PULSE and PWL are.
 *
 * It is `before` until `origin`; then, in cycle k that starts at t_k = origin + k period, piece j holds
 * from t_k + offset_j to the next corner and runs from value_j with slope_j. Corner times are computed from
 * k and j, never accumulated, by one expression used everywhere, so that
 * nextCorner(corner_j) is corner_(j+1) to the bit over any number of cycles (CONVENTIONS 12).
 *
 * Cost: O(log pieces) to find a piece; an integral adds the pieces that it touches in its first and last cycle and
 * counts the cycles between by one product.
 */
import type { ClosedFormSignal } from './closed-form-signal.js';
import type { AffinePiece } from './affine-pieces.js';
import { CyclicPassages } from './cyclic-passages.js';
import { affineGenerator } from './generators.js';

export interface PiecewiseAffineShape {
  /** Value before `origin`. */
  readonly before: number;
  /** Start of cycle 0 in seconds. */
  readonly origin: number;
  /** Seconds; Infinity when nothing repeats. */
  readonly period: number;
  /** Pieces without gaps, the first at offset 0, the last up to the period. */
  readonly pieces: readonly AffinePiece[];
}

export class PiecewiseAffineSignal implements ClosedFormSignal {
  readonly constant = false;
  readonly generator = affineGenerator;
  readonly #before: number;
  readonly #origin: number;
  readonly #period: number;
  readonly #pieces: readonly AffinePiece[];
  readonly #offset: Float64Array;
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  readonly #slope: Float64Array;
  /** The place that was asked for last: cycle and piece, and when it begins and ends. Questions mostly go forward. */
  #cycle = 0;
  #piece = 0;
  readonly #place = Float64Array.of(NaN, NaN);

  constructor({ before, origin, period, pieces }: PiecewiseAffineShape) {
    this.#before = before;
    this.#pieces = pieces;
    this.#origin = origin;
    this.#period = period;
    this.#offset = Float64Array.from(pieces, (piece) => piece.offset);
    this.#from = Float64Array.from(pieces, (piece) => piece.from);
    this.#to = Float64Array.from(pieces, (piece) => piece.to);
    this.#slope = Float64Array.from(pieces, (piece) =>
      piece.from === piece.to ? 0 : (piece.to - piece.from) / piece.length,
    );
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
    let piece = this.#pieceAt(start, t);
    if (start + at(this.#offset, piece) < t) return this.#valueOn(start, piece, t);
    while (piece >= 0 && start + at(this.#offset, piece) >= t) piece--;
    return at(this.#to, piece >= 0 ? piece : this.#to.length - 1);
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

  nextCorner(t: number): number {
    if (t < this.#origin) return this.#origin;
    this.#locate(t);
    return at(this.#place, 1);
  }

  passages(level: number, upward: boolean): CyclicPassages {
    return new CyclicPassages(this.#origin, this.#period, this.#pieces, level, upward);
  }

  generate(t: number, z: Float64Array, offset: number): void {
    if (t < this.#origin) {
      z[offset] = this.#before;
      z[offset + 1] = 0;
      return;
    }
    this.#locate(t);
    z[offset] = this.#valueHere(t);
    z[offset + 1] = at(this.#slope, this.#piece);
  }

  /** Makes the last piece that begins at or before t, from the origin on, the present place. */
  #locate(t: number): void {
    const place = this.#place;
    if (t >= at(place, 0)) {
      if (t < at(place, 1)) return;
      if (t === at(place, 1)) {
        const isLast = this.#piece + 1 === this.#offset.length;
        this.#stand(isLast ? this.#cycle + 1 : this.#cycle, isLast ? 0 : this.#piece + 1);
        if (t < at(place, 1)) return;
      }
    }
    const cycle = this.#cycleAt(t);
    this.#stand(cycle, this.#pieceAt(this.#cycleStart(cycle), t));
  }

  #stand(cycle: number, piece: number): void {
    this.#cycle = cycle;
    this.#piece = piece;
    this.#place[0] = this.#cycleStart(cycle) + at(this.#offset, piece);
    this.#place[1] = this.#pieceEnd(cycle, piece);
  }

  #valueHere(t: number): number {
    const slope = at(this.#slope, this.#piece);
    const from = at(this.#from, this.#piece);
    return slope === 0 ? from : from + slope * (t - at(this.#place, 0));
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

  /** The last piece that starts at or before t in the cycle that starts at `start`. */
  #pieceAt(start: number, t: number): number {
    let low = 0;
    let high = this.#offset.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (start + at(this.#offset, middle) <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #pieceEnd(cycle: number, piece: number): number {
    if (piece + 1 < this.#offset.length) return this.#cycleStart(cycle) + at(this.#offset, piece + 1);
    return this.#period === Infinity ? Infinity : this.#cycleStart(cycle + 1);
  }

  #valueOn(start: number, piece: number, t: number): number {
    const slope = at(this.#slope, piece);
    const from = at(this.#from, piece);
    return slope === 0 ? from : from + slope * (t - (start + at(this.#offset, piece)));
  }

  /** Integral over [from, to] inside one cycle: length times the value in the middle of each piece. */
  #integralIn(cycle: number, from: number, to: number): number {
    const start = this.#cycleStart(cycle);
    let sum = 0;
    let left = from;
    for (let piece = this.#pieceAt(start, from); left < to; piece++) {
      const right = piece + 1 < this.#offset.length ? Math.min(to, this.#pieceEnd(cycle, piece)) : to;
      sum += (right - left) * this.#valueOn(start, piece, left + (right - left) / 2);
      left = right;
    }
    return sum;
  }
}

function at(array: Float64Array, index: number): number {
  return array[index] as number;
}
