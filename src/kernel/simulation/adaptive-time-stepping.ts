/**
 * Time stepping with step-size control: every step is taken once whole and once as two halves, whose
 * difference estimates the error (of order 1 across nonsmooth events, whatever theta),
 *
 *     err = max_i |x_whole,i - x_halves,i| / (abstol + reltol max(|x_k,i|, |x_k+1,i|)),
 *
 * and the halves are kept when err <= 1. Steps are dyadic parts of the largest one, on a grid that is never
 * accumulated, so that the maps of a linear model are reused at every visited step size. Costs three steps
 * for two. A step that would fall below the smallest one is a failure. Steps are also halved
 * where quantities that are watched lie on no straight line (`chord-control.ts`), down to 2^-14 of the largest.
 */
import type { NonSmoothDynamicalSystem } from '../modeling/nonsmooth-dynamical-system.js';
import { ModelError } from '../modeling/model-error.js';
import { BlockSegment } from './block-segment.js';
import { BoxVI } from './box-vi.js';
import { ChordControl, type WatchedQuantities } from './chord-control.js';
import { IntegratorAssignment, type Integrators } from './integrator-assignment.js';
import { readMultipliers } from './multiplier-map.js';
import type { StepStop } from './step-stop.js';
import { newStepEngine } from './new-step-engine.js';
import type { OneStepNSProblem } from './one-step-ns-problem.js';
import { resolveOptions } from './resolve-options.js';
import { SimulationFailure } from './simulation-failure.js';
import type { StepEngine } from './step-engine.js';
import type { Steps } from './steps.js';
import { StepperCache } from './stepper-cache.js';
import type { Observer } from './stream.js';

export interface AdaptiveOptions {
  readonly reltol: number;
  /** In the units of the states. */
  readonly abstol: number;
  /** Seconds; Infinity: a hundredth of the interval. */
  readonly largestStep: number;
  /** As a part of the largest step; 2^-30: below it the trajectory is taken to jump. */
  readonly smallestPart: number;
  /** Part of its largest magnitude by which a watched quantity may miss a line from step to step; 0: any. */
  readonly chord: number;
}

export const defaultAdaptiveOptions: AdaptiveOptions = Object.freeze({
  reltol: 1e-4,
  abstol: 1e-9,
  largestStep: Infinity,
  smallestPart: 2 ** -30,
  chord: 0,
});

/** Halvings of the largest step down to which points are brought onto lines. */
const chordLevels = 14;

/** Below this estimate the next step is doubled: its error would be some four times as large. */
const doubleBelow = 0.2;

export class AdaptiveTimeStepping {
  readonly options: AdaptiveOptions;
  /** Double steps kept and thrown away. */
  accepted = 0;
  rejected = 0;
  readonly #engine: StepEngine;
  readonly #steppers: StepperCache;
  readonly #levels: number;
  /** Seconds of one tick, the smallest step. */
  readonly #tick: number;
  readonly #last: number;
  readonly #start: { readonly x: Float64Array; readonly lambda: Float64Array; readonly on: Uint8Array };
  readonly #whole: Float64Array;
  readonly #chord: ChordControl | undefined;
  readonly #outcome: { stop: StepStop } = { stop: { status: 'ok' } };
  #position = 0;
  #level = 0;

  /** Throws `ModelError` where options, sizes, theta, laws or W do not allow a simulation. */
  constructor(
    readonly nsds: NonSmoothDynamicalSystem,
    readonly osi: Integrators,
    options: Partial<AdaptiveOptions> = {},
    problem: OneStepNSProblem = new BoxVI(),
    watched?: WatchedQuantities,
  ) {
    this.options = resolveOptions('AdaptiveTimeStepping', defaultAdaptiveOptions, options);
    if (this.options.smallestPart > 0.25) {
      throw new ModelError(
        `AdaptiveTimeStepping: smallestPart is ${this.options.smallestPart}; it must be 1/4 or less`,
      );
    }
    problem.check(nsds.links.map(({ interaction }) => interaction.law));
    const integrators = new IntegratorAssignment(nsds, osi);
    const engine = newStepEngine(nsds, integrators, problem, () => undefined);
    this.#engine = engine;
    this.#steppers = new StepperCache(engine, integrators);
    const length = nsds.T - nsds.t0;
    const largest = Math.min(this.options.largestStep, length);
    const intervals = Math.ceil(this.options.largestStep === Infinity ? 100 : length / largest);
    this.#levels = Math.ceil(-Math.log2(this.options.smallestPart));
    this.#last = intervals * 2 ** this.#levels;
    this.#tick = length / this.#last;
    const { n, rows, state } = engine;
    this.#start = {
      x: new Float64Array(n),
      lambda: new Float64Array(rows),
      on: new Uint8Array(state.on.length),
    };
    this.#whole = new Float64Array(n);
    this.#chord =
      watched && this.options.chord > 0 ? new ChordControl(watched, this.options.chord) : undefined;
  }

  get t(): number {
    return this.#time(this.#position);
  }

  get x(): Float64Array {
    return this.#engine.state.x;
  }

  get lambda(): Float64Array {
    const { multipliers, m, state } = this.#engine;
    if (!multipliers) return state.lambda;
    const lambda = new Float64Array(m);
    readMultipliers(multipliers, state.lambda, 0, lambda);
    return lambda;
  }

  /** The switches that are on, by guard. */
  get switchedOn(): Uint8Array {
    return this.#engine.state.on;
  }

  /** Begins with the switches as another run of the same system left them. */
  continueFrom({ switchedOn }: Pick<AdaptiveTimeStepping, 'switchedOn'>): void {
    this.#engine.state.on.set(switchedOn);
  }

  /** Runs to T; throws `SimulationFailure` at the last accepted point. */
  run(...observers: readonly Observer[]): void {
    for (const steps = this.steps(...observers); !steps.next().done;);
  }

  /** The same with a pause after every double step, in which `next("stop")` ends the run; returns whether it reached T. */
  *steps(...observers: readonly Observer[]): Steps<boolean> {
    const { n, rows, state, multipliers } = this.#engine;
    const segment = new BlockSegment(2, n, rows, multipliers);
    if (this.#position === 0) this.#begin(segment, observers);
    while (this.#position < this.#last) {
      do segment.begin(this.t, state.x, state.lambda);
      while (!this.#doubleStep(segment));
      for (const observer of observers) observer.segment?.(segment);
      const progress = { t: this.t, steps: 2 * this.accepted };
      if (this.#position < this.#last && (yield progress) === 'stop') return false;
    }
    return true;
  }

  /** The multiplier at t0; an inconsistent start is one implicit step of the smallest size (conventions: jumps). */
  #begin(segment: BlockSegment, observers: readonly Observer[]): void {
    const { state } = this.#engine;
    const lambda = this.#engine.initialMultiplier(this.nsds.t0);
    if (lambda) {
      state.lambda.set(lambda);
      return;
    }
    segment.begin(this.t, state.x, state.lambda);
    this.#take(2, 0, true);
    this.#position = 2;
    this.#level = this.#levels - 1;
    segment.append(this.t, state.x, state.lambda, 0);
    for (const observer of observers) observer.segment?.(segment);
  }

  /** Tries a step whole and in halves; true when the halves were kept. */
  #doubleStep(segment: BlockSegment): boolean {
    const ticks = 2 ** (this.#levels - this.#level);
    const { state } = this.#engine;
    const { x, lambda, on } = this.#start;
    x.set(state.x);
    lambda.set(state.lambda);
    on.set(state.on);
    this.#chord?.noteFirst(this.t, x, this.lambda);
    const failure = this.#tryStep(ticks, segment);
    const error = failure ? Infinity : this.#error();
    const shortest = this.#level >= Math.min(chordLevels, this.#levels - 1);
    const end = this.#time(this.#position + ticks);
    const excess = error <= 1 ? (this.#chord?.excess(end, state.x, this.lambda, shortest) ?? 0) : 0;
    if (error <= 1 && (excess <= 1 || shortest)) {
      this.#position += ticks;
      this.accepted++;
      segment.append(this.t, state.x, state.lambda, 0);
      // Lines miss four times as much over twice the step.
      if (
        error < doubleBelow &&
        excess < doubleBelow &&
        this.#level > 0 &&
        this.#position % (2 * ticks) === 0
      )
        this.#level--;
      return true;
    }
    this.#restore();
    this.rejected++;
    this.#level++;
    if (this.#level < this.#levels) return false;
    const { status, residual, rows } = failure ?? { status: 'step-too-small', residual: error, rows: [] };
    throw new SimulationFailure(status, this.t, this.accepted, residual, rows);
  }

  /** Takes the step whole and in halves; returns why it cannot be taken, which a shorter one may pass. */
  #tryStep(ticks: number, segment: BlockSegment): SimulationFailure | undefined {
    const { state } = this.#engine;
    try {
      this.#take(ticks, this.#position, false);
      this.#whole.set(state.x);
      this.#restore();
      const middle = this.#position + ticks / 2;
      this.#take(ticks / 2, this.#position, false);
      segment.append(this.#time(middle), state.x, state.lambda, 0);
      this.#chord?.noteMiddle(this.#time(middle), state.x, this.lambda);
      this.#take(ticks / 2, middle, false);
      return undefined;
    } catch (error) {
      if (error instanceof SimulationFailure) return error;
      throw error;
    }
  }

  #restore(): void {
    const { state } = this.#engine;
    state.x.set(this.#start.x);
    state.lambda.set(this.#start.lambda);
    state.on.set(this.#start.on);
  }

  #error(): number {
    const { reltol, abstol } = this.options;
    const { x } = this.#engine.state;
    let worst = 0;
    for (let i = 0; i < x.length; i++) {
      const scale = abstol + reltol * Math.max(Math.abs(x[i]!), Math.abs(this.#start.x[i]!));
      const error = Math.abs(x[i]! - this.#whole[i]!) / scale;
      if (!(error <= worst)) worst = error;
    }
    return worst;
  }

  /** One step of so many ticks from a position; switches turn where they must. */
  #take(ticks: number, position: number, afterJump: boolean): void {
    const stepper = this.#steppers.get({ h: ticks * this.#tick, whole: false }, afterJump);
    stepper.configure(false, false);
    stepper.prepare(0, 1, (i) => this.#time(position + i * ticks));
    for (;;) {
      const done = stepper.advance(0, 1, this.#outcome);
      const { stop } = this.#outcome;
      if (stop.status === 'switched') continue;
      if (done === 1) return;
      const residual = stop.status === 'ok' ? NaN : stop.residual;
      throw new SimulationFailure(
        stop.status === 'ok' ? 'undecided' : stop.status,
        this.t,
        this.accepted,
        residual,
        stop.status === 'ok' ? [] : stop.rows,
      );
    }
  }

  #time(position: number): number {
    return position === this.#last ? this.nsds.T : this.nsds.t0 + position * this.#tick;
  }
}
