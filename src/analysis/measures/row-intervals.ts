/**
 * What lies between the points of a sweep as intervals: straight lines, in the order of a rising scale, whichever way the sweep
 * goes; of nested sweeps the first innermost one. Complex quantities are taken by their magnitudes. A single row without a scale
 * (`.op`; of several the first) is constant over an interval of length 1.
 */
import type { PlotHeader, PlotSink } from '../../waveform/plot.js';
import type { Watch } from './instrument.js';
import type { SmoothInterval, SmoothIntervalObserver } from './smooth-interval.js';

/** Where a sweep of a single point ends: it is constant over an interval that is none to any number of digits. */
export function endOfPoint(place: number): number {
  return place + 1e-11 * (Math.abs(place) || 1);
}

/** The scale of what has none. */
export const pointScale = Object.freeze({ from: 0, to: 1 });

export class RowIntervals implements PlotSink, SmoothInterval {
  t0 = NaN;
  t1 = NaN;
  readonly linear = true;
  #observer: SmoothIntervalObserver | undefined;
  /** Places of the columns in a row, the scale first, and numbers in it. */
  #places: readonly number[] = [];
  #real: readonly boolean[] = [];
  #width = 0;
  #complex = false;
  #single = false;
  readonly #points: Float64Array[] = [];
  #ended = false;
  /** The points of the present interval. */
  #ends: readonly [Float64Array, Float64Array] | undefined;

  constructor(private readonly watch: Watch) {}

  begin({ columns, complex, single }: PlotHeader): void {
    if (this.#observer) {
      this.#ended = true;
      return;
    }
    this.#single = single === true;
    const found = this.watch.items.map(({ text }) => columns.findIndex(({ name }) => name === text));
    this.#observer = this.watch.begin(found.map((k) => columns[k]));
    this.#places = [0, ...found.filter((k) => k >= 0)];
    this.#complex = complex;
    this.#real = columns.map(({ real }, k) => k === 0 || real === true);
    this.#width = columns.length * (complex ? 2 : 1);
  }

  rows(values: Float64Array, count: number): void {
    for (let row = 0; row < count && !this.#ended; row++) {
      const point = Float64Array.from(this.#places, (place) => this.#read(values, row * this.#width, place));
      const last = this.#points.at(-1)?.[0];
      const before = this.#points.at(-2)?.[0];
      const turns = last !== undefined && before !== undefined && (point[0] ?? 0) > last !== last > before;
      this.#ended = turns && point[0] !== last;
      if (!this.#ended) this.#points.push(point);
    }
  }

  end(): void {
    const points = this.#points.splice(0);
    if (this.#single && points[0])
      points.splice(
        0,
        1,
        ...[pointScale.from, pointScale.to].map((t) => points[0]?.with(0, t) ?? new Float64Array(0)),
      );
    const [only, ...others] = points;
    if (only && others.length === 0) points.push(only.with(0, endOfPoint(only[0] ?? NaN)));
    const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
    if (last < first) points.reverse();
    for (let k = 1; k < points.length; k++) {
      const [a, b] = [points[k - 1], points[k]];
      if (!a || !b) continue;
      this.#ends = [a, b];
      this.t0 = a[0] ?? NaN;
      this.t1 = b[0] ?? NaN;
      this.#observer?.interval(this);
    }
  }

  read(_times: Float64Array, _count: number, rows: Float64Array): void {
    if (!this.#ends) return;
    rows.set(this.#ends[0]);
    rows.set(this.#ends[1], this.#places.length);
  }

  #read(values: Float64Array, at: number, place: number): number {
    if (!this.#complex) return values[at + place] ?? NaN;
    const [re = NaN, im = NaN] = values.subarray(at + 2 * place, at + 2 * place + 2);
    return this.#real[place] === true ? re : Math.hypot(re, im);
  }
}
