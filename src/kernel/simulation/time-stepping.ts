/**
 * Time stepping on a fixed grid, [intro] 7: at every step one one-step integrator and one one-step
 * nonsmooth problem; no event is located, switches turn at grid points (CONVENTIONS 10).
 *
 * Steps run in blocks. A block's inputs are evaluated before it, its points are handed to the observers
 * after it; inside it nothing is allocated and nobody is called.
 */
import type { NonSmoothDynamicalSystem } from '../modeling/nonsmooth-dynamical-system.js';
import { BlockSegment } from './block-segment.js';
import { discretizeSystem } from './discrete-scheme.js';
import type { EulerMoreauOSI } from './euler-moreau-osi.js';
import { fillStepInputs } from './step-inputs.js';
import { LCP } from './lcp.js';
import { assembleLinearSystem, type LinearSystem } from './linear-system.js';
import {
  blockSteps,
  LinearStepper,
  type StepperCounters,
  type StepperState,
  type StepStop,
} from './linear-stepper.js';
import { initialMultiplier } from './initial-multiplier.js';
import { SimulationFailure } from './simulation-failure.js';
import type { StepMap } from './step-map.js';
import type { Observer } from './stream.js';
import type { TimeDiscretisation } from './time-discretisation.js';

export interface TimeSteppingOptions {
  /** The start is the right limit of a jump: the first step has theta = gamma = 1 (CONVENTIONS 3). */
  readonly startsWithJump?: boolean;
  /** Receives every mode's map with the moments gathered in it, when it leaves the cache and at the end. */
  readonly ledger?: (map: StepMap) => void;
}

/** Work that pauses now and then; `next("stop")` asks it to end early and return what it has. */
export type Steps<T> = Generator<undefined, T, 'stop' | undefined>;

export class TimeStepping {
  readonly system: LinearSystem;
  readonly state: StepperState;
  readonly #steppers = new Map<string, LinearStepper>();
  readonly #steps: { readonly whole: number; readonly rest: number };
  readonly #outcome: { stop: StepStop } = { stop: { status: 'ok' } };
  #segment: BlockSegment | undefined;
  #index = 0;
  #pending = false;
  #afterJump: boolean;
  #initialized = false;

  /** Throws `ModelError` where sizes, theta or W do not allow a simulation. */
  constructor(
    readonly nsds: NonSmoothDynamicalSystem,
    readonly discretisation: TimeDiscretisation,
    readonly osi: EulerMoreauOSI,
    readonly problem: LCP = new LCP(),
    private readonly options: TimeSteppingOptions = {},
  ) {
    const system = assembleLinearSystem(nsds);
    const { m } = system;
    this.system = system;
    this.#steps = discretisation.steps(nsds.T);
    this.#afterJump = options.startsWithJump ?? false;
    this.state = {
      x: system.x0.slice(),
      lambda: new Float64Array(m),
      magnitudeY: new Float64Array(m),
      magnitudeLambda: new Float64Array(m),
      on: Uint8Array.from(system.guards, ({ guard }) => (guard.initially === 'on' ? 1 : 0)),
      counters: { steps: 0, modeChanges: 0, modesSeen: 0, lcpSolves: 0, fallbacks: 0 },
    };
  }

  /**
   * Computes lambda at t0, which schemes with gamma < 1 start from (CONVENTIONS 9) and the first row of a
   * waveform shows; done by the first step or `run` where it is needed.
   */
  initialize(): void {
    if (this.#initialized) return;
    this.#initialized = true;
    this.state.lambda.set(initialMultiplier(this.system, this.state, this.nsds.t0));
  }

  /** State at the present grid point (n). */
  get x(): Float64Array {
    return this.state.x;
  }

  /** Multiplier of the last step (m): at t_k, or at t_k-1+gamma in the full scheme. */
  get lambda(): Float64Array {
    return this.state.lambda;
  }

  get counters(): Readonly<StepperCounters> {
    return this.state.counters;
  }

  /** Number of steps in [t0, T], a shortened last one included. */
  get stepCount(): number {
    return this.#steps.whole + (this.#steps.rest > 0 ? 1 : 0);
  }

  /** Present time in seconds. */
  get t(): number {
    return this.#time(this.#index);
  }

  hasNextEvent(): boolean {
    return this.#index < this.stepCount;
  }

  /** Computes x and lambda at the next grid point; `nextStep` then makes it the present one. */
  computeOneStep(): void {
    if (this.#pending) this.nextStep();
    if (!this.hasNextEvent()) return;
    if (this.osi.hasMemory) this.initialize();
    this.#advanceTo(this.#index, 1, [], false);
    this.#pending = true;
  }

  nextStep(): void {
    if (this.#pending) this.#index++;
    this.#pending = false;
  }

  /** Runs to the end and tells the observers; throws `SimulationFailure` after telling what was accepted. */
  run(...observers: readonly Observer[]): void {
    const blocks = this.blocks(...observers);
    while (blocks.next().done !== true);
  }

  /**
   * As `run`, but pauses after every block, so that a host can look at its signals; `next("stop")` ends the
   * run at the present point, where `hasNextEvent` stays true.
   */
  *blocks(...observers: readonly Observer[]): Steps<void> {
    this.nextStep();
    const grid = observers.some(({ needs }) => needs === 'grid');
    if (this.osi.hasMemory || grid) this.initialize();
    while (this.hasNextEvent()) {
      // The shortened last step and the implicit step after a jump are blocks of their own.
      const single = this.#afterJump || this.#index >= this.#steps.whole;
      const count = single ? 1 : Math.min(blockSteps, this.#steps.whole - this.#index);
      this.#runBlock(count, grid, observers);
      if ((yield) === 'stop') break;
    }
    this.finish();
  }

  /** Hands all gathered moments to the ledger; `run` does it by itself. */
  finish(): void {
    for (const stepper of this.#steppers.values()) stepper.retireAll();
  }

  #runBlock(count: number, grid: boolean, observers: readonly Observer[]): void {
    const { system, state } = this;
    const segment = (this.#segment ??= new BlockSegment(grid ? blockSteps : 2, system.n, system.m));
    const first = this.#index;
    segment.begin(this.#time(first), state.x, state.lambda);
    let failure: unknown;
    try {
      if (grid) {
        this.#advanceTo(first, count, observers, true, segment);
        this.#index = first + count;
      } else {
        if (count > 1) this.#advanceTo(first, count - 1, observers, false, segment);
        this.#index = first + count - 1;
        this.#advanceTo(this.#index, 1, observers, false, segment);
        this.#index++;
      }
    } catch (error) {
      failure = error;
    }
    segment.mode = this.#stepper(first).mode;
    if (segment.gridCount > 0) for (const observer of observers) observer.segment?.(segment);
    if (failure) {
      this.finish();
      throw failure as Error;
    }
  }

  /** Takes `count` steps from grid point k, reports switches, appends points; throws on failure. */
  #advanceTo(
    k: number,
    count: number,
    observers: readonly Observer[],
    grid: boolean,
    segment?: BlockSegment,
  ): void {
    const stepper = this.#stepper(k);
    const { x, lambda } = this.state;
    stepper.configure(grid, this.options.ledger !== undefined);
    fillStepInputs(this.system, stepper, k, count, (index) => this.#time(index));
    let done = 0;
    while (done < count) {
      done += stepper.advance(done, count - done, this.#outcome);
      const { stop } = this.#outcome;
      if (stop.status === 'ok') continue;
      const time = this.#time(k + done);
      if (stop.status === 'switched') {
        const event = { time, kind: 'switch', rows: stop.rows, left: x, right: x } as const;
        for (const observer of observers) observer.event?.(event);
        continue;
      }
      this.#append(segment, stepper, k, done, grid);
      this.#index = k + done;
      throw new SimulationFailure(stop.status, time, k + done, stop.residual);
    }
    this.#append(segment, stepper, k, done, grid);
    this.#afterJump = false;
    for (let i = 0; i < x.length; i++) {
      if (!Number.isFinite(x[i]!)) throw new SimulationFailure('not-finite', this.#time(k), k, NaN);
    }
    for (let i = 0; i < lambda.length; i++) {
      if (!Number.isFinite(lambda[i]!)) throw new SimulationFailure('not-finite', this.#time(k), k, NaN);
    }
  }

  #append(
    segment: BlockSegment | undefined,
    stepper: LinearStepper,
    k: number,
    done: number,
    grid: boolean,
  ): void {
    if (!segment || done === 0) return;
    if (!grid) {
      segment.append(this.#time(k + done), this.state.x, this.state.lambda, 0);
      return;
    }
    const { recordX, recordLambda } = stepper.buffers;
    for (let i = 1; i <= done; i++) segment.append(this.#time(k + i), recordX, recordLambda, i);
  }

  #time(k: number): number {
    return k > this.#steps.whole ? this.nsds.T : this.discretisation.time(k);
  }

  /** The stepper for the step from grid point k: whole steps, the shortened last one, the one after a jump. */
  #stepper(k: number): LinearStepper {
    const h = k < this.#steps.whole ? this.discretisation.h : this.#steps.rest;
    const osi = this.#afterJump ? this.osi.implicit() : this.osi;
    const key = `${h} ${osi.theta} ${osi.gamma} ${osi.relation}`;
    let stepper = this.#steppers.get(key);
    if (!stepper) {
      const scheme = discretizeSystem(this.system, osi, h);
      const { guards, flowIsY } = this.system;
      const retire = (map: StepMap): void => this.options.ledger?.(map);
      stepper = new LinearStepper(scheme, this.state, guards, flowIsY, this.problem.options, retire);
      this.#steppers.set(key, stepper);
    }
    return stepper;
  }
}
