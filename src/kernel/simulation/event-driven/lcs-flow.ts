/**
 * The linear complementarity system as an event flow: exact propagation within a mode (`exact-flow.ts`), and at an event
 *  1. inputs take their right limits; impulses of derivative inputs move the state;
 *  2. a mode that goes on, or that followed the same event before and holds now, is taken;
 *  3. otherwise switches, mode and jump are found anew (`transition.ts`).
 */
import type { LinearSystem, RelayRow } from '../linear-model.js';
import { goesOn } from './broken-guards.js';
import { meetConstraints } from './constraint-jump.js';
import { multipliersAt, type ExactMode } from './exact-mode.js';
import { ExactFlow } from './exact-flow.js';
import { explicitSystem, stateWeights } from './explicit-system.js';
import type { EventFlow, FollowedSegments, TransitionResult } from './event-flow.js';
import type { QuadraticLedger } from './mode-integrals.js';
import { flowMemory } from './flow-memory.js';
import { GeneratorBank } from './generator-bank.js';
import { CompiledEventLoop } from './compiled-event-loop.js';
import { ModeCache } from './mode-cache.js';
import { ModeSelector } from './mode-selector.js';
import { ModeTransitionCache } from './mode-transition-cache.js';
import type { LcsFlowOptions } from './lcs-flow-options.js';
import { gateInputs } from './switch-clocks.js';
import { SwitchStates } from './switch-states.js';
import { Transition } from './transition.js';
import type { ExplicitSystem } from './mode-dynamics.js';

export class LcsFlow implements EventFlow {
  t = 0;
  readonly x: Float64Array;
  readonly segment: ExactFlow;
  readonly #explicit: ExplicitSystem;
  readonly bank: GeneratorBank;
  readonly #transition: Transition;
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

  constructor(
    readonly system: LinearSystem,
    private readonly options: LcsFlowOptions,
    /** Told of every mode that leaves the cache, and of all at `retire`, with its integrals. */
    private readonly ledger?: QuadraticLedger<ExactMode>,
  ) {
    const { n, m, p, signals, guards } = system;
    this.#explicit = explicitSystem(system);
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
    this.#transition = new Transition({
      ...{ system, options, switches: this.#switches, modes: this.#modes },
      ...{ segment: this.segment, c: this.bank.c },
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

  /** The first new mode that was one of several, and rows in which another differs. */
  get several(): { readonly time: number; readonly rows: readonly number[] } | undefined {
    return this.#transition.several;
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
    this.#transition.begin(false);
    this.#readState();
    return known;
  }

  transition(): TransitionResult {
    const mode = this.#mode;
    const again = this.t - this.#lastTransition <= this.options.evtol;
    this.#transition.begin(again);
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
      this.#transition.holds(mode, this.t, this.#xi)
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
    return this.#transition.modelRows(guards.map((guard) => this.segment.rowOf(guard)));
  }

  /** Takes one implicit Euler step over h with the switches as they are; undefined where it has no solution. */
  stepThrough(h: number): TransitionResult | undefined {
    this.#switches.force();
    const selector = new ModeSelector(this.system, h, 1);
    if (!selector.step(this.t, this.#xi, this.#switches.forced)) return undefined;
    return this.restart(this.t + h, this.#xi.subarray(0, this.system.n));
  }

  /** Hands every mode to the ledger. */
  retire(): void {
    this.#modes.retire();
  }

  #settle(commutating: readonly number[]): TransitionResult {
    const settled = this.#transition.settle(this.t, this.#xi, commutating);
    if (settled.status === 'ok') this.#readState();
    return settled;
  }

  #firedSwitches({ guardIsSwitch, guardRow }: ExactMode): readonly number[] {
    const fired = [...this.segment.firedGuards.subarray(0, this.segment.fired)];
    return fired.filter((guard) => guardIsSwitch[guard] === 1).map((guard) => guardRow[guard]!);
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
    const off = this.#transition.violation(transition.mode, this.#xi);
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
