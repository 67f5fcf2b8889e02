/** The arrays that the functions of a step compute with, put together from its parts, and what is taken over from them. */
import type { GuardArrays } from '../events/guard-loops.js';
import { nearnessAt } from '../descriptor/kept-tangents.js';
import type { SolveArrays } from '../newton/newton-loop.js';
import type { NewtonStatus } from '../newton/newton-status.js';
import type { SteppingCounters } from '../newton/stepping-counters.js';
import type { AcceptedStep } from './accepted-step.js';
import { GrowthWatch } from './growth-watch.js';
import { OtherWays } from './other-ways.js';
import type { ProgressWatch } from './progress-watch.js';
import type { StageSolver } from './stage-solver.js';
import type { StepController } from './step-controller.js';
import { type StepArrays, stepCounts, stepNumbers } from './trial-loop.js';
import type { UnknownSizes } from './unknown-sizes.js';

export interface StepParts {
  readonly solver: StageSolver;
  readonly sizes: UnknownSizes;
  readonly lengths: StepController;
  readonly progress: ProgressWatch;
  readonly counters: SteppingCounters;
  /** Is told when the last one that was made begins and ends. */
  readonly accepted: AcceptedStep;
}

export class StepBinding {
  /** At the places of `stepCounts`. */
  readonly counts: Int32Array;
  /** Which of pairs and guards were forced where the step began. */
  readonly forcedBefore: Uint8Array;
  readonly growth: GrowthWatch;
  readonly #fixed: Omit<StepArrays, 'smooth' | 'growth'>;
  /** The factors as they stood. */
  #bound: SolveArrays | undefined;
  #arrays: StepArrays | undefined;
  readonly #ways: OtherWays;

  constructor(
    readonly parts: StepParts,
    guards: GuardArrays,
  ) {
    const { solver, sizes, lengths, progress } = parts;
    const { assembly, newton, rows, inputs, method, options } = solver;
    this.counts = assembly.room.integers(stepCounts.count);
    this.forcedBefore = assembly.room.bytes(rows.count);
    this.#ways = new OtherWays(solver);
    solver.numbers[stepNumbers.shortest] = Infinity;
    this.growth = new GrowthWatch(assembly, options.resolvedStep);
    this.#fixed = {
      ...{ stage: solver.arrays, coefficient: assembly.coefficient, sizes: sizes.arrays },
      ...{ numbers: solver.numbers, counts: this.counts, e: solver.e },
      ...{ lengths: lengths.numbers, progress: progress.numbers, soonest: inputs.numbers },
      ...{ rowsBefore: newton.residuals.before, forcedBefore: this.forcedBefore, guards },
      allowed: solver.allowed,
      ...{ gamma: method.gamma, errorPower: method.errorPower },
      nearness: nearnessAt(options.reltol),
      ...{ reltol: options.reltol, chgtol: options.chgtol, maxStep: options.maxStep },
      ...{ maxIterations: options.maxIterations, inputs: inputs.arrays, polynomial: solver.polynomial },
    };
  }

  /** Factors move where they grow: another object then. */
  get arrays(): StepArrays {
    const { arrays: smooth } = this.parts.solver.newton.iterations;
    if (!this.#arrays || this.#bound !== smooth) {
      this.#bound = smooth;
      const { lengths, gamma } = this.#fixed;
      this.#arrays = { ...this.#fixed, smooth, growth: { ...this.growth.arrays, smooth, lengths, gamma } };
    }
    return this.#arrays;
  }

  /** Calls that are made from now on know whether there are pivots. */
  tellPivots(): void {
    this.counts[stepCounts.hasPivots] = Number(this.parts.solver.newton.hasPivots);
  }

  /** b of the stages of the step that is tried. */
  get coefficient(): number {
    const { numbers, method } = this.parts.solver;
    return 1 / ((numbers[stepNumbers.end]! - numbers[stepNumbers.t]!) * method.gamma);
  }

  /** Solves the stage at which Newton's method ended another way; returns whether it did. */
  solveStage(): boolean {
    const { arrays, options } = this.parts.solver;
    const w = arrays.points[this.counts[stepCounts.stage]!]!;
    return this.#ways.followCapacitances(w, arrays.history, this.coefficient, options.maxStartIterations);
  }

  /** Solves the stage at which pairs go round; returns how that ended. */
  solveOnwards(): NewtonStatus {
    const { newton, arrays, options } = this.parts.solver;
    const w = arrays.points[this.counts[stepCounts.stage]!]!;
    return newton.solveOnwards(w, arrays.history, this.coefficient, options.maxIterations);
  }

  /** Takes over what was counted. */
  count(): void {
    const { counts } = this;
    const { counters, solver, accepted } = this.parts;
    const { numbers } = solver;
    if (counts[stepCounts.acceptedSteps]! > 0)
      accepted.take(numbers[stepNumbers.begin]!, numbers[stepNumbers.t]!, numbers[stepNumbers.error]!);
    counters.accepted += counts[stepCounts.acceptedSteps]!;
    counters.rejected += counts[stepCounts.rejectedSteps]!;
    counters.failed += counts[stepCounts.failedSteps]!;
    solver.newton.iterations.count(counts[stepCounts.iterations]!, counts[stepCounts.refactored]!);
    counters.smallestStep = Math.min(counters.smallestStep, numbers[stepNumbers.shortest]!);
    counts.fill(0, stepCounts.acceptedSteps, stepCounts.version);
    numbers[stepNumbers.shortest] = Infinity;
  }
}
