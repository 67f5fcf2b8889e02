/**
 * An interval of a run in which every quantity is a polynomial of degree 8 to the rounding of its values, by its Legendre
 * coefficients (`numerics/polynomial/legendre.ts`): integrals are sums of coefficients, extrema and crossings zeros of
 * polynomials.
 */
import type { CoarserFits } from './coarser-fits.js';
import {
  degree,
  differentiateLegendre,
  evaluateLegendre,
  isMonotone,
  meanSquare,
  magnitudeFrom,
  ninePoints,
  pointCount,
  toLegendre,
  toMonomials,
} from '../../numerics/polynomial/legendre.js';
import { MonotoneParts } from '../../numerics/polynomial/monotone-parts.js';

const monotone = new MonotoneParts(degree);
const values = new Float64Array(pointCount);
const powers = new Float64Array(pointCount);

/** Overlaps below this part are rounding. */
const overlap = 1e-9;

/** Whether the scale has gone back since the end of the last segment, to the begin of another sweep. */
export function goesBack(end: number, { t0 }: PolynomialSegment): boolean {
  return end - t0 > overlap * Math.abs(end);
}

export class PolynomialSegment {
  t0 = 0;
  t1 = 0;
  /** Of quantity q from c[q * pointCount] on. */
  readonly c: Float64Array;
  /** Exact limits of quantity q at both ends. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** What a quantity is rounded by: where it differs by less it is the same. */
  readonly rounding: Float64Array;

  constructor(
    readonly width: number,
    /** Wider fits from which slopes are read. */
    private readonly coarser?: CoarserFits,
  ) {
    this.c = new Float64Array(width * pointCount);
    this.first = new Float64Array(width);
    this.last = new Float64Array(width);
    this.rounding = new Float64Array(width);
  }

  get length(): number {
    return this.t1 - this.t0;
  }

  /** Value of a quantity at a time in [t0, t1]. */
  value(q: number, t: number): number {
    if (t <= this.t0) return this.first[q] as number;
    if (t >= this.t1) return this.last[q] as number;
    return evaluateLegendre(this.c, q * pointCount, this.place(t));
  }

  /** Its derivative by the scale. */
  slope(q: number, t: number): number {
    const { coarser } = this;
    if (coarser?.covers(q, this.t0, this.t1)) return coarser.slope(q, t);
    return (2 / this.length) * differentiateLegendre(this.c, q * pointCount, this.place(t));
  }

  /** Its mean, and that of its square. */
  mean(q: number): number {
    return this.c[q * pointCount] as number;
  }

  meanSquare(q: number): number {
    return meanSquare(this.c, q * pointCount);
  }

  /** A bound of |quantity - mean|. */
  spread(q: number): number {
    return magnitudeFrom(1, this.c, q * pointCount);
  }

  /** The place of a time in [-1, 1]. */
  place(t: number): number {
    return (t - this.t0 - (this.t1 - t)) / this.length;
  }

  /** The time of a place in [-1, 1]. */
  time(x: number): number {
    return x <= 0 ? this.t0 + ((1 + x) / 2) * this.length : this.t1 - ((1 - x) / 2) * this.length;
  }

  /** Writes the places within (-1, 1) between which a quantity is monotone; returns how many there are. */
  turns(q: number, out: Float64Array): number {
    const at = q * pointCount;
    if (isMonotone(this.c, at)) return 0;
    toMonomials(this.c, at, powers);
    return monotone.find(powers, out);
  }

  /** The place between two turns at which a quantity has a level that lies between its values there. */
  placeOf(q: number, level: number, from: number, to: number, rises: boolean): number {
    const at = q * pointCount;
    let [low, high] = [from, to];
    let x = (low + high) / 2;
    for (let k = 0; k < 100; k++) {
      const miss = evaluateLegendre(this.c, at, x) - level;
      if (miss === 0) return x;
      if (miss < 0 === rises) low = x;
      else high = x;
      let next = x - miss / differentiateLegendre(this.c, at, x);
      if (!(next > low && next < high) || k % 4 === 3) next = (low + high) / 2;
      if (Math.abs(next - x) <= 2 ** -53 || !(next > low && next < high)) return next;
      x = next;
    }
    return x;
  }

  /** Makes this the part [from, to] of another, of the same width. */
  setPart(whole: PolynomialSegment, from: number, to: number): void {
    this.t0 = from;
    this.t1 = to;
    this.rounding.set(whole.rounding);
    for (let q = 0; q < this.width; q++) {
      for (let i = 0; i < pointCount; i++) {
        const part = (1 + (ninePoints.points[i] as number)) / 2;
        values[i] = whole.value(q, i === degree ? to : from + part * (to - from));
      }
      this.first[q] = values[0] as number;
      this.last[q] = values[degree] as number;
      toLegendre(ninePoints, values, this.c, q * pointCount);
    }
  }
}
