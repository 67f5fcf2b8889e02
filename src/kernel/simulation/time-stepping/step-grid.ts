/**
 * Where a time-stepping run stands and how far its next steps go: a uniform grid, with the times of other
 * events between its points. Grid points are t0 + k h, never accumulated; an event between two of them splits
 * that step. An event within `rounding` of a grid point is at it.
 */
import type { TimeDiscretisation } from './time-discretisation.js';

/** Distance from a grid point, in steps, that is rounding of an event's time. */
const rounding = 1e-9;

/** Steps to take next: whole ones of the grid from `first` on, or one step of another length. */
export interface StepPlan {
  readonly count: number;
  /** Seconds; h of the grid in whole steps. */
  readonly h: number;
  readonly whole: boolean;
  /** Time of point i = 0 .. count of the plan. */
  readonly time: (i: number) => number;
}

export class StepGrid {
  readonly #steps: { readonly whole: number; readonly rest: number };
  /** Grid points passed. */
  #index = 0;
  #now: number;

  constructor(
    readonly discretisation: TimeDiscretisation,
    readonly T: number,
  ) {
    this.#steps = discretisation.steps(T);
    this.#now = this.point(0);
  }

  /** Steps of the grid alone, a shortened last one included. */
  get stepCount(): number {
    return this.#steps.whole + (this.#steps.rest > 0 ? 1 : 0);
  }

  get index(): number {
    return this.#index;
  }

  get now(): number {
    return this.#now;
  }

  get finished(): boolean {
    return this.#index >= this.stepCount;
  }

  /** Time of grid point k. */
  point(k: number): number {
    return k > this.#steps.whole ? this.T : this.discretisation.time(k);
  }

  /** Plans at most `most` steps, none beyond the next event. */
  plan(most: number, event: number): StepPlan {
    const index = this.#index;
    const now = this.#now;
    const onGrid = now === this.point(index);
    if (onGrid && index < this.#steps.whole) {
      let count = Math.min(most, this.#steps.whole - index);
      const { h, t0 } = this.discretisation;
      if (event < Infinity) count = Math.min(count, Math.floor((event - now) / h + rounding));
      if (count > 0) return { count, h, whole: true, time: (i) => t0 + (index + i) * h };
    }
    const next = this.point(index + 1);
    const target = event < next - rounding * this.discretisation.h ? event : next;
    return { count: 1, h: target - now, whole: false, time: (i) => (i === 0 ? now : target) };
  }

  /** Moves on by the first `done` steps of a plan. */
  pass(plan: StepPlan, done: number): void {
    if (done === 0) return;
    this.#now = plan.time(done);
    if (plan.whole) this.#index += done;
    else if (this.#now === this.point(this.#index + 1)) this.#index++;
  }
}
