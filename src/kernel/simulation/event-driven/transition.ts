/**
 * The stages of an event behind its location: given x- and the switches that are to commutate,
 *
 *     switch         the switches change their states; the rows that they force follow
 *     select         the mode of the right limit: the nearest to the last one (`nearby-mode.ts`), else the active set of one
 *                    Euler-Moreau step over a vanishing h
 *     reinitialise   x* = x- moved onto the mode's constraints along its impulse directions, exactly: the limit h -> 0 of
 *                    that step; then the mode is selected again
 *     admit          x+ = x* where every tested row holds, moved by rounding where that makes it hold (`meet-rows.ts`);
 *                    otherwise a mode over a shorter step is selected
 *
 * repeated until no switch is outside its band [conventions: simultaneous events, jumps]. Cost: one LCP a round, and
 * O((n + m + p)^3) for a mode that is new.
 */
import type { RelayRow } from '../linear/linear-model.js';
import { modelImpulses, modelRows } from '../linear/multiplier-map.js';
import { Collision } from './collision.js';
import { switchesToCommutate } from './broken-guards.js';
import {
  addImpulses,
  constraintImpulses,
  constraintViolation,
  meetConstraints,
  roundedMove,
  type ConstraintViolation,
} from './constraint-jump.js';
import { unchanged, type FlowEvent, type TransitionResult } from './event-flow.js';
import type { ExactMode } from './modes/exact-mode.js';
import { logicFollowers } from './logic-followers.js';
import { meetRows } from './meet-rows.js';
import { ModeTests } from './mode-tests.js';
import { nearbyMode, type Neighbourhood, pivotedMode } from './nearby-mode.js';
import { SearchBudget } from './search-budget.js';
import { Selectors } from './selectors.js';
import { slidingCommutation, type SlidingCommutation } from './sliding-commutation.js';
import type { TransitionContext } from './transition-context.js';
import { selectWide } from './wide-selector.js';

/** A jump is believed from this selector on: over its step a state that merely moves gets nowhere. */
const jumpSelector = 2;
/** The selecting step with twice the digits, as a part of the first one. */
const wideStep = 1e-9;
/** Rounds of switching at one time before a verdict is asked for [conventions: simultaneous events]. */
const switchRounds = 100;
const endlessRounds = 20;
/** Jumps in a row at one time; the second finds the state consistent unless the mode changes by the first. */
const jumpRounds = 10;

/** What rounding makes of a sum of states, relative to its terms. */
const stateRounding = 64 * Number.EPSILON;

export class Transition {
  /** The mode that was selected last. */
  mode: ExactMode | undefined;
  lcpSolves = 0;
  fallbacks = 0;
  /** The first new mode that was one of several, and rows in which another differs. */
  several: { readonly time: number; readonly rows: readonly number[] } | undefined;
  /** The first time that something commutates with a relay that slides, by rows of the model. */
  commutates: SlidingCommutation | undefined;
  /** Modes that were looked at in the last event and do not hold. */
  readonly passed = new Set<ExactMode>();
  readonly tests: ModeTests;
  readonly collision: Collision;
  readonly budget: SearchBudget;
  readonly #selectors: Selectors;
  readonly #followers: ReadonlySet<number>;
  /** The last event was at the same time. */
  #again = false;

  constructor(private readonly context: TransitionContext) {
    const { system, options } = context;
    this.tests = new ModeTests(context);
    this.collision = new Collision(system, options.impacts ?? [], context.bank);
    this.budget = new SearchBudget(options.searches);
    this.#selectors = new Selectors(system, options.selectionStep, options.maxModes, this.budget);
    this.#followers = logicFollowers(system);
  }

  /** Of each switch whether it is on. */
  get on(): Uint8Array {
    return this.context.switches.on;
  }

  /** Which selecting step is asked, the longest being 0. */
  get level(): number {
    return this.#selectors.level;
  }

  set level(level: number) {
    this.#selectors.level = level;
  }

  /** Starts from the longest selecting step, or from a shorter one than last time: the event follows at once. */
  begin(again: boolean): void {
    this.#again = again;
    if (again) this.#selectors.refine();
    else this.#selectors.level = 0;
  }

  /**
   * Commutates the given switches at t, then all whose controls ask for it, selecting modes and jumping in between.
   * `continuous`: xi is where the present mode has led, so that the next one may be the nearest. Where nothing is found all is
   * left as it was.
   */
  settle(t: number, xi: Float64Array, commutating: readonly number[], continuous: boolean): TransitionResult {
    const { switches } = this.context;
    const before = { xi: xi.slice(), on: switches.on.slice(), mode: this.mode };
    this.passed.clear();
    const settled = this.#settle(t, xi, commutating, continuous);
    if (settled.status === 'ok') return settled;
    xi.set(before.xi);
    switches.adopt(before.on);
    this.mode = before.mode;
    return settled;
  }

  #settle(
    t: number,
    xi: Float64Array,
    commutating: readonly number[],
    continuous: boolean,
  ): TransitionResult {
    const { switches, options, bank } = this.context;
    const events: FlowEvent[] = [];
    let pending: readonly number[] = [...new Set([...commutating, ...switches.outside(xi, bank.c)])];
    let impulse: Float64Array | undefined;
    // What still commutates in the last rounds does so for ever.
    const endless = new Set<number>();
    for (let round = 0; round < switchRounds; round++) {
      pending = this.#withFollowers(t, xi, pending);
      switches.commutate(pending);
      if (round >= switchRounds - endlessRounds) for (const guard of pending) endless.add(guard);
      if (pending.length > 0) events.push({ kind: 'switch', rows: switches.rowsOf(pending) });
      const from = continuous ? this.mode?.active : this.mode ? undefined : options.begins;
      const near = from && this.#selectNear(t, xi, from);
      let selected = near ? unchanged : this.#collide(t, xi);
      if (selected.status === 'undecided' && this.#selectAnywhere(t, xi))
        selected = { ...unchanged, impulse: selected.impulse };
      if (selected.status !== 'ok') return { ...selected, events };
      if (selected.impulse) impulse = addImpulses(impulse, selected.impulse);
      pending = this.mode
        ? switchesToCommutate(this.mode, this.context.segment.pointIn(this.mode, xi), options.evtol)
        : [];
      if (pending.length > 0) {
        this.passed.add(this.mode!);
        continue;
      }
      if (this.mode && this.mode.sliding.length > 0)
        this.commutates ??= this.#modelled(slidingCommutation(this.mode, this.#placeOf(t, xi)));
      return { status: 'ok', events, impulse };
    }
    return { status: 'switching', residual: NaN, events, rows: switches.rowsOf([...endless]) };
  }

  /** With the switches that follow comparisons at once, as the right limit with all others as they are says. */
  #withFollowers(t: number, xi: Float64Array, pending: readonly number[]): readonly number[] {
    const followers = this.#followers;
    if (followers.size === 0 || pending.every((g) => followers.has(g))) return pending;
    const { segment, options } = this.context;
    const { mode: before, level } = this;
    const trial = xi.slice();
    const found = this.#selectAndJump(t, trial).status === 'ok' ? this.mode : undefined;
    const asked = found ? switchesToCommutate(found, segment.pointIn(found, trial), options.evtol) : [];
    [this.mode, this.level] = [before, level];
    return [...new Set([...pending, ...asked.filter((g) => followers.has(g))])];
  }

  /** Does something at the limit of accumulated impacts, which is a contact at rest. */
  inelastically<Result>(accumulated: boolean, go: () => Result): Result {
    this.collision.inelastic = accumulated;
    const result = go();
    this.collision.inelastic = false;
    return result;
  }

  /** How far a point is off the constraints of a mode; undefined where it has none. */
  violation(mode: ExactMode, xi: Float64Array): ConstraintViolation | undefined {
    if (mode.dynamics.constraints === 0) return undefined;
    const { segment, options } = this.context;
    const magnitude = (entry: number, value: number): number => segment.magnitude(entry, value);
    return constraintViolation(mode, xi, magnitude, options.jumpTolerance);
  }

  /** Moves a state that is off a mode's constraints by no jump onto them: by rounding, or by impulses too small for one. */
  meetRounded(mode: ExactMode, xi: Float64Array): void {
    const { segment, weight } = this.context;
    if (mode.dynamics.constraints === 0) return;
    const { jumps } = constraintViolation(mode, xi, (_, value) => Math.abs(value), stateRounding);
    // An impulse keeps charge, flux and momentum.
    if (jumps) meetConstraints(mode, xi);
    else segment.remainder.move(xi, roundedMove(mode, xi, weight, segment.largestState));
  }

  modelRows(rows: Iterable<number>): readonly number[] {
    const { multipliers, relays = noRelays } = this.context.system;
    return modelRows(multipliers, relays, rows);
  }

  #modelled(found: SlidingCommutation | undefined): SlidingCommutation | undefined {
    const relay = found && this.modelRows([found.relay])[0];
    return found && relay !== undefined ? { ...found, relay, rows: this.modelRows(found.rows) } : undefined;
  }

  /** Goes on in the mode nearest to an active set, where there is one that holds; the state moves by rounding only. */
  #selectNear(t: number, xi: Float64Array, start: Uint8Array): boolean {
    const { modes, options } = this.context;
    const before = this.mode;
    const built = modes.built;
    const mode = nearbyMode(start, this.#placeOf(t, xi));
    // What fires again at once has been asked before.
    if (!mode || (mode === before && this.#again)) return false;
    this.meetRounded(mode, xi);
    if (!this.#meets(mode, t, xi)) return false;
    this.mode = mode;
    if (modes.built > built && start !== options.begins) this.#lookForOthers(t, xi);
    return true;
  }

  #placeOf(t: number, xi: Float64Array): Neighbourhood {
    const { system, switches, modes, segment, weight, options } = this.context;
    switches.force();
    const { forced } = switches;
    return {
      ...{ t, xi, before: this.mode, forced, segment, weight, relays: system.relays ?? noRelays },
      ...{ fired: segment.firedNow(), evtol: options.evtol, passed: this.passed },
      modeOf: (active) => {
        const rows = Int32Array.from(active.keys()).filter((i) => active[i] === 1);
        const found = modes.at(rows, switches.on, forced);
        return found && this.violation(found, xi)?.jumps ? undefined : found;
      },
    };
  }

  /** Where the selecting problem is beyond its digits (1 mOhm beside 1 TOhm), a mode near one of the extreme ones may hold. */
  #selectAnywhere(t: number, xi: Float64Array): boolean {
    const { m } = this.context.system;
    const none = new Uint8Array(m);
    return this.#selectNear(t, xi, none) || this.#selectNear(t, xi, none.fill(1));
  }

  /** Poses the selecting problem behind a new mode, only to see whether its solution is one of several. */
  #lookForOthers(t: number, xi: Float64Array): void {
    const { forced } = this.context.switches;
    const selector = this.#selectors.present;
    if (!selector.asksForOthers) return;
    const found = selector.solve(t, xi, forced, this.mode);
    this.lcpSolves++;
    if (found.status !== 'solved') return;
    const rows = selector.otherSolution(found.mode, forced);
    if (rows.length > 0) this.several ??= { time: t, rows: this.modelRows(rows) };
  }

  /** Selects a mode and jumps, behind an impact where contacts close that have restitution. */
  #collide(t: number, xi: Float64Array): TransitionResult {
    const { collision } = this;
    if (!collision.begin(t, xi)) return this.#selectAndJump(t, xi);
    // However soon it follows another one, an impact gets somewhere: over steps as short as 1e-20 s problems have no digits.
    this.#selectors.level = 0;
    const impact = this.#selectAndJump(t, xi);
    collision.end(t, xi);
    if (impact.status !== 'ok') {
      // Bounces that lose their digits before their limit is known are over.
      const { segment, weight } = this.context;
      if (!collision.isRounding(xi, (entry) => segment.largestState / weight[entry]!)) return impact;
      this.#selectors.level = 0;
      const rest = this.inelastically(true, () => this.#selectAndJump(t, xi));
      return { ...rest, impulse: addImpulses(impact.impulse, rest.impulse) };
    }
    this.#selectors.level = 0;
    const after = this.#selectAndJump(t, xi);
    return { ...after, impulse: addImpulses(impact.impulse, after.impulse) };
  }

  #selectAndJump(t: number, xi: Float64Array): TransitionResult {
    const { system } = this.context;
    let impulse: Float64Array | undefined;
    const ofModel = () => impulse && modelImpulses(system.multipliers, impulse);
    let asked: ExactMode | undefined;
    for (let round = 0; round < jumpRounds; round++) {
      const failure = this.#select(t, xi);
      if (failure && !asked) return { ...this.#explained(failure), impulse: ofModel() };
      // Where the shorter step's problem was not solved, what the longer one said holds.
      if (failure) this.mode = asked;
      const mode = this.mode;
      const off = mode && this.violation(mode, xi);
      // A jump holds for every step, however short; a state that only comes near a constraint meets it later.
      if (off?.jumps && !failure && this.#selectors.level < jumpSelector) {
        asked = mode;
        this.#selectors.refine();
        continue;
      }
      if (mode && off?.isHidden) {
        // Over a long step what is next to two thresholds rests at both.
        if (this.#selectors.refine()) continue;
        return this.#indexOf(mode.dynamics.active);
      }
      if (mode && off) meetConstraints(mode, xi);
      if (mode && off?.jumps) {
        impulse = addImpulses(impulse, constraintImpulses(mode, off.violation, system.m));
        asked = undefined;
        continue;
      }
      // A mode that holds only a little later than now: ask for one over a shorter step.
      const holds = !mode || !this.tests.breaks(mode, t, xi);
      if (!holds && this.#selectors.refine()) continue;
      const pivoted = holds ? undefined : pivotedMode(mode.active, this.#placeOf(t, xi));
      if (pivoted) {
        const left = this.violation(pivoted, xi);
        if (left) meetConstraints(pivoted, xi);
        this.mode = pivoted;
      }
      if (mode && !pivoted && !this.#meets(mode, t, xi)) this.#selectCloser(t, xi, mode);
      return { status: 'ok', events: [], impulse: ofModel() };
    }
    return { status: 'undecided', residual: NaN, events: [], rows: [], impulse: ofModel() };
  }

  /** Whether all tested rows are met, as far as rounding of the states can be taken so that they are. */
  #meets(mode: ExactMode, t: number, xi: Float64Array): boolean {
    const { segment, weight } = this.context;
    return meetRows(mode, xi, t, segment, weight);
  }

  /**
   * Asks shorter steps for a mode whose rows are met where those of `mode` are negative by more than rounding of the state,
   * though by no more than that of its terms: two diodes that end one after the other in less time than steps resolve.
   */
  #selectCloser(t: number, xi: Float64Array, mode: ExactMode): void {
    const { level } = this.#selectors;
    while (this.#selectors.refine()) {
      if (this.#select(t, xi) || !this.mode || this.mode === mode) continue;
      if (this.violation(this.mode, xi)?.jumps || this.tests.breaks(this.mode, t, xi)) continue;
      if (this.#meets(this.mode, t, xi) && this.tests.isAdmissible(this.mode, t, xi)) return;
    }
    this.mode = mode;
    this.#selectors.level = level;
  }

  #indexOf(active: Iterable<number>): TransitionResult {
    return { status: 'index', residual: NaN, events: [], rows: this.modelRows(active) };
  }

  /** An infeasible problem with the rows that contradict each other. */
  #explained(failure: TransitionResult): TransitionResult {
    if (failure.status !== 'infeasible') return failure;
    const { switches } = this.context;
    return { ...failure, rows: this.modelRows(this.#selectors.present.conflict(switches.forced)) };
  }

  /** The same with twice the digits, over a step that is so much shorter; of what it finds the nearest that holds. */
  #selectWide(t: number, xi: Float64Array): boolean {
    const { explicit, bank, switches, modes, options } = this.context;
    const { forced } = switches;
    const active = selectWide(explicit, bank, xi, forced, options.selectionStep * wideStep);
    if (!active) return false;
    const rows = Int32Array.from(active.keys()).filter((i) => active[i] === 1);
    const mode = nearbyMode(active, this.#placeOf(t, xi)) ?? modes.at(rows, switches.on, forced);
    if (mode) this.mode = mode;
    return mode !== undefined;
  }

  /** Makes the mode that solves the vanishing step's problem the present one, or the nearest to it that holds without the step. */
  #select(t: number, xi: Float64Array): TransitionResult | undefined {
    const { switches, modes } = this.context;
    switches.force();
    const selector = this.#selectors.present;
    let found = selector.solve(t, xi, switches.forced, this.mode);
    this.lcpSolves++;
    if (found.status === 'undecided') {
      // With relays there may be several solutions: the search begins at the present mode, Lemke's path anywhere.
      const isRelay = (this.context.system.relays ?? noRelays).length > 0;
      if (!isRelay && this.#selectWide(t, xi)) return undefined;
      found = selector.search(switches.forced, this.mode);
      if (isRelay && found.status === 'undecided' && this.#selectWide(t, xi)) return undefined;
    }
    if (found.status !== 'solved')
      return { status: found.status, residual: found.residual, events: [], rows: [] };
    if (found.fallback) this.fallbacks++;
    const built = modes.built;
    const mode = modes.of(found.mode, switches.on, switches.forced);
    const rows = modes.built > built ? selector.otherSolution(found.mode, switches.forced) : noRows;
    if (rows.length > 0) this.several ??= { time: t, rows: this.modelRows(rows) };
    if (!mode) return this.#selectors.refine() ? this.#select(t, xi) : this.#indexOf(found.mode.active);
    this.mode = nearbyMode(mode.active, this.#placeOf(t, xi)) ?? mode;
    return undefined;
  }
}

const noRows: readonly number[] = Object.freeze([]);
const noRelays: readonly RelayRow[] = Object.freeze([]);
