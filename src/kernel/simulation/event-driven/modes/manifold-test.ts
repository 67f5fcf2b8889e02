/**
 * Whether a point lies on a slow manifold (`slow-manifolds.ts`), so that the motion on it may be followed instead: it is off by
 * what doubles cannot tell of its terms. Where more is known of it (`state-remainder.ts`) it lies there once that shows in no
 * guard either: what is 1e-15 of two currents is a voltage behind 1 TOhm, and a diode that it blocks conducts only when it is gone.
 */
import { multiplyVector } from '../../../../numerics/dense/matrix.js';
import { guardRounding } from '../motion/rounding.js';
import type { SlowManifold } from './slow-manifolds.js';
import type { StateRemainder } from './state-remainder.js';

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
/**
 * Or, off by no more than `settledOff` too, when that moves no state by more than this part of the largest one (in equal energy):
 * gains amplify rounding. What is more of its terms is no rounding, and guards may see it: 1e-11 A beside 20 A are millivolts
 * of the last segment of a fitted diode.
 */
const nearManifold = 1e-13;

/**
 * States below this part of the largest one (in equal energy) are nothing: zeros that rounding of twice the digits has
 * stirred, which no motion settles. What flows through 1 TOhm beside 1000 A is 1e-15 of it.
 */
const nothing = 1e-30;

/** What of a manifold is asked. */
export type TestedManifold = Pick<
  SlowManifold,
  'off' | 'fast' | 'noise' | 'decay' | 'back' | 'wide' | 'reads' | 'project' | 'G' | 'guards' | 'size'
>;

export interface PointContext {
  /** sqrt(M_ii) of each state, and the largest sqrt(M_ii) |x_i| so far. */
  readonly weight: Float64Array;
  readonly largest: number;
  /** How long the mode has been followed without an event, seconds. */
  readonly settledFor: number;
  readonly remainder: StateRemainder;
}

export function liesOn(manifold: TestedManifold, xi: Float64Array, context: PointContext): boolean {
  const isSettled = context.settledFor * manifold.decay >= settledTimes;
  return (
    (isWithin(manifold, xi, isSettled ? settledOff : onManifold, isSettled ? settledNoise : 0, context) ||
      isNear(manifold, xi, context)) &&
    !shows(manifold, xi, context)
  );
}

/** Whether a guard sees what is known of xi off the manifold. */
function shows(
  { wide, fast, reads, project, G, guards, size }: TestedManifold,
  xi: Float64Array,
  { remainder, weight, largest }: PointContext,
): boolean {
  if (reads.length === 0 || remainder.followed !== fast) return false;
  const width = xi.length;
  const n = weight.length;
  const d = new Float64Array(fast);
  for (let r = 0; r < fast; r++) {
    if (!remainder.knows(wide.off, r, xi, n)) return false;
    const value = remainder.product(wide.off, r, xi);
    if (Math.abs(value) > floorOf(wide.off.hi, r * width, weight, largest)) d[r] = value;
  }
  if (d.every((each) => each === 0)) return false;
  const s = new Float64Array(size);
  multiplyVector(size, width, project, xi, s);
  for (let g = 0; g < guards; g++) {
    let [seen, terms] = [0, 0];
    for (let r = 0; r < fast; r++) seen += Math.abs(reads[g * fast + r]! * d[r]!);
    for (let c = 0; c < size; c++) terms += Math.abs(G[g * size + c]! * s[c]!);
    if (seen > guardRounding * terms) return true;
  }
  return false;
}

/** What of a row of `off` is nothing beside the largest state. */
function floorOf(off: Float64Array, start: number, weight: Float64Array, largest: number): number {
  let floor = 0;
  for (let j = 0; j < weight.length; j++)
    floor = Math.max(floor, (nothing * largest * Math.abs(off[start + j]!)) / weight[j]!);
  return floor;
}

/** Whether xi is off the manifold by no more than a part of its terms, or of its noise. */
function isWithin(
  { off, noise, fast }: TestedManifold,
  xi: Float64Array,
  part: number,
  noisePart: number,
  { weight, largest }: PointContext,
): boolean {
  const width = xi.length;
  for (let r = 0; r < fast; r++) {
    let value = 0;
    let terms = 0;
    let known = 0;
    for (let j = 0; j < width; j++) {
      const factor = off[r * width + j]!;
      const term = factor * xi[j]!;
      value += term;
      terms += Math.abs(term);
      known += noise[r * width + j]! * Math.abs(xi[j]!);
    }
    const floor = floorOf(off, r * width, weight, largest);
    if (Math.abs(value) > Math.max(part * terms, noisePart * known, floor)) return false;
  }
  return true;
}

/** Whether the step to the manifold moves every state by rounding only. */
function isNear(manifold: TestedManifold, xi: Float64Array, context: PointContext): boolean {
  const { off, back, fast } = manifold;
  const { weight, largest } = context;
  if (!back || !isWithin(manifold, xi, settledOff, 0, context)) return false;
  const distance = new Float64Array(fast);
  multiplyVector(fast, xi.length, off, xi, distance);
  const bound = nearManifold * largest;
  return weight.every((unit, i) => {
    let move = 0;
    for (let r = 0; r < fast; r++) move += back[i * fast + r]! * distance[r]!;
    return unit * Math.abs(move) <= bound;
  });
}
