/**
 * Tells a run that goes on from one that creeps: in WINDOW accepted steps t moves by at least LEAST of what is left of the
 * run, and by more than rounding. The fastest processes that steps follow for long are far from both: at LEAST a run would
 * take WINDOW / LEAST = 4e14 steps.
 */
const WINDOW = 4096;
const LEAST = 1e-11;

export class ProgressWatch {
  /** Where the window began, and steps since. */
  readonly numbers = new Float64Array(2);

  begin(t: number): void {
    this.numbers[0] = t;
    this.numbers[1] = 0;
  }

  /** Counts a step that ended at t of a run to `until`; false where the last steps have not got anywhere. */
  passes(t: number, until: number): boolean {
    const numbers = this.numbers;
    numbers[1]!++;
    if (numbers[1]! < WINDOW) return true;
    const from = numbers[0]!;
    this.begin(t);
    const rounding = WINDOW * Number.EPSILON * Math.abs(t);
    return t - from >= Math.max(LEAST * (until - from), rounding);
  }
}
