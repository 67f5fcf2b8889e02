/**
 * Follows hot modes by machine code (`segment-code.ts`) from segment to segment, over breakpoints at which the mode goes on and
 * through transitions that are known (`mode-transition-cache.ts`): the life of a converter but for its first periods. The loop
 * itself is code (`event-loop-code.ts`); here modes get their code and transitions become known to it. What it meets for the
 * first time, what does not hold strictly, and events that follow each other so closely that they may accumulate it
 * leaves to the flow, before their transition.
 */
import type { CodeTable } from '../code-memory.js';
import type { GuardSearch } from './code-parts.js';
import type { FollowedSegments } from './event-flow.js';
import type { ExactFlow } from './exact-flow.js';
import type { ExactMode } from './exact-mode.js';
import { endsLength, hot, hotModes, knownRootsOf, maxKnown, run, type FlowMemory } from './flow-memory.js';
import type { GeneratorBank } from './generator-bank.js';
import type { LinearMotion } from './linear-motion.js';
import { generateSegmentCode } from './segment-code.js';
import { generateEventLoopCode, slotFunctions, stopped, type EventLoopCode } from './event-loop-code.js';
import { generateSearchCode } from './search-code.js';
import { maxBits, type ModeTransition, type ModeTransitionCache } from './mode-transition-cache.js';
import type { SwitchStates } from './switch-states.js';
import { EventQueue } from './event-queue.js';

/** Segments after which a mode gets code of its own, and as many more for each entry of its matrices: code has its price. */
const hotSegments = 8;
const segmentsAnEntry = 2;

export interface CompiledEventLoopContext {
  readonly segment: ExactFlow;
  readonly memory: FlowMemory;
  readonly bank: GeneratorBank;
  readonly transitions: ModeTransitionCache;
  /** Length of the state part of xi. */
  readonly n: number;
  /** sqrt(M_ii) of each state. */
  readonly weight: Float64Array;
  readonly evtol: number;
  /** Largest h |A| of a segment, radians. */
  readonly angle: number;
  readonly switches: SwitchStates;
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
  pending = false;
  readonly xi: Float64Array;
  readonly #run: Float64Array;
  readonly #hot: Float64Array;
  readonly #eventQueue: EventQueue;
  /** Of every mode that was met often: the slot of its code, or -1 where there can be none. */
  readonly #slots = new Map<ExactMode, number>();
  /** By slot. */
  readonly #modes: ExactMode[] = [];
  /** Of every other mode: how often it is still to be met. */
  readonly #cold = new Map<ExactMode, number>();
  #shared: SharedCode | null | undefined;
  #version = -1;

  constructor(private readonly context: CompiledEventLoopContext) {
    const { memory, bank, switches } = context;
    this.xi = memory.array('xi');
    this.#run = memory.array('run');
    this.#hot = memory.array('hot');
    this.#eventQueue = new EventQueue(memory, bank, switches.clocks);
    this.lastTransition = -Infinity;
  }

  /** Where it ended, seconds. */
  get t(): number {
    return this.#run[run.now]!;
  }

  /** Time of the last transition, as it was handed over or handled. */
  get lastTransition(): number {
    return this.#run[run.lastTransition]!;
  }

  set lastTransition(t: number) {
    this.#run[run.lastTransition] = t;
  }

  /**
   * Flows from (t, xi) in `mode` for at most so many segments, to at most `until`; the last one is the flow's segment then.
   * `segments` is 0 where the mode is not hot.
   */
  run(mode: ExactMode, t: number, until: number, most: number): void {
    this.segments = this.events = this.modeChanges = 0;
    this.pending = false;
    const slot = this.#slotOf(mode);
    if (slot < 0 || !this.#shared) return;
    const { bank, n, switches } = this.context;
    this.#forgetOld();
    bank.stateAt(t, this.xi, n);
    this.#eventQueue.begin(t, switches.on);
    const at = this.#run;
    at[run.now] = t;
    at[run.until] = until;
    at[run.left] = most;
    at[run.slot] = slot;
    at[run.events] = at[run.modeChanges] = at[run.unfinished] = 0;
    const reason = this.#loop(this.#shared.run);
    this.segments = most - at[run.left]!;
    this.events = at[run.events]!;
    this.modeChanges = at[run.modeChanges]!;
    this.mode = this.#modes[at[run.slot]!]!;
    if (this.segments > 0) this.#adopt();
    if (reason === stopped.impatient) this.#slots.set(this.mode, -1);
    this.pending = reason === stopped.atEvent || reason === stopped.unknown;
    if (this.pending) this.context.segment.fire(at[run.fired]!);
    if (this.events > 0) switches.adopt(this.mode.on, this.#eventQueue.timesBefore(at[run.item]!));
  }

  /** Lets the code run on over what is settled here; returns why it stopped for good. */
  #loop(code: EventLoopCode): number {
    const at = this.#run;
    let reason = code(0);
    for (;;) {
      if (reason === stopped.uncounted) {
        this.#adopt();
        this.context.segment.addToIntegrals(this.xi);
        reason = code(1);
      } else if (reason === stopped.eventQueue) {
        this.#eventQueue.goOn(this.#modes[at[run.slot]!]!.on);
        reason = code(0);
      } else if (reason === stopped.unknown && this.#learn()) {
        reason = code(1);
      } else return reason;
    }
  }

  /** Makes the last segment the flow's. */
  #adopt(): void {
    const at = this.#run;
    this.context.segment.adopt(this.#modes[at[run.last]!]!, at[run.from]!, at[run.now]!, at[run.step]!);
  }

  /** Tells the code what follows the guards that fired and the clocks that are due; returns whether that is known. */
  #learn(): boolean {
    const at = this.#run[run.slot]! * hot.size + hot.known;
    const known = this.#hot[at]!;
    const mode = this.#modes[this.#run[run.slot]!]!;
    const code = this.#run[run.code]!;
    const transition = this.context.transitions.after(mode, code);
    if (!transition || known === maxKnown || !this.#turnsDue(transition, code >> mode.guardCount))
      return false;
    const to = this.#slotOf(transition.mode);
    if (to < 0 || transition.mode.dynamics.constraints > 0) return false;
    this.#hot[at + 1 + 2 * known] = code;
    this.#hot[at + 2 + 2 * known] = to;
    this.#hot[at] = known + 1;
    return true;
  }

  /** Whether of the switches with clocks those turn whose clocks are due, as the eventQueue has it. */
  #turnsDue({ turned }: ModeTransition, due: number): boolean {
    const { clocks } = this.context.switches;
    for (let k = 0; k < clocks.count; k++) {
      if (turned.includes(clocks.guardOf(k)) !== (((due >> k) & 1) === 1)) return false;
    }
    return true;
  }

  /** Forgets the transitions of an older memo. */
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
    const left = this.#cold.get(mode) ?? hotSegments + segmentsAnEntry * entriesOf(mode.full);
    if (left > 1) {
      this.#cold.set(mode, left - 1);
      return -1;
    }
    this.#cold.delete(mode);
    const made = this.#compile(mode);
    this.#slots.set(mode, made);
    return made;
  }

  #compile(mode: ExactMode): number {
    const { memory, weight, evtol, switches } = this.context;
    const slot = this.#modes.length;
    const bits = mode.guardCount + switches.clocks.count;
    if (bits > maxBits || slot >= hotModes || mode.sliding.length > 0 || mode.slow(false)?.length) return -1;
    this.#shared ??= this.#compileShared() ?? null;
    if (!this.#shared) return -1;
    const { search, table } = this.#shared;
    const code = generateSegmentCode(mode, slot, { memory, weight, evtol, search });
    if (!code) return -1;
    const first = slot * slotFunctions.size;
    table.set(first + slotFunctions.segmentWithEnds, mode.integrals ? code.segmentWithEnds : code.segment);
    table.set(first + slotFunctions.segment, code.segment);
    table.set(first + slotFunctions.holds, code.holds);
    const entry = this.#hot.subarray(slot * hot.size, (slot + 1) * hot.size);
    entry[hot.rate] = mode.full.rate;
    entry[hot.shift] = 2 ** mode.guardCount;
    entry[hot.keeps] = mode.dynamics.constraints === 0 ? 1 : 0;
    entry[hot.skippable] = Infinity;
    entry[hot.known] = 0;
    const length = endsLength(mode.size, mode.size - mode.n);
    const ends = memory.array('ends').subarray(slot * length, (slot + 1) * length);
    mode.integrals?.gatherIn(ends, entry.subarray(hot.skippable, hot.skippable + 1));
    const roots = knownRootsOf(memory, slot).subarray(0, mode.guardCount);
    roots.set(mode.known.roots);
    mode.known.roots = roots;
    this.#modes.push(mode);
    return slot;
  }

  #compileShared(): SharedCode | undefined {
    const { memory, n, bank, evtol, angle, segment } = this.context;
    const table = memory.table(hotModes * slotFunctions.size);
    if (!table) return undefined;
    const loop = generateEventLoopCode({ memory, n, order: bank.order, evtol, angle }, table);
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
