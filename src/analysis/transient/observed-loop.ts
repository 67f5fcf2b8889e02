/** The loop of steps that shows each to all that look at it (`observed-steps.ts`), over the arrays of these. */
import type { LoopBinding } from '../../kernel/simulation/sparse-stepping/stages/whole-steps.js';
import type { SparseStepper } from '../../kernel/simulation/sparse-stepping/sparse-stepper.js';
import type { QuadraticSums } from '../../kernel/simulation/step-records/quadratic-sums.js';
import type { SparseEnergy } from '../certificate/steps/sparse-energy.js';
import type { SparseLaws } from '../certificate/steps/sparse-laws.js';
import type { SteppingRows } from '../rows/stepping-rows.js';
import type { ComparisonWatch } from './comparison-watch.js';
import { observeSteps } from './observed-steps.js';

export interface StepWatchers {
  readonly energy: SparseEnergy;
  readonly laws: SparseLaws;
  /** Rows of polynomial columns. */
  readonly rows: SteppingRows | undefined;
  readonly sums: QuadraticSums | undefined;
  readonly comparisons: ComparisonWatch | undefined;
}

/** Shows so many steps in one call; undefined where script makes them. */
export function observedLoop(
  stepper: SparseStepper,
  { energy, laws, rows, sums, comparisons }: StepWatchers,
  most: number,
): LoopBinding | undefined {
  const { accepted, room } = stepper;
  if (!stepper.showsSteps) return undefined;
  const watchers = {
    ...{ energy: energy.recordOf(accepted), checks: laws.checks, rows: rows?.arrays, sums: sums?.arrays },
    comparisons: comparisons && { pace: comparisons.pace, points: accepted.points },
    ...{ between: room.floats(accepted.nodes.length - 2), most },
  };
  return (step) => room.bind('observeSteps', observeSteps, { step, ...watchers });
}
