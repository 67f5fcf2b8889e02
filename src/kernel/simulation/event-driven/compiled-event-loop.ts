/**
 * Follows hot modes by machine code (`segment-code.ts`) from segment to segment, over breakpoints at which the mode goes on and
 * through transitions that are known (`mode-transition-cache.ts`): the life of a converter but for its first periods. The loop
 * itself is code (`event-loop-code.ts`); here modes get their code and transitions become known to it. What it meets for the
 * first time, what does not hold strictly, and events that follow each other so closely that they may accumulate it
 * leaves to the flow, before their transition: the result is the same to the bit. Rows are written on the way (`row-code.ts`).
 * Cost: half a microsecond an event of some ten states; of a mode once a compilation of a millisecond or two.
 */
import type { CodeTable } from '../../../numerics/code/wasm-interface.js';
import type { GuardSearch } from './motion/code-parts.js';
import type { RowRecord } from '../time-stepping/row-memory.js';
import type { Segment } from '../stream.js';
import type { FollowedSegments } from './event-flow.js';
import { generateEventLoopCode, slotFunctions, stopped, type EventLoopCode } from './event-loop-code.js';
import type { EventQueue } from './event-queue.js';
import { patience, type ExactFlow } from './exact-flow.js';
import type { ExactMode } from './modes/exact-mode.js';
import {
  endsLength,
  hot,
  hotModes,
  knownRootsOf,
  maxKnown,
  run,
  type FlowMemory,
} from './motion/flow-memory.js';
import type { GeneratorBank } from './modes/generator-bank.js';
import type { LinearMotion } from './motion/linear-motion.js';
import { followsAgain, type ModeTransitionCache } from './mode-transition-cache.js';
import { generateKeeper, generateNoRows, generateRowCode, type RowCode } from './motion/row-code.js';
import { generateSearchCode } from './motion/search-code.js';
import { generateSegmentCode, sharedPattern } from './modes/segment-code.js';
import type { SetInterner } from './modes/set-interner.js';
import type { SwitchStates } from './switch-states.js';

/** Segments after which a mode gets code of its own, and as many more for each entry of its matrices: by then it has cost about what code costs. */
const hotSegments = 40;
const segmentsAnEntry = 4;
/** Segments of a mode before it takes part in code that was made for modes like it, which costs a tenth of that. */
const hotBesideAlike = 4;
/** Guards of a mode that has code: those that fire are the bits of an integer. */
const maxGuards = 30;
/** Sets of clocks that code can tell apart: with the guards' bits one exact double. */
const maxClockSets = 2 ** 22;

export interface CompiledEventLoopContext {
  readonly segment: ExactFlow;
  readonly memory: FlowMemory;
  readonly bank: GeneratorBank;
  readonly queue: EventQueue;
  readonly transitions: ModeTransitionCache;
  /** Numbers of the sets of clocks in the queue. */
  readonly sets: SetInterner;
  /** Length of the state part of xi. */
  readonly n: number;
  /** sqrt(M_ii) of each state. */
  readonly weight: Float64Array;
  readonly evtol: number;
  /** Events closer than this are looked at one by one, seconds. */
  readonly closeEvents: number;
  /** Longest segment, seconds. */
  readonly longest: number;
  readonly switches: SwitchStates;
  readonly recorded: RowRecord | undefined;
}

/** Takes a segment, whose buffers are reused. */
export type SegmentKeeper = (segment: Segment) => void;

/** A mode without code: how often it was met and is to be met before it gets any, and what it would share that with. */
interface ColdMode {
  met: number;
  readonly wanted: number;
  readonly pattern: string | undefined;
}

/** What all modes with code share. */
interface SharedCode {
  readonly search: GuardSearch;
  readonly table: CodeTable;
  readonly run: EventLoopCode;
}

export class CompiledEventLoop implements FollowedSegments {
  mode: ExactMode | undefined;
  /** Of the last run: segments, events that were handled, changes of mode among them. */
  segments = 0;
  events = 0;
  modeChanges = 0;
  /** An event at the end is still to be handled. */
  due = false;
  /** The last segment ends behind the end of the run. */
  inProgress = false;
  /** The rows of all segments were written; false: all but those of the last. */
  recorded = false;
  readonly #run: Float64Array;
  readonly #hot: Float64Array;
  /** Of every mode that was met often: the slot of its code, or -1 where there can be none. */
  readonly #slots = new Map<ExactMode, number>();
  /** By slot. */
  readonly #modes: ExactMode[] = [];
  readonly #cold = new Map<ExactMode, ColdMode>();
  #shared: SharedCode | null | undefined;
  #noRows: RowCode | undefined;
  /** Takes every segment, where somebody does; set before the flow begins. */
  keeper: SegmentKeeper | undefined;
  /** An event stands before the run; events that were handled before the last segment that was taken. */
  afterEvent = false;
  #keptAt = 0;
  #keeperCode: RowCode | undefined;
  #version = -1;

  constructor(private readonly context: CompiledEventLoopContext) {
    this.#run = context.memory.array('run');
    this.#hot = context.memory.array('hot');
    this.lastTransition = -Infinity;
  }

  /** Something happened behind the last segment that was taken, or before all of them. */
  get isBehindEvent(): boolean {
    return this.afterEvent || this.#run[run.events]! > this.#keptAt;
  }

  /** Somebody takes every segment, or its rows. */
  get records(): boolean {
    return this.keeper !== undefined || this.context.recorded?.recorder !== undefined;
  }

  /** Where it ended, seconds. */
  get t(): number {
    return this.#run[run.now]!;
  }

  /** Guards fired at the last event. */
  get byGuard(): boolean {
    return this.#run[run.byGuard] === 1;
  }

  /** Time of the last transition, as it was handed over or handled. */
  get lastTransition(): number {
    return this.#run[run.lastTransition]!;
  }

  set lastTransition(t: number) {
    this.#run[run.lastTransition] = t;
  }

  /**
   * Flows from (t, xi) in `mode` for at most so many segments, to at most `until`; `due`: the event at t, at the end of the
   * flow's segment, comes first. The last segment is the flow's then. Nothing is done where the mode is not hot.
   */
  run(mode: ExactMode, t: number, until: number, maxSegments: number, due: boolean): void {
    this.segments = this.events = this.modeChanges = 0;
    this.due = due;
    this.inProgress = this.recorded = false;
    const slot = this.#slotOf(mode);
    if (slot < 0 || !this.#shared) return;
    const { segment, switches } = this.context;
    this.#forgetOld();
    const at = this.#run;
    at[run.now] = at[run.end] = t;
    at[run.until] = until;
    at[run.left] = maxSegments;
    at[run.slot] = at[run.last] = slot;
    at[run.events] = at[run.modeChanges] = this.#keptAt = 0;
    at[run.unrecorded] = at[run.remaining] = 0;
    at[run.unfinished] = segment.unfinished;
    at[run.since] = segment.since;
    at[run.fired] = due ? segment.firedBits() : 0;
    const reason = this.#loop(this.#shared.run, due ? 1 : 0);
    this.segments = maxSegments - at[run.left]! - at[run.remaining]!;
    this.events = at[run.events]!;
    this.modeChanges = at[run.modeChanges]!;
    this.mode = this.#modes[at[run.slot]!]!;
    this.due = reason === stopped.atEvent || reason === stopped.unknown || reason === stopped.due;
    this.inProgress = reason === stopped.inProgress;
    this.recorded = this.records && !this.inProgress && at[run.unrecorded] === 0;
    if (this.segments > 0) {
      this.#adopt();
      if (this.due || this.inProgress) segment.fire(at[run.fired]!);
    }
    segment.unfinished = at[run.unfinished]!;
    segment.since = at[run.since]!;
    if (this.events > 0) switches.adopt(this.mode.on);
  }

  /** Lets the code run on over what is settled here; returns why it stopped for good. */
  #loop(code: EventLoopCode, resume: number): number {
    const at = this.#run;
    let reason = code(resume);
    for (;;) {
      if (reason === stopped.uncounted) {
        this.#adopt();
        this.context.segment.count();
        reason = code(1);
      } else if (reason === stopped.refill) {
        this.context.queue.refill();
        reason = code(0);
      } else if (reason === stopped.impatient && this.#keepsCode(at[run.slot]!)) {
        reason = code(0);
      } else if (reason === stopped.unknown && this.#learn()) {
        reason = code(1);
      } else return reason;
    }
  }

  /** Looks for slow motions of a mode; whether it goes on with its code for want of any. */
  #keepsCode(slot: number): boolean {
    const mode = this.#modes[slot]!;
    const isStiff = mode.slow(true)?.length !== 0;
    if (isStiff) this.#slots.set(mode, -1);
    else this.#hot[slot * hot.size + hot.patience] = Infinity;
    return !isStiff;
  }

  /** The last segment, as its observers see it. */
  readonly #lastSegment = (): Segment => {
    this.#adopt();
    const { segment } = this.context;
    segment.tell(segment.to);
    return segment;
  };

  /** Hands the last segment over. */
  readonly #keep = (): void => {
    const { segment } = this.context;
    const events = this.#run[run.events]!;
    this.#adopt();
    segment.tell(segment.to);
    segment.afterEvent = this.afterEvent || events > this.#keptAt;
    this.afterEvent = false;
    this.#keptAt = events;
    this.keeper?.(segment);
  };

  /** Makes the last segment the flow's. */
  #adopt(): void {
    const at = this.#run;
    const mode = this.#modes[at[run.last]!]!;
    this.context.segment.adopt(mode, at[run.from]!, at[run.now]!, at[run.end]!, at[run.step]!);
  }

  /** Tells the code what follows the guards that fired and the clocks that are due; returns whether that is known. */
  #learn(): boolean {
    const slot = this.#run[run.slot]!;
    const at = slot * hot.size + hot.known;
    const known = this.#hot[at]!;
    const mode = this.#modes[slot]!;
    const code = this.#run[run.code]!;
    const clocks = Math.floor(code / this.#hot[slot * hot.size + hot.shift]!);
    if (known === maxKnown || clocks < 0 || clocks >= maxClockSets) return false;
    const { transitions, sets, segment } = this.context;
    segment.fire(this.#run[run.fired]!);
    const set = transitions.setOf(mode, segment.firedNow(), sets.members(clocks));
    const transition = transitions.after(mode, set);
    if (!transition || transition.passed.length > 0) return false;
    if (!followsAgain(transition, (guard) => constantOf(transition.mode, guard))) return false;
    const to = this.#slotOf(transition.mode);
    if (to < 0 || transition.mode.dynamics.constraints > 0) return false;
    this.#hot[at + 1 + 2 * known] = code;
    this.#hot[at + 2 + 2 * known] = to;
    this.#hot[at] = known + 1;
    return true;
  }

  /** Forgets the transitions of an older cache. */
  #forgetOld(): void {
    const { transitions } = this.context;
    if (this.#version === transitions.version) return;
    this.#version = transitions.version;
    for (let slot = 0; slot < this.#modes.length; slot++) this.#hot[slot * hot.size + hot.known] = 0;
  }

  /** The slot of a mode with code, -1 where it has none (yet). */
  #slotOf(mode: ExactMode): number {
    const slot = this.#slots.get(mode);
    if (slot !== undefined) return slot;
    if (!this.#isWorthCode(mode)) return -1;
    this.#cold.delete(mode);
    const made = this.#compile(mode);
    this.#slots.set(mode, made);
    return made;
  }

  /** Whether a mode has been met often enough, this time included: all that share the code count together. */
  #isWorthCode(mode: ExactMode): boolean {
    const { memory } = this.context;
    let cold = this.#cold.get(mode);
    if (!cold) {
      const wanted = hotSegments + segmentsAnEntry * entriesOf(mode.full);
      this.#cold.set(mode, (cold = { met: 0, wanted, pattern: sharedPattern(mode, memory) }));
    }
    cold.met++;
    if (cold.pattern === undefined) return cold.met >= cold.wanted;
    const inAll = memory.shared?.use(cold.pattern) ?? 0;
    return inAll >= cold.wanted && cold.met >= hotBesideAlike;
  }

  #compile(mode: ExactMode): number {
    const { memory, segment } = this.context;
    const slot = this.#modes.length;
    if (mode.guardCount > maxGuards || slot >= hotModes) return -1;
    if (mode.sliding.length > 0 || mode.slow(false)?.length) return -1;
    this.#shared ??= this.#compileShared() ?? null;
    if (!this.#shared) return -1;
    const { search, table } = this.#shared;
    const code = generateSegmentCode(mode, slot, { memory, search });
    if (!code) return -1;
    const first = slot * slotFunctions.size;
    table.set(first + slotFunctions.segment, code.segment);
    table.set(first + slotFunctions.addEnds, code.addEnds);
    table.set(first + slotFunctions.holds, code.holds);
    const recorder = this.context.recorded?.recorder;
    if (this.keeper) {
      this.#keeperCode ??= generateKeeper(memory, this.#keep);
      if (!this.#keeperCode) return -1;
      table.set(first + slotFunctions.rows, this.#keeperCode);
    } else if (recorder) {
      const part = mode.parts(segment.points)[0];
      const rows = part && generateRowCode(mode.full, part, recorder, memory, this.#lastSegment);
      table.set(first + slotFunctions.rows, rows ?? (this.#noRows ??= generateNoRows(memory))!);
    }
    const entry = this.#hot.subarray(slot * hot.size, (slot + 1) * hot.size);
    entry[hot.rate] = mode.full.rate;
    entry[hot.shift] = 2 ** mode.guardCount;
    entry[hot.keeps] = mode.dynamics.constraints === 0 ? 1 : 0;
    entry[hot.patience] = mode.slow(false) ? Infinity : patience;
    entry[hot.skippable] = mode.integrals ? 0 : Infinity;
    entry[hot.known] = 0;
    const length = endsLength(mode.size, mode.size - mode.n);
    const ends = memory.array('ends').subarray(slot * length, (slot + 1) * length);
    mode.integrals?.gatherIn(ends, entry.subarray(hot.skippable, hot.skippable + 1));
    const roots = knownRootsOf(memory, slot).subarray(0, mode.guardCount);
    roots.set(mode.data.knownRoots);
    mode.data.knownRoots = roots;
    this.#modes.push(mode);
    return slot;
  }

  #compileShared(): SharedCode | undefined {
    const { memory, n, bank, evtol, closeEvents, longest, segment } = this.context;
    const table = memory.table(hotModes * slotFunctions.size);
    if (!table) return undefined;
    const { records } = this;
    const sizes = { n, order: bank.order, evtol, closeEvents, longest, angle: segment.angle, records };
    const xi = memory.array('xi');
    const generators = bank.affine
      ? undefined
      : (): number => {
          bank.stateAt(this.t, xi, n);
          return 0;
        };
    const loop = generateEventLoopCode({ memory, ...sizes, generators }, table);
    const search = generateSearchCode(memory, (...question) => segment.searchOpen(...question));
    return loop && search && { search, table, run: loop };
  }

  /** Forgets modes that have left the cache. */
  clear(): void {
    this.#slots.clear();
    this.#cold.clear();
  }
}

/** Numbers of which the code of a motion is made. */
function entriesOf({ A, G }: LinearMotion): number {
  let entries = 0;
  for (const value of A) if (value !== 0) entries++;
  for (const value of G) if (value !== 0) entries++;
  return entries;
}

/** The value of a guard that is a constant in a mode, the leading 1 of z: NaN where it is not. */
function constantOf({ full: { G }, size, n }: ExactMode, guard: number): number {
  const row = G.subarray(guard * size, (guard + 1) * size);
  return row.every((entry, j) => entry === 0 || j === n) ? row[n]! : NaN;
}
