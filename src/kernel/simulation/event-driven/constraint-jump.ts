/**
 * How far a state is off the constraints of a mode, and the jump onto them: with the violation v = H xi,
 *
 *     x+ = x- + correction v,      impulses of lambda = impulse v      (mode-dynamics.ts; conventions: jumps).
 *
 * H x+ = 0 to rounding, and what impulses cannot move stays. Cost: O(constraints size).
 */
import type { ExactMode } from './modes/exact-mode.js';
import { KeptRows, pinGuard } from './modes/pin-guard.js';

/** Part of the largest state to which zeros are known. */
const leastKnown = Number.EPSILON ** 2;

export interface ConstraintViolation {
  readonly violation: Float64Array;
  /** Whether some of it is more than rounding. */
  readonly jumps: boolean;
  /** Whether a hidden constraint is among what is violated: no jump meets it. */
  readonly isHidden: boolean;
}

/** `magnitude(j, value)`: what rounding of entry j of xi is relative to; more than `tolerance` of it is a jump. */
export function constraintViolation(
  { constraint, dynamics, size }: ExactMode,
  xi: Float64Array,
  magnitude: (entry: number, value: number) => number,
  tolerance: number,
): ConstraintViolation {
  const violation = new Float64Array(dynamics.constraints);
  const { constraints, hidden } = dynamics;
  let jumps = false;
  let isHidden = false;
  for (let r = 0; r < violation.length; r++) {
    let sum = 0;
    let terms = 0;
    for (let j = 0; j < size; j++) {
      const factor = constraint[r * size + j]!;
      sum += factor * xi[j]!;
      terms += Math.abs(factor) * magnitude(j, xi[j]!);
    }
    violation[r] = sum;
    if (!(Math.abs(sum) > tolerance * terms)) continue;
    jumps = true;
    isHidden ||= r >= constraints - hidden;
  }
  return { violation, jumps, isHidden };
}

/** Moves the leading n entries of xi onto the constraints; the second round takes what rounding of the first left. */
export function meetConstraints(
  { constraint, dynamics: { constraints, correction }, n, size }: ExactMode,
  xi: Float64Array,
): void {
  const violation = new Float64Array(constraints);
  for (let round = 0; round < 2; round++) {
    for (let r = 0; r < constraints; r++) {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += constraint[r * size + j]! * xi[j]!;
      violation[r] = sum;
    }
    for (let i = 0; i < n; i++) {
      for (let r = 0; r < constraints; r++) xi[i]! += correction[i * constraints + r]! * violation[r]!;
    }
  }
}

/**
 * By how much the leading entries of xi move where it is off by rounding only: each in proportion to what it is known to, its
 * own size. Else the rounding of two currents of 50 A would be 1e-14 A of a third, and 1e-2 V behind 1 TOhm.
 * `weight`: sqrt(M_ii) of each state; `largest`: the largest weighted one. Cost: O(constraints^2 size).
 */
export function roundedMove(
  { constraint, dynamics: { constraints }, size }: ExactMode,
  xi: Float64Array,
  weight: Float64Array,
  largest: number,
): Float64Array {
  const moved = new Float64Array(weight.length);
  const known = weight.map((each, i) => 1 / Math.max(Math.abs(xi[i]!), (leastKnown * largest) / each));
  const kept = new KeptRows(known);
  for (let r = 0; r < constraints; r++) {
    const row = constraint.subarray(r * size, (r + 1) * size);
    let value = 0;
    for (let j = 0; j < size; j++) value += row[j]! * xi[j]!;
    for (let j = 0; j < moved.length; j++) value += row[j]! * moved[j]!;
    if (value !== 0) pinGuard(row, value, kept, Infinity, moved);
    kept.add(row);
  }
  return moved;
}

/** Impulses of the multipliers (m) that go with it. */
export function constraintImpulses(
  { dynamics: { constraints, impulse } }: ExactMode,
  violation: Float64Array,
  m: number,
): Float64Array {
  const areas = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    for (let r = 0; r < constraints; r++) areas[i]! += impulse[i * constraints + r]! * violation[r]!;
  }
  return areas;
}

/** The impulses of two jumps at one time; undefined where neither has any. */
export function addImpulses(
  sum: Float64Array | undefined,
  more: Float64Array | undefined,
): Float64Array | undefined {
  if (!sum || !more) return sum ?? more;
  return sum.map((value, i) => value + more[i]!);
}
