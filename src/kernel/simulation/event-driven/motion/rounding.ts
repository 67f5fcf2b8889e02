/** What counts as rounding where guards are judged; plain and generated code share it. */

/**
 * A state counts with at least this part of the largest one (in equal energy) where rounding is judged: with `guardRounding`
 * what is let pass is the rounding of the largest one, which gains of 1 TOhm show.
 */
export const stateFloor = 1e-3;
/**
 * Guards down to this part of their terms below 0 are let pass: simultaneous events that rounding has parted
 * leave dips of some 1e-13. Certificates ask for 1e-9; a guard that falls on is located at its zero all the same.
 */
export const guardRounding = 1e-12;
/** Part of a state to which it is known. */
export const stateRounding = 8 * Number.EPSILON;
/** Part of a time to which it is known: evtol may be a long way on a steep edge. */
export const timeRounding = 4 * Number.EPSILON;
/** A fired guard is pinned where that moves the state by no more than this part of the largest one. */
export const pinPart = 1e-14;
/** A tested row within this part of its terms below 0 is met, not broken. */
export const rowRounding = 1e-11;
/** A control that is off its threshold by this part of its terms has not been crossed but met. */
export const switchRounding = 1e-12;
/** A derivative this small against its terms has no sign that counts. */
export const rateRounding = 1e-9;
/** A guard's zero is found within evtol, and within this part of the segment: states may move far in less than evtol. */
export const rootPart = 2 ** -30;

/**
 * A segment that ends by its angle is made as long as times can tell, t + h being exact: t is rounded, the state moves by h, and
 * one rounding a segment would add up to a phase between an oscillating source and the time that rows are written at (1e-11 s in
 * 2e4 segments). Where that would change h by more than this part - it is but some thousand roundings of t - h stays.
 */
export const tellablePart = 2 ** -12;

/** h, or the length beside it that ends at a time that is a number. */
export function tellable(t: number, h: number): number {
  const told = t + h - t;
  return Math.abs(told - h) <= h * tellablePart ? told : h;
}
