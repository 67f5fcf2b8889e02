/**
 * The steps of sparse stepping as smooth intervals: the polynomials through their stages. A window in which blocks made steps of
 * their own is one interval from each end of a step to the next, of whatever columns read. Where they read many blocks, whose
 * ends lie much closer than the steps of each, it is straight lines between the ends: off by a thousandth of what steps may be.
 */
import type { TrajectoryStep } from '../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import type { SteppingColumnReader } from '../rows/stepping-columns.js';
import type { SmoothInterval, SmoothIntervalObserver } from './smooth-interval.js';

/** Corners of a window, of some 32 steps of a block, from which on lines do between them, and how many of these are taken. */
const manyCorners = 512;
const mostLines = 1024;

export class StepIntervals implements SmoothInterval {
  t0 = NaN;
  t1 = NaN;
  linear = false;
  readonly #row: Float64Array;
  #step: TrajectoryStep | undefined;

  constructor(
    private readonly reader: SteppingColumnReader,
    private readonly observer: SmoothIntervalObserver,
  ) {
    this.#row = new Float64Array(reader.width);
  }

  step(step: TrajectoryStep): void {
    this.#step = step;
    const corners = this.reader.corners(step);
    this.linear = corners.length > manyCorners;
    const stride = Math.max(1, Math.ceil(corners.length / mostLines));
    this.t0 = step.t0;
    for (let k = stride - 1; k < corners.length; k += stride) this.#interval(corners[k] as number);
    this.#interval(step.t1);
  }

  read(times: Float64Array, count: number, rows: Float64Array): void {
    const row = this.#row;
    if (!this.#step) return;
    for (let k = 0; k < count; k++) {
      const t = times[k] as number;
      this.reader.read(this.#step, t, t === this.t1 ? 'left' : 'right', row);
      rows.set(row, k * row.length);
    }
  }

  #interval(end: number): void {
    this.t1 = end;
    this.observer.interval(this);
    this.t0 = end;
  }
}
