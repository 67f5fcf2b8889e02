/**
 * Tells of a pair that commutates at one time again and again: the state there is off its boundary by what the location of an
 * event leaves (a body that comes to rest still moves), and every jump undoes what the event did.
 */

/** Commutations at one time from which on they are in vain. */
const MOST = 4;

export class CommutationWatch {
  /** Time of the last commutation, and how many there have been at it: state of a run. */
  readonly numbers = Float64Array.of(NaN, 0);

  constructor(private readonly guardCount: number) {}

  /** Notes what happens at t, a guard or from `guardCount` on a pair; true where it is a pair that should be passed. */
  inVain(event: number, t: number): boolean {
    if (event < this.guardCount) return false;
    this.numbers[1] = this.numbers[0] === t ? this.numbers[1]! + 1 : 1;
    this.numbers[0] = t;
    return this.numbers[1] > MOST;
  }
}
