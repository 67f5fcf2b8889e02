/**
 * Rows of sparse steps (conventions: rows): multiples of the output step from tstart on, read off the polynomials of the steps,
 * both limits of a jump, and of the points at which steps were solved those that lines between rows would miss by more than `rowtol`.
 */
import type { TrajectoryStep } from '../../kernel/simulation/sparse-stepping/accepted-step.js';
import { ChordWatch } from './chord-watch.js';
import type { RowBlock } from './row-block.js';
import type { PointSide, SteppingColumnReader } from './stepping-columns.js';

/** Output times this close (relative to the output step) to the end of a step are that end. */
const samePart = 1e-6;
/** A quantity on a large constant is seen by how far it moves, down to this part of its largest value. */
const leastRange = 0.01;
/** A quantity jumps when it changes by more than this part of its largest magnitude so far. */
const jumpPart = 1e-9;

export interface SteppingRowsOptions {
  /** Written before the first row. */
  readonly header: { readonly title: string; readonly name: string };
  readonly tstart: number;
  readonly tstop: number;
  /** Output step, seconds. */
  readonly step: number;
  /** Relative to the range of each quantity so far; 0: no rows but the output step's. */
  readonly rowtol: number;
}

export class SteppingRows {
  readonly #row: Float64Array;
  /** The last point that is no row yet, where there is one. */
  readonly #waiting: Float64Array;
  #isWaiting = false;
  #isBegun = false;
  readonly #last: Float64Array;
  readonly #largest: Float64Array;
  readonly #highest: Float64Array;
  readonly #lowest: Float64Array;
  readonly #bounds: Float64Array;
  readonly #watch: ChordWatch;
  /** The next multiple of the output step. */
  #index: number;

  constructor(
    private readonly options: SteppingRowsOptions,
    private readonly reader: SteppingColumnReader,
    private readonly block: RowBlock,
  ) {
    const { width } = reader;
    this.#row = new Float64Array(width);
    this.#waiting = new Float64Array(width);
    this.#last = new Float64Array(width).fill(NaN);
    this.#largest = new Float64Array(width);
    this.#highest = new Float64Array(width).fill(-Infinity);
    this.#lowest = new Float64Array(width).fill(Infinity);
    this.#bounds = new Float64Array(width);
    this.#watch = new ChordWatch(width);
    this.#index = Math.ceil(options.tstart / options.step - samePart);
  }

  step(step: TrajectoryStep): void {
    const { tstart, step: length, tstop } = this.options;
    const { t0, t1 } = step;
    this.#begin();
    if (t1 < tstart * (1 - 1e-12)) return;
    const begins = Number.isNaN(this.#last[0]);
    if (begins && t0 <= tstart) this.#take(step, Math.max(t0, tstart), 'right', true);
    else if (begins || step.afterEvent) this.#rightLimit(step, begins);
    const close = samePart * length;
    let inner = 0;
    const { between } = step;
    const takeInner = (before: number): void => {
      for (; inner < between.length && (between[inner] as number) < before; inner++)
        if ((between[inner] as number) > tstart) this.#take(step, between[inner] as number, 'right', false);
    };
    for (let t = this.#index * length; t < t1 - close; t = this.#index * length) {
      if (t > t0 + close && t > tstart) {
        takeInner(t);
        this.#take(step, t, 'right', true);
      }
      this.#index++;
    }
    takeInner(t1);
    const isMultiple = this.#index * length <= t1 + close;
    if (isMultiple) this.#index++;
    this.#take(step, t1, 'left', isMultiple || t1 >= tstop);
  }

  /** Ends the rows; a run without steps that another one is to replace leaves nothing behind. */
  end(incomplete?: string): void {
    if (!this.#isBegun) return;
    this.#flush();
    this.block.end(incomplete);
  }

  #begin(): void {
    if (!this.#isBegun) this.block.begin(this.options.header);
    this.#isBegun = true;
  }

  /** The right limit of a jump is a row, and so is the left one. */
  #rightLimit(step: TrajectoryStep, begins: boolean): void {
    this.reader.read(step, step.t0, 'right', this.#row);
    if (!begins && !this.#jumps()) return;
    this.#flush();
    this.#write(this.#row);
  }

  #jumps(): boolean {
    const before = this.#isWaiting ? this.#waiting : this.#last;
    for (let c = 1; c < before.length; c++) {
      const change = Math.abs((this.#row[c] as number) - (before[c] as number));
      if (change > jumpPart * Math.max(this.#largest[c] as number, Math.abs(this.#row[c] as number)))
        return true;
    }
    return false;
  }

  /** Takes the point at t as a row, or where it is none keeps it for the case that lines miss it. */
  #take(step: TrajectoryStep, t: number, side: PointSide, isRow: boolean): void {
    const row = this.#row;
    this.reader.read(step, t, side, row);
    const { rowtol } = this.options;
    this.#measure(row, rowtol);
    if (rowtol > 0) {
      if (!this.#watch.passes(row, this.#bounds) && this.#isWaiting) {
        this.#flush();
        this.#watch.passes(row, this.#bounds);
      }
    }
    if (isRow) {
      this.#isWaiting = false;
      this.#write(row);
    } else {
      this.#waiting.set(row);
      this.#isWaiting = rowtol > 0;
    }
  }

  /** Takes a point into the ranges, and what lines may miss by them. */
  #measure(row: Float64Array, rowtol: number): void {
    for (let c = 1; c < row.length; c++) {
      const value = row[c] as number;
      const highest = Math.max(this.#highest[c] as number, value);
      const lowest = Math.min(this.#lowest[c] as number, value);
      const largest = Math.max(highest, -lowest);
      this.#highest[c] = highest;
      this.#lowest[c] = lowest;
      this.#largest[c] = largest;
      this.#bounds[c] = rowtol * Math.max(highest - lowest, leastRange * largest);
    }
  }

  /** Makes the waiting point a row. */
  #flush(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    this.#write(this.#waiting);
  }

  #write(row: Float64Array): void {
    this.block.push(row, 0);
    this.#last.set(row);
    this.#watch.begin(row);
  }
}
