/**
 * What is made of one iteration of Newton's method (`newton.ts`): by how far it moved the unknowns, and by what the rows of local laws are
 * expected to be missed behind it.
 */
import type { Int } from '../../../../base/int.js';
import { type IterationArrays, type ResidualArrays, rowsHold, STANDING } from './newton-iteration.js';

export interface NewtonArrays {
  readonly iteration: IterationArrays;
  readonly residuals: ResidualArrays;
  /** At the places of `numberPlaces` and `countPlaces`. */
  readonly numbers: Float64Array;
  readonly counts: Int32Array;
}

/**
 * Change of the last iteration in tolerances, Infinity where nothing is known of it; change of an iteration by the square of the
 * one before; b of the matrix that was factored last, NaN where none is to be used again.
 */
export const numberPlaces = Object.freeze({ last: 0, curvature: 1, factorB: 2 });

/**
 * Iterations so far; those in which the change has not become smaller; those that rows asked for; whether the unknowns have
 * converged, so that where the rows hold too this is the solution; laws that were limited in the last iteration, and in this one;
 * matrices that were refactored; iterations in which pairs turned over, and whether some did in the last one.
 */
export const countPlaces = Object.freeze({
  iteration: 0,
  standing: 1,
  asked: 2,
  awaitsRows: 3,
  wasLimited: 4,
  limited: 5,
  refactored: 6,
  turned: 7,
  turnedLast: 8,
});

/** What is made of an iteration. */
export const verdicts = Object.freeze({ goOn: 0, look: 1, solved: 2 });

/** Part of the tolerance that may be left, and of an unknown by which it may change in what is taken for the last iteration. */
const REMAINDER = 0.1;
const NEAR = 0.1;
/** Iterations that rows may ask for beyond those of the unknowns: what is left behind them is rounding. */
const MORE = 4;
/** How fast a large curvature is forgotten, a solve. */
const FADE = 0.7;
/** Part of the tolerance of a row that may be expected to be missed where nobody looks. */
const SURELY = 0.1;
/** Tolerances by which rows may be expected to be missed where they have been asked so often. */
export const FAR = 1;
/** Below this part of all unknowns rows hold as well as rounding lets them. */
const NOTHING = 8 * Number.EPSILON;

/** What rows are expected to be missed by behind a change of `change` tolerances, in theirs; 0 where that is rounding, unknown where a law may be vertical. */
function expectedMiss(of: ResidualArrays, change: number, reltol: number, asked: Int): number {
  if (of.numbers[3]! > 0 && asked === 0) return Infinity;
  if (change * reltol <= NOTHING && of.numbers[3]! === 0) return 0;
  const missed = of.numbers[1]!;
  return Math.max(of.numbers[0]! * change * change, 0.5 * reltol * missed * missed);
}

/**
 * Judges an iteration that moved z by `norm` tolerances, with no law limited. Quadratic: the next change is as curvature times
 * the square of this one, with the curvature seen so far; it tells nothing of where no iteration was, so that changes are small.
 */
export function judgeChange(
  of: NewtonArrays,
  norm: number,
  reltol: number,
  isNonlinear: boolean,
  mayLook: boolean,
): Int {
  const { iteration, residuals, numbers, counts } = of;
  const last = numbers[numberPlaces.last]!;
  if (last < Infinity)
    numbers[numberPlaces.curvature] = Math.max(norm / (last * last), FADE * numbers[numberPlaces.curvature]!);
  const isNear = norm < last && norm * reltol <= NEAR;
  const isClose = !isNonlinear || (isNear && numbers[numberPlaces.curvature]! * norm * norm <= REMAINDER);
  // Charges of a very short step are rounding before currents are known to their tolerance.
  const stood = counts[countPlaces.standing]!;
  const standing = counts[countPlaces.iteration]! >= 2 && norm >= 0.1 * last ? stood + 1 : 0;
  counts[countPlaces.standing] = standing;
  const worst = iteration.worst[0]!;
  const canShunt = worst >= 0 && iteration.descriptor.grounds[worst]! >= 0;
  const stands = standing >= (norm <= 1 || !canShunt ? 1 : STANDING);
  const isRounding = stands && rowsHold(residuals, standing);
  if (!isNonlinear || !mayLook) return isClose ? verdicts.solved : verdicts.goOn;
  const asked = counts[countPlaces.asked]!;
  const miss = isClose ? expectedMiss(residuals, norm, reltol, asked) : 0;
  if (asked < MORE && (isRounding || miss > SURELY)) {
    counts[countPlaces.asked] = asked + 1;
    return verdicts.look;
  }
  // Rows that are still far off have not been left to rounding: the unknowns alone look converged.
  return isClose && miss <= FAR ? verdicts.solved : verdicts.goOn;
}
