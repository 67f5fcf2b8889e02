/**
 * Takes the steps that a step-size policy asks for and leaves the state at the last accepted point, whatever stops it:
 * a problem without solution, a state that overflows, a callback that throws. A switch that turns so that no multiplier
 * is consistent with the state ends the steps: a jump comes next, one implicit step (conventions: jumps).
 */
import { ModelError } from '../../modeling/model-error.js';
import type { BlockSegment } from './block-segment.js';
import type { IntegratorAssignment } from '../integrators/integrator-assignment.js';
import { readMultipliers } from '../linear/multiplier-map.js';
import type { StepperState } from '../linear/linear-stepper.js';
import type { BlockStepper, StepEngine } from '../linear/step-engine.js';
import { SimulationFailure } from '../simulation-failure.js';
import type { StepPlan } from './step-grid.js';
import type { StepStop } from '../linear/step-stop.js';
import type { StepImpacts } from './step-impacts.js';
import { StepperCache } from './stepper-cache.js';

/** How steps ended before all were taken. */
export type StepFailure =
  | {
      readonly status: SimulationFailure['status'];
      readonly residual: number;
      readonly rows?: readonly number[];
      readonly detail?: string;
    }
  | { readonly status: 'thrown'; readonly error: unknown };

/** How many steps were accepted, and what stopped them. */
export interface TakenSteps {
  readonly done: number;
  readonly failure?: StepFailure;
}

/** Where accepted points and switchings go. */
export interface StepSink {
  readonly segment?: BlockSegment | undefined;
  /** Every point goes to the segment, otherwise the last one. */
  readonly grid: boolean;
  /** Told of the rows of switches that turned. */
  switched?(time: number, rows: readonly number[]): void;
}

/** A state to return to. */
export interface SavedState {
  readonly x: Float64Array;
  readonly lambda: Float64Array;
  readonly on: Uint8Array;
}

export class StepTaker {
  readonly state: StepperState;
  /** The next step is the implicit one over a jump. */
  afterJump = false;
  /** Identity of the mode of the last steps. */
  mode = -1;
  readonly #steppers: StepperCache;
  readonly #outcome: { stop: StepStop } = { stop: { status: 'ok' } };
  /** The point before the present steps, to which a state that overflowed returns. */
  readonly #first: SavedState;
  readonly #lambda: Float64Array;
  /** The largest magnitudes of the state, where contacts hit. */
  readonly #largest: Float64Array;
  /** Rows that impulses of contacts may reach. */
  readonly #impulsive: Uint8Array | undefined;
  readonly #constantStep: string | undefined;
  #last: BlockStepper | undefined;
  #h = NaN;

  constructor(
    readonly engine: StepEngine,
    readonly integrators: IntegratorAssignment,
    /** Whether modes gather the moments of their steps for a ledger. */
    private readonly moments: boolean,
    /** Contacts that hit. */
    private readonly impacts?: StepImpacts,
  ) {
    this.#steppers = new StepperCache(engine, integrators);
    this.state = engine.state;
    this.#first = this.save();
    this.#lambda = new Float64Array(engine.m);
    this.#largest = new Float64Array(engine.n);
    this.#impulsive = impacts && engine.impulsiveRows?.(impacts.signals);
    this.#constantStep = integrators.all.find(({ needsConstantStep }) => needsConstantStep === true)?.name;
  }

  /** Multipliers of the model at the present point. */
  get lambda(): Float64Array {
    const { multipliers } = this.engine;
    if (!multipliers) return this.state.lambda;
    readMultipliers(multipliers, this.state.lambda, 0, this.#lambda);
    return this.#lambda;
  }

  /** A copy of the present state; `into` is overwritten where it is given. */
  save(into?: SavedState): SavedState {
    const { x, lambda, on } = this.state;
    if (!into) return { x: x.slice(), lambda: lambda.slice(), on: on.slice() };
    into.x.set(x);
    into.lambda.set(lambda);
    into.on.set(on);
    return into;
  }

  restore({ x, lambda, on }: SavedState): void {
    this.state.x.set(x);
    this.state.lambda.set(lambda);
    this.state.on.set(on);
  }

  /** Hands all moments to the ledger. */
  retireAll(): void {
    this.#steppers.retireAll();
  }

  /** Takes up to `count` steps of a plan from `first` on; fewer without a failure where a jump comes next. */
  take(plan: StepPlan, first: number, count: number, sink: StepSink): TakenSteps {
    this.#requireSize(plan);
    const stepper = this.#steppers.get(plan, this.afterJump);
    if (this.#last && this.#last !== stepper) stepper.follow(this.#last);
    this.#last = stepper;
    stepper.configure(sink.grid, this.moments);
    this.save(this.#first);
    if (this.afterJump) this.impacts?.begin(plan.time(first), plan.h, this.state.x, this.lambda);
    const known = prepareSome(stepper, plan, first, count);
    if (typeof known !== 'number') return known;
    const taken = this.#advance(stepper, plan, first, known, sink);
    this.#follow();
    this.#append(stepper, plan, first, taken.done, sink);
    this.mode = this.#steppers.modeOf(stepper);
    return taken;
  }

  #advance(stepper: BlockStepper, plan: StepPlan, first: number, count: number, sink: StepSink): TakenSteps {
    const { x, lambda } = this.state;
    let done = 0;
    while (done < count) {
      done += stepper.advance(done, count - done, this.#outcome);
      const { stop } = this.#outcome;
      if (stop.status === 'ok') continue;
      if (stop.status !== 'switched') return { done, failure: failureOf(stop) };
      const time = plan.time(first + done);
      sink.switched?.(time, stop.rows);
      if (this.afterJump || !this.#jumpsAt(time)) continue;
      this.afterJump = true;
      return { done };
    }
    if (!isFinitePoint(x, lambda)) {
      const last = this.#lastFinite(stepper, sink.grid ? done : 0);
      return { done: last, failure: { status: 'not-finite', residual: NaN } };
    }
    if (this.afterJump) this.#endJump(stepper, plan, first, done, sink);
    this.afterJump = false;
    return { done };
  }

  #requireSize({ h, time }: StepPlan): void {
    if (this.#constantStep === undefined) return;
    if (Number.isNaN(this.#h)) this.#h = h;
    if (Math.abs(h - this.#h) <= 1e-9 * h) return;
    throw new ModelError(
      `${this.#constantStep} needs steps of one size, ${this.#h} s; the step from t = ${time(0)} s would have ${h} s: ` +
        'take TimeStepping with events and T at grid points, or another integrator',
    );
  }

  /** Whether the state is inconsistent with the switches as they stand now. */
  #jumpsAt(time: number): boolean {
    const { x, on } = this.state;
    if (this.impacts?.hits(time, x, this.lambda, on) === true) return true;
    return !this.integrators.isImplicit && this.engine.initialMultiplier(time) === undefined;
  }

  /** Behind steps of contacts that may hit. */
  #follow(): void {
    if (!this.impacts) return;
    this.impacts.drop();
    const { x } = this.state;
    for (let i = 0; i < x.length; i++) this.#largest[i] = Math.max(this.#largest[i]!, Math.abs(x[i]!));
  }

  /** Behind a jump; where contacts hit the point bears the forces that follow, not the impulses. */
  #endJump(stepper: BlockStepper, plan: StepPlan, first: number, done: number, { grid }: StepSink): void {
    const { x, lambda, on } = this.state;
    const [from, to] = [plan.time(first), plan.time(first + done)];
    const hit = done > 0 && this.impacts?.end(from, to - from, x, this.lambda, on) === true;
    if (hit || this.integrators.hasMemory) this.#forgetImpulse(to, hit);
    if (hit && grid) stepper.recordLambda.set(lambda, done * lambda.length);
  }

  /**
   * The multiplier of a step with a jump holds an impulse over h; the next step must not remember it as r_k. Where contacts hit, rows
   * that they do not reach went on as in any other step.
   */
  #forgetImpulse(t: number, hit: boolean): void {
    // Where contacts hit, rounding is that of the largest values so far: what follows from them may be 0 before and behind.
    let found = this.engine.initialMultiplier(t, this.#first.x);
    if (!found && hit) found = this.engine.initialMultiplier(t, this.#largest);
    const { lambda } = this.state;
    const reached = hit ? this.#impulsive : undefined;
    for (let i = 0; i < lambda.length; i++) if (reached?.[i] !== 0) lambda[i] = found?.[i] ?? 0;
  }

  /** Returns the state to the last finite point among the recorded ones; how many steps of the block remain. */
  #lastFinite(stepper: BlockStepper, done: number): number {
    const { x, lambda } = this.state;
    const { n, rows } = this.engine;
    const { recordX, recordLambda } = stepper;
    for (let last = done - 1; last > 0; last--) {
      x.set(recordX.subarray(last * n, (last + 1) * n));
      lambda.set(recordLambda.subarray(last * rows, (last + 1) * rows));
      if (isFinitePoint(x, lambda)) return last;
    }
    this.restore(this.#first);
    return 0;
  }

  #append(
    stepper: BlockStepper,
    plan: StepPlan,
    first: number,
    done: number,
    { segment, grid }: StepSink,
  ): void {
    if (!segment || done === 0) return;
    if (!grid) {
      segment.append(plan.time(first + done), this.state.x, this.state.lambda, 0);
      return;
    }
    const { recordX, recordLambda } = stepper;
    for (let i = 1; i <= done; i++) segment.append(plan.time(first + i), recordX, recordLambda, i);
  }
}

/** What a relation says of itself by throwing a `SimulationFailure` is a failure as any other: a shorter step may pass it. */
function failureOf(stop: Exclude<StepStop, { readonly status: 'ok' | 'switched' }>): StepFailure {
  if (stop.status !== 'thrown' || !(stop.error instanceof SimulationFailure)) return stop;
  const { status, residual, rows } = stop.error;
  return { status, residual, rows };
}

export function isFinitePoint(x: Float64Array, lambda: Float64Array): boolean {
  for (let i = 0; i < x.length; i++) if (!Number.isFinite(x[i]!)) return false;
  for (let i = 0; i < lambda.length; i++) if (!Number.isFinite(lambda[i]!)) return false;
  return true;
}

/**
 * Evaluates the inputs of up to `count` steps; where one cannot be, of the half of them, and so on: the steps before it
 * are taken first. Returns how many; or the failure of the first.
 */
function prepareSome(
  stepper: BlockStepper,
  plan: StepPlan,
  first: number,
  count: number,
): number | TakenSteps {
  for (let some = count; ; some = Math.floor(some / 2)) {
    try {
      stepper.prepare(first, some, plan.time);
      return some;
    } catch (error) {
      if (some <= 1) return { done: 0, failure: failureOf({ status: 'thrown', error }) };
    }
  }
}
