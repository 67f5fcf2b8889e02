/** A single row without a scale (`.op`; of several the first) as an interval: it is constant over one of length 1. */
import type { PlotHeader, PlotSink } from '../../waveform/plot.js';
import type { Watch } from './instrument.js';
import type { SmoothInterval, SmoothIntervalObserver } from './smooth-interval.js';

/** The scale of what has none. */
export const pointScale = Object.freeze({ from: 0, to: 1 });

export class SingleRowInterval implements PlotSink, SmoothInterval {
  readonly t0 = pointScale.from;
  readonly t1 = pointScale.to;
  readonly linear = true;
  #begun = false;
  #observer: SmoothIntervalObserver | undefined;
  #places: readonly number[] = [];
  #values = new Float64Array(0);

  constructor(private readonly watch: Watch) {}

  begin({ columns }: PlotHeader): void {
    if (this.#begun) return;
    this.#begun = true;
    const found = this.watch.items.map(({ text }) => columns.findIndex(({ name }) => name === text));
    this.#observer = this.watch.begin(found.map((k) => columns[k]));
    this.#places = found.filter((k) => k >= 0);
  }

  rows(values: Float64Array): void {
    this.#values = Float64Array.from(this.#places, (place) => values[place] ?? NaN);
    this.#observer?.interval(this);
    this.#observer = undefined;
  }

  end(): void {
    this.#observer = undefined;
  }

  read(_times: Float64Array, _count: number, rows: Float64Array): void {
    const width = this.#places.length + 1;
    rows.set(this.#values, 1);
    rows.set(this.#values, width + 1);
    [rows[0], rows[width]] = [this.t0, this.t1];
  }
}
