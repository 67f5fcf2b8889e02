/**
 * How far unknowns moved in the step behind a start that was solved last (`start-rates.ts`): without a charge, beyond rounding, and so
 * how long the next one may be.
 */
import { chargedBy } from './descriptor/floating-groups.js';
import { LEAST, ROUNDING } from './stages/trial-loop.js';
import type { UnknownSizes } from './stages/unknown-sizes.js';
import type { StartStep } from './start-step.js';

/** Part of its change that the charges of what shifted alone go along with, and from how many reltol of its size on that counts. */
const UNCHARGED = 0.1;
export const SHIFT = 0.01;
/** Part of the tolerance of an unknown that rounding of rates may be of it. */
const NOISE = 0.1;

export class StartMoves {
  /** Whether an unknown behind d/dt moved without a charge, beyond rounding: of the step that `longest` was asked of last. */
  hasShifted = false;
  readonly #noise: Float64Array;
  /** By how much unknowns moved in the step that was solved last. */
  readonly #moves: Float64Array;

  constructor(
    private readonly step: StartStep,
    private readonly sizes: UnknownSizes,
    /** Unknowns whose corners steps pass: they turn switches alone. */
    private readonly passed: ReadonlyMap<number, unknown>,
    /** The end of that step. */
    private readonly w: Float64Array,
  ) {
    const { size, room } = step.solver.assembly;
    this.#noise = room.floats(size);
    this.#moves = new Float64Array(size);
  }

  /**
   * The largest part of its size by which an unknown moved in the step that was solved last without a charge and, where `before` is the length
   * of the one before, off the line of that: what goes on as it did has settled.
   */
  uncharged(before: number): number {
    const { newton, solver, from, history, length } = this.step;
    const { assembly } = solver;
    const { algebraicUnknowns, stateUnknowns, system } = assembly;
    const w = this.w;
    const moves = this.#moves;
    const longer = before > 0 ? length / before : 0;
    let most = 0;
    const look = (i: number, charged: number): void => {
      const own = Math.max(Math.abs(w[i]!), newton.sizes[i]!, system.absolute[i]! / newton.reltol);
      const move = w[i]! - from[i]!;
      const off = Math.min(Math.abs(move), Math.abs(move - longer * moves[i]!));
      moves[i] = move;
      most = Math.max(most, (off - charged) / own);
    };
    for (const i of algebraicUnknowns) if (!this.passed.has(i)) look(i, 0);
    for (const i of stateUnknowns) look(i, chargedBy(assembly, i, history, assembly.s));
    return most;
  }

  /**
   * The longest step in which no unknown behind d/dt changes by more than `part` of its size, by its change in the step that was solved
   * last, or by that of its charges where this is less: a node between coils that only capacitors tie to others
   * moves as their voltages ask, without a charge. `hasShifted` where one did by more than the rounding of charges in this step makes of
   * it, which no longer step would have to settle. `beyondNoise`: what rounding of charges makes
   * of voltages in a first step as short as it was is no change.
   */
  longest(part: number, beyondNoise: boolean): number {
    const { sizes } = this;
    const { newton, solver, from, history, length, jumpLength } = this.step;
    const { assembly } = solver;
    const { stateUnknowns, system } = assembly;
    const w = this.w;
    const noise = this.#noise;
    let rounding = 0;
    if (beyondNoise) {
      newton.correct(assembly.magnitudes(w, LEAST, noise));
      rounding = ROUNDING * (length / jumpLength);
    }
    let isKnown = beyondNoise;
    // Asked of few.
    const isNoise = (i: number, moved: number): boolean => {
      if (!isKnown) newton.correct(assembly.magnitudes(w, LEAST, noise));
      isKnown = true;
      return moved <= ROUNDING * Math.abs(noise[i]!);
    };
    let longest = Infinity;
    this.hasShifted = false;
    for (let p = 0; p < stateUnknowns.length; p++) {
      const i = stateUnknowns[p]!;
      const least = system.absolute[i]! / newton.reltol;
      const own = Math.max(Math.abs(w[i]!), newton.sizes[i]!, 0.1 * sizes.largestOfKind(p), least);
      const moved = Math.abs(w[i]! - from[i]!) - ROUNDING * own - rounding * Math.abs(noise[i]!);
      if (!(moved > 0)) continue;
      const charged = chargedBy(assembly, i, history, assembly.s);
      const shifts = moved > SHIFT * newton.reltol * own && charged < UNCHARGED * moved;
      if (shifts && !isNoise(i, moved)) this.hasShifted = true;
      longest = Math.min(longest, (part * own * length) / Math.min(moved, charged));
    }
    return longest;
  }

  /**
   * Whether what rounding makes of charges over the step that was solved last counts in an unknown that is behind d/dt: a current
   * through what lies in series with a large charge, of which the next step would make an error that is none the shorter it is.
   */
  isNoisy(): boolean {
    const { newton, solver } = this.step;
    const { assembly } = solver;
    const { system, stateUnknowns } = assembly;
    const w = this.w;
    newton.correct(assembly.magnitudes(w, LEAST, this.#noise));
    return stateUnknowns.some((i) => {
      const allowed = newton.reltol * Math.max(Math.abs(w[i]!), newton.sizes[i]!) + system.absolute[i]!;
      return ROUNDING * Math.abs(this.#noise[i]!) > NOISE * allowed;
    });
  }
}
