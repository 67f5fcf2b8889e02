/** Whether a point lies on a slow manifold (`slow-manifolds.ts`), so that the motion on it may be followed instead. */
import { multiplyVector } from '../../../../numerics/dense/matrix.js';
import type { SlowManifold } from './slow-manifolds.js';

/** xi lies on the slow manifold when its fast part is off by no more than this part of its terms. */
const onManifold = 2e-15;
/**
 * Or, once what is off it has decayed for so many of its time constants, no more than this: computed from large terms the
 * fast part never gets closer.
 */
const settledTimes = 45;
const settledOff = 1e-11;
/** Or this part of what plain numbers can know of it, where its own terms are smaller than that. */
const settledNoise = 16 * Number.EPSILON;
/** Or when that moves no state by more than this part of the largest one (in equal energy): gains amplify rounding. */
const nearManifold = 1e-13;

/**
 * States below this part of the largest one (in equal energy) are nothing: zeros that rounding of twice the digits has
 * stirred, which no motion settles. What flows through 1 TOhm beside 1000 A is 1e-15 of it.
 */
const nothing = 1e-30;

export interface PointContext {
  /** sqrt(M_ii) of each state, and the largest sqrt(M_ii) |x_i| so far. */
  readonly weight: Float64Array;
  readonly largest: number;
  /** How long the mode has been followed without an event, seconds. */
  readonly settledFor: number;
}

export function liesOn(manifold: SlowManifold, xi: Float64Array, context: PointContext): boolean {
  const isSettled = context.settledFor * manifold.decay >= settledTimes;
  return (
    isWithin(manifold, xi, isSettled ? settledOff : onManifold, isSettled ? settledNoise : 0, context) ||
    isNear(manifold, xi, context)
  );
}

/** Whether xi is off the manifold by no more than a part of its terms, or of its noise. */
function isWithin(
  { off, noise, fast }: SlowManifold,
  xi: Float64Array,
  part: number,
  noisePart: number,
  { weight, largest }: PointContext,
): boolean {
  const width = xi.length;
  const n = weight.length;
  for (let r = 0; r < fast; r++) {
    let value = 0;
    let terms = 0;
    let floor = 0;
    let known = 0;
    for (let j = 0; j < width; j++) {
      const factor = off[r * width + j]!;
      const term = factor * xi[j]!;
      value += term;
      terms += Math.abs(term);
      known += noise[r * width + j]! * Math.abs(xi[j]!);
      if (j < n) floor = Math.max(floor, (nothing * largest * Math.abs(factor)) / weight[j]!);
    }
    if (Math.abs(value) > Math.max(part * terms, noisePart * known, floor)) return false;
  }
  return true;
}

/** Whether the step to the manifold moves every state by rounding only. */
function isNear(
  { off, back, fast }: SlowManifold,
  xi: Float64Array,
  { weight, largest }: PointContext,
): boolean {
  if (!back) return false;
  const distance = new Float64Array(fast);
  multiplyVector(fast, xi.length, off, xi, distance);
  const bound = nearManifold * largest;
  return weight.every((unit, i) => {
    let move = 0;
    for (let r = 0; r < fast; r++) move += back[i * fast + r]! * distance[r]!;
    return unit * Math.abs(move) <= bound;
  });
}
