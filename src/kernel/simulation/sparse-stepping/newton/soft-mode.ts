/**
 * How a mode that is singular is regularised by y + eps z = 0 while Newton's method solves it (`newton.ts`), over arrays that
 * stay where they are: as it stands here, or as machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../../../base/int.js';
import type { SignArrays } from './pair-loops.js';
import { DONE, LEAST_SHARING, SETTLED, SHARING, STRIDE } from './singular-mode.js';

export interface SoftArrays {
  /** eps, 0 where the mode is solved as it is; and what it begins with where a mode is found to be singular. */
  readonly epsilon: Float64Array;
  /** 1 where eps z is no part of the rows any more, but of J alone. */
  readonly inJacobianAlone: Int32Array;
}

export function beginSoft(of: SoftArrays, epsilon: number): void {
  of.inJacobianAlone[0] = 0;
  of.epsilon[0] = epsilon;
}

/** The largest eps z across a pair that conducts, in parts of the absolute tolerance of its row. */
function softness(of: SignArrays, epsilon: number, z: Float64Array): number {
  const { rows, absolute } = of;
  const { pairCount, forced, unknown } = rows;
  let largest = 0;
  for (let p = 0; p < pairCount; p++) {
    if (forced[p]! === 1) continue;
    const at = unknown[p]!;
    largest = Math.max(largest, (epsilon * Math.abs(z[at]!)) / absolute[at]!);
  }
  return largest;
}

/**
 * Whether what conducting pairs carry has come to its limit: in a short step masses take what a soft pair lets through, be that as
 * little as it is across the pair.
 */
function isSettled(of: SignArrays, z: Float64Array, dz: Float64Array): boolean {
  const { rows, absolute } = of;
  const { pairCount, forced, unknown } = rows;
  for (let p = 0; p < pairCount; p++) {
    if (forced[p]! === 1) continue;
    const at = unknown[p]!;
    if (Math.abs(dz[at]!) > SETTLED * Math.max(Math.abs(z[at]!), absolute[at]!)) return false;
  }
  return true;
}

/**
 * Goes on where the mode is solved at w, to which dz led, if that is not the end: to SHARING, and where that leaves more than `most`, in
 * tolerances of rows, between parts that conduct, as where they pass an impulse, on to LEAST_SHARING and there with eps in J alone.
 */
export function hardensOn(
  of: SoftArrays,
  signs: SignArrays,
  w: Float64Array,
  dz: Float64Array,
  most: number,
): boolean {
  const epsilon = of.epsilon[0]!;
  if (of.inJacobianAlone[0]! > 0) return softness(signs, epsilon, dz) > DONE;
  const isShared = epsilon <= SHARING;
  if (isShared && softness(signs, epsilon, w) <= most && isSettled(signs, w, dz)) return false;
  const isLeast = epsilon <= LEAST_SHARING;
  of.inJacobianAlone[0] = isLeast ? 1 : 0;
  if (!isLeast) of.epsilon[0] = Math.max(isShared ? LEAST_SHARING : SHARING, STRIDE * epsilon);
  return true;
}

/** Adds eps z to the rows of pairs, and unless it is in J alone to what is missed of them and to their y; eps in the ratio of their units. */
export function regularisePairs(
  of: SignArrays,
  values: Float64Array,
  epsilon: number,
  inJacobianAlone: Int,
  w: Float64Array,
  missed: Float64Array,
): void {
  const { rows, absolute, residual, y } = of;
  const { pairCount, row, unknown, place } = rows;
  for (let p = 0; p < pairCount; p++) {
    const i = row[p]!;
    const j = unknown[p]!;
    const eps = (epsilon * residual[i]!) / absolute[j]!;
    values[place[p]!]! += eps;
    if (inJacobianAlone > 0) continue;
    missed[i]! -= eps * w[j]!;
    y[p]! += eps * w[j]!;
  }
}
