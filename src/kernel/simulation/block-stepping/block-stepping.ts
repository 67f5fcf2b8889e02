/**
 * Steps a descriptor system block by block (`dependency-blocks.ts`): over one window of time after the other, every block
 * that is awake or woken makes steps of its own length, an upstream block first, and those behind it read what it did from
 * its trace. As no block reads one behind it, this is no iteration: each block is solved once, with inputs known to the
 * order of the steps. So a chain of which a wave moves ten stages costs ten stages.
 *
 *     window [t, t + T]:   for block b in order, if awake, fed by a source, or behind one that moved:
 *         asleep and no input leaves its value        ->  its trace stays as it is
 *         else steps to t + T, or from where an input leaves  ->  trace;   static there  ->  asleep
 *
 * Of blocks that do the same to the bit one steps for all (`twin-blocks.ts`). T follows the steps that blocks make: some dozens each. Cost: the steps of the blocks that move; memory: linear in the
 * system, and the traces of one window. One block alone has no windows: its steps are passed on as they are. Where observers look at
 * steps, what the run was when the window began is kept, so that another may go on from there.
 */
import type { MachineCode } from '../../../numerics/code/machine-room.js';
import type { DescriptorStart, DescriptorSystem, SteppedPoint } from '../../modeling/descriptor-system.js';
import type { Signal } from '../../modeling/signals/signal.js';
import { roomForAll } from '../sparse-stepping/descriptor/descriptor-room.js';
import {
  defaultSparseSteppingOptions,
  type SparseSteppingOptions,
} from '../sparse-stepping/descriptor/stepping-options.js';
import { blockParts, type BlockParts, type CutSystem, systemsOf } from './block-system.js';
import type { DependencyBlocks } from './dependency-blocks.js';
import { ExplicitUnknown } from './explicit-unknown.js';
import type { TrajectoryStep } from '../sparse-stepping/stages/accepted-step.js';
import { SparseStepper } from '../sparse-stepping/sparse-stepper.js';
import { SteppingCounters } from '../sparse-stepping/newton/stepping-counters.js';
import { BlockWindow } from './block-window.js';
import { OrderedQueue } from './ordered-queue.js';
import { SameSignals } from './same-signals.js';
import { SharedSteppers } from './shared-stepper.js';
import { type BlockObserver, type BlockSetting, SteppedBlock } from './stepped-block.js';
import { type Trace, TraceSignal } from './trace.js';
import { TwinBlocks } from './twin-blocks.js';

/** Steps of an awake block in a window, about: what a window costs a block beside its steps is as much as a dozen of these. */
const STEPS = 64;
/** Windows in which the first run begins. */
const FIRST_WINDOWS = 256;

export class BlockStepping {
  windows = 0;
  /** Blocks that took steps, those among them for which others did, summed over windows. */
  awake = 0;
  /** Blocks, and what is none but follows from blocks directly, aside. */
  readonly count: number;
  /** Those that step: one of all that do the same. */
  readonly blocks: readonly SteppedBlock[];
  /** What each unknown of the system follows from. */
  readonly #sources: (TraceSignal | ExplicitUnknown)[];
  readonly #explicit: ExplicitUnknown[] = [];
  readonly #queue: OrderedQueue;
  readonly #fed: readonly number[];
  readonly #moved: number[] = [];
  #awake: number[] = [];
  #t: number;
  #length = 0;
  /** Inputs that may jump. */
  readonly #jumping: readonly Signal[];
  #begins = true;
  /** Blocks with guards. */
  readonly #guarded: readonly SteppedBlock[];
  /** z and guards at t, where they are asked for. */
  #standing: Required<Pick<DescriptorStart, 'z' | 'guards'>> | undefined;

  constructor(
    readonly system: DescriptorSystem,
    dependencies: DependencyBlocks | CutSystem,
    private readonly start: DescriptorStart,
    options: Partial<SparseSteppingOptions> = {},
    machine?: MachineCode,
  ) {
    const all = { ...defaultSparseSteppingOptions, ...options };
    const cut = 'cut' in dependencies ? dependencies.cut : blockParts(system, dependencies);
    const { parts } = cut;
    const steppers = new SharedSteppers(all, roomForAll(systemsOf(parts), machine));
    const read = new Uint8Array(system.size);
    for (let k = 0; k < parts.length; k++) {
      const { externals } = parts[k]!;
      for (let j = 0; j < externals.length; j++) read[externals[j]!] = 1;
    }
    const sources = new Array<TraceSignal | ExplicitUnknown>(system.size);
    const blocks: SteppedBlock[] = [];
    const twins = new TwinBlocks<SteppedBlock>(start);
    const same = new SameSignals();
    /** What blocks read of the unknowns: of those that are the same function the first. */
    const readAs = new Array<Signal>(system.size);
    const given = system.inputs.map((signal) => same.of(signal));
    let count = 0;
    const owners = new Map<Trace, SteppedBlock>();
    const setting: BlockSetting = { options: all, steppers, absolute: system.absolute, cut };
    for (let k = 0; k < parts.length; k++) {
      const part = parts[k]!;
      const { externals } = part;
      const inputs = new Array<Signal>(externals.length + part.inputs.length);
      for (let j = 0; j < externals.length; j++) inputs[j] = readAs[externals[j]!]!;
      for (let j = 0; j < part.inputs.length; j++) inputs[externals.length + j] = given[part.inputs[j]!]!;
      const own = part.unknowns[0]!;
      if (part.explicit !== undefined && !(read[own] === 1 && storesInputs(part))) {
        const unknown = new ExplicitUnknown(part, inputs, true);
        sources[own] = unknown;
        this.#explicit.push(unknown);
        readAs[own] = same.ofExplicit(unknown, part.kind);
        continue;
      }
      count++;
      const block = twins.of(part, inputs, () => new SteppedBlock(setting, k, part, inputs, start));
      if (block.parts !== part) {
        block.twins = withOne(block.twins, part);
        const { unknowns } = block.parts;
        for (let at = 0; at < unknowns.length; at++) {
          const unknown = part.unknowns[at]!;
          sources[unknown] = readAs[unknown] = sources[unknowns[at]!]!;
        }
        continue;
      }
      const index = blocks.push(block) - 1;
      for (let at = 0; at < part.unknowns.length; at++) {
        const unknown = part.unknowns[at]!;
        sources[unknown] = readAs[unknown] = new TraceSignal(block.trace, at);
      }
      owners.set(block.trace, block);
      for (let j = 0; j < inputs.length; j++) {
        const signal = inputs[j]!;
        if (signal instanceof TraceSignal) depend(owners.get(signal.trace)!, index);
        else if (!signal.constant) for (const trace of tracesOf(signal)) depend(owners.get(trace)!, index);
      }
    }
    this.blocks = blocks;
    this.count = count;
    this.#sources = sources;
    this.#guarded = blocks.filter(({ parts }) => parts.guards.length > 0);
    this.#queue = new OrderedQueue(blocks.length);
    this.#fed = [...blocks.keys()].filter((k) => blocks[k]!.isFed);
    this.#t = start.t0;
    this.#jumping = system.inputs.filter((signal) => !signal.constant);
    for (let k = 0; k < blocks.length; k++) {
      blocks[k]!.settle();
      if (!blocks[k]!.asleep) this.#awake.push(k);
    }
  }

  /** Seconds. */
  get t(): number {
    return this.#t;
  }

  /** Of all blocks together. */
  get counters(): SteppingCounters {
    const sum = new SteppingCounters();
    const lenders = new Set(this.blocks.map(({ lender }) => lender));
    for (const lender of lenders) if (lender) sum.add(lender.stepper.counters);
    return sum;
  }

  /** By row the largest |ds/dt| so far, at the ends of all steps. */
  get carried(): Float64Array {
    const largest = new Float64Array(this.system.size);
    for (const { carried, parts, twins } of this.blocks)
      for (const { rows } of [parts, ...twins])
        for (let i = 0; i < carried.length; i++) largest[rows[i]!] = carried[i]!;
    return largest;
  }

  get notes(): string[] {
    return this.blocks.flatMap(({ notes, twins }) => {
      return twins.length === 0
        ? notes
        : notes.map((note) => `${note}; so in ${twins.length} more that do the same`);
    });
  }

  /** Has steps of blocks looked at, from the start on: `observerOf` gives what looks at a block, undefined where nothing does. */
  observe(observerOf: (parts: BlockParts) => BlockObserver | undefined): void {
    for (const block of this.blocks) block.observer = observerOf(block.parts);
    if (this.blocks.every(({ observer }) => !observer)) return;
    const { z, guards } = this.start;
    const initially = this.system.guards.map((guard) => Number(guard.initially === 'on'));
    this.#standing = { z: z.slice(0, this.system.size), guards: Uint8Array.from(guards ?? initially) };
  }

  /** Where the run stands at t, be it that a window behind that failed or was ended; undefined where nothing observes it. */
  get point(): SteppedPoint | undefined {
    if (!this.#standing) return undefined;
    const whole = new SparseStepper(this.system, { t0: this.#t, ...this.#standing });
    for (const { signal } of this.system.delays) signal.rewind(this.#t);
    return whole.point;
  }

  /**
   * Goes on by one window, or one step of the only block that has any, to `until` at the latest; valid to the next call. Undefined where
   * an observer ended the run.
   */
  step(until: number): TrajectoryStep | undefined {
    const { blocks } = this;
    const t0 = this.#t;
    const [only] = blocks;
    this.windows++;
    if (only && blocks.length === 1) {
      const t1 = only.advanceOnce(t0, until);
      if (only.hasEnded) return undefined;
      this.#awake = [0];
      this.#t = t1;
      return this.#window(t0, t1);
    }
    if (this.#length === 0) this.#length = (until - t0) / FIRST_WINDOWS;
    // A remainder that is hardly a window joins this one; an input that jumps does so between windows.
    const t1 = this.#nextJump(t0, t0 + 1.5 * this.#length < until ? t0 + this.#length : until);
    const advanced = blocks.length > 0 ? this.#advance(t0, t1) : { steps: 0, moved: 0 };
    if (!advanced) return undefined;
    const { steps, moved } = advanced;
    if (moved > 0) this.#length *= Math.min(2, Math.max(0.5, (STEPS * moved) / steps));
    this.awake += moved;
    this.#t = t1;
    return this.#window(t0, t1);
  }

  /** Counts the steps and the blocks that move, twins among them: windows are as if all stepped. Undefined where an observer ended it. */
  #advance(t0: number, t1: number): { readonly steps: number; readonly moved: number } | undefined {
    const { blocks } = this;
    const queue = this.#queue;
    for (const k of this.#awake) queue.add(k);
    for (const k of this.#fed) queue.add(k);
    this.#awake = [];
    let steps = 0;
    let moved = 0;
    for (let k = queue.take(); k >= 0; k = queue.take()) {
      const block = blocks[k]!;
      const from = block.asleep ? block.wakesAt(t0, t1) : t0;
      if (!(from < t1)) continue;
      const weight = 1 + block.twins.length;
      steps += weight * block.advance(t0, from, t1);
      if (block.hasEnded) return undefined;
      moved += weight;
      for (const dependent of block.dependents) queue.add(dependent);
      this.#moved.push(k);
    }
    // What a block did is read until all are done: only then may one rest.
    for (const k of this.#moved) if (!blocks[k]!.tryRest(t0, t1)) this.#awake.push(k);
    this.#moved.length = 0;
    return { steps, moved };
  }

  /** The first time in (t0, t1) at which an input of the system jumps, or t1. */
  #nextJump(t0: number, t1: number): number {
    let end = t1;
    for (const signal of this.#jumping) {
      for (let t = signal.nextBreakpoint(t0); t < end; t = signal.nextBreakpoint(t))
        if (signal.valueLeft(t) !== signal.value(t)) end = t;
    }
    return end;
  }

  #window(t0: number, t1: number): TrajectoryStep {
    const isStart = this.#begins;
    this.#begins = false;
    const awake = this.#awake.map((k) => this.blocks[k]!);
    const times = { t0, t1, afterEvent: isStart };
    const window = new BlockWindow(this.system, this.#sources, awake, this.#explicit, times);
    if (this.#standing) this.#keep(window, this.#standing);
    return window;
  }

  /** Keeps where the run stands at the end of a window. */
  #keep(window: BlockWindow, { z, guards }: Required<Pick<DescriptorStart, 'z' | 'guards'>>): void {
    window.read(window.t1, z);
    for (const { parts, guardsOn } of this.#guarded)
      if (guardsOn) parts.guards.forEach((guard, g) => (guards[guard] = guardsOn[g]!));
  }
}

/** Notes a block among those that read another one, once: readers come in their order. */
function depend(block: SteppedBlock, reader: number): void {
  if (block.dependents.at(-1) !== reader) block.dependents = withOne(block.dependents, reader);
}

/** A list with one more: one of one has room for no more, which most lists stay. */
function withOne<Item>(list: readonly Item[], item: Item): readonly Item[] {
  if (list.length === 0) return [item];
  (list as Item[]).push(item);
  return list;
}

/** The traces that a signal is made of. */
function tracesOf(signal: Signal): readonly Trace[] {
  if (signal instanceof TraceSignal) return [signal.trace];
  return signal instanceof ExplicitUnknown ? signal.inputs.flatMap(tracesOf) : [];
}

function storesInputs({ system }: BlockParts): boolean {
  return system.groups.some(({ law }) => law.stores.includes(1));
}
