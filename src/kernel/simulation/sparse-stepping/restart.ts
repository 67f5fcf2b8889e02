/** A run of sparse steps behind a start, a breakpoint or an event: its state made consistent, guards settled, the next step chosen. */
import type { DescriptorStart } from '../../modeling/descriptor-system.js';
import type { Collision, StepObserver } from './stages/accepted-step.js';
import { ConsistentStart } from './consistent-start.js';
import type { EventWatch } from './events/event-watch.js';
import { GuardsAhead } from './guards-ahead.js';
import type { GuardClocks } from './inputs/guard-clocks.js';
import type { LogicLink } from './events/logic-link.js';
import type { StepParts } from './stages/step-binding.js';
import { FIRST_PART } from './stages/step-controller.js';
import { stepNumbers } from './stages/trial-loop.js';
import type { SteppingFailureStatus } from './newton/stepping-failure.js';

/** Change of an unknown in the first step behind a breakpoint, in parts of its size. */
const FIRST_CHANGE = 0.05;
/** How much longer than what a commutation may be late it takes to undo: forces on both sides of it are not alike. */
const UNDONE = 10;
/** A return within this part of the step that the error allows is one at the same time. */
export const RETURN = 1e-3;
/** Rounds in which guards turn over at one time. */
export const MAX_EVENTS_AT_ONCE = 100;

/** Pairs of a relay that has commutated, and which of them did. */
type RelayPairs = Readonly<Record<'lower' | 'upper' | 'commutated', number>>;

export class Restart {
  readonly #consistent: ConsistentStart;
  readonly #ahead: GuardsAhead;
  /** Length of a step that no solution was found for, which the next jump is to go beyond, seconds. */
  #beyond = 0;
  /** The least length of the next jump, seconds. */
  #least = 0;
  #relay: RelayPairs | undefined;
  /** The pair that commutated, where the next jump moves what is behind d/dt; -1 where none did. */
  #commutated = -1;

  constructor(
    private readonly parts: StepParts,
    private readonly watch: EventWatch,
    private readonly clocks: GuardClocks,
    private readonly logic: LogicLink,
    private readonly observers: readonly StepObserver[],
  ) {
    const { solver, sizes } = parts;
    this.#consistent = new ConsistentStart(solver, solver.newton, sizes, clocks.passed);
    this.#ahead = new GuardsAhead(solver, this.#consistent, watch, clocks.others);
  }

  /**
   * Whether the run may begin anew at t, where no shorter step gets on: what stores nothing may have no solution near by behind t, and
   * jumps. `failedStep`: the length of the last one, seconds, 0 where its error alone was too large; undefined where it was none.
   */
  renews(t: number, failedStep: number | undefined): boolean {
    const renews = failedStep !== undefined && this.parts.progress.renews(t);
    this.#beyond = renews ? failedStep : 0;
    return renews;
  }

  /** Guards and logic begin. */
  begin({ t0, continues, controlSizes }: DescriptorStart): void {
    this.clocks.begin(t0);
    if (!continues) this.logic.begin(t0);
    // One whose control passes its threshold just then has switched behind it.
    if (this.clocks.turnOver(t0)) this.logic.follow(t0, this.parts.solver.points[0]!);
    if (controlSizes) this.watch.begin(controlSizes);
    this.#ahead.keep();
  }

  /** Passes what is at the end of a step: guards with a clock switch, inputs and logic go on. Returns whether something jumps or bends. */
  pass(t: number): { readonly jumps: boolean; readonly bends: boolean } {
    const { solver, counters } = this.parts;
    const { inputs } = solver;
    const w = solver.points[0]!;
    const turns = this.clocks.turnOver(t);
    if (turns) counters.locatedEvents++;
    const bends = inputs.advance(t);
    const moves = this.logic.follow(t, w) || inputs.jumps(t, w);
    if (moves) inputs.evaluate(t, false, w);
    const jumps = turns || moves;
    return { jumps, bends: bends || jumps };
  }

  /**
   * Tells of what commutated, a guard or behind them a pair, late by `resolution` and by what its rounding takes, `longest` at most: a
   * pair that steps end at is beyond its zero by so much, which the jump undoes, else it would slide back first, and so is one that
   * `shifts` what is behind d/dt without a charge. So is a relay that
   * slides from then on.
   */
  expectCommutation(event: number, resolution: number, longest: number, shifts: boolean): void {
    const { guards, pairs } = this.parts.solver.assembly.system;
    const pair = event - guards.length;
    const { met, relay } = pairs[pair] ?? {};
    const lower = relay === 'upper' ? pair - 1 : pair;
    this.#relay = relay && { lower, upper: lower + 1, commutated: pair };
    if (!met && !relay && !shifts) return;
    this.#least = UNDONE * (resolution + Math.min(this.watch.late, longest));
    this.#commutated = met || relay ? -1 : pair;
  }

  /**
   * Makes the state consistent with inputs and mode to the right of its time, with what jumps there where `jumps`, and chooses the next
   * step, of `span` at most; `settles`: the step that was tried found it changing at once. Returns why that fails.
   */
  run(span: number, jumps: boolean, settles = false): SteppingFailureStatus | undefined {
    const { solver, sizes, lengths, counters } = this.parts;
    const { assembly, newton, options } = solver;
    counters.restarts++;
    newton.frozen = false;
    const t = solver.numbers[stepNumbers.t]!;
    const w = solver.points[0]!;
    const expected = lengths.length > 0 ? Math.min(lengths.length, span) : 1e-3 * span;
    const iterations = options.maxStartIterations;
    let longest: number | SteppingFailureStatus = 0;
    const told = this.#consistent.jumps;
    told.length = 0;
    for (const isLast of [false, true]) {
      const failure = jumps ? this.#jump(t, w, expected, iterations) : undefined;
      if (failure !== undefined) return failure;
      longest = this.#consistent.rates(t, expected, FIRST_CHANGE, iterations, settles);
      if (typeof longest === 'string') return longest;
      // What commutates in the step that gives rates is behind t by no more than that, and so is what follows it: the jump goes as far.
      if (!jumps || isLast || this.watch.settleBehind(w, t, RETURN * expected) === 0) break;
      this.logic.follow(t, w);
      this.#least = this.#consistent.length;
    }
    this.#ahead.keep();
    for (const each of told) for (const own of this.observers) own.jump?.({ ...each, after: w });
    lengths.begin(Math.min(longest, assembly.nonlinear ? FIRST_PART * span : span));
    solver.lastStep = 0;
    sizes.measure(w, solver.start);
    return undefined;
  }

  /**
   * Where a relay has left a bound: jumps as far as it takes to come back to where it slides, if it does; else it stands at its other
   * bound, from which the jump proper begins.
   */
  #slide(
    { lower, upper, commutated }: RelayPairs,
    t: number,
    w: Float64Array,
    expected: number,
    iterations: number,
  ): void {
    const { rows } = this.parts.solver;
    const least = this.#least;
    const slides = (): boolean => rows.forced[lower] === 0 && rows.forced[upper] === 1;
    this.#relay = undefined;
    this.#least = 0;
    if (!slides()) return;
    rows.flip(commutated === lower ? upper : lower);
    if (!this.#ahead.isGiven(lower)) this.#tries(t, w, expected, iterations, least, slides);
  }

  /** Jumps over `least` seconds; all is as it was where nothing is found, or not what `holds` of the rows asks for. */
  #tries(
    t: number,
    w: Float64Array,
    expected: number,
    iterations: number,
    least: number,
    holds: () => boolean,
  ): void {
    const { rows, assembly, start } = this.parts.solver;
    const [before, stored, forced] = [w.slice(), start.slice(), rows.forced.slice()];
    const collisions: Collision[] = [];
    const { jumps } = this.#consistent;
    const known = jumps.length;
    const observer: StepObserver = { step: () => undefined, collision: (each) => void collisions.push(each) };
    const status = this.#consistent.jump(t, expected, iterations, [observer], least);
    if (status === 'converged' && holds()) {
      for (const each of collisions) for (const own of this.observers) own.collision?.(each);
      return;
    }
    jumps.length = known;
    w.set(before);
    start.set(stored);
    rows.restore(forced);
    assembly.resetLimits(w);
  }

  /** Jumps and turns over guards until they agree; returns why that fails. */
  #jump(t: number, w: Float64Array, expected: number, iterations: number): SteppingFailureStatus | undefined {
    const { solver, sizes } = this.parts;
    if (this.#relay) this.#slide(this.#relay, t, w, expected, iterations);
    const pair = this.#commutated;
    this.#commutated = -1;
    if (pair >= 0) {
      // Where a fast mode moves on in it while the inputs stand, it would undo the commutation itself, again and again.
      const { forced } = solver.rows;
      const is = forced[pair];
      const least = this.#least;
      this.#least = 0;
      this.#ahead.turnOver(t, expected, iterations);
      this.#tries(t, w, expected, iterations, least, () => forced[pair] === is);
    }
    for (let round = 0; ; round++) {
      const beyond = this.#beyond;
      this.#beyond = 0;
      this.#ahead.turnOver(t, expected, iterations);
      const status = this.#consistent.jump(t, expected, iterations, this.observers, this.#least, beyond);
      if (status !== 'converged') return status;
      if (this.#least > 0) {
        // Behind it forces are those that follow, without what brought bodies to rest.
        this.#least = 0;
        continue;
      }
      sizes.measureStates(w, solver.start);
      if (this.watch.settle(w) === 0) return undefined;
      this.logic.follow(t, w);
      if (round > MAX_EVENTS_AT_ONCE) return 'unsettled';
    }
  }
}
