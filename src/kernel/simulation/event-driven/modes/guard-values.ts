/** A guard of a mode at a point: its value, how fast that changes, and by how much it is known. Cost: O(size), of rates O(size^2). */
import type { ExactMode } from './exact-mode.js';
import type { FlowArrays } from '../motion/flow-arrays.js';
import type { MotionPoint } from './motion-point.js';
import { guardRounding, timeRounding } from '../motion/rounding.js';

/** A guard in the coordinates of a point. */
export function guardAt({ motion: { G, size }, v }: MotionPoint, guard: number): number {
  let sum = 0;
  for (let j = 0; j < size; j++) sum += G[guard * size + j]! * v[j]!;
  return sum;
}

/** Derivative of a guard, or the part of it that coordinates from one on bring. */
export function rateOf({ motion: { A, G, size }, v }: MotionPoint, guard: number, from = 0): number {
  let rate = 0;
  for (let i = from; i < size; i++) {
    const g = G[guard * size + i]!;
    if (g === 0) continue;
    for (let j = 0; j < size; j++) rate += g * A[i * size + j]! * v[j]!;
  }
  return rate;
}

/** By how much a guard moves within the rounding of t: what is followed is known where it is, only the inputs depend on t. */
export function timeSlack({ size, n }: ExactMode, guard: number, point: MotionPoint, t: number): number {
  const inputs = point.motion.size - (size - n);
  return Math.abs(rateOf(point, guard, inputs)) * timeRounding * Math.abs(t);
}

/**
 * The same where the difference from a slow manifold is followed, which depends on the inputs, and with them on t, itself: what these
 * bring in full coordinates. Inputs are the last coordinates of every motion.
 */
function fullTimeSlack({ size, n, full }: ExactMode, guard: number, point: MotionPoint, t: number): number {
  const { motion, v } = point;
  const before = motion.size - size;
  let rate = 0;
  for (let i = n; i < size; i++) {
    const g = full.G[guard * size + i]!;
    if (g === 0) continue;
    for (let j = n; j < size; j++) rate += g * full.A[i * size + j]! * v[before + j]!;
  }
  return Math.abs(rate) * timeRounding * Math.abs(t);
}

/**
 * Lets the guards pass that are negative where a segment begins (`roots` 0), where all of them are so by the rounding of t alone, and
 * rise: a transition has let them, though coordinates that keep more digits tell them from 0. They are 0 up to that then.
 */
export function passWithinTime(
  mode: ExactMode,
  point: MotionPoint,
  t: number,
  { roots, scales }: Pick<FlowArrays, 'roots' | 'scales'>,
): boolean {
  const { distinct } = mode.data;
  for (let r = 0; r < distinct.length; r++) {
    if (roots[r] !== 0) continue;
    const guard = distinct[r]!;
    const value = guardAt(point, guard);
    if (-value > fullTimeSlack(mode, guard, point, t) || !(rateOf(point, guard) > 0)) return false;
    scales[guard]! += Math.max(0, -2 * value) / guardRounding;
  }
  return true;
}
