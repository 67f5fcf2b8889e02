/**
 * Tells of a pair that commutates at one time again and again: the state there is off its boundary by what the location of an
 * event leaves (a body that comes to rest still moves), and every jump undoes what the event did. So is one that is found again and again
 * where it is not yet: a source at its peak that only touches the voltage of a capacitor. Behind it commutations are passed for as long as
 * the step was to be.
 */

/** Commutations at one time from which on they are in vain. */
const MOST = 4;
/** Those of one pair are at one time within this part of the step. */
const NEAR = 1e-3;

export class CommutationWatch {
  /** Time of the last commutation, how many there have been at it, what commutated, and until when jumps are passed: state of a run. */
  readonly numbers = Float64Array.of(NaN, 0, -1, -Infinity);

  constructor(private readonly guardCount: number) {}

  /** Notes what happens at t, a guard or from `guardCount` on a pair; true where it is a pair that should be passed. `step` was to be made. */
  inVain(event: number, t: number, step: number): boolean {
    if (event < this.guardCount) return false;
    const [last, count, before] = this.numbers;
    const isAgain = last === t || (event === before && t - last! <= NEAR * step);
    const times = isAgain ? count! + 1 : 1;
    this.numbers.set([t, times, event]);
    if (times <= MOST) return false;
    this.numbers[3] = t + step;
    return true;
  }

  /** Whether what commutations move within a step from t is passed. */
  passes(t: number): boolean {
    return t < this.numbers[3]!;
  }
}
