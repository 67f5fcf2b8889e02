/**
 * A block that takes steps of its own, or rests. It rests when, with the inputs that it has, its equations are solved where
 * it is: its static solution lies within a part of the tolerance of each unknown, and what its rows still move is a part of
 * theirs; sizes are those of the last steps, rates the largest so far. Then it costs nothing until an input leaves
 * the value that it had by more than the block's own equations bear. Blocks that are alike step by one stepper
 * (`shared-stepper.ts`), which they ask for when they first move.
 */
import type { DescriptorStart, DescriptorSystem } from '../../modeling/descriptor-system.js';
import type { Signal } from '../../modeling/signals/signal.js';
import type { SparseStepper } from '../sparse-stepping/sparse-stepper.js';
import type { AcceptedStep } from '../sparse-stepping/stages/accepted-step.js';
import { SteppingFailure } from '../sparse-stepping/newton/stepping-failure.js';
import type { SteppingState } from '../sparse-stepping/newton/stepping-state.js';
import type { SparseSteppingOptions } from '../sparse-stepping/descriptor/stepping-options.js';
import { type BlockParts, picked, type SystemBlocks } from './block-system.js';
import type { Borrower, SharedStepper, SharedSteppers } from './shared-stepper.js';
import { Trace, TraceSignal } from './trace.js';

/**
 * How far from its static solution a block may rest, what its rows may then miss, and how far an input may leave its value
 * unlooked at: parts of tolerances.
 */
const REST = 0.1;
const MISSED = 0.2;
const UNSEEN = 0.02;

const nothing = new Float64Array(0);
const none: readonly never[] = Object.freeze([]);

/** What blocks have to do with the outside: one for all. */
export interface BlockSetting {
  /** Makes the systems of blocks. */
  readonly cut: SystemBlocks;
  readonly steppers: SharedSteppers;
  readonly options: SparseSteppingOptions;
  /** Of each unknown of the whole system the differences that are none. */
  readonly absolute: Float64Array;
}

/** Looks at the steps of a block with pairs or guards, in the block's own numbers. */
export interface BlockObserver {
  /** Told of each step; true ends the run where the window began. */
  step(step: AcceptedStep, by: SparseStepper): boolean;
  /** Told of (z | u | 0) at t where the block failed. */
  failed(w: Float64Array, t: number): void;
}

export class SteppedBlock implements Borrower {
  state: SteppingState | undefined;
  readonly trace: Trace;
  /** Blocks that read this one, directly or through explicit unknowns; filled in by the owner. */
  dependents: readonly number[] = none;
  /** Blocks that do the same. */
  twins: readonly BlockParts[] = none;
  asleep = false;
  observer: BlockObserver | undefined;
  /** Its observer has ended the run. */
  hasEnded = false;
  /** By what it steps; undefined before it first moves. */
  lender: SharedStepper | undefined;
  readonly #z: Float64Array;
  readonly #stored: Float64Array | undefined;
  readonly #guards: Pick<DescriptorStart, 'guards' | 'controlSizes'> | undefined;
  /** Inputs that may move, whether some of them no stepped block gives, and what they were when the block came to rest. */
  readonly #moving: readonly number[];
  readonly #fed: boolean;
  readonly #resting: number[];
  /** Inputs when the last window ended; this and what follows is made when it first moves. */
  #last = nothing;
  /** Of the step that was recorded last. */
  #rate0 = nothing;
  #rate1 = nothing;
  /** The largest flows so far, by row; rates at the end of the last window, and the sizes of unknowns. */
  #carried = nothing;
  #rates = nothing;
  #sizes = nothing;
  readonly #t0: number;
  #hasBegun = false;
  /** The start is none that it may rest at. */
  readonly #begins: boolean;

  /** Block `index` begins where the whole system does; at rest where nothing is told of what is stored or was held. */
  constructor(
    private readonly setting: BlockSetting,
    readonly index: number,
    readonly parts: BlockParts,
    readonly inputs: readonly Signal[],
    { t0, z, stored, held, guards, controlSizes }: DescriptorStart,
  ) {
    const { size, absolute } = parts.system;
    this.#t0 = t0;
    this.#begins = stored !== undefined || held === true;
    this.#z = picked(z, parts.unknowns);
    this.#stored = stored && picked(stored, parts.rows);
    if (guards && parts.guards.length > 0)
      this.#guards = {
        guards: Uint8Array.from(parts.guards, (guard) => guards[guard]!),
        ...(controlSizes && {
          controlSizes: Float64Array.from(parts.guards, (guard) => controlSizes[guard]!),
        }),
      };
    this.trace = new Trace(size, absolute);
    this.trace.rest(t0, this.#z);
    const moving: number[] = [];
    for (let j = 0; j < inputs.length; j++) if (!inputs[j]!.constant) moving.push(j);
    // As large as they are: thousands rest.
    this.#moving = moving.slice();
    this.#resting = moving.map(() => NaN);
    this.#fed = moving.some((j) => !(inputs[j] instanceof TraceSignal));
  }

  /** True where sources may move it without any other block: it is to be looked at in every window. */
  get isFed(): boolean {
    return this.#fed;
  }

  /** Looks whether the block, which begins, rests. */
  settle(): void {
    if (this.#begins || this.parts.system.delays.length > 0) return;
    this.#noteInputs(this.#t0);
    this.asleep = true;
  }

  /** The first time of the window at which an input that counts leaves its value; Infinity where the block sleeps on. */
  wakesAt(t0: number, t1: number): number {
    let soonest = Infinity;
    for (let k = 0; k < this.#moving.length; k++)
      soonest = Math.min(soonest, this.#leaves(this.#moving[k]!, this.#resting[k]!, t0, t1));
    return soonest;
  }

  /** ds/dt by row, at the end of the last window in which it moved. */
  get rates(): Float64Array {
    return this.#rates;
  }

  /** By row the largest rate so far, or term where nothing is stored, at the ends of all steps; empty before it first moves. */
  get carried(): Float64Array {
    return this.#carried;
  }

  /** What was done where nothing else decides, by the names of this block. */
  get notes(): string[] {
    const { lender } = this;
    return lender?.owner === this ? lender.lend(this).notes : [];
  }

  /** 1 for every guard that is on; undefined before it first moves. */
  get guardsOn(): Uint8Array | undefined {
    return this.lender?.lend(this).point.guardsOn;
  }

  /** Goes on from t0 to t1, at rest until `from` if it was asleep; returns the steps taken. */
  advance(t0: number, from: number, t1: number): number {
    const lender = this.#lender();
    if (lender.owner === this) return this.#goOn(lender, t0, from, t1);
    let steps: number;
    try {
      steps = this.#goOn(lender, t0, from, t1);
    } catch (error) {
      if (!(error instanceof SteppingFailure)) throw error;
      // Once more, to fail by its own names.
      return this.#goOn(this.#leave(), t0, from, t1);
    }
    lender.keep(this);
    if (lender.stepper.notes.length > 0) this.#leave();
    return steps;
  }

  /** Makes one step from t0; returns its end. */
  advanceOnce(t0: number, until: number): number {
    const lender = this.#lender();
    const stepper = this.#hasBegun ? lender.stepper : this.#awake(lender, t0, t0);
    this.trace.clear();
    this.#record(stepper, until, false);
    this.#hasBegun = true;
    this.asleep = false;
    this.#rates.set(stepper.rates);
    return stepper.t;
  }

  #lender(): SharedStepper {
    return (this.lender ??= this.setting.steppers.of(this.parts.kind, this, this.#system));
  }

  /** From now on it has a stepper of its own, where it stood when its state was saved. */
  #leave(): SharedStepper {
    return (this.lender = this.setting.steppers.alone(this, this.#system));
  }

  get #system(): (inputs: readonly Signal[]) => DescriptorSystem {
    return (inputs) => this.setting.cut.system(this.index, inputs);
  }

  /** How far an input may be from a value unseen: a part of an unknown's tolerance; of sources of the value alone. */
  #unseen(j: number, value: number): number {
    const { absolute, options } = this.setting;
    const { externals } = this.parts;
    const tolerance = j < externals.length ? absolute[externals[j]!]! : 0;
    return UNSEEN * (tolerance + options.reltol * Math.abs(value));
  }

  #goOn(lender: SharedStepper, t0: number, from: number, t1: number): number {
    const stepper = this.#awake(lender, t0, from);
    const { accepted } = stepper.counters;
    while (stepper.t < t1 && !this.hasEnded) this.#record(stepper, t1, true);
    this.#hasBegun = true;
    this.asleep = false;
    this.#z.set(stepper.z.subarray(0, this.#z.length));
    this.#rates.set(stepper.rates);
    this.#sizes.set(stepper.sizes);
    for (const j of this.#moving) this.#last[j] = this.inputs[j]!.valueLeft(t1);
    return stepper.counters.accepted - accepted;
  }

  /** Adds a step to the trace, or as many as are made at once. */
  #record(stepper: SparseStepper, until: number, many: boolean): void {
    const { restarts } = stepper.counters;
    const { record } = stepper;
    if (many && record) {
      record.steepest.set(this.#carried);
      stepper.step(until, 'recorded');
      this.trace.addAll(record, stepper.counters.restarts > restarts);
      this.#carried.set(record.steepest);
      return;
    }
    const step = this.#step(stepper, until);
    this.hasEnded = this.observer?.step(step, stepper) === true;
    step.endRates(this.#rate0, this.#rate1);
    const begun = stepper.counters.restarts > restarts;
    this.trace.add(step.t0, step.first, this.#rate0, step.t1, step.last, this.#rate1, begun);
    const { flows } = stepper;
    for (let i = 0; i < flows.length; i++)
      this.#carried[i] = Math.max(this.#carried[i]!, Math.abs(flows[i]!));
  }

  #step(stepper: SparseStepper, until: number): AcceptedStep {
    try {
      return stepper.step(until);
    } catch (error) {
      this.observer?.failed(stepper.z, stepper.t);
      throw error;
    }
  }

  /** Puts the block to rest where it has nothing left to do; tells whether it did. */
  tryRest(t0: number, t1: number): boolean {
    const { options } = this.setting;
    const { trace, lender, inputs } = this;
    const { system } = this.parts;
    if (system.delays.length > 0 || !lender) return false;
    const [rates, sizes] = [this.#rates, this.#sizes];
    for (let i = 0; i < system.size; i++) {
      const tolerance = MISSED * (system.residual[i]! + options.reltol * this.#carried[i]!);
      if (Math.abs(rates[i]!) > tolerance) return false;
    }
    for (let j = 0; j < system.size; j++) {
      const large = Math.max(Math.abs(this.#z[j]!), sizes[j]!);
      const tolerance = REST * (system.absolute[j]! + options.reltol * large);
      if (trace.leaves(j, this.#z[j]!, tolerance) < Infinity) return false;
    }
    for (const j of this.#moving) {
      const now = inputs[j]!.valueLeft(t1);
      const was = inputs[j]!.value(t0);
      if (Math.abs(now - was) > this.#unseen(j, now)) return false;
    }
    if (lender.lend(this).restDistance() > REST) return false;
    this.asleep = true;
    this.#noteInputs(t1);
    trace.rest(t1, this.#z);
    return true;
  }

  /** True where an input at t is not what it was when the last window ended there. */
  #inputsJump(t: number): boolean {
    return this.#moving.some((j) => {
      const value = this.inputs[j]!.value(t);
      return Math.abs(value - this.#last[j]!) > this.#unseen(j, value);
    });
  }

  #noteInputs(t: number): void {
    for (let k = 0; k < this.#moving.length; k++)
      this.#resting[k] = this.inputs[this.#moving[k]!]!.valueLeft(t);
  }

  #leaves(j: number, rest: number, t0: number, t1: number): number {
    const signal = this.inputs[j]!;
    const tolerance = this.#unseen(j, rest);
    if (signal instanceof TraceSignal) return signal.trace.leaves(signal.unknown, rest, tolerance);
    for (let from = t0; from < t1;) {
      const to = Math.min(t1, signal.nextBreakpoint(from));
      for (let k = 0; k <= 4; k++) {
        const t = from + ((to - from) * k) / 4;
        const value = k === 4 ? signal.valueLeft(to) : signal.value(t);
        if (Math.abs(value - rest) > tolerance) return from;
      }
      from = to;
    }
    return Math.abs(signal.value(t1) - rest) > tolerance ? t1 : Infinity;
  }

  /** The stepper at `from`, with the trace of the window that began at t0. */
  #awake(lender: SharedStepper, t0: number, from: number): SparseStepper {
    const { trace } = this;
    const stepper = lender.lend(this);
    if (!this.#hasBegun) {
      const stored = this.#stored && { stored: this.#stored };
      stepper.begin({ t0: from, z: this.#z, ...stored, ...this.#guards });
      const { length } = this.#z;
      this.#last = new Float64Array(this.inputs.length);
      this.#rate0 = new Float64Array(length);
      this.#rate1 = new Float64Array(length);
      this.#carried = new Float64Array(length);
      this.#rates = new Float64Array(length);
      this.#sizes = new Float64Array(length);
    } else if (this.asleep) stepper.begin({ t0: from, z: this.#z });
    else stepper.renewInputs(this.#inputsJump(from));
    trace.clear();
    if (t0 < from) trace.addRest(t0, from, this.#z);
    return stepper;
  }
}
