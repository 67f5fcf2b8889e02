/**
 * The stages of an event behind its location: given x- and the switches that are to commutate,
 *
 *     switch         the switches change their states; the rows that they force follow
 *     select         the mode of the right limit: the active set of one Euler-Moreau step over a vanishing h
 *     reinitialise   x* = x- moved onto the mode's constraints along its impulse directions, exactly: the limit h -> 0 of
 *                    that step; then the mode is selected again
 *     admit          x+ = x* where every tested row holds; otherwise a mode over a shorter step is selected
 *
 * repeated until no switch is outside its band [conventions: simultaneous events, jumps]. Cost: one LCP a round, and
 * O((n + m + p)^3) for a mode that is new.
 */
import type { LinearSystem, RelayRow } from '../linear-model.js';
import { modelImpulses, modelRows } from '../multiplier-map.js';
import { breaksAtOnce, isAdmissible, switchesToCommutate } from './broken-guards.js';
import {
  addImpulses,
  constraintImpulses,
  constraintViolation,
  meetConstraints,
  type ConstraintViolation,
} from './constraint-jump.js';
import type { FlowEvent, TransitionResult } from './event-flow.js';
import type { ExactFlow } from './exact-flow.js';
import type { ExactMode } from './exact-mode.js';
import type { LcsFlowOptions } from './lcs-flow-options.js';
import type { ModeCache } from './mode-cache.js';
import { Selectors } from './selectors.js';
import type { SwitchStates } from './switch-states.js';

/** A jump is believed from this selector on: over its step a state that merely moves gets nowhere. */
const jumpSelector = 2;
/** Rounds of switching at one time before a verdict is asked for [conventions: simultaneous events]. */
const switchRounds = 100;
/** Jumps in a row at one time; the second finds the state consistent unless the mode changes by the first. */
const jumpRounds = 10;

export interface TransitionContext {
  readonly system: LinearSystem;
  readonly options: LcsFlowOptions;
  readonly switches: SwitchStates;
  readonly modes: ModeCache;
  /** Knows the sizes that states and rows have had. */
  readonly segment: ExactFlow;
  /** u = c z. */
  readonly c: Float64Array;
}

export class Transition {
  /** The mode that was selected last. */
  mode: ExactMode | undefined;
  lcpSolves = 0;
  fallbacks = 0;
  /** The first new mode that was one of several, and rows in which another differs. */
  several: { readonly time: number; readonly rows: readonly number[] } | undefined;
  readonly #selectors: Selectors;

  constructor(private readonly context: TransitionContext) {
    const { system, options } = context;
    this.#selectors = new Selectors(system, options.selectionStep, options.maxModes);
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
    if (again) this.#selectors.refine();
    else this.#selectors.level = 0;
  }

  /** Commutates the given switches at t, then all whose controls ask for it, selecting modes and jumping in between. */
  settle(t: number, xi: Float64Array, commutating: readonly number[]): TransitionResult {
    const { switches, options, c } = this.context;
    const events: FlowEvent[] = [];
    let pending: readonly number[] = [...new Set([...commutating, ...switches.outside(xi, c)])];
    let impulse: Float64Array | undefined;
    for (let round = 0; round < switchRounds; round++) {
      switches.commutate(pending);
      if (pending.length > 0) events.push({ kind: 'switch', rows: switches.rowsOf(pending) });
      const selected = this.#selectAndJump(t, xi);
      if (selected.status !== 'ok') return { ...selected, events };
      if (selected.impulse) impulse = addImpulses(impulse, selected.impulse);
      pending = this.mode
        ? switchesToCommutate(this.mode, this.context.segment.pointIn(this.mode, xi), options.evtol)
        : [];
      if (pending.length === 0) return { status: 'ok', events, impulse };
    }
    return { status: 'switching', residual: NaN, events, rows: switches.rowsOf(pending) };
  }

  /** Whether a mode holds at a point. */
  holds(mode: ExactMode, t: number, xi: Float64Array): boolean {
    const { segment, options } = this.context;
    return (
      !this.#breaks(mode, t, xi) &&
      switchesToCommutate(mode, segment.pointIn(mode, xi), options.evtol).length === 0
    );
  }

  /** Whether a mode holds at a point and right after it. */
  isAdmissible(mode: ExactMode, xi: Float64Array): boolean {
    const { segment, options } = this.context;
    if (!mode.slow(false)?.length) return segment.isAdmissible(mode, xi, true);
    return isAdmissible(mode, segment.pointIn(mode, xi), segment, options.evtol);
  }

  /** How far a point is off the constraints of a mode; undefined where it has none. */
  violation(mode: ExactMode, xi: Float64Array): ConstraintViolation | undefined {
    if (mode.dynamics.constraints === 0) return undefined;
    const { segment, options } = this.context;
    const magnitude = (entry: number, value: number): number => segment.magnitude(entry, value);
    return constraintViolation(mode, xi, magnitude, options.jumpTolerance);
  }

  modelRows(rows: Iterable<number>): readonly number[] {
    const { multipliers, relays = noRelays } = this.context.system;
    return modelRows(multipliers, relays, rows);
  }

  #breaks(mode: ExactMode, t: number, xi: Float64Array): boolean {
    const { segment } = this.context;
    return breaksAtOnce(mode, segment.pointIn(mode, xi), segment, t);
  }

  #selectAndJump(t: number, xi: Float64Array): TransitionResult {
    const { system } = this.context;
    let impulse: Float64Array | undefined;
    let asked: ExactMode | undefined;
    for (let round = 0; round < jumpRounds; round++) {
      const failure = this.#select(t, xi);
      if (failure && !asked) return this.#explained(failure);
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
      if (mode && off) meetConstraints(mode, xi);
      if (mode && off?.jumps) {
        impulse = addImpulses(impulse, constraintImpulses(mode, off.violation, system.m));
        asked = undefined;
        continue;
      }
      // A mode that holds only a little later than now: ask for one over a shorter step.
      if (mode && this.#breaks(mode, t, xi) && this.#selectors.refine()) continue;
      return { status: 'ok', events: [], impulse: impulse && modelImpulses(system.multipliers, impulse) };
    }
    return { status: 'undecided', residual: NaN, events: [], rows: [] };
  }

  /** An infeasible problem with the rows that contradict each other. */
  #explained(failure: TransitionResult): TransitionResult {
    if (failure.status !== 'infeasible') return failure;
    const { switches } = this.context;
    return { ...failure, rows: this.modelRows(this.#selectors.present.conflict(switches.forced)) };
  }

  /** Makes the mode that solves the vanishing step's problem the present one. */
  #select(t: number, xi: Float64Array): TransitionResult | undefined {
    const { switches, modes } = this.context;
    switches.force();
    const selector = this.#selectors.present;
    const found = selector.solve(t, xi, switches.forced, this.mode);
    this.lcpSolves++;
    if (found.status !== 'solved')
      return { status: found.status, residual: found.residual, events: [], rows: [] };
    if (found.fallback) this.fallbacks++;
    const built = modes.built;
    const mode = modes.of(found.mode, switches.on, switches.forced);
    const rows = modes.built > built ? selector.otherSolution(found.mode, switches.forced) : noRows;
    if (rows.length > 0) this.several ??= { time: t, rows: this.modelRows(rows) };
    if (!mode) return { status: 'index', residual: NaN, events: [], rows: this.modelRows(found.mode.active) };
    this.mode = mode;
    return undefined;
  }
}

const noRows: readonly number[] = Object.freeze([]);
const noRelays: readonly RelayRow[] = Object.freeze([]);
