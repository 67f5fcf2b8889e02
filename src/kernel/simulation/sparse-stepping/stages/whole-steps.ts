/**
 * `makeStep` over the arrays of a `SparseStepper`, and what it asks script for: inputs, new pivots where those that are known do not suit,
 * pairs that go round, and to judge steps in which something commutates. A step is the same to the bit as one of script.
 */
import type { Int } from '../../../../base/int.js';
import type { WithoutRecord } from '../../../../numerics/code/number-room.js';
import { outcomes } from '../newton/newton-loop.js';
import { lagrangeSlopes } from '../inputs/lagrange.js';
import type { StageSolver } from './stage-solver.js';
import type { StepBinding } from './step-binding.js';
import { makeStep, stepOutcomes } from './step-loop.js';
import {
  asksForStage,
  ROUNDING,
  type StepArrays,
  stepBegins,
  stepCounts,
  stepNumbers,
} from './trial-loop.js';
import { makeSteps, MOST_RECORDED, type StepRecord } from './step-record.js';
import type { SteppingFailureStatus } from '../newton/stepping-failure.js';

/** Makes steps to a time, from one of `stepBegins` on; returns one of `stepOutcomes`. */
export type StepLoop = WithoutRecord<typeof makeStep>;

/** Binds a loop of steps to the arrays of the present ones: steps in one call, and whoever looks at them. */
export type LoopBinding = (step: StepArrays) => StepLoop;
/** One step in a call, as many as the record holds, or what a loop of one's own makes. */
export type LoopChoice = 'one' | 'recorded' | LoopBinding;

/** Times that pivots are asked for between two pauses: some milliseconds. */
const ASKED_PER_PAUSE = 64;

export class WholeSteps {
  #record: StepRecord | undefined;
  /** What is run over them, by choice. */
  readonly #loops = new Map<LoopChoice, StepLoop>();
  /** How Newton's method ended where there were no pivots, or where pairs went round. */
  #failed: SteppingFailureStatus = 'diverged';
  /** The arrays over which they were bound. */
  #step: StepArrays | undefined;

  constructor(private readonly binding: StepBinding) {}

  /** Of the steps that were made in one call; most runs never ask for it. */
  get record(): StepRecord {
    return (this.#record ??= recordOf(this.binding.parts.solver));
  }

  /** Makes steps to `until` at the latest, with pauses where factors are long; returns one of `stepOutcomes` other than `pivots`. */
  *make(until: number, choice: LoopChoice, isAfterEvent: boolean): Generator<void, Int> {
    const { counts, parts } = this.binding;
    const { inputs, rows } = parts.solver;
    counts[stepCounts.afterEvent] = Number(isAfterEvent);
    // Where script judges steps it reads inputs itself.
    inputs.readPieces(rows.count === 0);
    try {
      return yield* this.#make(until, choice);
    } finally {
      inputs.readPieces(false);
    }
  }

  *#make(until: number, choice: LoopChoice): Generator<void, Int> {
    const { binding } = this;
    const { newton } = binding.parts.solver;
    let [begin, asked]: [Int, number] = [stepBegins.anew, 0];
    for (;;) {
      // Where none were found those that were known are lost too.
      binding.tellPivots();
      const outcome = this.#bind(choice)(until, begin);
      binding.count();
      if (outcome === stepOutcomes.stage) {
        begin = binding.solveStage() ? stepBegins.solved : stepBegins.failed;
        continue;
      }
      if (outcome === stepOutcomes.cycling) {
        const status = binding.solveOnwards();
        begin = status === 'converged' ? stepBegins.solved : stepBegins.failed;
        if (status !== 'converged') this.#failed = status;
        continue;
      }
      if (outcome !== stepOutcomes.pivots) return outcome;
      // Where a matrix asks for new pivots in every step, nobody else pauses.
      if (++asked % ASKED_PER_PAUSE === 0) yield;
      const found = yield* newton.iterations.pivotsForTangent(binding.coefficient);
      if (found === 'chosen') begin = stepBegins.pivotsChosen;
      else if (found === 'again') begin = stepBegins.pivotsAgain;
      else {
        newton.iterations.countLast();
        // Also where J is singular.
        const isSolved = asksForStage(binding.arrays, outcomes.diverged) && binding.solveStage();
        begin = isSolved ? stepBegins.solved : stepBegins.failed;
        this.#failed = found;
      }
    }
  }

  /**
   * Of a step that ended so, seconds: where no solution was found, or 0 where its error asked for steps shorter than times are rounded;
   * undefined where neither did.
   */
  failedLength(outcome: Int): number | undefined {
    const { parts, counts } = this.binding;
    const { numbers } = parts.solver;
    const t = numbers[stepNumbers.t]!;
    const isTooShort = numbers[stepNumbers.length]! <= ROUNDING * Math.abs(t);
    if (outcome !== stepOutcomes.failed && !isTooShort) return undefined;
    return counts[stepCounts.failures]! > 0 ? numbers[stepNumbers.end]! - t : 0;
  }

  /** Why the last call of `make` made no step. */
  failure(outcome: Int): SteppingFailureStatus {
    if (outcome === stepOutcomes.creeping) return 'creeping';
    if (outcome === stepOutcomes.struggling) return 'struggling';
    const status = this.binding.counts[stepCounts.status];
    if (status === outcomes.pivots || status === outcomes.cycling) return this.#failed;
    return status === outcomes.notFinite ? 'not-finite' : 'diverged';
  }

  /** Factors move where they grow. */
  #bind(choice: LoopChoice): StepLoop {
    const { arrays: step, parts } = this.binding;
    if (this.#step !== step) {
      this.#step = step;
      this.#loops.clear();
    }
    const known = this.#loops.get(choice);
    if (known) return known;
    const { room } = parts.solver.assembly;
    let loop: StepLoop;
    if (choice === 'one') loop = room.bind('makeStep', makeStep, step);
    else if (choice === 'recorded') loop = room.bind('makeSteps', makeSteps, { step, record: this.record });
    else loop = choice(step);
    this.#loops.set(choice, loop);
    return loop;
  }
}

function recordOf({ assembly, method, arrays }: StageSolver): StepRecord {
  const { room, size } = assembly;
  const { stages } = method;
  const [slopesAtStart, slopesAtEnd] = [room.floats(stages), room.floats(stages)];
  lagrangeSlopes(arrays.c, stages, 0, slopesAtStart);
  lagrangeSlopes(arrays.c, stages, 1, slopesAtEnd);
  return {
    ...{ count: room.integers(1), times: room.floats(2 * MOST_RECORDED) },
    ...{ ends: room.floats(4 * size * MOST_RECORDED), steepest: room.floats(size) },
    ...{ slopesAtStart, slopesAtEnd },
  };
}
