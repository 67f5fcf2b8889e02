/**
 * Puts the state behind an event onto the tested rows g = G xi >= 0 of its mode that are negative by no more than the rounding
 * of the states: each by the shortest change in energy that leaves the constraints met (`pin-guard.ts`), a few rounds
 * (Kaczmarz's projections). Where a mode multiplies by a gain (1 TOhm), the rounding of a current that was 300 A a moment
 * ago is volts: the state is known to it only, so it is taken where the mode is admissible.
 *
 * Rows down to `guardRounding` of the largest value they have had, or `stateRounding` of their terms, stay as they are. Cost: O(guards size) where none is moved.
 */
import type { ExactFlow } from './exact-flow.js';
import type { ExactMode } from './modes/exact-mode.js';
import { guardAt, timeSlack } from './modes/guard-values.js';
import type { MotionPoint } from './modes/motion-point.js';
import { KeptRows, pinGuard } from './modes/pin-guard.js';
import { guardRounding, stateRounding } from './motion/rounding.js';

/** Rounds of projections. */
const rounds = 4;

/** Moves xi; returns whether all rows are met. `weight`: sqrt(M_ii) of each state. */
export function meetRows(
  mode: ExactMode,
  xi: Float64Array,
  t: number,
  segment: ExactFlow,
  weight: Float64Array,
): boolean {
  for (let round = 0; round < rounds; round++) {
    let isMet = true;
    let point = segment.pointIn(mode, xi);
    for (let k = 0; k < mode.guardCount; k++) {
      if (mode.guardIsSwitch[k] === 1) continue;
      const value = negativePart(mode, k, point, segment, t);
      if (value === 0) continue;
      isMet = false;
      const row = mode.full.G.subarray(k * mode.size, (k + 1) * mode.size);
      const moved = new Float64Array(weight.length);
      if (!pinGuard(row, value, keptRows(mode, point, weight), segment.largestState, moved)) return false;
      segment.remainder.move(xi, moved);
      point = segment.pointIn(mode, xi);
    }
    if (isMet) return true;
  }
  return false;
}

/**
 * The value of a tested row where it is negative by more than what is let pass of the largest value it has had, of its terms as
 * they are now, and of t; else 0.
 */
export function negativePart(
  mode: ExactMode,
  guard: number,
  point: MotionPoint,
  segment: ExactFlow,
  t: number,
): number {
  const value = guardAt(point, guard);
  const { motion, v } = point;
  if (!(value < -guardRounding * segment.largestWith(mode, guard, value))) return 0;
  let terms = 0;
  for (let j = 0; j < motion.size; j++) terms += Math.abs(motion.G[guard * motion.size + j]! * v[j]!);
  if (!(value < -stateRounding * terms)) return 0;
  return -value > timeSlack(mode, guard, point, t) ? value : 0;
}

/** Whether a row is brought to 0 by no more than the rounding of the states. */
export function canPin(
  mode: ExactMode,
  guard: number,
  value: number,
  point: MotionPoint,
  segment: ExactFlow,
  weight: Float64Array,
): boolean {
  const row = mode.full.G.subarray(guard * mode.size, (guard + 1) * mode.size);
  const scratch = new Float64Array(weight.length);
  return pinGuard(row, value, keptRows(mode, point, weight), segment.largestState, scratch);
}

function keptRows(
  { constraint, dynamics }: ExactMode,
  { slow }: MotionPoint,
  weight: Float64Array,
): KeptRows {
  const constraints = { rows: constraint, count: dynamics.constraints };
  return slow && slow.fast > 0
    ? new KeptRows(weight, constraints, { rows: slow.off, count: slow.fast })
    : new KeptRows(weight, constraints);
}
