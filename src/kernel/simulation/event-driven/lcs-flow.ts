/**
 * The linear complementarity system as an event flow: exact propagation within a mode (`exact-flow.ts`),
 * and at an event the next mode and state from one-step problems:
 *  1. Inputs take their right limits; impulses of derivative inputs move the state.
 *  2. Switches whose controls left their bands turn, all together, until nothing changes (conventions: simultaneous events).
 *  3. One Euler-Moreau step over a vanishing h selects the active set (`mode-selector.ts`). A state that violates
 *     a constraint of that mode jumps along the mode's correction, exactly: the limit h -> 0 of that step
 *     (conventions: jumps); then the mode is selected again.
 */
import type { LinearSystem, RelayRow } from '../linear-model.js';
import { breaksAtOnce, goesOn, switchesToTurn } from './broken-guards.js';
import {
  addImpulses,
  constraintImpulses,
  constraintViolation,
  meetConstraints,
  type ConstraintViolation,
} from './constraint-jump.js';
import { multipliersAt, type ExactMode } from './exact-mode.js';
import { ExactFlow } from './exact-flow.js';
import { explicitSystem, stateWeights } from './explicit-system.js';
import type { EventFlow, FlowEvent, FollowedSegments, TransitionResult } from './event-flow.js';
import type { QuadraticLedger } from './mode-integrals.js';
import { modelImpulses, modelRows } from '../multiplier-map.js';
import { flowMemory } from './flow-memory.js';
import { GeneratorBank } from './generator-bank.js';
import { CompiledEventLoop } from './compiled-event-loop.js';
import { ModeCache } from './mode-cache.js';
import { ModeSelector } from './mode-selector.js';
import { Selectors } from './selectors.js';
import { ModeTransitionCache } from './mode-transition-cache.js';
import type { LcsFlowOptions } from './lcs-flow-options.js';
import { gateInputs } from './switch-clocks.js';
import { SwitchStates } from './switch-states.js';
import type { ExplicitSystem } from './mode-dynamics.js';

/** A jump is believed from this selector on: over its step a state that merely moves gets nowhere. */
const jumpSelector = 2;
/** Rounds of switching at one time before a verdict is asked for (conventions: simultaneous events). */
const switchRounds = 100;
/** Jumps in a row at one time; the second finds the state consistent unless the mode changes by the first. */
const jumpRounds = 10;

export class LcsFlow implements EventFlow {
  t = 0;
  readonly x: Float64Array;
  lcpSolves = 0;
  fallbacks = 0;
  /** The first new mode that was one of several, and rows in which another differs. */
  several: { readonly time: number; readonly rows: readonly number[] } | undefined;
  readonly segment: ExactFlow;
  readonly #explicit: ExplicitSystem;
  readonly bank: GeneratorBank;
  readonly #selectors: Selectors;
  #lastTransition = -Infinity;
  readonly #switches: SwitchStates;
  readonly #weight: Float64Array;
  readonly #xi: Float64Array;
  readonly #inputs: Float64Array;
  readonly #modes: ModeCache;
  readonly #transitions = new ModeTransitionCache();
  readonly #known: CompiledEventLoop;
  readonly #lambda: Float64Array;
  /** lambda does not belong to xi yet: it is computed where somebody asks. */
  #lambdaIsOld = false;
  #mode: ExactMode | undefined;

  constructor(
    readonly system: LinearSystem,
    private readonly options: LcsFlowOptions,
    /** Told of every mode that leaves the cache, and of all at `retire`, with its integrals. */
    private readonly ledger?: QuadraticLedger<ExactMode>,
  ) {
    const { n, m, p, signals, guards } = system;
    this.#explicit = explicitSystem(system);
    this.#selectors = new Selectors(system, options.selectionStep, options.maxModes);
    const gates = gateInputs(system, (input) => !ledger?.reads(input) && !options.tellsOf?.(input));
    this.#switches = new SwitchStates(system, gates, options.evtol, () => {
      this.#modes.switched();
    });
    this.bank = new GeneratorBank(signals, gates);
    const size = n + this.bank.order;
    this.#weight = stateWeights(system);
    const rows = system.multipliers?.m ?? m;
    const memory = flowMemory(size, this.bank.order, m + guards.length, options.code);
    this.segment = new ExactFlow(this.#weight, memory, options.evtol, options.largestAngle);
    this.x = system.x0.slice();
    this.#lambda = new Float64Array(rows);
    this.#xi = new Float64Array(size);
    this.#inputs = new Float64Array(p);
    const context = {
      ...{ n, m, p, guards, ledger, bank: this.bank, weight: this.#weight },
      clocked: this.#switches.clocks.clocked,
      ...{ map: system.multipliers, relays: system.relays ?? noRelays },
    };
    this.#known = new CompiledEventLoop({
      ...{ memory, n, segment: this.segment, bank: this.bank, weight: this.#weight },
      ...{ transitions: this.#transitions, switches: this.#switches },
      ...{ evtol: options.evtol, angle: this.segment.angle },
    });
    this.#modes = new ModeCache(this.#explicit, context, options.maxModes, () => {
      this.#transitions.clear();
      this.#known.clear();
    });
  }

  /** 1 for a switch that is on. */
  get on(): Uint8Array {
    return this.#switches.on;
  }

  /** Right limit of the multiplier at the present time. */
  get lambda(): Float64Array {
    if (this.#lambdaIsOld && this.#mode) multipliersAt(this.#mode, this.#xi, this.#lambda);
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
    return Math.min(this.bank.nextBreakpoint(this.t), this.#switches.clocks.next);
  }

  begin(t0: number): TransitionResult {
    this.t = t0;
    this.#xi.set(this.x);
    this.bank.stateAt(t0, this.#xi, this.system.n);
    return this.#settle(this.#switches.clocks.begin(t0));
  }

  flow(until: number): number {
    const mode = this.#mode;
    if (!mode) return 0;
    this.t = this.segment.advance(mode, this.t, until, this.#xi);
    if (this.ledger) this.segment.addToIntegrals(this.#xi);
    this.#readState();
    return this.segment.fired;
  }

  follow(until: number, most: number): FollowedSegments {
    const known = this.#known;
    const mode = this.#mode;
    if (!mode) return nothingFollowed;
    known.lastTransition = this.#lastTransition;
    known.xi.set(this.#xi);
    known.run(mode, this.t, until, most);
    if (known.segments === 0) return nothingFollowed;
    this.#lastTransition = known.lastTransition;
    this.#mode = known.mode;
    this.t = known.t;
    this.#xi.set(known.xi);
    this.#selectors.level = 0;
    this.#readState();
    return known;
  }

  transition(): TransitionResult {
    const mode = this.#mode;
    const again = this.t - this.#lastTransition <= this.options.evtol;
    if (again) this.#selectors.refine();
    else this.#selectors.level = 0;
    this.#lastTransition = this.t;
    this.bank.stateAt(this.t, this.#xi, this.system.n);
    const impulsive = this.#applyInputImpulses();
    const { clocks } = this.#switches;
    const due = clocks.guardsDue(this.t);
    // A breakpoint where nothing fires and nothing breaks keeps the mode.
    if (
      mode &&
      mode.dynamics.constraints === 0 &&
      this.segment.fired === 0 &&
      due.length === 0 &&
      !impulsive &&
      this.#holds(mode)
    ) {
      this.#readState();
      return unchanged;
    }
    const fired = mode ? this.#transitions.codeOf(mode, this.segment, clocks, this.t) : 0;
    const followed = mode && !again && !impulsive ? this.#followTransition(mode, fired) : undefined;
    if (followed) return followed;
    const before = this.on.slice();
    const settled = this.#settle(mode ? [...this.#firedSwitches(mode), ...due] : due);
    if (!impulsive || settled.status !== 'ok' || settled.impulse) {
      if (mode && this.#mode && !again && !impulsive)
        this.#transitions.note(mode, fired, this.#mode, before, this.on, settled);
      return settled;
    }
    return { ...settled, events: [{ kind: 'input-jump', rows: [] }, ...settled.events] };
  }

  /** Sets the state at a time, as the limit of an accumulation of events, and selects its mode. */
  restart(t: number, x: Float64Array): TransitionResult {
    this.t = t;
    this.#xi.set(x);
    this.bank.stateAt(t, this.#xi, this.system.n);
    return this.#settle(this.#switches.clocks.guardsDue(t));
  }

  /** The guard that ended the last segment first, -1 where none did: what accumulating events are known by. */
  get firedGuard(): number {
    return this.segment.fired > 0 ? this.segment.firedGuards[0]! : -1;
  }

  /** Rows of the model whose guards ended the last segment. */
  firedRows(): readonly number[] {
    const guards = [...this.segment.firedGuards.subarray(0, this.segment.fired)];
    return this.#modelRows(guards.map((guard) => this.segment.rowOf(guard)));
  }

  /** Takes one implicit Euler step over h with the switches as they are; undefined where it has no solution. */
  stepThrough(h: number): TransitionResult | undefined {
    this.#switches.force();
    const selector = new ModeSelector(this.system, h, 1);
    if (!selector.step(this.t, this.#xi, this.#switches.forced)) return undefined;
    return this.restart(this.t + h, this.#xi.subarray(0, this.system.n));
  }

  #modelRows(rows: Iterable<number>): readonly number[] {
    const { multipliers, relays = noRelays } = this.system;
    return modelRows(multipliers, relays, rows);
  }

  /** Hands every mode to the ledger. */
  retire(): void {
    this.#modes.retire();
  }

  /** Turns the given switches, then all whose controls ask for it, selecting modes and jumping in between. */
  #settle(turned: readonly number[]): TransitionResult {
    const events: FlowEvent[] = [];
    let pending: readonly number[] = [
      ...new Set([...turned, ...this.#switches.outside(this.#xi, this.bank.c)]),
    ];
    let impulse: Float64Array | undefined;
    for (let round = 0; round < switchRounds; round++) {
      this.#switches.turn(pending, this.t);
      if (pending.length > 0) events.push({ kind: 'switch', rows: this.#switches.rowsOf(pending) });
      const selected = this.#selectAndJump();
      if (selected.status !== 'ok') return { ...selected, events };
      if (selected.impulse) impulse = addImpulses(impulse, selected.impulse);
      pending = this.#mode ? switchesToTurn(this.#mode, this.#xi, this.options.evtol) : [];
      if (pending.length === 0) return { status: 'ok', events, impulse };
    }
    return {
      status: 'switching',
      residual: NaN,
      events,
      rows: this.#switches.rowsOf(pending),
    };
  }

  #firedSwitches({ guardIsSwitch, guardRow }: ExactMode): readonly number[] {
    const fired = [...this.segment.firedGuards.subarray(0, this.segment.fired)];
    return fired.filter((guard) => guardIsSwitch[guard] === 1).map((guard) => guardRow[guard]!);
  }

  #holds(mode: ExactMode): boolean {
    return !this.#breaks(mode) && switchesToTurn(mode, this.#xi, this.options.evtol).length === 0;
  }

  #breaks(mode: ExactMode): boolean {
    return breaksAtOnce(mode, this.#xi, this.segment, this.t);
  }

  #selectAndJump(): TransitionResult {
    let impulse: Float64Array | undefined;
    let asked: ExactMode | undefined;
    for (let round = 0; round < jumpRounds; round++) {
      const failure = this.#select();
      if (failure && !asked) return this.#explained(failure);
      // Where the shorter step's problem was not solved, what the longer one said holds.
      if (failure) this.#mode = asked;
      const mode = this.#mode;
      const off = mode && this.#violation(mode);
      // A jump holds for every step, however short; a state that only comes near a constraint meets it later.
      if (off?.jumps && !failure && this.#selectors.level < jumpSelector) {
        asked = mode;
        this.#selectors.refine();
        continue;
      }
      if (mode && off) meetConstraints(mode, off.violation, this.#xi);
      if (mode && off?.jumps) {
        impulse = addImpulses(impulse, constraintImpulses(mode, off.violation, this.system.m));
        asked = undefined;
        continue;
      }
      // A mode that holds only a little later than now: ask for one over a shorter step.
      if (mode && this.#breaks(mode) && this.#selectors.refine()) continue;
      this.#readState();
      return {
        status: 'ok',
        events: [],
        impulse: impulse && modelImpulses(this.system.multipliers, impulse),
      };
    }
    return { status: 'undecided', residual: NaN, events: [], rows: [] };
  }

  /** An infeasible problem with the rows that contradict each other. */
  #explained(failure: TransitionResult): TransitionResult {
    if (failure.status !== 'infeasible') return failure;
    return { ...failure, rows: this.#modelRows(this.#selectors.present.conflict(this.#switches.forced)) };
  }

  #violation(mode: ExactMode): ConstraintViolation | undefined {
    if (mode.dynamics.constraints === 0) return undefined;
    const magnitude = (entry: number, value: number): number => this.segment.magnitude(entry, value);
    return constraintViolation(mode, this.#xi, magnitude, this.options.jumpTolerance);
  }

  /** Makes the mode that solves the vanishing step's problem the present one. */
  #select(): TransitionResult | undefined {
    this.#switches.force();
    const selector = this.#selectors.present;
    const found = selector.solve(this.t, this.#xi, this.#switches.forced);
    this.lcpSolves++;
    if (found.status !== 'solved')
      return { status: found.status, residual: found.residual, events: [], rows: [] };
    if (found.fallback) this.fallbacks++;
    const built = this.#modes.built;
    const mode = this.#modes.of(found.mode, this.on, this.#switches.forced);
    const rows =
      this.#modes.built > built ? selector.otherSolution(found.mode, this.#switches.forced) : noRows;
    if (rows.length > 0) this.several ??= { time: this.t, rows: this.#modelRows(rows) };
    if (!mode)
      return { status: 'index', residual: NaN, events: [], rows: this.#modelRows(found.mode.active) };
    this.#mode = mode;
    return undefined;
  }

  /** x+ = x- + F times the areas of impulses of derivative inputs. */
  #applyInputImpulses(): boolean {
    const { n, p } = this.system;
    if (!this.bank.impulses(this.t, this.#inputs)) return false;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < p; j++) this.#xi[i]! += this.#explicit.F[i * p + j]! * this.#inputs[j]!;
    }
    return true;
  }

  /**
   * Goes on in the mode that followed the same guards last time, where it holds now: its tested rows are
   * positive, or rise from 0. A solution of the transition's problem, found without posing it.
   */
  #followTransition(mode: ExactMode, fired: number): TransitionResult | undefined {
    const transition = fired === 0 ? undefined : this.#transitions.after(mode, fired);
    if (!transition || !goesOn(transition.mode, this.#xi, this.segment, this.options.evtol)) return undefined;
    const off = this.#violation(transition.mode);
    if (off?.jumps) return undefined;
    if (off) meetConstraints(transition.mode, off.violation, this.#xi);
    this.#switches.turn(transition.turned, this.t);
    this.#mode = transition.mode;
    this.#readState();
    return transition.result;
  }

  #readState(): void {
    for (let i = 0; i < this.x.length; i++) this.x[i] = this.#xi[i]!;
    this.#lambdaIsOld = true;
  }
}

const noRows: readonly number[] = Object.freeze([]);
const noRelays: readonly RelayRow[] = Object.freeze([]);
const nothingFollowed: FollowedSegments = Object.freeze({
  segments: 0,
  events: 0,
  modeChanges: 0,
  pending: false,
});
const unchanged: TransitionResult = Object.freeze({ status: 'ok', events: Object.freeze([]) });
