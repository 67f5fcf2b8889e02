/**
 * Time stepping on a fixed grid, [intro] 7: at every step one one-step integrator and one one-step nonsmooth problem; no
 * nonsmooth event is located, switches turn at grid points (conventions: simultaneous events). Events of an `EventsManager` are
 * reached exactly: one between two grid points splits that step.
 *
 * A linear time-invariant model steps through cached maps, any other by Newton's method. Steps run in blocks: inputs are
 * evaluated before, points handed to the observers after it; inside one of a linear model nothing is allocated.
 */
import type { NonSmoothDynamicalSystem } from '../modeling/nonsmooth-dynamical-system.js';
import { BlockSegment } from './block-segment.js';
import { BoxVI } from './box-vi.js';
import type { EventsManager } from './events-manager.js';
import { readMultipliers } from './multiplier-map.js';
import { IntegratorAssignment, type Integrators } from './integrator-assignment.js';
import { blockSteps, type StepperCounters, type StepperState } from './linear-stepper.js';
import { newStepEngine } from './new-step-engine.js';
import type { NewtonOptions } from './newton-options.js';
import type { OneStepNSProblem } from './one-step-ns-problem.js';
import { ReinitialisationWatch } from './reinitialisation-watch.js';
import { SimulationFailure } from './simulation-failure.js';
import type { BlockStepper, StepEngine } from './step-engine.js';
import { StepGrid, type StepPlan } from './step-grid.js';
import type { StepMap } from './step-map.js';
import type { StepStop } from './step-stop.js';
import type { Steps } from './steps.js';
import { StepperCache } from './stepper-cache.js';
import type { Observer } from './stream.js';
import type { TimeDiscretisation } from './time-discretisation.js';

export interface TimeSteppingOptions {
  /** The start is the right limit of a jump: the first step has theta = gamma = 1 (conventions: jumps). */
  readonly startsWithJump?: boolean;
  /** Receives every mode's map with the moments gathered in it, when it leaves the cache and at the end. */
  readonly ledger?: (map: StepMap) => void;
  /** Sensors, actuators and the user's events. */
  readonly events?: EventsManager;
  /** Time up to which all inputs are known, where they come from the run itself (a delay); blocks end before it. */
  readonly knownUntil?: () => number;
  /** Of steps that are not linear. */
  readonly newton?: Partial<NewtonOptions>;
}

/** An event closer to a grid point than this part of a step is at it. */
const sameInstant = 1e-9;

export class TimeStepping {
  readonly system: { readonly n: number; readonly m: number };
  /** The present point; its lambda has the rows of the lifted laws (`lifted-laws.ts`) where there are such. */
  readonly state: StepperState;
  readonly notes: readonly string[];
  readonly problem: OneStepNSProblem;
  readonly #integrators: IntegratorAssignment;
  readonly #engine: StepEngine;
  readonly #steppers: StepperCache;
  readonly #grid: StepGrid;
  readonly #watch: ReinitialisationWatch;
  readonly #outcome: { stop: StepStop } = { stop: { status: 'ok' } };
  /** The block's first point, to which a state that overflowed returns. */
  readonly #first: { readonly x: Float64Array; readonly lambda: Float64Array };
  readonly #lambda: Float64Array;
  #segment: BlockSegment | undefined;
  /** Of the last block: identity of its mode. */
  #mode = -1;
  #pending: StepPlan | undefined;
  #afterJump: boolean;
  #lastStepper: BlockStepper | undefined;
  #startsWithJump = false;
  #initialized = false;

  /**
   * Takes the one-step problem; `BoxVI`, which solves all of them, when absent. Throws `ModelError` where
   * sizes, theta, laws or W do not allow a simulation.
   */
  constructor(
    readonly nsds: NonSmoothDynamicalSystem,
    readonly discretisation: TimeDiscretisation,
    readonly osi: Integrators,
    problem: OneStepNSProblem = new BoxVI(),
    private readonly options: TimeSteppingOptions = {},
  ) {
    problem.check(nsds.links.map(({ interaction }) => interaction.law));
    this.problem = problem;
    this.#integrators = new IntegratorAssignment(nsds, osi);
    const retire = (map: StepMap): void => this.options.ledger?.(map);
    const engine = newStepEngine(nsds, this.#integrators, problem, retire, options.newton);
    this.#engine = engine;
    this.#steppers = new StepperCache(engine, this.#integrators);
    this.#grid = new StepGrid(discretisation, nsds.T, options.events);
    this.#watch = new ReinitialisationWatch(nsds);
    this.#afterJump = options.startsWithJump ?? false;
    const { n, m, rows } = engine;
    this.system = { n, m };
    this.state = engine.state;
    this.notes = engine.notes;
    this.#first = { x: new Float64Array(n), lambda: new Float64Array(rows) };
    this.#lambda = new Float64Array(m);
  }

  /**
   * Computes lambda at t0, which schemes with gamma < 1 start from (conventions: initial multiplier) and the first row shows. Where there is
   * none the first step, implicit, is the jump of the start (conventions: jumps). Done by the first step or `run`.
   */
  initialize(): void {
    if (this.#initialized) return;
    this.#initialized = true;
    const lambda = this.#engine.initialMultiplier(this.nsds.t0);
    if (lambda) this.state.lambda.set(lambda);
    else this.#afterJump = true;
    this.#startsWithJump = this.#afterJump;
    this.#watch.start(this.t, this.state.x);
    this.#processEvents([]);
  }

  /** Whether the first step is the jump of an inconsistent start; computes lambda at t0. */
  get startsWithJump(): boolean {
    this.initialize();
    return this.#startsWithJump;
  }

  /** State at the present grid point (n). */
  get x(): Float64Array {
    return this.state.x;
  }

  /** Multiplier of the last step (m): at t_k, or at t_k-1+gamma in the full scheme. */
  get lambda(): Float64Array {
    const { multipliers } = this.#engine;
    if (!multipliers) return this.state.lambda;
    readMultipliers(multipliers, this.state.lambda, 0, this.#lambda);
    return this.#lambda;
  }

  get counters(): Readonly<StepperCounters> {
    return this.state.counters;
  }

  /** Steps in [t0, T], a shortened last one included, those that events split counted once. */
  get stepCount(): number {
    return this.#grid.stepCount;
  }

  get t(): number {
    return this.#grid.now;
  }

  hasNextEvent(): boolean {
    return !this.#grid.finished;
  }

  /** Computes the next point; `nextStep` then makes it the present one. */
  computeOneStep(): void {
    if (this.#pending) this.nextStep();
    if (!this.hasNextEvent()) return;
    this.initialize();
    this.#maxSteps();
    const plan = this.#grid.plan(1);
    // A switch that makes the state inconsistent stops the step; the implicit one takes its place.
    if (this.#advance(plan, 0, 1, [], false) === 0) this.#advance(plan, 0, 1, [], false);
    this.#pending = plan;
  }

  /** Makes the computed point the present one and processes the events that are due there. */
  nextStep(): void {
    if (!this.#pending) return;
    this.#grid.pass(this.#pending, 1);
    this.#pending = undefined;
    this.#arrive([]);
  }

  /** Runs to the end and tells the observers; throws `SimulationFailure` after telling what was accepted. */
  run(...observers: readonly Observer[]): void {
    const blocks = this.blocks(...observers);
    while (blocks.next().done !== true);
  }

  /**
   * As `run`, but pauses after every block; `next("stop")` ends the run at the present point, where `hasNextEvent` stays
   * true.
   */
  *blocks(...observers: readonly Observer[]): Steps<void> {
    this.nextStep();
    const grid = observers.some(({ needs }) => needs === 'grid');
    this.initialize();
    while (this.hasNextEvent()) {
      this.#runBlock(this.#grid.plan(this.#maxSteps()), grid, observers);
      const progress = { t: this.t, steps: this.counters.steps };
      if ((yield progress) === 'stop') break;
    }
    this.finish();
  }

  /** Hands all moments to the ledger; `run` does it by itself. */
  finish(): void {
    this.#steppers.retireAll();
  }

  /**
   * Steps of the next block: the implicit step after a jump is a block of its own, as is every step that may end in one. A
   * step in which an input jumps so that no multiplier is consistent with the state is such a jump (conventions: jumps).
   */
  #maxSteps(): number {
    if (this.#afterJump || this.#watch.watches) return 1;
    if (this.#integrators.isImplicit) return this.#knownSteps();
    const { h } = this.discretisation;
    const most = this.#knownSteps();
    const horizon = this.t + blockSteps * h;
    const jump = this.#engine.nextJump(this.t, horizon);
    if (jump > horizon) return most;
    const before = Math.ceil((jump - this.t) / h - sameInstant) - 1;
    if (before > 0) return Math.min(most, before);
    if (!this.#engine.initialMultiplier(jump)) this.#afterJump = true;
    return 1;
  }

  #knownSteps(): number {
    const known = ((this.options.knownUntil?.() ?? Infinity) - this.t) / this.discretisation.h;
    return Math.max(1, Math.min(blockSteps, Math.floor(known + sameInstant)));
  }

  #runBlock(plan: StepPlan, grid: boolean, observers: readonly Observer[]): void {
    const { state } = this;
    const { n, rows, multipliers } = this.#engine;
    // Without the grid only the last two points are held.
    const segment = (this.#segment ??= new BlockSegment(grid ? blockSteps : 2, n, rows, multipliers));
    segment.begin(plan.time(0), state.x, state.lambda);
    segment.implicit = this.#afterJump;
    let [failure, done]: [unknown, number] = [undefined, 0];
    try {
      const before = grid ? 0 : plan.count - 1;
      if (before > 0) done = this.#advance(plan, 0, before, observers, false, segment);
      if (done === before) done += this.#advance(plan, before, plan.count - before, observers, grid, segment);
    } catch (error) {
      failure = error;
    }
    segment.mode = this.#mode;
    if (segment.gridCount > 0) for (const observer of observers) observer.segment?.(segment);
    if (failure) {
      this.finish();
      throw failure as Error;
    }
    this.#grid.pass(plan, done);
    if (done > 0) this.#arrive(observers);
  }

  /**
   * Takes `count` steps of a plan from `first` on, reports switches, appends points; throws on failure. Returns how many were
   * taken: fewer where a switch left the state inconsistent, so that a jump comes next.
   */
  #advance(
    plan: StepPlan,
    first: number,
    count: number,
    observers: readonly Observer[],
    grid: boolean,
    segment?: BlockSegment,
  ): number {
    const stepper = this.#steppers.get(plan, this.#afterJump);
    if (this.#lastStepper && this.#lastStepper !== stepper) stepper.follow(this.#lastStepper);
    this.#lastStepper = stepper;
    const { x, lambda } = this.state;
    stepper.configure(grid, this.options.ledger !== undefined);
    this.#first.x.set(x);
    this.#first.lambda.set(lambda);
    stepper.prepare(first, count, plan.time);
    let done = 0;
    while (done < count) {
      done += stepper.advance(done, count - done, this.#outcome);
      const { stop } = this.#outcome;
      if (stop.status === 'ok') continue;
      if (stop.status === 'switched') {
        const time = plan.time(first + done);
        const event = {
          time,
          kind: 'switch',
          rows: stop.rows,
          left: x,
          right: x,
          lambda: this.lambda,
        } as const;
        for (const observer of observers) observer.event?.(event);
        if (this.#afterJump || !this.#jumpsAt(time)) continue;
        this.#append(segment, stepper, plan, first, done, grid);
        this.#mode = this.#steppers.modeOf(stepper);
        this.#afterJump = true;
        return done;
      }
      this.#append(segment, stepper, plan, first, done, grid);
      this.#fail(plan, first + done, stop);
    }
    if (!isFinitePoint(x, lambda)) {
      const last = this.#lastFinite(stepper, grid ? done : 0);
      this.#append(segment, stepper, plan, first, last, grid);
      this.#fail(plan, first + last, { status: 'not-finite', residual: NaN });
    }
    this.#append(segment, stepper, plan, first, done, grid);
    this.#mode = this.#steppers.modeOf(stepper);
    if (this.#afterJump) this.#forgetImpulse(plan.time(first + done));
    this.#afterJump = false;
    return done;
  }

  /** Whether the state is inconsistent with the switches as they stand now. */
  #jumpsAt(time: number): boolean {
    if (this.#integrators.isImplicit) return false;
    return this.#engine.initialMultiplier(time) === undefined;
  }

  /** Stays at the last accepted point, `done` steps into the plan. */
  #fail(
    plan: StepPlan,
    done: number,
    stop: Pick<SimulationFailure, 'status' | 'residual'> & { readonly rows?: readonly number[] },
  ): never {
    this.#grid.pass(plan, done);
    const { status, residual, rows } = stop;
    throw new SimulationFailure(status, this.#grid.now, this.#grid.index, residual, rows);
  }

  /** At a new point: reinitialisations whose guard was crossed, then the events that are due. */
  #arrive(observers: readonly Observer[]): void {
    const { x } = this.state;
    if (this.#watch.watches) {
      const left = x.slice();
      if (this.#watch.apply(this.t, x)) this.#jumped(left, observers);
    }
    this.#processEvents(observers);
  }

  #processEvents(observers: readonly Observer[]): void {
    const { events } = this.options;
    const until = this.t + sameInstant * this.discretisation.h;
    if (!events || events.nextTime() > until) return;
    const { x } = this.state;
    const left = x.slice();
    const jump = (map: (t: number, x: Float64Array, out: Float64Array) => void): void => {
      map(this.t, x.slice(), x);
    };
    const kinds = events.process({ t: this.t, x, lambda: this.lambda, reinitialise: jump }, until);
    const event = { time: this.t, kind: 'user', rows: [], left, right: x, lambda: this.lambda } as const;
    if (kinds.length > 0) for (const observer of observers) observer.event?.(event);
    if (x.some((value, i) => value !== left[i])) this.#jumped(left, observers);
  }

  /** The state was set anew: the next step is implicit (conventions: jumps). */
  #jumped(left: Float64Array, observers: readonly Observer[]): void {
    const { x, lambda } = this.state;
    if (!isFinitePoint(x, lambda)) throw new SimulationFailure('not-finite', this.t, this.#grid.index, NaN);
    this.#afterJump = true;
    this.#watch.start(this.t, x);
    const event = { time: this.t, kind: 'jump', rows: [], left, right: x, lambda: this.lambda } as const;
    for (const observer of observers) observer.event?.(event);
  }

  /** The multiplier of a step with a jump holds an impulse over h; the next step must not remember it as r_k. */
  #forgetImpulse(t: number): void {
    if (!this.#integrators.hasMemory) return;
    const lambda = this.#engine.initialMultiplier(t, this.#first.x);
    if (lambda) this.state.lambda.set(lambda);
    else this.state.lambda.fill(0);
  }

  /** Returns the state to the last finite point among the recorded ones; how many steps of the block remain. */
  #lastFinite(stepper: BlockStepper, done: number): number {
    const { x, lambda } = this.state;
    const { n, rows } = this.#engine;
    const { recordX, recordLambda } = stepper;
    for (let last = done - 1; last > 0; last--) {
      x.set(recordX.subarray(last * n, (last + 1) * n));
      lambda.set(recordLambda.subarray(last * rows, (last + 1) * rows));
      if (isFinitePoint(x, lambda)) return last;
    }
    x.set(this.#first.x);
    lambda.set(this.#first.lambda);
    return 0;
  }

  #append(
    segment: BlockSegment | undefined,
    stepper: BlockStepper,
    plan: StepPlan,
    first: number,
    done: number,
    grid: boolean,
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

function isFinitePoint(x: Float64Array, lambda: Float64Array): boolean {
  for (let i = 0; i < x.length; i++) if (!Number.isFinite(x[i]!)) return false;
  for (let i = 0; i < lambda.length; i++) if (!Number.isFinite(lambda[i]!)) return false;
  return true;
}
