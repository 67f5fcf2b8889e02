/** ERROR against the points of a file, and the values at the end of an interval that PARAM reads: a quantity at given places. */
import type { MeasureNorm } from '../../netlist/flat-cards.js';
import type { Interval, Measured, Measurement, Unmeasured } from './measurement.js';
import type { PolynomialSegment } from './polynomial-segment.js';

/** Reads quantities at ascending places; right limits, but the left one at the end of the run. */
export class PlaceReader {
  /** values[k * quantities.length + j]; NaN where the run does not come. */
  readonly values: Float64Array;
  /** The first place that is still to come. */
  #next = 0;

  constructor(
    private readonly places: readonly number[],
    private readonly quantities: readonly number[],
    private readonly tolerance: number,
  ) {
    this.values = new Float64Array(places.length * quantities.length).fill(NaN);
  }

  get settled(): boolean {
    return this.#next >= this.places.length;
  }

  segment(segment: PolynomialSegment): void {
    const { places, quantities, tolerance, values } = this;
    for (let k = this.#next; k < places.length; k++) {
      const at = places[k] as number;
      if (at > segment.t1 + tolerance) return;
      if (at < segment.t0 - tolerance) {
        this.#next = k + 1;
        continue;
      }
      const t = at - segment.t0 <= tolerance ? segment.t0 : at;
      quantities.forEach((q, j) => (values[k * quantities.length + j] = segment.value(q, t)));
      // At the end of a segment the next one may have another value.
      if (k === this.#next && at < segment.t1 - tolerance) this.#next = k + 1;
    }
  }
}

type Points = readonly (readonly [at: number, value: number])[];

/** The points of a file whose rows are those of a sweep, at the places of that; half a sentence where they are not. */
export function pointsInOrder(
  points: Points,
  { places }: { readonly places?: readonly number[] },
): Points | Unmeasured {
  if (!places) return { failed: 'rows of a file are compared with those of a single sweep only' };
  const rows = 1 + Math.max(...points.map(([row]) => row));
  if (rows !== places.length)
    return { failed: `the file has ${rows} rows, and the sweep ${places.length} points` };
  return points.map(([row, value]) => [places[row] ?? NaN, value] as const).toSorted(([a], [b]) => a - b);
}

export class ErrorMeasurement implements Measurement {
  private readonly points: Points;
  readonly #reader: PlaceReader;

  constructor(
    q: number,
    points: Points,
    private readonly norm: MeasureNorm,
    { from, to, tolerance }: Interval,
  ) {
    this.points = points.filter(([at]) => at >= from - tolerance && at <= to + tolerance);
    const places = this.points.map(([at]) => at);
    this.#reader = new PlaceReader(places, [q], tolerance);
  }

  get settled(): boolean {
    return this.#reader.settled;
  }

  segment(segment: PolynomialSegment): void {
    this.#reader.segment(segment);
  }

  outcome(): Measured | Unmeasured {
    const misses = this.points.flatMap(([, value], k) => {
      const miss = Math.abs((this.#reader.values[k] as number) - value);
      return Number.isNaN(miss) ? [] : [miss];
    });
    if (misses.length === 0) return { failed: 'no point of the file lies within the interval' };
    switch (this.norm) {
      case 'l1norm':
        return { value: misses.reduce((sum, miss) => sum + miss, 0) };
      case 'infnorm':
        return { value: misses.reduce((most, miss) => Math.max(most, miss), 0) };
      case 'l2norm':
        return { value: Math.sqrt(misses.reduce((sum, miss) => sum + miss * miss, 0)) };
    }
  }
}
