/**
 * Steps on the grid t0 + k h, in blocks: inputs are evaluated before, points handed on after a block. The implicit step
 * after a jump is a block of its own, as is every step that may end in one. A step in which an input jumps so that no
 * multiplier is consistent with the state is such a jump (conventions: jumps).
 */
import { blockSteps } from '../linear/linear-stepper.js';
import { StepGrid, type StepPlan } from './step-grid.js';
import type { StepRequest, StepSizePolicy } from './step-size-policy.js';
import type { StepTaker, TakenSteps } from './step-taker.js';
import type { TimeDiscretisation } from './time-discretisation.js';

/** An event closer to a grid point than this part of a step is at it. */
const sameInstant = 1e-9;

export class UniformSteps implements StepSizePolicy {
  readonly #grid: StepGrid;
  #plan: StepPlan | undefined;
  #done = 0;

  /** `knownUntil`: time up to which all inputs are known, where they come from the run itself (a delay). */
  constructor(
    readonly discretisation: TimeDiscretisation,
    T: number,
    private readonly knownUntil: (() => number) | undefined,
  ) {
    this.#grid = new StepGrid(discretisation, T);
  }

  get now(): number {
    return this.#grid.now;
  }

  get index(): number {
    return this.#grid.index;
  }

  get stepCount(): number {
    return this.#grid.stepCount;
  }

  get finished(): boolean {
    return this.#grid.finished;
  }

  get instant(): number {
    return sameInstant * this.discretisation.h;
  }

  capacity(grid: boolean): number {
    return grid ? blockSteps : 2;
  }

  take(taker: StepTaker, request: StepRequest): TakenSteps {
    const { segment, grid } = request;
    const most = request.watches ? 1 : this.#maxSteps(taker);
    const plan = this.#grid.plan(request.single ? 1 : most, request.nextEvent);
    this.#plan = plan;
    this.#done = 0;
    segment?.begin(this.now, taker.state.x, taker.state.lambda);
    if (segment) segment.implicit = taker.afterJump;
    // Without the grid only the last two points are held.
    const before = grid ? 0 : plan.count - 1;
    const first = before > 0 ? taker.take(plan, 0, before, { ...request, grid: false }) : noSteps;
    this.#done = first.done;
    if (first.failure || first.done < before) return first;
    const last = taker.take(plan, before, plan.count - before, request);
    this.#done += last.done;
    return { ...last, done: this.#done };
  }

  pass(): void {
    if (this.#plan) this.#grid.pass(this.#plan, this.#done);
    this.#plan = undefined;
  }

  #maxSteps(taker: StepTaker): number {
    if (taker.afterJump) return 1;
    const known = this.#knownSteps();
    if (taker.integrators.isImplicit) return known;
    const { h } = this.discretisation;
    const horizon = this.now + blockSteps * h;
    const jump = taker.engine.nextJump(this.now, horizon);
    if (jump > horizon) return known;
    const before = Math.ceil((jump - this.now) / h - sameInstant) - 1;
    if (before > 0) return Math.min(known, before);
    if (!taker.engine.initialMultiplier(jump)) taker.afterJump = true;
    return 1;
  }

  #knownSteps(): number {
    const known = ((this.knownUntil?.() ?? Infinity) - this.now) / this.discretisation.h;
    return Math.max(1, Math.min(blockSteps, Math.floor(known + sameInstant)));
  }
}

const noSteps: TakenSteps = Object.freeze({ done: 0 });
