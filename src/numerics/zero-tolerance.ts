/**
 * What counts as zero, for all of numerics. A computed sum of n terms is off by up to
 *
 *     gamma_n sum |terms|,   gamma_n = n u / (1 - n u),   u = eps / 2,   plus the underflow of each operation
 *
 * [Higham 2002, 2.1, 3.1]; so a value is zero where it is no more than that beside its own terms: a decision from
 * size, norm and eps alone, never from an absolute threshold, from the time or from what was seen before.
 */

/** 2^-52: the distance from 1 to the next number. */
export const EPSILON = Number.EPSILON;

/**
 * Below this the relative error of an operation is no longer bounded by eps: numbers under 2^-1022 have fewer digits.
 * A sum of terms no larger is rounding altogether.
 */
export const UNDERFLOW = 2 ** -1022 / Number.EPSILON;

/**
 * Relative size, beside its terms, of a computed sum of `size` terms (an entry of a product, of an elimination with `size`
 * pivots) that counts as zero: 10 size eps, the bound gamma with room for the errors of the terms themselves. It is
 * Drake's ComputeZeroTolerance, per row instead of per matrix.
 */
export function zeroTolerance(size: number): number {
  return 10 * size * EPSILON;
}

/**
 * Relative size of what decides rank, sign and structure (2^12 eps, 9e-13): entries of the matrices here are sums and
 * solves of a caller, off by some tens of eps, and elimination multiplies that by some tens.
 */
export const RANK_TOLERANCE = 2 ** 12 * EPSILON;

/**
 * How much larger than its data, in equilibrated units, the solution of a system of `size` rows may be: beyond it the
 * rounding of the matrix alone moves them by more than 1e-3, and the solution is made of that rounding.
 */
export function largestSolution(size: number): number {
  return 1e-3 / zeroTolerance(Math.max(1, size));
}
