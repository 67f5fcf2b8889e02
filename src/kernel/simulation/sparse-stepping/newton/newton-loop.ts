/**
 * All iterations of a solve by Newton's method (`newton.ts`) in one function, over arrays that stay where they are: as it stands here, or as
 * machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import { addProduct, evaluateDescriptor } from '../descriptor/descriptor-evaluation.js';
import { type CoefficientArrays, letGo, pinsHold, setCoefficient } from '../descriptor/linear-coefficient.js';
import { type FactorArrays, refactorMatrix, solveMatrix } from './factor-arrays.js';
import { clearNumbers, copyNumbers } from '../../../../numerics/dense/short-arrays.js';
import {
  type ActiveRowArrays,
  followPairs,
  forceRows,
  hasDoubts,
  readPairs,
  type SignArrays,
  turnPairs,
} from './pair-loops.js';
import { measureRounding, type RoundingArrays } from './pair-rounding.js';
import { DONE, LEAST_LEAK, LEAST_SHARING, SHARING, SOFT, STRIDE } from './singular-mode.js';
import { beginSoft, hardensOn, regularisePairs, type SoftArrays } from './soft-mode.js';
import { keepRows, measureRows, missedRows, moveAlong, rowsHold } from './newton-iteration.js';
import { countPlaces, judgeChange, type NewtonArrays, numberPlaces, verdicts } from './newton-verdict.js';

/**
 * What is 1 in a solve: pairs keep their mode; one pair at a time turns over, that of least index; laws start by themselves; rates
 * are left out, s = 0. Then the version of the rows when J was factored last, and whether that was with pivots chosen for another; and
 * whether a solution was that of a regularised mode since script looked last.
 */
export const modePlaces = Object.freeze({
  frozen: 0,
  leastIndex: 1,
  begins: 2,
  still: 3,
  factorVersion: 4,
  isRefactored: 5,
  shared: 6,
  count: 7,
});

/**
 * How the iterations of `iterateNewton` end; `pivots`: they are to be chosen for J, or new numbers to be found where that takes long,
 * and it goes on behind that.
 */
export const outcomes = Object.freeze({ converged: 0, diverged: 1, notFinite: 2, pivots: 3, cycling: 4 });

/** Whether pivots are known when `iterateNewton` begins, or have just been chosen for J. */
export const pivotStates = Object.freeze({ none: 0, known: 1, chosen: 2 });

/** Iterations in which pairs may turn over freely. */
const FREE_ROUNDS = 12;
/** Times as many iterations, where laws may be vertical: from 1e-24 on an unknown grows by a factor an iteration. */
const FROM_NOTHING = 3;

/** Iterations begin. */
function beginIterations(of: NewtonArrays): void {
  const { numbers, counts } = of;
  numbers[numberPlaces.last] = Infinity;
  counts.fill(0);
}

/** What `iterateNewton` computes with: the arrays of a `DescriptorNewton`, its pairs and guards, and the factors as they stand. */
export interface SolveArrays {
  readonly newton: NewtonArrays;
  readonly rows: ActiveRowArrays;
  readonly signs: SignArrays;
  readonly rounding: RoundingArrays;
  readonly soft: SoftArrays;
  /** Of the unknowns that are pinned. */
  readonly coefficient: CoefficientArrays;
  readonly factors: FactorArrays;
  /** At the places of `modePlaces`. */
  readonly modes: Int32Array;
  /** 1 where local laws make the system nonlinear. */
  readonly nonlinear: Int;
  /** Where the iterations began. */
  readonly begin: Float64Array;
  /** J of a linear system when its pivots were used last. */
  readonly factored: Float64Array;
}

/** Solves J x = r in place with the last factors; forced rows give 0. */
export function solveTangent(of: SolveArrays, r: Float64Array): void {
  const { rows, factors } = of;
  const { count, forced, row } = rows;
  for (let i = 0; i < count; i++) if (forced[i]! === 1) r[row[i]!] = 0;
  solveMatrix(factors, r);
}

/** Lets no later iteration use the factors. */
export function forgetFactors(of: NewtonArrays): void {
  of.numbers[numberPlaces.factorB] = NaN;
}

/** Lets go of what is pinned, and of the factors with it. */
export function letPinsGo(of: SolveArrays): void {
  const { coefficient, newton } = of;
  if (coefficient.pinned[0]! === 0) return;
  letGo(coefficient);
  forgetFactors(newton);
}

/** What is missed at w, y of the pairs, and J, in the mode that the rows are in; true where w was only to be looked at, and its rows hold. */
function evaluateMode(
  of: SolveArrays,
  w: Float64Array,
  history: Float64Array,
  b: number,
  reltol: number,
): boolean {
  const { newton, rows, signs, soft, modes } = of;
  const { iteration, residuals, numbers, counts } = newton;
  const { descriptor, dz } = iteration;
  const { values, k, s } = descriptor.targets;
  const isStill = modes[modePlaces.still]! > 0;
  const moved = evaluateDescriptor(descriptor, w, isStill ? 0 : b, true, modes[modePlaces.begins]! > 0);
  modes[modePlaces.begins] = 0;
  if (isStill) clearNumbers(s, s.length);
  counts[countPlaces.limited] = moved;
  missedRows(iteration, history, b);
  if (of.nonlinear > 0) {
    const isLimited = moved > 0 || counts[countPlaces.wasLimited]! > 0;
    measureRows(residuals, dz, history, w, b, reltol, isLimited ? Infinity : numbers[numberPlaces.last]!);
    counts[countPlaces.wasLimited] = moved;
    const isAwaited = counts[countPlaces.awaitsRows]! > 0 && moved === 0;
    if (isAwaited && rowsHold(residuals, counts[countPlaces.standing]!)) return true;
    counts[countPlaces.awaitsRows] = 0;
  }
  const epsilon = soft.epsilon[0]!;
  if (rows.pairCount > 0) {
    readPairs(signs, k);
    if (epsilon > 0) regularisePairs(signs, values, epsilon, soft.inJacobianAlone[0]!, w, dz);
  }
  const isSoft = epsilon > 0 && modes[modePlaces.leastIndex]! === 0;
  if (rows.count > 0) forceRows(rows, values, w, dz, k, isSoft ? Math.max(LEAST_LEAK, epsilon / SOFT) : 0);
  return false;
}

/** Factors J with the pivots that are known, unless it is what was factored last; false where they do not suit, or script is to do it. */
function factorMode(of: SolveArrays, b: number, mayRefactor: boolean): boolean {
  const { newton, rows, factors, modes, nonlinear } = of;
  const { iteration, numbers, counts } = newton;
  const { values } = iteration.descriptor.targets;
  const version = rows.version[0]!;
  if (nonlinear === 0 && numbers[numberPlaces.factorB]! === b && modes[modePlaces.factorVersion]! === version)
    return true;
  if (!mayRefactor) return false;
  counts[countPlaces.refactored] = counts[countPlaces.refactored]! + 1;
  numbers[numberPlaces.factorB] = NaN;
  if (!refactorMatrix(factors, values)) return false;
  numbers[numberPlaces.factorB] = b;
  modes[modePlaces.factorVersion] = version;
  // Where local laws change J in every iteration no later one meets these factors.
  if (nonlinear === 0) {
    const { factored } = of;
    const entries = factored.length;
    for (let p = 0; p < entries; p++) factored[p] = values[p]!;
    modes[modePlaces.isRefactored] = 1;
  }
  return true;
}

/** Where all is linear a mode is solved from where all began: kilovolts of a wrong one leave their rounding in the next. */
export function goBack(of: SolveArrays, w: Float64Array): void {
  if (of.nonlinear === 0 && of.rows.pairCount > 0) copyNumbers(of.begin, w);
}

/** A solve begins at w, or where another did, one pair at a time turning over. */
export function beginSolve(of: SolveArrays, w: Float64Array, leastIndex: Int): void {
  const { newton, rows, soft, modes } = of;
  beginIterations(newton);
  modes[modePlaces.leastIndex] = leastIndex;
  soft.epsilon[1] = SOFT;
  const { pairCount, turns } = rows;
  if (pairCount === 0) return;
  for (let p = 0; p < pairCount; p++) turns[p] = 0;
  if (leastIndex > 0) goBack(of, w);
  else copyNumbers(w, of.begin);
}

/** A solve ends: what it regularised is regular for the next one. */
export function endSolve(of: SolveArrays, outcome: Int): void {
  const { newton, soft, modes } = of;
  if (soft.epsilon[0]! <= 0 || modes[modePlaces.leastIndex]! > 0) return;
  if (outcome === outcomes.converged) modes[modePlaces.shared] = 1;
  beginSoft(soft, 0);
  forgetFactors(newton);
}

/** Turns over pairs whose sign is wrong at w, to which dz led; returns how many. */
function turnOver(of: SolveArrays, w: Float64Array): Int {
  const { newton, rows, signs, soft, modes } = of;
  const { iteration, counts } = newton;
  const { dz } = iteration;
  counts[countPlaces.turnedLast] = 0;
  if (rows.pairCount === 0) return 0;
  followPairs(signs, w, dz);
  if (modes[modePlaces.frozen]! > 0) return 0;
  if (hasDoubts(signs, w)) measureRounding(of.rounding, signs, soft, of.factors, w, dz);
  const isLeastIndex = modes[modePlaces.leastIndex]! > 0;
  const flips: Int = turnPairs(signs, w, isLeastIndex);
  if (flips === 0) return 0;
  const epsilon = soft.epsilon[0]!;
  // What SOFT lets pass of an impulse turned over nothing.
  if (epsilon > 0 && epsilon < SHARING) soft.epsilon[1] = LEAST_SHARING;
  // Nor has what stands beside 1 Ohm in a short step the sign that it has beside none: the next singular mode is less soft.
  else if (epsilon > 0) soft.epsilon[1] = Math.max(SHARING, STRIDE * soft.epsilon[1]!);
  if (epsilon > 0 && !isLeastIndex) {
    beginSoft(soft, 0);
    forgetFactors(newton);
  }
  counts[countPlaces.turnedLast] = 1;
  counts[countPlaces.turned] = counts[countPlaces.turned]! + 1;
  return flips;
}

/** How iterations end that found no solution; impulses of a singular mode want a longer step, in which they are less. */
function unsolved(of: SolveArrays): Int {
  const { counts } = of.newton;
  const goesRound = counts[countPlaces.turned]! > FREE_ROUNDS || counts[countPlaces.turnedLast]! > 0;
  return goesRound && of.soft.epsilon[1]! >= SHARING ? outcomes.cycling : outcomes.diverged;
}

function iterate(
  of: SolveArrays,
  w: Float64Array,
  history: Float64Array,
  b: number,
  reltol: number,
  maxIterations: Int,
  pivots: Int,
): Int {
  const { newton, factors, rows, soft, modes, nonlinear } = of;
  const { iteration, residuals, numbers, counts } = newton;
  const { descriptor, dz } = iteration;
  const mayRefactor = pivots !== pivotStates.none && factors.apart === 0;
  const isLeastIndex = modes[modePlaces.leastIndex]! > 0;
  const moves = b > 0 && modes[modePlaces.still] === 0;
  let arePivotsChosen = pivots === pivotStates.chosen;
  const most: Int = residuals.numbers[3]! > 0 ? FROM_NOTHING * maxIterations : maxIterations;
  for (; counts[countPlaces.iteration]! < most;) {
    if (!arePivotsChosen) {
      if (evaluateMode(of, w, history, b, reltol)) {
        counts[countPlaces.iteration] = counts[countPlaces.iteration]! + 1;
        keepRows(residuals);
        return outcomes.converged;
      }
      if (!factorMode(of, b, mayRefactor)) return outcomes.pivots;
    }
    arePivotsChosen = false;
    const isSoft = soft.epsilon[0]! > 0 && !isLeastIndex;
    solveMatrix(factors, dz);
    const norm = moveAlong(iteration, w, reltol);
    const count = counts[countPlaces.iteration]!;
    if (!(norm < Infinity)) {
      counts[countPlaces.iteration] = count + 1;
      forgetFactors(newton);
      return outcomes.notFinite;
    }
    if (turnOver(of, w) > 0) {
      counts[countPlaces.iteration] = count + 1;
      if (!isLeastIndex && counts[countPlaces.turned]! > FREE_ROUNDS) return unsolved(of);
      // Where an iteration is the solution of its mode, what a singular one before it was pinned by is no part of this one.
      if (nonlinear === 0) {
        letPinsGo(of);
        setCoefficient(of.coefficient, b);
      }
      goBack(of, w);
      numbers[numberPlaces.last] = Infinity;
      continue;
    }
    let isSolved = false;
    if (counts[countPlaces.limited]! === 0) {
      const verdict = judgeChange(newton, norm, reltol, nonlinear > 0, !isSoft);
      isSolved = verdict === verdicts.solved;
      counts[countPlaces.awaitsRows] = verdict === verdicts.look ? 1 : 0;
    }
    counts[countPlaces.iteration] = count + 1;
    numbers[numberPlaces.last] = norm;
    if (!isSolved || (nonlinear === 0 && !pinsHold(of.coefficient, w, dz, iteration.sizes))) continue;
    if (isSoft && hardensOn(soft, of.signs, w, dz, moves ? DONE : 1)) {
      if (soft.inJacobianAlone[0]! === 0) forgetFactors(newton);
      numbers[numberPlaces.last] = Infinity;
      continue;
    }
    for (let i = 0; i < rows.count; i++) if (rows.forced[i]! === 1) w[rows.unknown[i]!] = 0;
    addProduct(descriptor.storage, dz, 0, descriptor.targets.s);
    keepRows(residuals);
    return outcomes.converged;
  }
  return unsolved(of);
}

/** The iterations of a solve; goes on where it was left for new pivots. */
export function iterateNewton(
  of: SolveArrays,
  w: Float64Array,
  history: Float64Array,
  b: number,
  reltol: number,
  maxIterations: Int,
  pivots: Int,
): Int {
  const outcome: Int = iterate(of, w, history, b, reltol, maxIterations, pivots);
  if (outcome !== outcomes.pivots) endSolve(of, outcome);
  return outcome;
}
