/**
 * A step that is tried: prediction, Newton's method at the stages, estimates of the error; over arrays that stay where they are: as it
 * stands here, or as machine code of the same functions (`MachineRoom`). What each part means say `sparse-stepper.ts` and
 * `stage-solver.ts`. Script is asked for inputs and for new pivots alone.
 */
import type { Int } from '../../../../base/int.js';
import { copyNumbers } from '../../../../numerics/dense/short-arrays.js';
import { writeMagnitudes } from '../descriptor/descriptor-evaluation.js';
import { type InputArrays, type StepPolynomial, unseenInputs, writeInputs } from '../inputs/input-loops.js';
import type { GuardArrays } from '../events/guard-loops.js';
import { type CoefficientArrays, setCoefficient } from '../descriptor/linear-coefficient.js';
import {
  beginSolve,
  iterateNewton,
  letPinsGo,
  outcomes,
  pivotStates,
  type SolveArrays,
  solveTangent,
} from '../newton/newton-loop.js';
import { countPlaces } from '../newton/newton-verdict.js';
import { keepPairs, type SignArrays } from '../newton/pair-loops.js';
import { standsAtRounding } from '../newton/rounding-end.js';
import { worstCharge } from './floating-charges.js';
import type { GrowthArrays } from './growth-watch.js';
import {
  algebraicBend,
  dropCommonModes,
  estimateBend,
  estimateCharges,
  predictStage,
  type SizeArrays,
  type StageArrays,
  worstEstimate,
  writeHistory,
  writeRates,
} from './stage-loops.js';

/** A step is this much shorter than its error allows. */
export const SAFETY = 0.85;
/**
 * Where shorter steps do not converge either, what stores nothing jumps, as the output of a gate whose transistors are all saturated does,
 * or is a double root, as between transistors that all but conduct: the solution lies as far off however short the step is, and with
 * every failure Newton's method has as many iterations more, up to so many times as many.
 */
const PATIENCE = 8;
/** An input may differ from the polynomial of the step by so many reltol. */
export const INPUT_PART = 10;
/** Part of the terms of a row that is rounding. */
export const ROUNDING = 4 * Number.EPSILON;
/** Absolute tolerances of an unknown at which laws are evaluated: 1 V at SPICE's vntol. */
export const LEAST = 1e6;
/** Between its stages a step may err by so many reltol. */
export const BEND_PART = 1;
/** A jump of what nothing is stored in is met to this part of the longest step. */
const JUMP_PART = 1e-3;

/** What moves what stores nothing within this part of the longest step moves it at once: its way there is in no row. */
const SUDDEN_PART = 1e-6;

/** Seconds but for `error`, which is in parts of what is allowed. */
export const stepNumbers = Object.freeze({
  /** Where the run stands, and where the step began that was accepted last. */
  t: 0,
  begin: 1,
  error: 2,
  /** Length of the step before, 0 behind an event. */
  last: 3,
  /** End and length of the step that is tried, the latest end, and the shortest step so far. */
  end: 4,
  length: 5,
  target: 6,
  shortest: 7,
  /** Error of the step that is tried, and how many times as long it might have been. */
  tried: 8,
  wanted: 9,
  count: 10,
});

/** Of the step that is tried, then what was done since script looked last. */
export const stepCounts = Object.freeze({
  stage: 0,
  atBreakpoint: 1,
  failures: 2,
  rejected: 3,
  /** One of `outcomes`: how Newton's method ended last. */
  status: 4,
  /** 1 where the matrix has pivots. */
  hasPivots: 5,
  /** Version of the rows of pairs and guards before it. */
  version: 12,
  /** 1 where the state may have jumped where the next step begins: for who looks at many steps in one call. */
  afterEvent: 6,
  acceptedSteps: 7,
  rejectedSteps: 8,
  failedSteps: 9,
  iterations: 10,
  refactored: 11,
  count: 13,
});

/**
 * How it begins: a step, or behind pivots that were chosen, that could not be for a law that was changed, or for good; or behind a stage
 * that script has solved.
 */
export const stepBegins = Object.freeze({ anew: 0, pivotsChosen: 1, pivotsAgain: 2, failed: 3, solved: 4 });

/** The arrays of a `SparseStepper` and its parts, as they describe them. */
export interface StepArrays {
  readonly stage: StageArrays;
  readonly smooth: SolveArrays;
  readonly coefficient: CoefficientArrays;
  readonly sizes: SizeArrays;
  readonly growth: GrowthArrays;
  readonly numbers: Float64Array;
  readonly counts: Int32Array;
  readonly lengths: Float64Array;
  readonly progress: Float64Array;
  /** The next breakpoint. */
  readonly soonest: Float64Array;
  /** Sizes of rows where the step began, and which of pairs and guards were forced. */
  readonly rowsBefore: Float64Array;
  readonly forcedBefore: Uint8Array;
  readonly guards: GuardArrays;
  readonly e: Float64Array;
  readonly gamma: number;
  readonly errorPower: number;
  readonly allowed: number;
  readonly reltol: number;
  /** How far tangents of laws hold in a step (`kept-tangents.ts`). */
  readonly nearness: number;
  readonly chgtol: number;
  readonly maxStep: number;
  readonly maxIterations: Int;
  readonly inputs: InputArrays;
  readonly polynomial: StepPolynomial;
}

/** Newton's method at one stage, anew or where it was left for pivots; returns one of `outcomes`. */
function solveStage(of: StepArrays, w: Float64Array, b: number, from: Int): Int {
  const { smooth, coefficient, stage, counts } = of;
  const own = smooth.newton.counts;
  let pivots: Int = of.counts[stepCounts.hasPivots]! > 0 ? pivotStates.known : pivotStates.none;
  if (from === stepBegins.anew) {
    letPinsGo(smooth);
    beginSolve(smooth, w, 0);
  } else pivots = from === stepBegins.pivotsChosen ? pivotStates.chosen : pivotStates.none;
  setCoefficient(coefficient, b);
  const failures: Int = of.counts[stepCounts.failures]!;
  const isAlone = stage.stateUnknowns.length === 0;
  const most: Int = of.maxIterations * (isAlone || failures >= PATIENCE ? PATIENCE : 1 + failures);
  const { nearness } = smooth.newton.iteration.descriptor;
  nearness[0] = of.nearness;
  const outcome = iterateNewton(smooth, w, stage.history, b, of.reltol, most, pivots);
  // Where a run starts laws are exact: what little charge a tangent is off by is much of what flows in a very short time.
  nearness[0] = 0;
  if (outcome !== outcomes.pivots) {
    counts[stepCounts.iterations]! += own[countPlaces.iteration]!;
    counts[stepCounts.refactored]! += own[countPlaces.refactored]!;
  }
  const stands = outcome === outcomes.diverged && standsAtRounding(smooth, w, stage.history, b, of.reltol);
  return stands ? outcomes.converged : outcome;
}

/** Solves the stages from `counts.stage` on; returns one of `outcomes`. */
function solveStages(of: StepArrays, begin: Int): Int {
  const { stage, smooth, numbers, counts, gamma } = of;
  const { stages, c, a, points, rates, start, history, end, y } = stage;
  const t = numbers[stepNumbers.t]!;
  const t1 = numbers[stepNumbers.end]!;
  const h = t1 - t;
  const b = 1 / (h * gamma);
  let from = begin;
  for (let i = counts[stepCounts.stage]!; i < stages; i++) {
    const isLast = i === stages - 1;
    const w = points[i]!;
    if (from === stepBegins.anew) {
      counts[stepCounts.stage] = i;
      predictStage(stage, i, h, numbers[stepNumbers.last]!, w);
      const time = isLast ? t1 : t + c[i]! * h;
      writeInputs(of.inputs, time, isLast && counts[stepCounts.atBreakpoint]! > 0, w);
      writeHistory(stage, start, history, a[i]!, i, h);
    }
    if (from !== stepBegins.solved) {
      const outcome: Int = solveStage(of, w, b, from);
      if (outcome !== outcomes.converged) return outcome;
    }
    from = stepBegins.anew;
    writeRates(stage, rates[i]!, history, end, b, isLast);
    if (smooth.rows.pairCount > 0) copyNumbers(smooth.signs.y, y[i]!);
  }
  return outcomes.converged;
}

/** The largest estimate in parts of what is allowed; beyond 1 what rounding makes of the unknowns is allowed too. */
function largestPart(of: StepArrays, tolerances: number): number {
  const { stage, reltol, smooth } = of;
  const z = stage.points[stage.stages - 1]!;
  const worst = worstEstimate(stage, z, tolerances, 0, reltol);
  if (!(worst > 1)) return worst;
  writeMagnitudes(smooth.newton.iteration.descriptor, z, stage.noise, LEAST);
  solveTangent(smooth, stage.noise);
  dropCommonModes(stage);
  return worstEstimate(stage, z, tolerances, ROUNDING, reltol);
}

/** Whether what moves in a step of h seconds what stores nothing moves it at once: no polynomial goes on behind it. */
export function isSudden({ stage, maxStep }: StepArrays, h: number): boolean {
  return stage.stateUnknowns.length === 0 && maxStep < Infinity && h <= SUDDEN_PART * maxStep;
}

/** The largest error of the step: that of charges, of inputs, and of what lies between the stages. */
function stepError(of: StepArrays): number {
  const { stage, numbers, smooth, reltol } = of;
  const t = numbers[stepNumbers.t]!;
  const h = numbers[stepNumbers.end]! - t;
  let error = 0;
  stage.limiting[0] = -1;
  if (estimateCharges(stage, of.e, h, of.gamma, reltol * of.chgtol)) {
    solveTangent(smooth, stage.estimate);
    const { points, rates, estimate } = stage;
    const z = points[stage.stages - 1]!;
    error = worstCharge(of.sizes.charges, z, estimate, rates, of.e, h, of.allowed, reltol, of.chgtol);
    error = Math.max(error, largestPart(of, of.allowed));
  }
  if (isSudden(of, h)) return error;
  const unseen = unseenInputs(of.inputs, of.polynomial, t, numbers[stepNumbers.end]!);
  error = Math.max(error, unseen / (INPUT_PART * reltol));
  if (numbers[stepNumbers.last]! > 0) {
    estimateBend(stage, h, numbers[stepNumbers.last]!);
    error = Math.max(error, largestPart(of, BEND_PART));
    // Where nothing is stored no other estimate sees a solution jump at a fold: no row is to lie in between.
    if (stage.stateUnknowns.length === 0 && h > JUMP_PART * of.maxStep)
      error = Math.max(error, algebraicBend(stage, h, numbers[stepNumbers.last]!, reltol) / INPUT_PART);
  }
  return error;
}

/** Solves the stages of a step that is tried, and estimates its error; returns one of `outcomes`, and goes on as `begin` says. */
export function tryStages(of: StepArrays, begin: Int): Int {
  const { numbers, errorPower } = of;
  const outcome: Int = solveStages(of, begin);
  if (outcome !== outcomes.converged) return outcome;
  const error = stepError(of);
  numbers[stepNumbers.tried] = error;
  numbers[stepNumbers.wanted] = SAFETY * error ** (-1 / errorPower);
  return outcome;
}

/** Whether a stage at which Newton's method ended so is to be solved another way: a shorter step would have the same equations. */
export function asksForStage(of: StepArrays, outcome: Int): boolean {
  const h = of.numbers[stepNumbers.end]! - of.numbers[stepNumbers.t]!;
  return outcome === outcomes.diverged && isSudden(of, h);
}

/** What pairs are at the end of the step is what they are at the start of the next one. */
export function acceptPairs({ y, stages, points }: StageArrays, signs: SignArrays): void {
  if (signs.rows.pairCount === 0) return;
  copyNumbers(y[stages - 1]!, y[0]!);
  keepPairs(signs, y[0]!, points[0]!);
}

/** The end of the step becomes the start of the next one. */
export function acceptStage(of: StageArrays): void {
  const { size, stages, points, before, start, end, rates, startRates, stateUnknowns, flows, carried } = of;
  for (let j = 0; j < stages; j++) copyNumbers(points[j]!, before[j]!);
  copyNumbers(points[stages - 1]!, points[0]!);
  copyNumbers(end, start);
  copyNumbers(rates[0]!, startRates);
  copyNumbers(rates[stages - 1]!, rates[0]!);
  if (stateUnknowns.length > 0) return;
  for (let i = 0; i < size; i++) carried[i] = Math.max(carried[i]!, flows[i]!);
}
