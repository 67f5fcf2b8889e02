/**
 * `makeStep` over the arrays of a `SparseStepper`, and what it asks script for: inputs, and new pivots where those that are known
 * do not suit. A step is the same to the bit as one of script.
 */
import type { Int } from '../../../../base/int.js';
import type { WithoutRecord } from '../../../../numerics/code/number-room.js';
import type { AcceptedStep } from './accepted-step.js';
import { outcomes, type SolveArrays } from '../newton/newton-loop.js';
import { lagrangeSlopes } from '../inputs/lagrange.js';
import type { ProgressWatch } from './progress-watch.js';
import type { StageSolver } from './stage-solver.js';
import type { StepController } from './step-controller.js';
import { makeStep, type StepArrays, stepBegins, stepCounts, stepNumbers, stepOutcomes } from './step-loop.js';
import { makeSteps, MOST_RECORDED, type StepRecord } from './step-record.js';
import type { SteppingCounters } from '../newton/stepping-counters.js';
import type { SteppingFailureStatus } from '../newton/stepping-failure.js';
import type { UnknownSizes } from './unknown-sizes.js';

/** Makes steps to a time, from one of `stepBegins` on; returns one of `stepOutcomes`. */
export type StepLoop = WithoutRecord<typeof makeStep>;

/** Binds a loop of steps to the arrays of the present ones: steps in one call, and whoever looks at them. */
export type LoopBinding = (step: StepArrays) => StepLoop;
/** One step in a call, as many as the record holds, or what a loop of one's own makes. */
export type LoopChoice = 'one' | 'recorded' | LoopBinding;

export interface SmoothStepParts {
  readonly solver: StageSolver;
  readonly sizes: UnknownSizes;
  readonly lengths: StepController;
  readonly progress: ProgressWatch;
  readonly counters: SteppingCounters;
  /** Is told when the last one that was made begins and ends. */
  readonly accepted: AcceptedStep;
}

export class SmoothSteps {
  /** At the places of `stepCounts`. */
  readonly counts: Int32Array;
  /** Of the steps that were made in one call. */
  readonly record: StepRecord;
  readonly #fixed: Omit<StepArrays, 'smooth'>;
  /** What is run over them, by choice. */
  readonly #loops = new Map<LoopChoice, StepLoop>();
  /** How Newton's method ended where there were no pivots. */
  #failed: SteppingFailureStatus = 'diverged';
  /** The factors over which they were bound, and the arrays with these. */
  #bound: SolveArrays | undefined;
  #step: StepArrays | undefined;

  /** Whether a system has neither pairs nor guards, and something to iterate on. */
  static canStep({ assembly, rows, options }: StageSolver): boolean {
    return options.wholeSteps && rows.count === 0 && assembly.nonlinear;
  }

  constructor(private readonly parts: SmoothStepParts) {
    const { solver, sizes, lengths, progress } = parts;
    const { assembly, newton, inputs, method, options } = solver;
    const { room } = assembly;
    this.counts = room.integers(stepCounts.count);
    solver.numbers[stepNumbers.shortest] = Infinity;
    const { stages } = method;
    const [slopesAtStart, slopesAtEnd] = [room.floats(stages), room.floats(stages)];
    lagrangeSlopes(solver.arrays.c, stages, 0, slopesAtStart);
    lagrangeSlopes(solver.arrays.c, stages, 1, slopesAtEnd);
    this.record = {
      ...{ count: room.integers(1), times: room.floats(2 * MOST_RECORDED) },
      ...{ ends: room.floats(4 * assembly.size * MOST_RECORDED), steepest: room.floats(assembly.size) },
      ...{ slopesAtStart, slopesAtEnd },
    };
    this.#fixed = {
      ...{ stage: solver.arrays, coefficient: assembly.coefficient, sizes: sizes.arrays },
      ...{ numbers: solver.numbers, counts: this.counts, e: solver.e },
      ...{ lengths: lengths.numbers, progress: progress.numbers, soonest: inputs.numbers },
      ...{ rowsBefore: newton.residuals.before, allowed: solver.allowed },
      ...{ gamma: method.gamma, errorPower: method.errorPower },
      ...{ reltol: options.reltol, chgtol: options.chgtol, maxStep: options.maxStep },
      ...{ maxIterations: options.maxIterations, inputs: inputs.arrays, polynomial: solver.polynomial },
    };
  }

  /** Makes steps to `until` at the latest, with pauses where factors are long; returns one of `stepOutcomes` other than `pivots`. */
  *make(until: number, choice: LoopChoice, isAfterEvent: boolean): Generator<void, Int> {
    const { inputs } = this.parts.solver;
    this.counts[stepCounts.afterEvent] = Number(isAfterEvent);
    inputs.readPieces(true);
    try {
      return yield* this.#make(until, choice);
    } finally {
      inputs.readPieces(false);
    }
  }

  *#make(until: number, choice: LoopChoice): Generator<void, Int> {
    const { solver } = this.parts;
    const { newton } = solver;
    let begin: Int = stepBegins.anew;
    for (;;) {
      // Where none were found those that were known are lost too.
      this.counts[stepCounts.hasPivots] = newton.hasPivots ? 1 : 0;
      const outcome = this.#bind(choice)(until, begin);
      this.#count();
      if (outcome !== stepOutcomes.pivots) return outcome;
      const h = solver.numbers[stepNumbers.end]! - solver.numbers[stepNumbers.t]!;
      const found = yield* newton.iterations.pivotsForTangent(1 / (h * solver.method.gamma));
      if (found === 'chosen') begin = stepBegins.pivotsChosen;
      else if (found === 'again') begin = stepBegins.pivotsAgain;
      else {
        begin = stepBegins.failed;
        this.#failed = found;
        newton.iterations.countLast();
      }
    }
  }

  /** Why the last call of `make` made no step. */
  failure(outcome: Int): SteppingFailureStatus {
    if (outcome === stepOutcomes.creeping) return 'creeping';
    const status = this.counts[stepCounts.status];
    if (status === outcomes.pivots) return this.#failed;
    return status === outcomes.notFinite ? 'not-finite' : 'diverged';
  }

  /** Factors move where they grow. */
  #bind(choice: LoopChoice): StepLoop {
    const { assembly, newton } = this.parts.solver;
    const { arrays: smooth } = newton.iterations;
    if (!this.#step || this.#bound !== smooth) {
      this.#bound = smooth;
      this.#step = { ...this.#fixed, smooth };
      this.#loops.clear();
    }
    const known = this.#loops.get(choice);
    if (known) return known;
    const { room } = assembly;
    const step = this.#step;
    let loop: StepLoop;
    if (choice === 'one') loop = room.bind('makeStep', makeStep, step);
    else if (choice === 'recorded') loop = room.bind('makeSteps', makeSteps, { step, record: this.record });
    else loop = choice(step);
    this.#loops.set(choice, loop);
    return loop;
  }

  /** Takes over what was counted. */
  #count(): void {
    const { counts } = this;
    const { counters, solver, accepted } = this.parts;
    const { numbers } = solver;
    if (counts[stepCounts.acceptedSteps]! > 0)
      accepted.take(numbers[stepNumbers.begin]!, numbers[stepNumbers.t]!, numbers[stepNumbers.error]!);
    counters.accepted += counts[stepCounts.acceptedSteps]!;
    counters.rejected += counts[stepCounts.rejectedSteps]!;
    counters.failed += counts[stepCounts.failedSteps]!;
    solver.newton.iterations.count(counts[stepCounts.iterations]!, counts[stepCounts.refactored]!);
    counters.smallestStep = Math.min(counters.smallestStep, solver.numbers[stepNumbers.shortest]!);
    counts.fill(0, stepCounts.acceptedSteps, stepCounts.count);
    solver.numbers[stepNumbers.shortest] = Infinity;
  }
}
