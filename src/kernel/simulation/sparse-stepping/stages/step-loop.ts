/**
 * Whole steps, tried until one is accepted (`trial-loop.ts`), and the length of the next one; over arrays that stay where they are: as
 * it stands here, or as machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import { copyNumbers } from '../../../../numerics/dense/short-arrays.js';
import { SAME } from '../inputs/input-loops.js';
import { meetsGuard } from '../events/guard-loops.js';
import { modePlaces, outcomes, type SolveArrays } from '../newton/newton-loop.js';
import { restoreRows } from '../newton/pair-loops.js';
import { followGrowth } from './growth-watch.js';
import { failProgress, mostFailures, passProgress, progressStates } from './progress-watch.js';
import { measureSizes } from './stage-loops.js';
import { learnLength, partAgain } from './step-controller.js';
import {
  acceptPairs,
  acceptStage,
  asksForStage,
  isSudden,
  type StepArrays,
  stepBegins,
  stepCounts,
  stepNumbers,
  tryStages,
} from './trial-loop.js';

/** The next length of one whose Newton iteration did not converge. */
export const AFTER_FAILURE = 0.2;
/**
 * How `makeStep` ends. `pivots`: they are to be chosen for J at a stage, and it goes on behind that; `stage`: script is to solve one
 * another way, `cycling`: one at which pairs go round; `tried`: script is to judge a step within which pairs turn over or a guard comes
 * to its threshold, neither accepted nor rejected.
 */
export const stepOutcomes = Object.freeze({
  accepted: 0,
  atBreakpoint: 1,
  pivots: 2,
  creeping: 3,
  failed: 4,
  struggling: 5,
  stage: 6,
  cycling: 7,
  tried: 8,
});
/** Takes the values of the laws at w as those that the next steps may not be too far from. */
function resetLimits(of: SolveArrays, w: Float64Array): void {
  const { groups } = of.newton.iteration.descriptor;
  const count = groups.length;
  for (let g = 0; g < count; g++) {
    const { reads, last } = groups[g]!;
    const length = reads.length;
    for (let i = 0; i < length; i++) last[i] = w[reads[i]!]!;
  }
}

/** Goes back to the start of the step. */
function retreat(of: StepArrays): void {
  copyNumbers(of.rowsBefore, of.smooth.newton.residuals.sizes);
  restoreRows(of.smooth.rows, of.forcedBefore);
  resetLimits(of.smooth, of.stage.points[0]!);
}

/** A step begins where the run stands. */
export function beginStep(of: StepArrays): void {
  const { smooth, numbers, counts, lengths, rowsBefore, forcedBefore } = of;
  const { rows, modes, newton } = smooth;
  copyNumbers(newton.residuals.sizes, rowsBefore);
  const { count } = rows;
  for (let i = 0; i < count; i++) forcedBefore[i] = rows.forced[i]!;
  modes[modePlaces.frozen] = 0;
  numbers[stepNumbers.length] = Math.min(lengths[0]!, of.maxStep);
  counts[stepCounts.failures] = 0;
  counts[stepCounts.rejected] = 0;
  counts[stepCounts.status] = outcomes.converged;
}

/**
 * Chooses the end of the next trial, half of what is left at most where that is not all; behind an event that is being met, its own
 * length. False where that is no later time.
 */
export function chooseEnd(of: StepArrays, until: number, meets: boolean): boolean {
  const { numbers, counts } = of;
  const t = numbers[stepNumbers.t]!;
  const h = numbers[stepNumbers.length]!;
  const soonest = of.soonest[0]!;
  const target = soonest < until - SAME * Math.abs(until) ? soonest : until;
  const left = target - t;
  let t1 = target;
  if (h < (meets ? 1 : 0.999) * left) t1 = t + (meets || h < 0.5 * left ? h : 0.5 * left);
  const isAgain = counts[stepCounts.rejected]! > 0 || counts[stepCounts.failures]! > 0;
  const isRounding = isAgain && h <= 4 * Number.EPSILON * Math.abs(t);
  if (isRounding || !(t1 > t)) return false;
  const isBreakpoint = t1 === target && soonest <= target + SAME * Math.abs(target);
  counts[stepCounts.atBreakpoint] = isBreakpoint ? 1 : 0;
  counts[stepCounts.stage] = 1;
  counts[stepCounts.version] = of.smooth.rows.version[0]!;
  numbers[stepNumbers.end] = t1;
  return true;
}

/** Whether script has to look at where the run stands before it goes on. */
export function isAtBreakpoint(of: StepArrays): boolean {
  const t = of.numbers[stepNumbers.t]!;
  return of.soonest[0]! <= t + SAME * Math.abs(t);
}

/** Makes one step that ends at `until` at the latest; returns one of `stepOutcomes`. */
export function makeStep(of: StepArrays, until: number, begin: Int): Int {
  const { stage, smooth, numbers, counts, lengths } = of;
  const { rows, signs } = smooth;
  let from = begin;
  if (from === stepBegins.anew) beginStep(of);
  for (;;) {
    if (from === stepBegins.anew && !chooseEnd(of, until, false))
      return counts[stepCounts.status] === outcomes.converged ? stepOutcomes.creeping : stepOutcomes.failed;
    const t = numbers[stepNumbers.t]!;
    let status: Int = counts[stepCounts.status]!;
    if (from !== stepBegins.failed) {
      status = tryStages(of, from);
      counts[stepCounts.status] = status;
      if (status === outcomes.pivots) return stepOutcomes.pivots;
      if (status === outcomes.cycling) return stepOutcomes.cycling;
      if (asksForStage(of, status)) return stepOutcomes.stage;
    }
    from = stepBegins.anew;
    const h = numbers[stepNumbers.end]! - t;
    if (status !== outcomes.converged) {
      counts[stepCounts.failedSteps]! += 1;
      counts[stepCounts.failures]! += 1;
      failProgress(of.progress);
      retreat(of);
      const failures: Int = counts[stepCounts.failures]!;
      if (failures > mostFailures(of.progress, t)) return stepOutcomes.failed;
      numbers[stepNumbers.length] = AFTER_FAILURE * h;
      numbers[stepNumbers.last] = 0;
      continue;
    }
    if (rows.version[0]! !== counts[stepCounts.version]!) return stepOutcomes.tried;
    const error = numbers[stepNumbers.tried]!;
    const wanted = numbers[stepNumbers.wanted]!;
    const again = partAgain(error, wanted);
    if (again < 1) {
      counts[stepCounts.rejectedSteps]! += 1;
      counts[stepCounts.rejected] = 1;
      retreat(of);
      numbers[stepNumbers.length] = h * again;
      continue;
    }
    if (meetsGuard(of.guards, stage.points)) return stepOutcomes.tried;
    const isAgain = counts[stepCounts.rejected]! > 0 || counts[stepCounts.failures]! > 0;
    learnLength(lengths, h, wanted, isAgain);
    acceptStage(stage);
    acceptPairs(stage, signs);
    numbers[stepNumbers.begin] = t;
    numbers[stepNumbers.t] = numbers[stepNumbers.end]!;
    numbers[stepNumbers.error] = error;
    numbers[stepNumbers.last] = isSudden(of, h) ? 0 : h;
    numbers[stepNumbers.shortest] = Math.min(numbers[stepNumbers.shortest]!, h);
    counts[stepCounts.acceptedSteps]! += 1;
    measureSizes(of.sizes, stage.points[0]!, stage.start);
    followGrowth(of.growth, h);
    const progress = passProgress(of.progress, numbers[stepNumbers.t]!, until);
    if (progress === progressStates.creeps) return stepOutcomes.creeping;
    if (progress === progressStates.struggles) return stepOutcomes.struggling;
    return counts[stepCounts.atBreakpoint]! > 0 ? stepOutcomes.atBreakpoint : stepOutcomes.accepted;
  }
}
