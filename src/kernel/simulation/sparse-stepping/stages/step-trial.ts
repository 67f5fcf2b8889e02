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
import { beginStep, chooseEnd } from './step-loop.js';
import {
  asksForStage,
  isSudden,
  type StepArrays,
  stepBegins,
  stepCounts,
  stepNumbers,
  tryStages,
} from './trial-loop.js';

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

  /** A step begins where the run stands. */
  start(): void {
    beginStep(this.binding.arrays);
  }

  /** Chooses the end of the next trial, seconds; false where that is no later time. `meets`: it is to end at an event. */
  choose(until: number, meets: boolean): boolean {
    return chooseEnd(this.binding.arrays, until, meets);
  }

  /** Length of the next trial, unless it is to end sooner, seconds. */
  set length(h: number) {
    this.binding.parts.solver.numbers[stepNumbers.length] = h;
  }

  get length(): number {
    return this.binding.parts.solver.numbers[stepNumbers.length]!;
  }

  /** End of the trial, seconds. */
  get end(): number {
    return this.binding.parts.solver.numbers[stepNumbers.end]!;
  }

  /** Whether pairs have turned over within it. */
  get turned(): boolean {
    const { counts, parts } = this.binding;
    return parts.solver.rows.version !== counts[stepCounts.version];
  }

  /** Whether a trial from here was longer. */
  get isAgain(): boolean {
    const { counts } = this.binding;
    return counts[stepCounts.rejected]! > 0 || counts[stepCounts.failures]! > 0;
  }

  /** Counts the trial as one whose error was too large; `shortens`: the next one is shorter for it. */
  reject(shortens: boolean): void {
    this.binding.parts.counters.rejected++;
    if (shortens) this.binding.counts[stepCounts.rejected] = 1;
  }

  /** Trials from here that did not converge. */
  get failures(): number {
    return this.binding.counts[stepCounts.failures]!;
  }

  /** Solves the stages of a step to the end that was chosen, and counts it where it fails. */
  run(): NewtonStatus {
    const status = this.#solve();
    if (status === 'converged') return status;
    const { parts, counts } = this.binding;
    parts.counters.failed++;
    parts.progress.countFailure();
    counts[stepCounts.failures]!++;
    return status;
  }

  #solve(): NewtonStatus {
    const { binding } = this;
    const { newton } = binding.parts.solver;
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
        const status = binding.solveOnwards();
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
