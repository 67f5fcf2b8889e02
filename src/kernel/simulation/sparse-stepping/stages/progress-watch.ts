/**
 * Tells a run that goes on from one that creeps: in WINDOW accepted steps t moves by at least LEAST of what is left of the
 * run, and by more than rounding. The fastest processes that steps follow for long are far from both: at LEAST a run would
 * take WINDOW / LEAST = 4e14 steps.
 */
import { floatsIn, type NumberRoom } from '../../../../numerics/code/number-room.js';

const WINDOW = 4096;
const LEAST = 1e-11;

export class ProgressWatch {
  /** Where the window began, steps since, and where rates were found anew last because no step got on. */
  readonly numbers: Float64Array;

  constructor(room: NumberRoom) {
    this.numbers = floatsIn(room, [0, 0, NaN]);
  }

  begin(t: number): void {
    this.numbers[0] = t;
    this.numbers[1] = 0;
    this.numbers[2] = NaN;
  }

  /** Whether rates may be found anew at t, where no step gets on: once. */
  renews(t: number): boolean {
    if (this.numbers[2] === t) return false;
    this.numbers[2] = t;
    return true;
  }

  /** Counts a step that ended at t of a run to `until`; false where the last steps have not got anywhere. */
  passes(t: number, until: number): boolean {
    return passesProgress(this.numbers, t, until);
  }
}

/** As `ProgressWatch.passes`, over its numbers. */
export function passesProgress(numbers: Float64Array, t: number, until: number): boolean {
  numbers[1]! += 1;
  if (numbers[1]! < WINDOW) return true;
  const from = numbers[0]!;
  numbers[0] = t;
  numbers[1] = 0;
  const rounding = WINDOW * Number.EPSILON * Math.abs(t);
  return t - from >= Math.max(LEAST * (until - from), rounding);
}
