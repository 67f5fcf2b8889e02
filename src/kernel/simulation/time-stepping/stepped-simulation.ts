/**
 * Time stepping, [intro] 7: at every step the one-step integrators and one one-step nonsmooth problem; no nonsmooth event
 * is located, switches turn at the points (conventions: simultaneous events). How far steps go is said by a
 * `StepSizePolicy`; everything else is here, the same for all of them:
 *
 *     take steps (up to the next event of a clock) -> tell the observers -> pass -> reinitialise -> process events
 *
 * Whatever stops it, t and x are those of the last accepted point, and what was accepted has been told.
 *
 * A linear time-invariant model under one linear scheme steps through cached maps, any other by Newton's method; inside a
 * block of steps of a linear model nothing is allocated.
 */
import { checkFinite, ModelError } from '../../modeling/model-error.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import { BlockSegment } from './block-segment.js';
import type { EventsManager } from './events-manager.js';
import { IntegratorAssignment, type Integrators } from '../integrators/integrator-assignment.js';
import { attachInteractions } from '../integrators/interaction-reader.js';
import type { StepperCounters, StepperState } from '../linear/linear-stepper.js';
import { newStepEngine, type StepEngineOptions } from './new-step-engine.js';
import type { OneStepNSProblem } from '../problems/one-step-ns-problem.js';
import { ReinitialisationWatch } from './reinitialisation-watch.js';
import { SimulationFailure } from '../simulation-failure.js';
import type { StepMap } from '../linear/step-map.js';
import type { StepRequest, StepSizePolicy } from './step-size-policy.js';
import type { StepImpacts } from './step-impacts.js';
import { isFinitePoint, StepTaker, type StepFailure, type TakenSteps } from './step-taker.js';
import type { Steps } from './steps.js';
import type { Observer } from '../stream.js';

export interface SteppingOptions extends StepEngineOptions {
  /** Contacts that hit, of a linear model. */
  readonly impacts?: StepImpacts;
  /** The start is the right limit of a jump: the first step has theta = gamma = 1 (conventions: jumps). */
  readonly startsWithJump?: boolean;
  /** Receives every mode's map with the moments gathered in it, when it leaves the cache and at the end. */
  readonly ledger?: (map: StepMap) => void;
  /** Sensors, actuators and the user's events. */
  readonly events?: EventsManager;
}

export abstract class SteppedSimulation {
  readonly system: { readonly n: number; readonly m: number };
  /** The present point; its lambda has the rows of the lifted laws (`lifted-laws.ts`) where there are such. */
  readonly state: StepperState;
  /** What the user should know of the model. */
  readonly notes: readonly string[];
  protected readonly taker: StepTaker;
  readonly #policy: StepSizePolicy;
  readonly #options: SteppingOptions;
  readonly #watch: ReinitialisationWatch;
  readonly #revision: number;
  #segment: BlockSegment | undefined;
  #pending = false;
  #startsWithJump = false;
  #initialized = false;

  /** Throws `ModelError` where sizes, integrators, laws or W do not allow a simulation. */
  protected constructor(
    readonly nsds: NonSmoothDynamicalSystem,
    readonly osi: Integrators,
    readonly problem: OneStepNSProblem,
    options: SteppingOptions,
    policy: StepSizePolicy,
  ) {
    problem.check(nsds.links.map(({ interaction }) => interaction.law));
    const integrators = new IntegratorAssignment(nsds, osi);
    const { ledger } = options;
    const engine = newStepEngine(nsds, integrators, problem, (map) => ledger?.(map), options);
    this.taker = new StepTaker(engine, integrators, ledger !== undefined, options.impacts);
    this.taker.afterJump = options.startsWithJump ?? false;
    this.#policy = policy;
    this.#options = options;
    this.#watch = new ReinitialisationWatch(nsds);
    this.#revision = nsds.revision;
    this.system = { n: engine.n, m: engine.m };
    this.state = engine.state;
    this.notes = engine.notes;
    attachInteractions(nsds, this);
  }

  /**
   * Computes lambda at t0, which schemes with gamma < 1 start from (conventions: initial multiplier) and the first row shows. Where there is
   * none the first step, implicit, is the jump of the start (conventions: jumps). Done by the first step or `run`.
   */
  initialize(): void {
    if (this.#initialized) return;
    const { taker } = this;
    const lambda = taker.engine.initialMultiplier(this.nsds.t0);
    this.#watch.start(this.t, this.state.x);
    this.#initialized = true;
    if (lambda) this.state.lambda.set(lambda);
    else taker.afterJump = true;
    this.#startsWithJump = taker.afterJump;
    this.#processEvents([]);
  }

  /** Whether the first step is the jump of an inconsistent start; computes lambda at t0. */
  get startsWithJump(): boolean {
    this.initialize();
    return this.#startsWithJump;
  }

  /** State at the present point (n). */
  get x(): Float64Array {
    return this.state.x;
  }

  /** Multiplier of the last step (m): at t_k, or at t_k-1+gamma in the full scheme. */
  get lambda(): Float64Array {
    return this.taker.lambda;
  }

  get counters(): Readonly<StepperCounters> {
    return this.state.counters;
  }

  get t(): number {
    return this.#policy.now;
  }

  hasNextEvent(): boolean {
    return !this.#policy.finished;
  }

  /** Computes the next point; `nextStep` then makes it the present one. */
  computeOneStep(): void {
    if (this.#pending) this.nextStep();
    if (!this.hasNextEvent()) return;
    this.#begin();
    const request = this.#request([], false, true);
    let taken = this.#policy.take(this.taker, request);
    // A switch that makes the state inconsistent stops the step; the implicit one takes its place.
    if (taken.done === 0 && !taken.failure) taken = this.#policy.take(this.taker, request);
    if (taken.failure) {
      this.#policy.pass();
      throw this.#errorOf(taken.failure);
    }
    this.#pending = true;
  }

  /** Makes the computed point the present one and processes the events that are due there. */
  nextStep(): void {
    if (!this.#pending) return;
    this.#pending = false;
    this.#policy.pass();
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
    this.#begin();
    while (this.hasNextEvent()) {
      this.#runBlock(grid, observers);
      if ((yield { t: this.t, steps: this.counters.steps }) === 'stop') break;
    }
    this.finish();
  }

  /** Hands all moments to the ledger; `run` does it by itself. */
  finish(): void {
    this.taker.retireAll();
  }

  /** Refuses a model that has changed. */
  #begin(): void {
    if (this.nsds.revision !== this.#revision) {
      throw new ModelError(
        `${this.constructor.name}: the model was changed after this simulation was made; make a new one for it`,
      );
    }
    this.initialize();
  }

  #runBlock(grid: boolean, observers: readonly Observer[]): void {
    const { engine, state } = this.taker;
    const { n, rows, multipliers } = engine;
    const segment = (this.#segment ??= new BlockSegment(this.#policy.capacity(grid), n, rows, multipliers));
    segment.begin(this.t, state.x, state.lambda);
    const taken = this.#takeSafely(this.#request(observers, grid, false, segment));
    segment.mode = this.taker.mode;
    if (segment.gridCount > 0 && taken.done > 0) {
      for (const observer of observers) observer.segment?.(segment);
    }
    this.#policy.pass();
    if (taken.failure) {
      this.finish();
      throw this.#errorOf(taken.failure);
    }
    if (taken.done > 0) this.#arrive(observers);
  }

  /** What is thrown on the way to a step (a scheme without W, an observer) leaves what was accepted. */
  #takeSafely(request: StepRequest): TakenSteps {
    try {
      return this.#policy.take(this.taker, request);
    } catch (error) {
      return { done: 0, failure: { status: 'thrown', error } };
    }
  }

  #request(
    observers: readonly Observer[],
    grid: boolean,
    single: boolean,
    segment?: BlockSegment,
  ): StepRequest {
    return {
      nextEvent: this.#options.events?.nextTime() ?? Infinity,
      single,
      segment,
      grid,
      watches: this.#watch.watches,
      overshoot: (t, x, reltol, abstol) => this.#watch.overshoot(t, x, reltol, abstol),
      switched: (time, rows) => {
        const { x } = this.state;
        const event = { time, kind: 'switch', rows, left: x, right: x, lambda: this.lambda } as const;
        for (const observer of observers) observer.event?.(event);
      },
    };
  }

  /** The error of a failure, at the last accepted point. */
  #errorOf(failure: StepFailure): Error {
    if (failure.status === 'thrown') return failure.error as Error;
    const { status, residual, rows, detail } = failure;
    return new SimulationFailure(status, this.t, this.#policy.index, residual, rows, detail);
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
    const { events } = this.#options;
    const until = this.t + this.#policy.instant;
    if (!events || events.nextTime() > until) return;
    const { x } = this.state;
    const left = x.slice();
    const jump = (map: (t: number, x: Float64Array, out: Float64Array) => void): void => {
      const after = x.slice();
      map(this.t, x.slice(), after);
      checkFinite('EventsManager', 'the map of reinitialise', this.t, after);
      x.set(after);
    };
    const kinds = events.process({ t: this.t, x, lambda: this.lambda, reinitialise: jump }, until);
    const event = { time: this.t, kind: 'user', rows: [], left, right: x, lambda: this.lambda } as const;
    if (kinds.length > 0) for (const observer of observers) observer.event?.(event);
    if (x.some((value, i) => value !== left[i])) this.#jumped(left, observers);
  }

  /** The state was set anew: the next step is implicit (conventions: jumps). */
  #jumped(left: Float64Array, observers: readonly Observer[]): void {
    const { x, lambda } = this.state;
    if (!isFinitePoint(x, lambda)) throw new SimulationFailure('not-finite', this.t, this.#policy.index, NaN);
    this.taker.afterJump = true;
    this.#watch.start(this.t, x);
    const event = { time: this.t, kind: 'jump', rows: [], left, right: x, lambda: this.lambda } as const;
    for (const observer of observers) observer.event?.(event);
  }
}
