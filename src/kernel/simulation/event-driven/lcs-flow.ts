/**
 * The linear complementarity system as an event flow. One event, from x- to x+:
 *
 *     propagate      xi' = A xi within the mode, as a series                          exact-flow.ts, motion-series.ts
 *     locate         the first guard that turns negative, at the latest the           exact-flow.ts, event-queue.ts
 *                    next item of the event queue: there xi- = (x- | z)
 *     switch         clocked switches that are due, and those whose guards fired      switch-states.ts
 *     select         the mode of the right limit: known from last time, else the      mode-transition-cache.ts, transition.ts
 *                    nearest that holds, else the active set of one implicit step     nearby-mode.ts, mode-selector.ts
 *     reinitialise   x* = x- onto the mode's constraints, along its impulses          constraint-jump.ts
 *     admit          x+ = x* where every tested row holds                             broken-guards.ts, meet-rows.ts
 *
 * The result is a function of the state (`flow-state.ts`) and of nothing else: not of who watches, how often the run is
 * interrupted, or which modes have become machine code (`compiled-event-loop.ts`, the same stages in a loop of code).
 * Cost of an event that is known: the series of its segment, O(terms size^2), and the tested rows, O((m + guards) size).
 */
import type { LinearSystem } from '../linear/linear-model.js';
import type { RowRecord } from '../time-stepping/row-memory.js';
import { firedSwitches } from './broken-guards.js';
import { CompiledEventLoop } from './compiled-event-loop.js';
import {
  nothingFollowed,
  unchanged,
  type EventFlow,
  type FollowedSegments,
  type TransitionResult,
} from './event-flow.js';
import { EventQueue, impulsive } from './event-queue.js';
import { ExactFlow } from './exact-flow.js';
import type { ExactMode } from './modes/exact-mode.js';
import { explicitSystem, stateWeights } from './modes/explicit-system.js';
import { flowMemory } from './motion/flow-memory.js';
import type { FlowState } from './flow-state.js';
import { GeneratorBank } from './modes/generator-bank.js';
import type { LcsFlowOptions } from './lcs-flow-options.js';
import { recordIn } from './motion/row-code.js';
import { ModeCache } from './modes/mode-cache.js';
import type { ExplicitSystem } from './modes/mode-dynamics.js';
import type { QuadraticLedger } from './modes/quadratic-ledger.js';
import { ModeSelector } from './mode-selector.js';
import { ModeTransitionCache } from './mode-transition-cache.js';
import { SetInterner } from './modes/set-interner.js';
import { gateInputs, SwitchClocks } from './switch-clocks.js';
import { SwitchStates } from './switch-states.js';
import { Transition } from './transition.js';

/** Events that follow each other within so many evtol may accumulate: they are looked at one by one. */
const closeEvents = 1e3;

export class LcsFlow implements EventFlow {
  t = 0;
  due = false;
  readonly closeEvents: number;
  readonly segment: ExactFlow;
  readonly bank: GeneratorBank;
  readonly recorded: RowRecord | undefined;
  readonly #explicit: ExplicitSystem;
  readonly #weight: Float64Array;
  readonly #switches: SwitchStates;
  readonly #queue: EventQueue;
  readonly #modes: ModeCache;
  readonly #transitions: ModeTransitionCache;
  readonly #transition: Transition;
  /** Numbers of sets of guards and clocks. */
  readonly #sets = new SetInterner();
  readonly compiled: CompiledEventLoop;
  readonly #xi: Float64Array;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;
  /** x and lambda do not belong to xi yet: they are written where somebody asks. */
  #xIsOld = false;
  #lambdaIsOld = false;
  /** The segment has not been told to its end yet. */
  #inProgress = false;
  #lastTransition = -Infinity;
  #behindEvent = true;

  constructor(
    readonly system: LinearSystem,
    private readonly options: LcsFlowOptions,
    /** Told of every mode that leaves the cache, and of all at `retire`, with its integrals. */
    private readonly ledger?: QuadraticLedger<ExactMode>,
  ) {
    const { n, m, p, signals, guards } = system;
    const { evtol, longestSegment: longest } = options;
    this.closeEvents = closeEvents * evtol;
    this.#explicit = explicitSystem(system);
    const gates = gateInputs(system, (input) => !ledger?.reads(input));
    const clocks = new SwitchClocks(system, gates);
    const { clocked } = clocks;
    this.#switches = new SwitchStates(system, clocked, () => {
      this.#modes.switched();
    });
    const bank = (this.bank = new GeneratorBank(signals, gates));
    const size = n + bank.order;
    this.#weight = stateWeights(system);
    const { columns = 0 } = options;
    const sizes = { size, order: bank.order, guards: m + guards.length, columns, inputs: p };
    const memory = flowMemory(sizes, options.code, options.modules);
    this.recorded = recordIn(memory, columns);
    this.segment = new ExactFlow(this.#weight, memory, evtol, longest, options.largestAngle);
    this.#x = system.x0.slice();
    this.#lambda = new Float64Array(system.multipliers?.m ?? m);
    this.#xi = memory.array('xi');
    const sets = this.#sets;
    this.#queue = new EventQueue(memory, bank, clocks, sets, evtol);
    this.#transitions = new ModeTransitionCache(sets, system);
    const context = {
      ...{ n, m, p, guards, ledger, bank, weight: this.#weight, clocked, span: options.longestSegment },
      ...{ map: system.multipliers, relays: system.relays ?? [] },
    };
    this.compiled = new CompiledEventLoop({
      ...{ memory, n, segment: this.segment, bank, weight: this.#weight, queue: this.#queue, sets },
      ...{ transitions: this.#transitions, switches: this.#switches, recorded: this.recorded },
      ...{ evtol, closeEvents: this.closeEvents, longest },
    });
    this.#modes = new ModeCache(this.#explicit, context, options.maxModes, () => {
      this.#transitions.clear();
      this.compiled.clear();
    });
    this.#transition = new Transition({
      ...{ system, options, switches: this.#switches, modes: this.#modes },
      ...{ segment: this.segment, weight: this.#weight, explicit: this.#explicit, bank },
    });
  }

  get #mode(): ExactMode | undefined {
    return this.#transition.mode;
  }

  set #mode(mode: ExactMode | undefined) {
    this.#transition.mode = mode;
  }

  get lcpSolves(): number {
    return this.#transition.lcpSolves;
  }

  get fallbacks(): number {
    return this.#transition.fallbacks;
  }

  /** What it met that the model does not decide as one might expect. */
  get met(): Pick<Transition, 'several' | 'commutates'> {
    return this.#transition;
  }

  /** 1 for a switch that is on. */
  get on(): Uint8Array {
    return this.#switches.on;
  }

  /** Right limit of the state at the present time. */
  get x(): Float64Array {
    if (this.#xIsOld) for (let i = 0; i < this.#x.length; i++) this.#x[i] = this.#xi[i]!;
    this.#xIsOld = false;
    return this.#x;
  }

  /** Right limit of the multiplier at the present time. */
  get lambda(): Float64Array {
    if (this.#lambdaIsOld && this.#mode) this.segment.pointIn(this.#mode, this.#xi).multipliers(this.#lambda);
    this.#lambdaIsOld = false;
    return this.#lambda;
  }

  /** Identity of the present mode. */
  get mode(): number {
    return this.#mode?.id ?? -1;
  }

  /** Rows of the model that slide in the present mode. */
  get slidingRows(): readonly number[] {
    return this.#mode?.sliding ?? noRows;
  }

  get modesBuilt(): number {
    return this.#modes.built;
  }

  nextBreakpoint(): number {
    return this.#queue.next;
  }

  begin(t0: number): TransitionResult {
    this.t = t0;
    this.#xi.set(this.#x);
    this.bank.stateAt(t0, this.#xi, this.system.n);
    return this.#settle(this.#queue.begin(t0, this.on));
  }

  flow(until: number): void {
    const mode = this.#mode;
    const { segment } = this;
    if (!mode) return;
    segment.afterEvent = this.#behindEvent;
    this.#behindEvent = false;
    if (!this.#inProgress) segment.propagate(mode, this.t, this.#queue.next, this.#xi);
    this.#tell(until);
    if (!this.#inProgress) this.due = segment.fired > 0 || this.t >= this.#queue.next;
    if (this.ledger) segment.addToIntegrals(this.#xi);
  }

  follow(until: number, maxSegments: number): FollowedSegments {
    const [compiled, mode] = [this.compiled, this.#mode];
    if (!mode || this.#inProgress) return nothingFollowed;
    // What only a closer look lets pass behind an event is for `propagate`.
    const isOdd = this.#behindEvent && !this.due && !this.segment.isAdmissible(mode, this.#xi, true);
    if (isOdd) return nothingFollowed;
    compiled.lastTransition = this.#lastTransition;
    compiled.afterEvent = this.#behindEvent;
    compiled.run(mode, this.t, until, maxSegments, this.due);
    if (compiled.segments === 0 && compiled.events === 0) return nothingFollowed;
    this.#lastTransition = compiled.lastTransition;
    if (compiled.segments > 0) this.segment.remainder.clear();
    this.segment.afterEvent = compiled.isBehindEvent;
    this.#behindEvent = compiled.segments === 0 && this.segment.afterEvent;
    this.#mode = compiled.mode;
    if (compiled.events > 0) this.#transition.begin(false);
    this.due = compiled.due;
    this.t = compiled.t;
    this.#pointMoved();
    if (compiled.inProgress) this.#tell(until);
    else if (compiled.segments > 0) this.segment.tell(this.t);
    this.segment.recorded = compiled.recorded;
    if (compiled.inProgress && this.ledger) this.segment.addToIntegrals(this.#xi);
    return compiled;
  }

  transition(): TransitionResult {
    const [mode, xi] = [this.#mode, this.#xi];
    const { fired } = this.segment;
    this.#behindEvent = true;
    const again = this.t - this.#lastTransition <= this.options.evtol;
    this.#transition.begin(again);
    this.#lastTransition = this.t;
    this.due = false;
    let clocksDue = 0;
    let guardsDue: readonly number[] = noRows;
    let isImpulsive = false;
    if (fired === 0 && this.t >= this.#queue.next) {
      clocksDue = this.#queue.due;
      guardsDue = this.#queue.guardsDue();
      this.#queue.generators(xi, this.system.n);
      this.#queue.pop();
      isImpulsive = clocksDue === impulsive;
      if (isImpulsive) this.bank.addImpulses(this.t, this.#explicit.F.hi, xi);
    } else if (!this.bank.affine) this.bank.stateAt(this.t, xi, this.system.n);
    this.#pointMoved();
    // A breakpoint where nothing fires and nothing breaks keeps the mode.
    const isQuiet = fired === 0 && clocksDue === 0;
    if (mode && isQuiet && mode.dynamics.constraints === 0 && this.#transition.tests.holds(mode, this.t, xi))
      return unchanged;
    const clocks = this.#sets.members(clocksDue);
    const set = mode ? this.#transitions.setOf(mode, this.segment.firedNow(), clocks) : 0;
    const followed = mode && !again && !isImpulsive ? this.#followTransition(mode, set) : undefined;
    if (followed) return followed;
    const before = this.on.slice();
    const fires = mode ? firedSwitches(mode, this.segment.firedNow()) : noRows;
    const due = [...fires, ...guardsDue];
    const settled = this.#settle(due, true);
    if (isImpulsive && settled.status === 'ok' && !settled.impulse)
      return { ...settled, events: [{ kind: 'input-jump', rows: [] }, ...settled.events] };
    if (mode && !again && !isImpulsive)
      this.#transitions.note(mode, set, this.#transition, { before, due }, settled);
    return settled;
  }

  /** Sets the state at a time, as the limit of a Zeno point, and selects its mode. */
  restart(t: number, x: Float64Array, accumulated = false): TransitionResult {
    this.t = t;
    this.due = this.#inProgress = false;
    this.#behindEvent = true;
    this.segment.unfinished = 0;
    this.#xi.set(x);
    this.bank.stateAt(t, this.#xi, this.system.n);
    const due: number[] = [];
    while (this.#queue.next <= t) {
      due.push(...this.#queue.guardsDue());
      this.#queue.pop();
    }
    this.#transition.begin(false);
    // What commutates twice stays as it is.
    const odd = due.filter((guard) => due.filter((other) => other === guard).length % 2 === 1);
    return this.#transition.inelastically(accumulated, () => this.#settle([...new Set(odd)]));
  }

  /** The guard that ended the last segment first, -1 where none did: what accumulating events are known by. */
  get firedGuard(): number {
    return this.segment.fired > 0 ? this.segment.firedGuards[0]! : -1;
  }

  /** Rows of the model whose guards ended the last segment. */
  firedRows(): readonly number[] {
    const { segment } = this;
    return this.#transition.modelRows(Array.from(segment.firedNow(), (guard) => segment.rowOf(guard)));
  }

  /** Takes one implicit Euler step over h with the switches as they are; undefined where it has no solution. */
  stepThrough(h: number, lambda?: Float64Array): TransitionResult | undefined {
    this.#switches.force();
    const from = this.#xi.slice();
    const selector = new ModeSelector(this.system, h, 1, this.#transition.budget);
    if (!selector.step(this.t, this.#xi, this.#switches.forced)) return undefined;
    const result = this.restart(this.t + h, this.#xi.slice(0, this.system.n));
    if (lambda && this.#mode) this.segment.pointIn(this.#mode, from).multipliers(lambda);
    return result;
  }

  /** Hands every mode to the ledger. */
  retire(): void {
    this.#modes.retire();
  }

  /** Copies everything that decides how the flow goes on. */
  state(): FlowState {
    const { segment } = this;
    const indexOf = (mode: ExactMode | undefined): number => (mode ? this.#modes.modes.indexOf(mode) : -1);
    return {
      ...{ t: this.t, xi: this.#xi.slice(), remainder: segment.remainder.state() },
      segment: this.#inProgress ? segment.state() : undefined,
      due: this.due ? [...segment.firedNow()] : undefined,
      mode: indexOf(this.#mode),
      switches: this.on.slice(),
      queue: this.#queue.state(),
      magnitudes: segment.magnitudes(),
      unfinished: segment.unfinished,
      since: segment.since,
      lastTransition: this.#lastTransition,
      level: this.#transition.level,
      modes: this.#modes.state(),
      transitions: this.#transitions.state(indexOf),
    };
  }

  /** Goes on from a state of a flow of the same system with the same options. */
  resume(state: FlowState): void {
    const { segment } = this;
    this.#switches.adopt(state.switches);
    this.#modes.resume(state.modes);
    const modeAt = (index: number): ExactMode => {
      const mode = this.#modes.modes[index];
      if (!mode) throw new RangeError(`the state has no mode ${index}`);
      return mode;
    };
    this.#transitions.resume(state.transitions, modeAt);
    this.#mode = state.mode < 0 ? undefined : modeAt(state.mode);
    this.#queue.resume(state.queue, state.switches);
    segment.resumeMagnitudes(state.magnitudes);
    segment.unfinished = state.unfinished;
    segment.since = state.since;
    this.#lastTransition = state.lastTransition;
    this.#transition.level = state.level;
    this.t = state.t;
    this.#xi.set(state.xi);
    this.due = state.due !== undefined;
    segment.firedGuards.set(state.due ?? []);
    segment.fired = state.due?.length ?? 0;
    this.#inProgress = state.segment !== undefined;
    if (this.#mode && state.segment) segment.resume(this.#mode, state.segment, state.t);
    segment.remainder.resume(state.remainder);
    this.#pointMoved();
  }

  /** Tells of the segment up to at most `until`. */
  #tell(until: number): void {
    const { segment } = this;
    this.#inProgress = !segment.tell(until);
    this.t = segment.t1;
    segment.writeEnd(this.#xi);
    this.#pointMoved();
  }

  #settle(commutating: readonly number[], continuous = false): TransitionResult {
    const settled = this.#transition.settle(this.t, this.#xi, commutating, continuous);
    this.#pointMoved();
    return settled;
  }

  /**
   * Goes on in the mode that followed the same set last time, where it is admissible now: its tested rows are
   * positive, or rise from 0. A solution of the transition's problem, found without posing it.
   */
  #followTransition(mode: ExactMode, set: number): TransitionResult | undefined {
    const known = this.#transitions.after(mode, set);
    if (!known || !this.#transition.tests.follows(known, this.t, this.#xi)) return undefined;
    if (this.#transition.violation(known.mode, this.#xi)?.jumps) return undefined;
    this.#transition.meetRounded(known.mode, this.#xi);
    this.#switches.commutate(known.commutated);
    this.#mode = known.mode;
    this.#pointMoved();
    return known.result;
  }

  #pointMoved(): void {
    this.#xIsOld = this.#lambdaIsOld = true;
  }
}

const noRows: readonly number[] = Object.freeze([]);
