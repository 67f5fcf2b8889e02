/**
 * Where a time-stepping run stands and how far its next steps go: a uniform grid, with the times of other
 * events between its points. Grid points are t0 + k h, never accumulated; an event between two of them splits
 * that step. An event within `rounding` of a grid point is at it.
 */
import type { TimeDiscretisation } from './time-discretisation.js';

/** Distance from a grid point, in steps, that is rounding of an event's time. */
const rounding = 1e-9;
/** Lengths of split steps that are remembered. */
const keptParts = 64;

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
  /** Lengths of steps that events have split, seconds: one that comes again but for rounding is the same, as is its map. */
  readonly #parts: number[] = [];

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
    const { h } = this.discretisation;
    // What jumps at an event has done so there, not a rounding before it.
    const reached = (point: number): number =>
      event > point && event <= point + rounding * h ? event : point;
    if (this.#isAt(index) && index < this.#steps.whole) {
      let count = Math.min(most, this.#steps.whole - index);
      if (event < Infinity) count = Math.min(count, Math.floor((event - now) / h + rounding));
      if (count > 0) {
        const end = reached(this.point(index + count));
        const time = (i: number): number => (i === 0 ? now : i === count ? end : this.point(index + i));
        return { count, h, whole: true, time };
      }
    }
    const next = this.point(index + 1);
    const target = event < next - rounding * h ? event : reached(next);
    return {
      ...{ count: 1, h: this.#part(target - now), whole: false },
      time: (i) => (i === 0 ? now : target),
    };
  }

  /** Whether it stands at a point of the grid, but for rounding. */
  #isAt(k: number): boolean {
    return Math.abs(this.#now - this.point(k)) <= rounding * this.discretisation.h;
  }

  #part(length: number): number {
    const known = this.#parts.find((each) => Math.abs(each - length) <= rounding * this.discretisation.h);
    if (known !== undefined) return known;
    if (this.#parts.length >= keptParts) this.#parts.shift();
    this.#parts.push(length);
    return length;
  }

  /** Moves on by the first `done` steps of a plan. */
  pass(plan: StepPlan, done: number): void {
    if (done === 0) return;
    this.#now = plan.time(done);
    if (plan.whole) this.#index += done;
    else if (this.#isAt(this.#index + 1)) this.#index++;
  }
}
