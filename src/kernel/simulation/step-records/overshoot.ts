/**
 * Values between the stages of a step. What no storage follows is no measure of the length of steps, and may lie at rest up to one
 * stage and be steep from there on: the polynomial runs past both then. Rows, measures and sums over a run keep it alike.
 */

/** What a polynomial may run past its stages, in parts of a quantity's range: of a sine, steps of 54 degrees do so by as much. */
const OVERSHOOT = 0.02;

/**
 * A value of a quantity, between the least and the most that it is at the stages where the polynomial runs past these by more than
 * resolved steps do; `range` is the quantity's so far.
 */
export function withoutOvershoot(value: number, least: number, most: number, range: number): number {
  const kept = Math.min(most, Math.max(least, value));
  return Math.abs(value - kept) > OVERSHOOT * range ? kept : value;
}
