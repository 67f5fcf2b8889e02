/**
 * Poincare sections of a run, [intro] Fig. 26, as observers:
 *
 *     stroboscopic   x(t_0 + k T), T the period of what drives the system; left limits where x jumps
 *     impact         (t, x-, x+) at every impact of some rows; of steps, the points before and after the impulse
 *
 * A motion of period n T is n points of the first, one of infinitely many frequencies a curve, a chaotic one its attractor.
 * Exact where segments are (events), linear between grid points of steps.
 */
import { ModelError } from '../modeling/model-error.js';
import type { Observer, Segment, SimulationEvent } from './stream.js';

export interface SectionPoint {
  /** Seconds. */
  readonly t: number;
  readonly x: Float64Array;
}

export interface ImpactPoint {
  /** Seconds; of steps the end of the step. */
  readonly t: number;
  readonly left: Float64Array;
  readonly right: Float64Array;
}

/** Times this near, in units of their rounding, are one. */
const roundings = 8;

export class StroboscopicSection implements Observer {
  readonly needs = 'grid';
  readonly points: SectionPoint[] = [];
  #next = 0;

  /** Takes the period and the first time, s, and the sizes of x and lambda; throws `ModelError` unless the period is positive. */
  constructor(
    readonly period: number,
    readonly first: number,
    private readonly system: { readonly n: number; readonly m: number },
  ) {
    if (!(period > 0 && period < Infinity && Number.isFinite(first))) {
      throw new ModelError(
        `StroboscopicSection: the period is ${period} s from ${first} s on; it must be positive and finite`,
      );
    }
  }

  segment(segment: Segment): void {
    const { n, m } = this.system;
    const end = segment.t1 + roundings * Number.EPSILON * Math.abs(segment.t1);
    for (;;) {
      const t = this.first + this.#next * this.period;
      if (t > end) return;
      this.#next++;
      if (t < segment.t0) continue;
      const x = new Float64Array(n);
      segment.interpolate(Math.min(t, segment.t1), x, new Float64Array(m));
      this.points.push({ t, x });
    }
  }
}

export class ImpactSection implements Observer {
  readonly needs = 'grid';
  readonly points: ImpactPoint[] = [];
  readonly #rows: ReadonlySet<number>;

  /** Takes the rows of the model whose impacts count, and the sizes of x and lambda. */
  constructor(
    rows: readonly number[],
    private readonly system: { readonly n: number; readonly m: number },
  ) {
    this.#rows = new Set(rows);
  }

  event({ kind, time, rows, left, right }: SimulationEvent): void {
    if (kind !== 'jump' || !rows.some((row) => this.#rows.has(row))) return;
    this.points.push({ t: time, left: left.slice(), right: right.slice() });
  }

  /** Steps with an impulse after one without. */
  segment(segment: Segment): void {
    const { n, m } = this.system;
    let [x, lambda] = [new Float64Array(n), new Float64Array(m)];
    if (segment.gridCount > 0) segment.gridPoint(0, x, lambda);
    for (let k = 1; k <= segment.gridCount; k++) {
      const [nextX, nextLambda] = [new Float64Array(n), new Float64Array(m)];
      segment.gridPoint(k, nextX, nextLambda);
      const pushed = (at: Float64Array): boolean => at.some((p, row) => p > 0 && this.#rows.has(row));
      if (pushed(nextLambda) && !pushed(lambda)) {
        this.points.push({ t: segment.gridTime(k), left: x, right: nextX });
      }
      [x, lambda] = [nextX, nextLambda];
    }
  }
}
