/**
 * Of quantities that are measured together one may bend where the others do not, and be halved down to rounding. There the slope
 * of the others would be a quotient of roundings. So the widest fit in which a quantity was resolved is kept until it is passed,
 * and slopes are read from that.
 */
import { differentiateLegendre, pointCount } from '../../numerics/polynomial/legendre.js';

export class CoarserFits {
  readonly #c: Float64Array;
  /** Ends of the fit of a quantity; NaN where there is none. */
  readonly #from: Float64Array;
  readonly #to: Float64Array;

  constructor(width: number) {
    this.#c = new Float64Array(width * pointCount);
    this.#from = new Float64Array(width).fill(NaN);
    this.#to = new Float64Array(width).fill(NaN);
  }

  /** Whether there is a fit of a quantity that covers an interval. */
  covers(q: number, t0: number, t1: number): boolean {
    return (this.#from[q] as number) <= t0 && t1 <= (this.#to[q] as number);
  }

  /** Keeps the coefficients of a quantity, unless a wider fit covers them. */
  keep(q: number, c: Float64Array, t0: number, t1: number): void {
    if (this.covers(q, t0, t1)) return;
    const at = q * pointCount;
    this.#c.set(c.subarray(at, at + pointCount), at);
    this.#from[q] = t0;
    this.#to[q] = t1;
  }

  /** The derivative by the scale. */
  slope(q: number, t: number): number {
    const [from, to] = [this.#from[q] as number, this.#to[q] as number];
    const place = (t - from - (to - t)) / (to - from);
    return (2 / (to - from)) * differentiateLegendre(this.#c, q * pointCount, place);
  }
}
