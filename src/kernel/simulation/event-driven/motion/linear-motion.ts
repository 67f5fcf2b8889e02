/** An autonomous linear motion xi' = A xi with guards g = G xi, and the bound of its rate. */
import { balance } from '../../../../numerics/dense/balance.js';
import { multiply } from '../../../../numerics/dense/matrix.js';
import type { FormsOfPart } from '../../stream.js';
import type { MotionArrays } from './motion-tables.js';
import { shortTerms } from './series-terms.js';

export interface LinearMotion {
  readonly size: number;
  /** size x size. */
  readonly A: Float64Array;
  /** guards x size. */
  readonly G: Float64Array;
  readonly guards: number;
  /** The first guard of which a guard is a positive multiple (both diodes of a path), itself where there is none. */
  readonly like: Int32Array;
  /** guards x size: magnitudes of the terms of which the entries of G are sums; what rounding is relative to. */
  readonly terms: Float64Array;
  /** guards x size: the same of the entries of G A. */
  readonly rates: Float64Array;
  /** Bound of the rate of the fastest motion, 1/s. */
  readonly rate: number;
  /** The entries from this even one on are short: polynomials in time, of degree `shortTerms` at most (inputs). */
  readonly short: number;
  readonly use: MotionUse;
}

/** How often a motion was followed, what programs read of it, and its code once it is hot; null where there is to be none. */
export interface MotionUse {
  arrays?: MotionArrays;
  segments: number;
  code: MotionCode | null | undefined;
  /** Of forms that were read off it: their code, null where there is none, or how often they were read so far. */
  forms?: WeakMap<FormsOfPart, FormCode | null | number>;
}

/** The functions of a hot motion (`motion-code.ts`). */
export interface MotionCode {
  /** Expands the series from v_0 over h seconds; returns the number of terms behind it. */
  readonly expand: (h: number) => number;
  /** Writes the point at s of a series of so many terms. */
  readonly evaluate: (terms: number, s: number) => number;
  /** Writes the points at so many "parts" of it. */
  readonly evaluateAll: (terms: number, count: number) => number;
}

/** The code of linear forms of a motion (`form-code.ts`): they are written for so many "parts" of a series of so many terms. */
export interface FormCode {
  readonly evaluate: (terms: number, count: number) => number;
  /** Points that one call may ask for, an even number. */
  readonly pointsAtOnce: number;
}

/** Completes a motion that is not followed yet. */
export function linearMotion(
  motion: Pick<LinearMotion, 'size' | 'A' | 'G' | 'guards' | 'like' | 'terms' | 'rate'>,
): LinearMotion {
  const { size, guards, terms, A } = motion;
  const rates = new Float64Array(guards * size);
  multiply(guards, size, size, terms, A.map(Math.abs), rates);
  return {
    ...motion,
    rates,
    short: shortFrom(A, size),
    use: { segments: 0, code: undefined },
  };
}

function shortFrom(A: Float64Array, size: number): number {
  let isShort = new Array<boolean>(size).fill(false);
  for (let degree = 0; degree <= shortTerms; degree++) {
    const ends = isShort;
    isShort = ends.map((_, i) => ends.every((end, j) => end || A[i * size + j] === 0));
  }
  const first = isShort.lastIndexOf(false) + 1;
  return first + (first % 2);
}

/** Rate of xi = (x | z): the larger of both diagonal blocks, since z drives x but not the reverse. */
export function motionRate(A: Float64Array, size: number, n: number): number {
  return Math.max(balancedRate(A, size, 0, n), balancedRate(A, size, n, size));
}

/**
 * A bound r of the diagonal block [from, to) of A with |A^k| <= r^k for all k >= 2, in the infinity norm after
 * balancing by powers of two [Osborne 1960]: units (V beside A, s beside us) would otherwise make every circuit look
 * stiff, and |A| itself overrates motions that turn. r = max(|A^2|^(1/2), |A^3|^(1/3)) [Al-Mohy-Higham 2009, 4].
 * The coupling of z into x raises the order of the exponential's series by one, not its rate.
 */
function balancedRate(A: Float64Array, size: number, from: number, to: number): number {
  const scale = balance(A, size, from, to);
  const k = to - from;
  const block = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      block[i * k + j] = (A[(from + i) * size + from + j]! * scale[from + j]!) / scale[from + i]!;
    }
  }
  const square = new Float64Array(k * k);
  multiply(k, k, k, block, block, square);
  const cube = new Float64Array(k * k);
  multiply(k, k, k, block, square, cube);
  return Math.max(Math.sqrt(largestRow(k, square)), Math.cbrt(largestRow(k, cube)));
}

/** The infinity norm. */
function largestRow(k: number, A: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < k; i++) {
    let sum = 0;
    for (let j = 0; j < k; j++) sum += Math.abs(A[i * k + j]!);
    largest = Math.max(largest, sum);
  }
  return largest;
}
