/**
 * What lies between the points of a sweep as intervals, in the order of a rising scale: wherever a measure looks, the analysis is
 * solved for that very place, so that a corner, a peak or a crossing is where it is, however far apart the points are. Complex quantities are
 * taken by their magnitudes. A sweep of a single point is constant.
 *
 * Cost: nine solutions an interval that is smooth, and as many for each of its halves where it is not.
 */
import type { Column } from '../../waveform/plot.js';
import type { MeasuredItem, Watch } from './instrument.js';
import type { SmoothInterval, SmoothIntervalObserver } from './smooth-interval.js';

/** Where a sweep of a single point ends: it is constant over an interval that is none to any number of digits. */
export function endOfPoint(place: number): number {
  return place + 1e-11 * (Math.abs(place) || 1);
}

/** A measured quantity, and how it is read off a solved row. */
export interface SweptQuantity {
  readonly column: Column;
  read(row: Float64Array): number;
}

/** Writes the row of a place within the present interval, the scale first; false where there is no solution. */
export type SolveRow = (place: number, row: Float64Array) => boolean;

/** Finds items by their names among the columns of a row, `parts` numbers each. */
export function columnNamed(
  columns: readonly Column[],
  parts: 1 | 2,
): (item: MeasuredItem) => SweptQuantity | undefined {
  return ({ text }) => {
    const place = columns.findIndex(({ name }) => name === text);
    const column = columns[place];
    if (!column) return undefined;
    const at = parts * place;
    const isReal = parts === 1 || place === 0 || column.real === true;
    const read = (row: Float64Array): number =>
      isReal ? (row[at] ?? NaN) : Math.hypot(row[at] ?? NaN, row[at + 1] ?? NaN);
    return { column, read };
  };
}

export class SweepIntervals implements SmoothInterval {
  t0 = NaN;
  t1 = NaN;
  readonly linear = false;
  readonly ownScale = true;
  /** A place that was looked at and has no solution. */
  unsolved: number | undefined;
  readonly #observer: SmoothIntervalObserver | undefined;
  readonly #quantities: readonly SweptQuantity[];
  readonly #row: Float64Array;
  #points = 0;

  constructor(
    watch: Watch,
    find: (item: MeasuredItem) => SweptQuantity | undefined,
    /** Numbers of a row. */
    width: number,
    private readonly solve: SolveRow,
    /** The part of a quantity to which solutions are known, absent where that is rounding. */
    known?: number,
  ) {
    const found = watch.items.map(find);
    const columns = found.map((quantity) => quantity?.column);
    this.#observer = watch.begin(columns, known);
    this.#quantities = found.filter((quantity) => quantity !== undefined);
    this.#row = new Float64Array(width);
  }

  /** Begins a sweep, behind another one or not. */
  begin(): void {
    this.#points = 0;
    this.t1 = NaN;
  }

  /** Takes the next point, and what lies between it and the one before. */
  point(place: number): void {
    this.#points++;
    this.t0 = this.t1;
    this.t1 = place;
    if (this.#points > 1) this.#observer?.interval(this);
  }

  /** Ends the sweep. */
  end(): void {
    if (this.#points === 1) this.point(endOfPoint(this.t1));
  }

  read(places: Float64Array, count: number, rows: Float64Array): void {
    const width = this.#quantities.length + 1;
    for (let k = 0; k < count; k++) {
      const place = places[k] ?? NaN;
      if (this.unsolved === undefined && !this.solve(place, this.#row)) this.unsolved = place;
      rows[k * width] = place;
      this.#quantities.forEach((quantity, q) => (rows[k * width + q + 1] = quantity.read(this.#row)));
    }
  }
}
