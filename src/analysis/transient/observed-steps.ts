/**
 * Steps and all that looks at them, many in one call: energies, laws, rows and sums of each step where it was made, in the order in
 * which script tells them. Over arrays that stay where they are: as it stands here, or as machine code of the same function
 * (`MachineRoom`).
 */
import type { Int } from '../../base/int.js';
import {
  isAtBreakpoint,
  makeStep,
  stepOutcomes,
} from '../../kernel/simulation/sparse-stepping/stages/step-loop.js';
import {
  type StepArrays,
  stepBegins,
  stepCounts,
  stepNumbers,
} from '../../kernel/simulation/sparse-stepping/stages/trial-loop.js';
import { addQuadratics, type QuadraticArrays } from '../../kernel/simulation/step-records/quadratic-sums.js';
import { type RowArrays, rowPlaces, takeStep } from '../../kernel/simulation/step-records/row-loop.js';
import { balanceStep, type StepEnergy } from '../certificate/steps/energy-loop.js';
import { checkPoint } from '../certificate/steps/point-check.js';
import { isDue, noteMultipliers, type StepChecks } from '../certificate/steps/step-checks.js';
import { type PacedSteps, watchPace } from './comparison-loop.js';

export interface ObservedSteps {
  readonly step: StepArrays;
  readonly energy: StepEnergy;
  readonly checks: StepChecks;
  readonly rows: RowArrays | undefined;
  readonly sums: QuadraticArrays | undefined;
  readonly comparisons: PacedSteps | undefined;
  /** Times at which a step was solved between its ends. */
  readonly between: Float64Array;
  /** Steps in one call, at most. */
  readonly most: Int;
}

function observe(of: ObservedSteps): void {
  const { step, energy, between } = of;
  const { numbers, counts } = step;
  const { before } = step.stage;
  const { nodes } = energy;
  const t0 = numbers[stepNumbers.begin] as number;
  const t1 = numbers[stepNumbers.t] as number;
  const isAfterEvent = (counts[stepCounts.afterEvent] as number) > 0;
  counts[stepCounts.afterEvent] = 0;
  balanceStep(energy, t1 - t0, isAfterEvent);
  const end = energy.points.length - 1;
  if (isDue(of.checks)) {
    const rate = energy.rates[end] as Float64Array;
    checkPoint(of.checks.point, energy.points[end] as Float64Array, rate, t1, t1 - t0);
  } else noteMultipliers(of.checks, energy.points[end] as Float64Array);
  const inner = between.length;
  for (let j = 0; j < inner; j++) between[j] = t0 + (nodes[j + 1] as number) * (t1 - t0);
  if (of.rows !== undefined) {
    of.rows.counts[rowPlaces.commutates] = 0;
    takeStep(of.rows, t0, t1, between, inner, false, isAfterEvent);
  }
  if (of.sums !== undefined)
    addQuadratics(
      of.sums,
      before[0] as Float64Array,
      before[1] as Float64Array,
      before[2] as Float64Array,
      t0,
      t1,
    );
}

/** As `makeStep`, one step after the other, to `until`, the next breakpoint or `most` of them; returns how the last one ended. */
export function observeSteps(of: ObservedSteps, until: number, begin: Int): Int {
  const { step, most } = of;
  const { numbers, counts } = step;
  let from = begin;
  let left = most;
  for (;;) {
    const outcome = makeStep(step, until, from);
    if (outcome > stepOutcomes.atBreakpoint) return outcome;
    observe(of);
    left -= 1;
    if (of.comparisons !== undefined && watchPace(of.comparisons, numbers[stepNumbers.t] as number) > 0)
      return outcome;
    if (isAtBreakpoint(step) || left <= 0 || !((numbers[stepNumbers.t] as number) < until)) return outcome;
    from = stepBegins.anew;
    counts[stepCounts.hasPivots] = 1;
  }
}
