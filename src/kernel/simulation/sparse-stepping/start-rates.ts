/**
 * Rates ds/dt at t, and the unknowns that only rates determine, those of capacitor loops and of coils without a path among them: a backward
 * Euler step from s(z+) behind the jump (`consistent-start.ts`), as long as rounding of differences of charges wants it.
 *
 * What leakage alone keeps from jumping takes L / R: a node whose diode has opened, currents of coils that a switch leaves in series.
 * Where that is nothing beside the step that follows, a few longer steps lead behind it, to where all moves on a line, and what is on that
 * line at t is where the step begins, z(t) = z(t + T) - T dz/dt; where it is not, the first step is short enough to see it.
 */
import { chargedBy } from './descriptor/floating-groups.js';
import { kindsOfPairs, quantityKinds } from './descriptor/quantity-kinds.js';
import { followInputs } from './followed-inputs.js';
import type { FailedStatus, NewtonStatus } from './newton/newton-status.js';
import { SHIFT, StartMoves } from './start-moves.js';
import type { StartStep } from './start-step.js';
import { CARRIES } from './stages/commutation-jumps.js';
import type { UnknownSizes } from './stages/unknown-sizes.js';

/** Part of the expected step. */
const RATE = 1e-6;
/** Of its size: an unknown that moves so much in the second step did not stay where it was. */
const MOVED = 1e-3;
/** How much longer the steps are that give rates where unknowns have shifted, from the second on three times the one before, up to ten times as long. */
const SHIFTED = 1e3;
const LONGER = 3;
const MOST_LONGER = 10;
/** How much longer they are each where rounding counts in rates. */
const OUTLASTS = 10;
/** How many there are at most, and the part of a move that the next one may be while it ends. */
const MAX_SETTLING = 8;
const SETTLES = 0.5;
/**
 * A step is short enough for rates where the next one may be so many times the power -2/3 of reltol as long: that is as its power 1/3, and what
 * rates are off by over it is to be reltol. Else it is made again as this part of the next one at most, and of what would have been enough.
 */
const RESOLVES = 0.1;
const SHORTER = 1e-3;
const SURELY = 0.1;

/** The length of the step that gives rates, seconds. */
export function shortestRate(t: number, expectedStep: number): number {
  return Math.max(RATE * expectedStep, leastRate(t));
}

/** The least one, at which times have digits left. */
export function leastRate(t: number): number {
  return 8 * Number.EPSILON * Math.abs(t);
}

/** What the step that gives rates begins with: the time of its inputs, and pairs. */
interface Anew {
  readonly held: number;
  readonly forced: Uint8Array;
  readonly maxIterations: number;
}

export class StartRates {
  readonly #w: Float64Array;
  readonly #moves: StartMoves;
  /** By how much unknowns have moved since t on the line of what has settled. */
  readonly #drift: Float64Array;
  /** 1 for unknowns of what pairs and guards carry, as currents are. */
  readonly #isCarried: Uint8Array;

  constructor(
    private readonly step: StartStep,
    sizes: UnknownSizes,
    /** Unknowns whose corners steps pass: they turn switches alone. */
    passed: ReadonlyMap<number, unknown>,
  ) {
    const { pointLength, size, room } = step.solver.assembly;
    this.#w = room.floats(pointLength);
    this.#moves = new StartMoves(step, sizes, passed, this.#w);
    const { rows, assembly } = step.solver;
    const kinds = quantityKinds(assembly.system);
    const { carried } = kindsOfPairs(kinds, rows, rows.count);
    this.#isCarried = Uint8Array.from(kinds.unknown, (kind) => Number(carried.has(kind)));
    this.#drift = new Float64Array(size);
  }

  /**
   * Writes ds/dt at t as rates of stage 0 and what algebraic unknowns are; returns the longest step in which no unknown
   * behind d/dt changes by more than `part` of its size. `settles`: something is known to change at once.
   */
  find(
    t: number,
    expectedStep: number,
    part: number,
    maxIterations: number,
    settles = false,
  ): number | FailedStatus {
    const { step } = this;
    const { solver, newton } = step;
    const { assembly, points, start } = solver;
    const z = points[0]!;
    const w = this.#w;
    const drift = this.#drift.fill(0);
    const found = this.#settle(t, expectedStep, part, maxIterations, settles);
    if (typeof found === 'string') return found;
    let { longest } = found;
    if (longest < expectedStep && step.jumpLength < step.length) longest = this.#moves.longest(part, true);
    step.jumpLength = Infinity;
    step.isLimit = false;
    step.ahead = 0;
    if (solver.rows.count === 0) this.#writeRates(1 / step.length);
    const { size } = assembly;
    if (solver.rows.pairCount > 0) solver.y[0]!.set(newton.y);
    // What stands behind d/dt is what the jump left, and so is what has moved only as far as this step is long.
    if (found.hasSettled) {
      const move = { z, w, from: start, to: assembly.s, part: SHIFT * newton.reltol };
      for (const i of solver.floating.settled(move)) z[i] = w[i]! - drift[i]!;
    }
    const { colStart } = assembly.storage;
    for (let i = 0; i < size; i++) {
      if (colStart[i + 1]! > colStart[i]!) continue;
      const own = Math.max(Math.abs(w[i]!), newton.sizes[i]!);
      const value = w[i]! - drift[i]!;
      if (!(Math.abs(value - z[i]!) <= Math.min(MOVED, newton.reltol) * own)) z[i] = value;
    }
    return longest;
  }

  /**
   * Solves the step that gives rates, and says how long the next one may be. What Newton's method left of a current between coils is volts
   * in a short step: where it shifts nodes, a longer step takes it away, and one more has rates. So is what leakage keeps from
   * jumping at once, in as many steps as it takes.
   */
  #settle(
    t: number,
    expectedStep: number,
    part: number,
    maxIterations: number,
    settles: boolean,
  ): { readonly longest: number; readonly hasSettled: boolean } | FailedStatus {
    const { step } = this;
    const { from } = step;
    const w = this.#w;
    const shortest = shortestRate(t, expectedStep);
    const held = t + shortest;
    const anew: Anew = { held, forced: step.solver.rows.forced.slice(), maxIterations };
    this.#begin(held);
    let first = step.solve(w, shortest, maxIterations);
    // Over so short a time what the jump left is much beside forces: rates are those behind the step that takes it away.
    const isBehind = first === 'converged' && (step.isLimit || this.#closes(anew.forced));
    if (isBehind) {
      from.set(w);
      step.goOn();
      first = step.solve(w, shortest, maxIterations);
    }
    if (first !== 'converged') return first;
    step.keepRates();
    let longest = this.#moves.longest(part, false);
    if (!settles && !this.#moves.hasShifted) {
      let length: number | FailedStatus = longest;
      if (this.#moves.isNoisy()) length = this.#outlastNoise(step.length, part, maxIterations);
      else if (!isBehind) length = this.#resolve(anew, longest);
      if (typeof length === 'string') return length;
      return this.#followed(step.length > shortest ? held : t + step.ahead, held, length, maxIterations);
    }
    // It may be longer than was asked for.
    const solved = step.length;
    let moved = this.#moves.uncharged(0);
    let soon = 0;
    let taken = 0;
    for (let again = 1, longer = 1; again <= MAX_SETTLING; again++) {
      const last = again > 2 ? step.length : 0;
      from.set(w);
      if (again > 1) step.goOn();
      if (again > 2) longer = Math.min(LONGER * longer, MOST_LONGER);
      const next = SHIFTED * longer * solved;
      // Beside a step that is no longer nothing is behind it.
      if (taken + next > expectedStep) break;
      this.#moveInputs(held + taken + next);
      const status = step.solve(w, next, maxIterations);
      if (status !== 'converged') return status;
      step.keepRates();
      taken += step.length;
      longest = this.#moves.longest(part, false);
      const before = moved;
      moved = this.#moves.uncharged(last);
      if (again === 1) soon = (part * step.length) / moved;
      const isSlow = (2 * part * step.length) / moved >= expectedStep;
      if (isSlow && again > 1) {
        if (!this.#goesBehind(taken)) break;
        return { longest, hasSettled: true };
      }
      if (again > 2 && moved > SETTLES * before) break;
    }
    // It takes as long as the step: it is stepped through.
    const status = this.#again(anew, shortest);
    if (status !== 'converged') return status;
    const resolved = this.#resolve(anew, this.#moves.longest(part, false));
    if (typeof resolved === 'string') return resolved;
    return { longest: Math.min(resolved, soon), hasSettled: false };
  }

  /** Solves the step that gives rates once more from its start, over `length`. */
  #again({ held, forced, maxIterations }: Anew, length: number): NewtonStatus {
    const { step } = this;
    const { rows, assembly } = step.solver;
    this.#begin(held);
    rows.restore(forced);
    assembly.resetLimits(this.#w);
    const status = step.solve(this.#w, length, maxIterations);
    if (status === 'converged') step.keepRates();
    return status;
  }

  /**
   * Returns the longest next step. Where that is not long beside the one that gave rates, these are means over what is faster, as a
   * capacitance that a switch charges in femtoseconds, of which no step behind them could tell its error: a shorter one has them.
   */
  #resolve(anew: Anew, longest: number): number | FailedStatus {
    const { length, newton } = this.step;
    const enough = RESOLVES * newton.reltol ** (-2 / 3);
    if (!(longest < enough * length)) return longest;
    const status = this.#again(anew, Math.min(SHORTER, SURELY / enough) * longest);
    return status === 'converged' ? longest : status;
  }

  /**
   * What has settled in the time that was taken for it moves on since on a line, all the others ever had: that is followed back to t. There
   * charges are what they were, but for those that a leakage let go, as fluxes of coils whose currents a switch makes one. False where others
   * are not: what a switch discharges is a current that is asked for.
   */
  #goesBehind(taken: number): boolean {
    const { solver, newton, from, history, length } = this.step;
    const { assembly, points, start } = solver;
    const { stateUnknowns, storageRows, s, size } = assembly;
    const w = this.#w;
    const drift = this.#drift;
    const z = points[0]!;
    const part = taken / length;
    for (let i = 0; i < size; i++) drift[i] = part * (w[i]! - from[i]!);
    let isFollowed = false;
    for (const i of stateUnknowns) {
      const own = newton.reltol * Math.max(Math.abs(w[i]!), newton.sizes[i]!);
      const moved = Math.abs(w[i]! - drift[i]! - z[i]!);
      if (this.#isCarried[i] === 1) isFollowed ||= moved > SHIFT * own;
      else if (Math.min(moved, chargedBy(assembly, i, start, s)) > own) {
        drift.fill(0);
        return false;
      }
    }
    if (!isFollowed) return true;
    for (const i of stateUnknowns) z[i] = w[i]! - drift[i]!;
    for (const row of storageRows) start[row] = s[row]! - part * (s[row]! - history[row]!);
    return true;
  }

  /**
   * Whether a pair that was open has closed within the step that was solved last and carries what it does not begin with: it was at its
   * zero but for what the location of an event leaves, and rates are those behind it.
   */
  #closes(before: Uint8Array): boolean {
    const { rows, newton } = this.step.solver;
    const w = this.#w;
    for (let p = 0; p < rows.pairCount; p++) {
      if (rows.forced[p] === before[p] || rows.forced[p] === 1) continue;
      if (Math.abs(w[rows.unknown[p]!]!) > CARRIES * newton.signs.largestZ[p]!) return true;
    }
    return false;
  }

  /** Goes back to where the run stands, with inputs of a time. */
  #begin(held: number): void {
    const { solver, history, from } = this.step;
    const { points, start, inputs } = solver;
    this.#w.set(points[0]!);
    from.set(this.#w);
    history.set(start);
    inputs.evaluate(held, false, this.#w);
  }

  /** Takes inputs along in time with what is followed, if none of them jumps or bends until then: a comparison of both has one sign. */
  #moveInputs(t: number): void {
    const { inputs } = this.step.solver;
    if (inputs.before(t) >= t) inputs.evaluate(t, false, this.#w);
  }

  #followed(
    begin: number,
    held: number,
    longest: number,
    maxIterations: number,
  ): { readonly longest: number; readonly hasSettled: boolean } | FailedStatus {
    const follows = begin + this.step.length !== held;
    const status = follows ? followInputs(this.step, this.#w, begin, maxIterations) : 'converged';
    return status === 'converged' ? { longest, hasSettled: false } : status;
  }

  /** Solves longer steps from the same start until rates are known, no longer than that takes: what leakage holds moves. Returns the longest next step. */
  #outlastNoise(solved: number, part: number, maxIterations: number): number | FailedStatus {
    const { step } = this;
    const w = this.#w;
    step.from.set(w);
    let longest = Infinity;
    for (let longer = OUTLASTS; longer <= SHIFTED; longer *= OUTLASTS) {
      const status = step.solve(w, longer * solved, maxIterations);
      if (status !== 'converged') return status;
      step.keepRates();
      longest = this.#moves.longest(part, false);
      if (!this.#moves.isNoisy()) break;
    }
    if (!this.#moves.hasShifted) return longest;
    // What was rounding alone is none over one more.
    step.from.set(w);
    step.goOn();
    const status = step.solve(w, step.length, maxIterations);
    if (status !== 'converged') return status;
    step.keepRates();
    return this.#moves.longest(part, false);
  }

  /**
   * Writes ds/dt = -k(z): a difference of charges over so short a time is rounding by nanoamperes, from which a bistable circuit at rest
   * between its states would leave.
   */
  #writeRates(b: number): void {
    const { assembly, rates } = this.step.solver;
    const { storageRows, k } = assembly;
    assembly.evaluate(this.#w, b, false);
    for (let p = 0; p < storageRows.length; p++) rates[0]![storageRows[p]!] = -k[storageRows[p]!]!;
  }
}
