/**
 * Integrals and extremes of a quantity that is a function of time, from its source and not from the segments of a run: these need
 * not end where it bends. A pulse that turns a switch has four bends a period, the circuit that it drives two.
 */
import { isAffine } from '../../kernel/modeling/signals/affine-signal.js';
import type { QuantitySums } from '../../kernel/simulation/step-records/quadratic-sums.js';
import { Extrema, Integrals } from './interval-measurement.js';
import { PiecewisePolynomial } from './piecewise-polynomial.js';
import type { PolynomialSegment } from './polynomial-segment.js';
import type { SmoothInterval, TimeFunction } from './smooth-interval.js';

/** A piece between two breakpoints. */
class SignalPiece implements SmoothInterval {
  t0 = NaN;
  t1 = NaN;
  readonly linear = false;

  constructor(private readonly of: TimeFunction) {}

  read(times: Float64Array, count: number, rows: Float64Array): void {
    for (let k = 0; k < count; k++) {
      const t = times[k] as number;
      rows[2 * k] = t;
      rows[2 * k + 1] = t === this.t1 ? valueLeft(this.of, t) : value(this.of, t);
    }
  }
}

/** Of a function of time over an interval, and of how many pieces; undefined where these are more than `most`. */
export function signalStatistics(
  of: TimeFunction,
  from: number,
  to: number,
  resolution: number,
  most: number,
): (QuantitySums & { readonly pieces: number }) | undefined {
  const adds = isAffine(of.signal) ? new LineSums(of) : new FittedSums(of, resolution);
  let pieces = 0;
  for (let t = from; t < to;) {
    if (++pieces > most) return undefined;
    const end = Math.min(to, of.signal.nextBreakpoint(t));
    adds.piece(t, end);
    t = end;
  }
  return { ...adds.sums, length: to - from, pieces };
}

/** Sums over straight lines. */
class LineSums {
  readonly sums = { integral: 0, square: 0, least: Infinity, largest: -Infinity };

  constructor(private readonly of: TimeFunction) {}

  piece(from: number, to: number): void {
    const { sums } = this;
    const [first, last] = [value(this.of, from), valueLeft(this.of, to)];
    sums.integral += ((to - from) * (first + last)) / 2;
    sums.square += ((to - from) * (first * first + first * last + last * last)) / 3;
    sums.least = Math.min(sums.least, first, last);
    sums.largest = Math.max(sums.largest, first, last);
  }
}

/** Sums over polynomials that are fitted to the pieces. */
class FittedSums {
  readonly #extrema = new Extrema();
  readonly #integrals = new Integrals();
  readonly #fits: PiecewisePolynomial;
  readonly #piece: SignalPiece;

  constructor(of: TimeFunction, resolution: number) {
    const segment = (fitted: PolynomialSegment): void => {
      this.#extrema.segment(fitted, 0);
      this.#integrals.segment(fitted, 0);
    };
    this.#fits = new PiecewisePolynomial(1, [{ segment }], resolution);
    this.#piece = new SignalPiece(of);
  }

  piece(from: number, to: number): void {
    this.#piece.t0 = from;
    this.#piece.t1 = to;
    this.#fits.interval(this.#piece);
  }

  get sums(): Omit<QuantitySums, 'length'> {
    const { least, largest } = this.#extrema;
    return { integral: this.#integrals.value, square: this.#integrals.square, least, largest };
  }
}

function value({ signal, factor }: TimeFunction, t: number): number {
  return factor * signal.value(t);
}

function valueLeft({ signal, factor }: TimeFunction, t: number): number {
  return factor * signal.valueLeft(t);
}
