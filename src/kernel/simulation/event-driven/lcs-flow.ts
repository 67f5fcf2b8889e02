/**
 * The linear complementarity system as an event flow: exact propagation within a mode (`exact-flow.ts`),
 * and at an event the next mode and state from one-step problems:
 *  1. Inputs take their right limits; impulses of derivative inputs move the state.
 *  2. Switches whose controls left their bands turn, all together, until nothing changes (CONVENTIONS 10).
 *  3. One Euler-Moreau step over a vanishing h selects the active set (`mode-selector.ts`). A state that violates
 *     a constraint of that mode jumps along the mode's correction, exactly: the limit h -> 0 of that step
 *     (CONVENTIONS 3); then the mode is selected again.
 */
import type { LinearSystem, RelayRow } from '../linear-model.js';
import { breaksAtOnce, controlledOutside, goesOn, switchesToTurn } from './broken-guards.js';
import {
  addImpulses,
  constraintImpulses,
  constraintViolation,
  meetConstraints,
  type ConstraintViolation,
} from './constraint-jump.js';
import type { ExactMode } from './exact-mode.js';
import { ExactFlow } from './exact-flow.js';
import { explicitSystem, stateWeights } from './explicit-system.js';
import type { EventFlow, FlowEvent, TransitionResult } from './event-flow.js';
import type { QuadraticLedger } from './mode-integrals.js';
import { modelImpulses, modelRows } from '../multiplier-map.js';
import { GeneratorBank } from './generator-bank.js';
import { ModeCache } from './mode-cache.js';
import { ModeSelector } from './mode-selector.js';
import { SuccessorMemo } from './successor-memo.js';
import type { ExplicitSystem } from './mode-dynamics.js';

export interface LcsFlowOptions {
  /** Events closer than this are one, seconds. */
  readonly evtol: number;
  /** Step of the selecting problem, seconds; well below every time constant that matters. */
  readonly selectionStep: number;
  /** A constraint violated by more than this part of its terms makes the state jump. */
  readonly jumpTolerance: number;
  /** Modes kept. */
  readonly maxModes: number;
  /** Angle that a piece turns by at most, radians; default 2.5. Smaller ones only test the flow against itself. */
  readonly largestAngle?: number;
}

/** Selecting steps shrink by a thousand from one selector to the next, this many times. */
const finestSelector = 3;
/** A jump is believed from this selector on: over its step a state that merely moves gets nowhere. */
const jumpSelector = 2;
/** Rounds of switching at one time before a verdict is asked for (CONVENTIONS 10). */
const switchRounds = 100;
/** Jumps in a row at one time; the second finds the state consistent unless the mode changes by the first. */
const jumpRounds = 10;

export class LcsFlow implements EventFlow {
  t = 0;
  readonly x: Float64Array;
  readonly on: Uint8Array;
  lcpSolves = 0;
  fallbacks = 0;
  /** The first new mode that was one of several, and rows in which another differs. */
  several: { readonly time: number; readonly rows: readonly number[] } | undefined;
  readonly piece: ExactFlow;
  readonly #explicit: ExplicitSystem;
  readonly bank: GeneratorBank;
  /** Selecting problems, each over a step a thousandth of the one before; all but the first made on demand. */
  readonly #selectors: ModeSelector[] = [];
  /** Which selector to ask: the next one where the mode of the last broke at once. */
  #level = 0;
  #lastTransition = -Infinity;
  readonly #equations: Int8Array;
  readonly #forced: Int8Array;
  readonly #weight: Float64Array;
  readonly #xi: Float64Array;
  readonly #inputs: Float64Array;
  readonly #modes: ModeCache;
  readonly #successors = new SuccessorMemo();
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
    this.bank = new GeneratorBank(signals);
    const size = n + this.bank.order;
    this.#weight = stateWeights(system);
    const rows = system.multipliers?.m ?? m;
    this.piece = new ExactFlow(
      this.#weight,
      rows,
      size,
      m + guards.length,
      options.evtol,
      options.largestAngle,
    );
    this.x = system.x0.slice();
    this.#lambda = new Float64Array(rows);
    this.on = Uint8Array.from(guards, ({ guard }) => (guard.initially === 'on' ? 1 : 0));
    this.#equations = system.equations ?? new Int8Array(m);
    this.#forced = new Int8Array(m);
    this.#xi = new Float64Array(size);
    this.#inputs = new Float64Array(p);
    const context = {
      ...{ n, m, p, guards, ledger, bank: this.bank, weight: this.#weight },
      ...{ map: system.multipliers, relays: system.relays ?? noRelays },
    };
    this.#modes = new ModeCache(this.#explicit, context, options.maxModes, () => this.#successors.clear());
  }

  /** Right limit of the multiplier at the present time. */
  get lambda(): Float64Array {
    if (this.#lambdaIsOld && this.#mode) this.#computeLambda(this.#mode);
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

  nextCorner(): number {
    return this.bank.nextCorner(this.t);
  }

  begin(t0: number): TransitionResult {
    this.t = t0;
    this.#xi.set(this.x);
    this.bank.stateAt(t0, this.#xi, this.system.n);
    return this.#settle([]);
  }

  flow(until: number): number {
    const mode = this.#mode;
    if (!mode) return 0;
    this.t = this.piece.advance(mode, this.t, until, this.#xi);
    if (this.ledger) this.piece.addToIntegrals(this.#xi);
    this.#readState();
    return this.piece.fired;
  }

  transition(): TransitionResult {
    const mode = this.#mode;
    const again = this.t - this.#lastTransition <= this.options.evtol;
    this.#level = again ? Math.min(this.#level + 1, finestSelector) : 0;
    this.#lastTransition = this.t;
    this.bank.stateAt(this.t, this.#xi, this.system.n);
    const impulsive = this.#applyInputImpulses();
    // A corner where nothing fires and nothing breaks keeps the mode.
    if (
      mode &&
      mode.dynamics.constraints === 0 &&
      this.piece.fired === 0 &&
      !impulsive &&
      this.#holds(mode)
    ) {
      this.#readState();
      return unchanged;
    }
    const followed = mode && !again && !impulsive ? this.#followSuccessor(mode) : undefined;
    if (followed) return followed;
    const before = this.on.slice();
    const settled = this.#settle(mode ? this.#firedSwitches(mode) : noRows);
    if (!impulsive || settled.status !== 'ok' || settled.impulse) {
      if (mode && this.#mode && !again && !impulsive)
        this.#successors.note(mode, this.piece, this.#mode, before, this.on, settled);
      return settled;
    }
    return { ...settled, events: [{ kind: 'input-jump', rows: [] }, ...settled.events] };
  }

  /** Sets the state at a time, as the limit of an accumulation of events, and selects its mode. */
  restart(t: number, x: Float64Array): TransitionResult {
    this.t = t;
    this.#xi.set(x);
    this.bank.stateAt(t, this.#xi, this.system.n);
    return this.#settle([]);
  }

  /** The guard that ended the last piece first, -1 where none did: what accumulating events are known by. */
  get firedGuard(): number {
    return this.piece.fired > 0 ? this.piece.firedGuards[0]! : -1;
  }

  /** Rows of the model whose guards ended the last piece. */
  firedRows(): readonly number[] {
    const guards = [...this.piece.firedGuards.subarray(0, this.piece.fired)];
    return this.#modelRows(guards.map((guard) => this.piece.rowOf(guard)));
  }

  /** Takes one implicit Euler step over h with the switches as they are; undefined where it has no solution. */
  stepThrough(h: number): TransitionResult | undefined {
    this.#setForced();
    const selector = new ModeSelector(this.system, h, 1);
    if (!selector.step(this.t, this.#xi, this.#forced)) return undefined;
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
    let pending: readonly number[] = [...new Set([...turned, ...this.#controlledOutside()])];
    let impulse: Float64Array | undefined;
    for (let round = 0; round < switchRounds; round++) {
      for (const g of pending) this.on[g] = this.on[g] === 1 ? 0 : 1;
      if (pending.length > 0) {
        this.#modes.switched();
        const rows = pending.map((g) => this.system.guards[g]?.row ?? -1);
        events.push({ kind: 'switch', rows });
      }
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
      rows: pending.map((g) => this.system.guards[g]?.row ?? -1),
    };
  }

  #firedSwitches({ guardIsSwitch, guardRow }: ExactMode): readonly number[] {
    const fired = [...this.piece.firedGuards.subarray(0, this.piece.fired)];
    return fired.filter((guard) => guardIsSwitch[guard] === 1).map((guard) => guardRow[guard]!);
  }

  #holds(mode: ExactMode): boolean {
    return !this.#breaks(mode) && switchesToTurn(mode, this.#xi, this.options.evtol).length === 0;
  }

  #breaks(mode: ExactMode): boolean {
    return breaksAtOnce(mode, this.#xi, this.piece, this.t);
  }

  /** Switches outside their bands by inputs and states alone: they turn before anything else is decided. */
  #controlledOutside(): readonly number[] {
    const { guards, n, p } = this.system;
    return guards.length === 0
      ? noRows
      : controlledOutside(guards, this.on, this.#xi, { n, p, c: this.bank.c });
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
      if (off?.jumps && !failure && this.#level < jumpSelector) {
        asked = mode;
        this.#level++;
        continue;
      }
      if (mode && off) meetConstraints(mode, off.violation, this.#xi);
      if (mode && off?.jumps) {
        impulse = addImpulses(impulse, constraintImpulses(mode, off.violation, this.system.m));
        asked = undefined;
        continue;
      }
      // A mode that holds only a little later than now: ask for one over a shorter step.
      if (mode && this.#level < finestSelector && this.#breaks(mode)) {
        this.#level++;
        continue;
      }
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
    return { ...failure, rows: this.#modelRows(this.#selector().conflict(this.#forced)) };
  }

  #violation(mode: ExactMode): ConstraintViolation | undefined {
    if (mode.dynamics.constraints === 0) return undefined;
    const magnitude = (entry: number, value: number): number => this.piece.magnitude(entry, value);
    return constraintViolation(mode, this.#xi, magnitude, this.options.jumpTolerance);
  }

  /** Makes the mode that solves the vanishing step's problem the present one. */
  #select(): TransitionResult | undefined {
    this.#setForced();
    const selector = this.#selector();
    const found = selector.solve(this.t, this.#xi, this.#forced);
    this.lcpSolves++;
    if (found.status !== 'solved')
      return { status: found.status, residual: found.residual, events: [], rows: [] };
    if (found.fallback) this.fallbacks++;
    const built = this.#modes.built;
    const mode = this.#modes.of(found.mode, this.on, this.#forced);
    const rows = this.#modes.built > built ? selector.otherSolution(found.mode, this.#forced) : noRows;
    if (rows.length > 0) this.several ??= { time: this.t, rows: this.#modelRows(rows) };
    if (!mode)
      return { status: 'index', residual: NaN, events: [], rows: this.#modelRows(found.mode.active) };
    this.#mode = mode;
    return undefined;
  }

  #selector(): ModeSelector {
    const { selectionStep, maxModes } = this.options;
    let selector = this.#selectors[this.#level];
    if (!selector) {
      selector = new ModeSelector(this.system, selectionStep * 1e-3 ** this.#level, maxModes);
      this.#selectors[this.#level] = selector;
    }
    return selector;
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

  #setForced(): void {
    this.#forced.set(this.#equations);
    this.system.guards.forEach(({ row, guard }, g) => {
      this.#forced[row] = (this.on[g] === 1) === (guard.onMeans === 'y=0') ? 1 : -1;
    });
  }

  /**
   * Goes on in the mode that followed the same guards last time, where it holds now: its tested rows are
   * positive, or rise from 0. A solution of the transition's problem, found without posing it.
   */
  #followSuccessor(mode: ExactMode): TransitionResult | undefined {
    const successor = this.#successors.of(mode, this.piece);
    if (!successor || !goesOn(successor.mode, this.#xi, this.piece, this.options.evtol)) return undefined;
    const off = this.#violation(successor.mode);
    if (off?.jumps) return undefined;
    if (off) meetConstraints(successor.mode, off.violation, this.#xi);
    const { turned } = successor;
    for (let k = 0; k < turned.length; k++) this.on[turned[k]!] = this.on[turned[k]!] === 1 ? 0 : 1;
    if (turned.length > 0) this.#modes.switched();
    this.#mode = successor.mode;
    this.#readState();
    return successor.result;
  }

  #readState(): void {
    for (let i = 0; i < this.x.length; i++) this.x[i] = this.#xi[i]!;
    this.#lambdaIsOld = true;
  }

  #computeLambda(mode: ExactMode): void {
    for (let i = 0; i < this.#lambda.length; i++) {
      let sum = 0;
      if (mode.carries[i] === 1)
        for (let j = 0; j < mode.size; j++) sum += mode.multipliers[i * mode.size + j]! * this.#xi[j]!;
      this.#lambda[i] = sum;
    }
  }
}

const noRows: readonly number[] = Object.freeze([]);
const noRelays: readonly RelayRow[] = Object.freeze([]);
const unchanged: TransitionResult = Object.freeze({ status: 'ok', events: Object.freeze([]) });
