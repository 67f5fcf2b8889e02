/**
 * When a quantity g passes 0: on the way up where it was below and is not any more, at the time at which it is 0, or at the
 * jump; on the way down likewise. A quantity that starts at 0, or only leaves it again to the side it came from, has not
 * passed. What is below the rounding of its largest magnitude so far, or of the level, counts as 0, so that a node at rest has no
 * crossings, nor one at its level. Where the scale goes back, to another sweep, it begins anew.
 */
import { pointCount } from '../../numerics/polynomial/legendre.js';
import { goesBack, type PolynomialSegment } from './polynomial-segment.js';

/** Zero, relative to the largest magnitude so far. */
const rounding = 1e-13;

export type Crossed = (t: number, rises: boolean) => void;

const turns = new Float64Array(pointCount);

export class CrossingWatch {
  #largest = 0;
  /** On which side of 0 it was; NaN before the first segment. */
  #side = NaN;
  /** The end of the last segment. */
  #end = -Infinity;

  constructor(
    private readonly q: number,
    /** What counts as 0. */
    private readonly level = 0,
    /** A quantity whose magnitude says how far this one is rounded, where it is a difference. */
    private readonly size?: number,
  ) {
    this.#largest = Math.abs(level);
  }

  /** The side on which it is: -1, 0 or 1. */
  get side(): number {
    return this.#side;
  }

  /** Goes through a segment; tells every crossing in it in the order of time. */
  segment(segment: PolynomialSegment, crossed: Crossed): void {
    const { q, level } = this;
    if (goesBack(this.#end, segment)) this.#side = NaN;
    this.#end = segment.t1;
    const first = (segment.first[q] as number) - level;
    const mean = segment.mean(q) - level;
    const spread = segment.spread(q);
    this.#largest = Math.max(this.#largest, Math.abs(mean) + spread, this.#sizeIn(segment));
    const zero = rounding * this.#largest;
    if (Number.isNaN(this.#side)) this.#side = sideOf(first, zero);
    else this.#pass(first, zero, segment.t0, crossed);
    if (Math.abs(mean) - spread > zero) return;
    const count = segment.turns(q, turns);
    let x = -1;
    for (let k = 0; k <= count; k++) {
      const to = k < count ? (turns[k] as number) : 1;
      const end = k < count ? segment.value(q, segment.time(to)) : (segment.last[q] as number);
      this.#part(segment, x, to, end - level, zero, crossed);
      x = to;
    }
  }

  /** Goes through a monotone part that ends at place `to` with the value `after`. */
  #part(
    segment: PolynomialSegment,
    from: number,
    to: number,
    after: number,
    zero: number,
    crossed: Crossed,
  ): void {
    const before = this.#side;
    const side = sideOf(after, zero);
    if (side === before || before === 0) {
      this.#side = side === 0 ? before : side;
      if (before === 0) this.#side = side;
      return;
    }
    const rises = before < 0;
    const hasZero = rises ? after >= 0 : after <= 0;
    const place = hasZero && after !== 0 ? segment.placeOf(this.q, this.level, from, to, rises) : to;
    this.#side = side;
    crossed(place >= 1 ? segment.t1 : segment.time(place), rises);
  }

  #sizeIn(segment: PolynomialSegment): number {
    const { size } = this;
    return size === undefined ? 0 : Math.abs(segment.mean(size)) + segment.spread(size);
  }

  /** What happens where one segment ends and the next begins. */
  #pass(first: number, zero: number, t: number, crossed: Crossed): void {
    const side = sideOf(first, zero);
    const before = this.#side;
    if (side === before) return;
    this.#side = side;
    if (before !== 0) crossed(t, before < 0);
  }
}

function sideOf(value: number, zero: number): number {
  if (value > zero) return 1;
  return value < -zero ? -1 : 0;
}
