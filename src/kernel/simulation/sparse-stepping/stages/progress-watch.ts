/**
 * Tells a run that goes on from one that creeps: in WINDOW accepted steps t moves by at least LEAST of what is left of the
 * run, and by more than rounding. The fastest processes that steps follow for long are far from both: at LEAST a run would
 * take WINDOW / LEAST = 4e14 steps. Where Newton's method fails OFTEN in between it is not the process that asks for such steps, and
 * the run would go on like that: t moves by more.
 */
import type { Int } from '../../../../base/int.js';
import { floatsIn, type NumberRoom } from '../../../../numerics/code/number-room.js';

const WINDOW = 4096;
const LEAST = 1e-11;
/** Failures of Newton's method in a window, and what is to be passed of the rest of a run in one that has so many: 4e10 steps in all. */
const OFTEN = WINDOW / 8;
const LEAST_FAILING = 1e-7;

const FAILURES_BEFORE_JUMP = 12;
const MAX_FAILURES = 40;

/** Whether a run goes on; its error asks for steps that are too short; or Newton's method converges in such steps alone. */
export const progressStates = Object.freeze({ passes: 0, creeps: 1, struggles: 2 });

export class ProgressWatch {
  /** Where the window began, steps since, where it began anew last because no step got on, and failures since. */
  readonly numbers: Float64Array;

  constructor(room: NumberRoom) {
    this.numbers = floatsIn(room, [0, 0, NaN, 0]);
  }

  begin(t: number): void {
    this.numbers[0] = t;
    this.numbers[1] = 0;
    this.numbers[2] = NaN;
    this.numbers[3] = 0;
  }

  /** Whether a run may begin anew at t, where no step gets on: once. */
  renews(t: number): boolean {
    if (this.numbers[2] === t) return false;
    this.numbers[2] = t;
    return true;
  }

  /** As `mostFailures`, over its numbers. */
  mostFailures(t: number): number {
    return mostFailures(this.numbers, t);
  }

  /** Counts a failure of Newton's method. */
  countFailure(): void {
    failProgress(this.numbers);
  }

  /** Counts a step that ended at t of a run to `until`; returns why the run does not get on, undefined where it does. */
  stuck(t: number, until: number): 'creeping' | 'struggling' | undefined {
    const state = passProgress(this.numbers, t, until);
    if (state === progressStates.passes) return undefined;
    return state === progressStates.creeps ? 'creeping' : 'struggling';
  }
}

/**
 * How often Newton's method may fail in steps from t, each shorter than the one before: what stores nothing may have no solution near by
 * behind t, so that the run begins anew there, by a jump, before steps have no length any more.
 */
export function mostFailures(numbers: Float64Array, t: number): Int {
  return numbers[2]! === t ? MAX_FAILURES : FAILURES_BEFORE_JUMP;
}

/** As `ProgressWatch.countFailure`, over its numbers. */
export function failProgress(numbers: Float64Array): void {
  numbers[3]! += 1;
}

/** Counts a step as `ProgressWatch.stuck` does, over its numbers; returns one of `progressStates`. */
export function passProgress(numbers: Float64Array, t: number, until: number): Int {
  numbers[1]! += 1;
  if (numbers[1]! < WINDOW) return progressStates.passes;
  const from = numbers[0]!;
  const fails = numbers[3]! >= OFTEN;
  numbers[0] = t;
  numbers[1] = 0;
  numbers[3] = 0;
  const rounding = WINDOW * Number.EPSILON * Math.abs(t);
  if (t - from < Math.max(LEAST * (until - from), rounding)) return progressStates.creeps;
  return fails && t - from < LEAST_FAILING * (until - from)
    ? progressStates.struggles
    : progressStates.passes;
}
