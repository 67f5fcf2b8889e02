/** The steps of sparse stepping as smooth intervals: the polynomials through their stages. */
import type { TrajectoryStep } from '../../kernel/simulation/sparse-stepping/accepted-step.js';
import type { SteppingColumnReader } from '../rows/stepping-columns.js';
import type { SmoothInterval, SmoothIntervalObserver } from './smooth-interval.js';

export class StepIntervals implements SmoothInterval {
  t0 = NaN;
  t1 = NaN;
  readonly linear = false;
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
    this.t0 = step.t0;
    this.t1 = step.t1;
    this.observer.interval(this);
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
}
