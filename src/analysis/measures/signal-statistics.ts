/**
 * Integrals and extremes of a quantity that is a function of time, from its source and not from the segments of a run: these need
 * not end where it bends. A pulse that turns a switch has four bends a period, the circuit that it drives two.
 */
import { isAffine } from '../../kernel/modeling/signals/affine-signal.js';
import type { TimeFunction } from './smooth-interval.js';
import { Extrema, Integrals } from './interval-measurement.js';
import { PiecewisePolynomial } from './piecewise-polynomial.js';
import type { SmoothInterval } from './smooth-interval.js';

/** A piece between two breakpoints. */
class SignalPiece implements SmoothInterval {
  t0 = NaN;
  t1 = NaN;
  readonly linear: boolean;

  constructor(private readonly of: TimeFunction) {
    this.linear = isAffine(of.signal);
  }

  read(times: Float64Array, count: number, rows: Float64Array): void {
    const { signal, factor } = this.of;
    for (let k = 0; k < count; k++) {
      const t = times[k] as number;
      rows[2 * k] = t;
      rows[2 * k + 1] = factor * (t === this.t1 ? signal.valueLeft(t) : signal.value(t));
    }
  }
}

export interface SignalStatistics {
  readonly extrema: Extrema;
  readonly integrals: Integrals;
  /** How many pieces were read. */
  readonly pieces: number;
}

/** Of a function of time over an interval; undefined where it has more pieces than `most`. */
export function signalStatistics(
  of: TimeFunction,
  from: number,
  to: number,
  resolution: number,
  most: number,
): SignalStatistics | undefined {
  const [extrema, integrals] = [new Extrema(), new Integrals()];
  const fits = new PiecewisePolynomial(
    1,
    [
      {
        segment: (segment) => {
          extrema.segment(segment, 0);
          integrals.segment(segment, 0);
        },
      },
    ],
    resolution,
  );
  const piece = new SignalPiece(of);
  let pieces = 0;
  for (let t = from; t < to; t = piece.t1) {
    if (++pieces > most) return undefined;
    piece.t0 = t;
    piece.t1 = Math.min(to, of.signal.nextBreakpoint(t));
    fits.interval(piece);
  }
  return { extrema, integrals, pieces };
}
