/**
 * A step that is tried among pairs and guards, not yet accepted: `tryStages` in one call, which asks script for new pivots and where
 * pairs that turn over freely go round.
 */
import { resultOf } from '../../../../base/pauses.js';
import type { WithoutRecord } from '../../../../numerics/code/number-room.js';
import { statusOf } from '../newton/newton-iterations.js';
import { outcomes } from '../newton/newton-loop.js';
import type { NewtonStatus } from '../newton/newton-status.js';
import { followGrowth } from './growth-watch.js';
import type { StepBinding } from './step-binding.js';
import {
  asksForStage,
  isSudden,
  type StepArrays,
  stepBegins,
  stepCounts,
  stepNumbers,
  tryStages,
} from './step-loop.js';

type Trial = WithoutRecord<typeof tryStages>;

export class StepTrial {
  #bound: StepArrays | undefined;
  #trial: Trial | undefined;
  #followGrowth: WithoutRecord<typeof followGrowth> | undefined;

  constructor(private readonly binding: StepBinding) {}

  /** Another run begins. */
  begin(): void {
    this.binding.growth.begin();
    this.binding.parts.solver.arrays.carried.fill(0);
  }

  /** Solves the stages of a step from where the run stands to t1, and counts it where it fails; `failures`: of longer ones from there. */
  run(t1: number, endIsBreakpoint: boolean, failures: number): NewtonStatus {
    const status = this.#solve(t1, endIsBreakpoint, failures);
    if (status === 'converged') return status;
    const { counters, progress } = this.binding.parts;
    counters.failed++;
    progress.countFailure();
    return status;
  }

  #solve(t1: number, endIsBreakpoint: boolean, failures: number): NewtonStatus {
    const { binding } = this;
    const { counts } = binding;
    const { numbers, newton } = binding.parts.solver;
    numbers[stepNumbers.end] = t1;
    counts[stepCounts.stage] = 1;
    counts[stepCounts.atBreakpoint] = Number(endIsBreakpoint);
    counts[stepCounts.failures] = failures;
    let begin: number = stepBegins.anew;
    for (;;) {
      // Where none were found those that were known are lost too.
      binding.tellPivots();
      const outcome = this.#bind()(begin);
      binding.count();
      if (outcome === outcomes.pivots) {
        const found = resultOf(newton.iterations.pivotsForTangent(binding.coefficient));
        if (found === 'chosen') begin = stepBegins.pivotsChosen;
        else if (found === 'again') begin = stepBegins.pivotsAgain;
        else {
          newton.iterations.countLast();
          return found;
        }
      } else if (outcome === outcomes.cycling) {
        const status = this.#solveOnwards();
        if (status !== 'converged') return status;
        begin = stepBegins.solved;
      } else if (asksForStage(binding.arrays, outcome) && binding.solveStage()) begin = stepBegins.solved;
      else return statusOf(outcome);
    }
  }

  /** The largest error of the step, in parts of what is allowed. */
  get error(): number {
    return this.binding.parts.solver.numbers[stepNumbers.tried]!;
  }

  /** How many times as long it might have been by its error. */
  get wanted(): number {
    return this.binding.parts.solver.numbers[stepNumbers.wanted]!;
  }

  /** Takes the step; `commutates` where a pair has turned over within it. */
  accept(commutates: boolean): void {
    const { solver, counters, sizes, accepted } = this.binding.parts;
    const { numbers } = solver;
    const [t0, t1] = [numbers[stepNumbers.t]!, numbers[stepNumbers.end]!];
    solver.accept(isSudden(this.binding.arrays, t1 - t0) ? 0 : t1 - t0);
    numbers[stepNumbers.t] = t1;
    counters.accepted++;
    counters.smallestStep = Math.min(counters.smallestStep, t1 - t0);
    sizes.measure(solver.points[0]!, solver.start);
    this.#followGrowth?.(t1 - t0);
    accepted.take(t0, t1, this.error, commutates);
  }

  /** The stage at which pairs go round. */
  #solveOnwards(): NewtonStatus {
    const { binding } = this;
    const { newton, arrays, options } = binding.parts.solver;
    const w = arrays.points[binding.counts[stepCounts.stage]!]!;
    return newton.solveOnwards(w, arrays.history, binding.coefficient, options.maxIterations);
  }

  #bind(): Trial {
    const { arrays, parts } = this.binding;
    if (!this.#trial || this.#bound !== arrays) {
      this.#bound = arrays;
      const { room } = parts.solver.assembly;
      this.#trial = room.bind('tryStages', tryStages, arrays);
      this.#followGrowth = room.bind('followGrowth', followGrowth, arrays.growth);
    }
    return this.#trial;
  }
}
