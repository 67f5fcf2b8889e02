/**
 * What lies between the frequencies of `.noise` as intervals: densities are powers of the frequency from one point to the next,
 * as the totals take them; straight where one of both is 0. Measured are columns of its plot and expressions of these.
 */
import { variablesIn } from '../../expression/map-expression.js';
import { compileExpression } from '../../expression/program.js';
import { NOISE_PROBE } from '../../netlist/flat-cards.js';
import type { Column, PlotHeader, PlotSink } from '../../waveform/plot.js';
import { unitOf } from '../rows/unit-of.js';
import type { MeasuredItem, Watch } from './instrument.js';
import { endOfPoint } from './row-intervals.js';
import type { SmoothInterval, SmoothIntervalObserver } from './smooth-interval.js';

/** Reads a quantity off the values of the columns. */
type Reader = (values: Float64Array) => number;

export class NoiseIntervals implements PlotSink, SmoothInterval {
  t0 = NaN;
  t1 = NaN;
  readonly linear = false;
  #observer: SmoothIntervalObserver | undefined;
  #readers: readonly Reader[] = [];
  /** The frequency and the columns: those of the last two points, and of one between. */
  #ends: readonly [Float64Array, Float64Array] = [new Float64Array(0), new Float64Array(0)];
  #between = new Float64Array(0);
  #count = 0;
  #ended = false;

  constructor(private readonly watch: Watch) {}

  begin({ columns }: PlotHeader): void {
    // The totals are a plot of their own behind the densities.
    this.#ended = this.#observer !== undefined;
    if (this.#ended) return;
    const found = this.watch.items.map((item) => measured(item, columns));
    this.#observer = this.watch.begin(found.map((each) => each?.column));
    this.#readers = found.flatMap((each) => each?.read ?? []);
    this.#ends = [new Float64Array(columns.length), new Float64Array(columns.length)];
    this.#between = new Float64Array(columns.length);
  }

  rows(values: Float64Array, count: number): void {
    const [before, now] = this.#ends;
    for (let row = 0; row < count && !this.#ended; row++) {
      before.set(now);
      now.set(values.subarray(row * now.length, (row + 1) * now.length));
      [this.t0, this.t1] = [before[0] ?? NaN, now[0] ?? NaN];
      if (this.#count++ > 0) this.#observer?.interval(this);
    }
  }

  end(): void {
    if (this.#count === 1 && !this.#ended) {
      const [before, now] = this.#ends;
      before.set(now);
      [this.t0, this.t1] = [now[0] ?? NaN, endOfPoint(now[0] ?? NaN)];
      this.#observer?.interval(this);
    }
    this.#ended = true;
  }

  read(times: Float64Array, count: number, rows: Float64Array): void {
    const width = this.#readers.length + 1;
    for (let k = 0; k < count; k++) {
      const values = this.#at(times[k] ?? NaN);
      rows[k * width] = times[k] ?? NaN;
      this.#readers.forEach((read, q) => (rows[k * width + q + 1] = read(values)));
    }
  }

  #at(f: number): Float64Array {
    const [a, b] = this.#ends;
    if (f <= this.t0) return a;
    if (f >= this.t1) return b;
    const part = (f - this.t0) / (this.t1 - this.t0);
    const octaves = Math.log(f / this.t0) / Math.log(this.t1 / this.t0);
    const between = this.#between;
    for (let k = 1; k < between.length; k++) {
      const [low, high] = [a[k] ?? NaN, b[k] ?? NaN];
      between[k] =
        low > 0 && high > 0 ? low * Math.exp(octaves * Math.log(high / low)) : low + part * (high - low);
    }
    between[0] = f;
    return between;
  }
}

/** An item as a quantity; undefined where the plot has no such columns. */
function measured(
  { text, quantity, names, expression }: MeasuredItem,
  columns: readonly Column[],
): { readonly column: Column; readonly read: Reader } | undefined {
  const placeOf = (name: string): number => columns.findIndex((column, k) => k > 0 && column.name === name);
  if (quantity === NOISE_PROBE) {
    const place = placeOf(names[0] ?? '');
    const column = columns[place];
    return column && { column: { ...column, name: text }, read: (values) => values[place] ?? NaN };
  }
  if (!expression) return undefined;
  const keys = variablesIn(expression);
  const places = keys.map((key) =>
    key === 'freq' || key === 'hertz' ? 0 : placeOf(/^noise\((.*)\)$/.exec(key)?.[1] ?? ''),
  );
  const program = places.includes(-1) ? undefined : compileExpression(expression, keys);
  if (!program) return undefined;
  const unit = unitOf(expression, (_, [name = '']) => columns[placeOf(name)]?.unit ?? '');
  const read: Reader = (values) =>
    program.evaluate(Float64Array.from(places, (place) => values[place] ?? NaN));
  return { column: { name: text, unit }, read };
}
