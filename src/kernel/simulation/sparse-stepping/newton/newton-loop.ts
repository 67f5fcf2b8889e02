/**
 * What Newton's method makes of an iteration (`newton.ts`), and all iterations of a system without pairs in one
 * function, over arrays that stay where they are: as they stand here, or as machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import { addProduct, evaluateDescriptor } from '../descriptor/descriptor-evaluation.js';
import { type FactorArrays, refactorMatrix, solveMatrix } from './factor-arrays.js';
import { type ActiveRowArrays, forceRows } from './pair-loops.js';
import {
  type IterationArrays,
  keepRows,
  measureRows,
  missedRows,
  moveAlong,
  type ResidualArrays,
  rowsHold,
  STANDING,
} from './newton-iteration.js';

export interface NewtonArrays {
  readonly iteration: IterationArrays;
  readonly residuals: ResidualArrays;
  /** At the places of `numberPlaces` and `countPlaces`. */
  readonly numbers: Float64Array;
  readonly counts: Int32Array;
}

/**
 * Change of the last iteration in tolerances, Infinity where nothing is known of it; change of an iteration by the square of the
 * one before.
 */
export const numberPlaces = Object.freeze({ last: 0, curvature: 1 });

/**
 * Iterations so far; those in which the change has not become smaller; those that rows asked for; whether the unknowns have
 * converged, so that where the rows hold too this is the solution; laws that were limited in the last iteration, and in this one;
 * matrices that were refactored.
 */
export const countPlaces = Object.freeze({
  iteration: 0,
  standing: 1,
  asked: 2,
  awaitsRows: 3,
  wasLimited: 4,
  limited: 5,
  refactored: 6,
});

/** What is made of an iteration. */
export const verdicts = Object.freeze({ goOn: 0, look: 1, solved: 2 });

/**
 * How the iterations of `iterateSmooth` end; `pivots`: they are to be chosen for J, or new numbers to be found where that takes long,
 * and it goes on behind that.
 */
export const outcomes = Object.freeze({ converged: 0, diverged: 1, notFinite: 2, pivots: 3 });

/** Whether pivots are known when `iterateSmooth` begins, or have just been chosen for J. */
export const pivotStates = Object.freeze({ none: 0, known: 1, chosen: 2 });

/** Part of the tolerance that may be left. */
const REMAINDER = 0.1;
/** Iterations that rows may ask for beyond those of the unknowns: what is left behind them is rounding. */
const MORE = 4;
/** How fast a large curvature is forgotten, a solve. */
const FADE = 0.7;
/** Part of the tolerance of a row that may be expected to be missed where nobody looks. */
const SURELY = 1e-3;
/** Tolerances by which rows may be expected to be missed where they have been asked so often. */
const FAR = 1;
/** Below this part of all unknowns rows hold as well as rounding lets them. */
const NOTHING = 8 * Number.EPSILON;

/** A solve begins. */
export function beginIterations(of: NewtonArrays): void {
  const { numbers, counts } = of;
  numbers[numberPlaces.last] = Infinity;
  counts.fill(0);
}

/** What rows are expected to be missed by behind a change of `change` tolerances, in theirs; 0 where that is rounding. */
function expectedMiss(of: ResidualArrays, change: number, reltol: number): number {
  if (change * reltol <= NOTHING) return 0;
  const missed = of.numbers[1]!;
  return Math.max(of.numbers[0]! * change * change, 0.5 * reltol * missed * missed);
}

/**
 * Judges an iteration that moved z by `norm` tolerances, with no law limited. Quadratic: the next change is as curvature times
 * the square of this one, with the curvature seen so far.
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
  const isClose =
    !isNonlinear || (norm < last && numbers[numberPlaces.curvature]! * norm * norm <= REMAINDER);
  // Charges of a very short step are rounding before currents are known to their tolerance.
  const stood = counts[countPlaces.standing]!;
  const standing = counts[countPlaces.iteration]! >= 2 && norm >= 0.1 * last ? stood + 1 : 0;
  counts[countPlaces.standing] = standing;
  const worst = iteration.worst[0]!;
  const canShunt = worst >= 0 && iteration.descriptor.grounds[worst]! >= 0;
  const stands = standing >= (norm <= 1 || !canShunt ? 1 : STANDING);
  const isRounding = stands && rowsHold(residuals, standing);
  if (!isNonlinear || !mayLook) return isClose ? verdicts.solved : verdicts.goOn;
  const miss = isClose ? expectedMiss(residuals, norm, reltol) : 0;
  const asked = counts[countPlaces.asked]!;
  if (asked < MORE && (isRounding || miss > SURELY)) {
    counts[countPlaces.asked] = asked + 1;
    return verdicts.look;
  }
  // Rows that are still far off have not been left to rounding: the unknowns alone look converged.
  return isClose && miss <= FAR ? verdicts.solved : verdicts.goOn;
}

/** The iterations of a system without pairs, and with local laws; goes on where it was left for new pivots. */
export function iterateSmooth(
  of: SmoothArrays,
  w: Float64Array,
  history: Float64Array,
  b: number,
  reltol: number,
  maxIterations: Int,
  pivots: Int,
): Int {
  const { newton, factors, rows } = of;
  const { iteration, residuals, numbers, counts } = newton;
  const { descriptor, dz } = iteration;
  const { values, s } = descriptor.targets;
  let arePivotsChosen = pivots === pivotStates.chosen;
  for (; counts[countPlaces.iteration]! < maxIterations;) {
    if (!arePivotsChosen) {
      const moved = evaluateDescriptor(descriptor, w, b, true, false);
      counts[countPlaces.limited] = moved;
      missedRows(iteration, history, b);
      const isLimited = moved > 0 || counts[countPlaces.wasLimited]! > 0;
      measureRows(residuals, dz, history, w, b, reltol, isLimited ? Infinity : numbers[numberPlaces.last]!);
      counts[countPlaces.wasLimited] = moved;
      if (
        counts[countPlaces.awaitsRows]! > 0 &&
        moved === 0 &&
        rowsHold(residuals, counts[countPlaces.standing]!)
      ) {
        counts[countPlaces.iteration] = counts[countPlaces.iteration]! + 1;
        keepRows(residuals);
        return outcomes.converged;
      }
      counts[countPlaces.awaitsRows] = 0;
      if (rows.count > 0) forceRows(rows, values, w, dz, descriptor.targets.k, 0);
      if (pivots === pivotStates.none || factors.apart > 0) return outcomes.pivots;
      counts[countPlaces.refactored] = counts[countPlaces.refactored]! + 1;
      if (!refactorMatrix(factors, values)) return outcomes.pivots;
    }
    arePivotsChosen = false;
    solveMatrix(factors, dz);
    const norm = moveAlong(iteration, w, reltol);
    const count = counts[countPlaces.iteration]!;
    if (!(norm < Infinity)) {
      counts[countPlaces.iteration] = count + 1;
      return outcomes.notFinite;
    }
    if (counts[countPlaces.limited]! === 0) {
      const verdict = judgeChange(newton, norm, reltol, true, true);
      if (verdict === verdicts.solved) {
        counts[countPlaces.iteration] = count + 1;
        for (let i = 0; i < rows.count; i++) if (rows.forced[i]! === 1) w[rows.unknown[i]!] = 0;
        addProduct(descriptor.storage, dz, 0, s);
        keepRows(residuals);
        return outcomes.converged;
      }
      counts[countPlaces.awaitsRows] = verdict === verdicts.look ? 1 : 0;
    }
    counts[countPlaces.iteration] = count + 1;
    numbers[numberPlaces.last] = norm;
  }
  return outcomes.diverged;
}

/** What `iterateSmooth` computes with: the arrays of a `DescriptorNewton`, its guards, and the factors as they stand. */
export interface SmoothArrays {
  readonly newton: NewtonArrays;
  readonly rows: ActiveRowArrays;
  readonly factors: FactorArrays;
}
