/** A state that is off a mode's constraints by rounding: what moves is what is not known better. */
import { expect, test } from 'vitest';
import { meetConstraints, roundedMove } from '../../../src/kernel/simulation/event-driven/constraint-jump.js';
import type { ExactMode } from '../../../src/kernel/simulation/event-driven/modes/exact-mode.js';

/** Currents of equal inductances at a node: x0 + x1 - x2 = 0. */
const node = {
  ...{ n: 3, size: 3, constraint: Float64Array.of(1, 1, -1) },
  dynamics: { constraints: 1, correction: Float64Array.of(-1 / 3, -1 / 3, 1 / 3) },
} as unknown as ExactMode;
const weight = new Float64Array(3).fill(0.015);
const leakage = 7e-10;
/** One unit in the last place of a current of 52 A. */
const ulp = 2 ** -47;

test('the rounding of two currents of 52 A does not move the leakage of 7e-10 A beside them', () => {
  const xi = Float64Array.of(leakage, 51.98989196533953, 51.98989196533953 + leakage + 4 * ulp);
  const moved = roundedMove(node, xi, weight, 18);
  const x = xi.map((each, i) => each + moved[i]!);
  expect(Math.abs(x[0]! - leakage)).toBeLessThan(1e-9 * ulp);
  expect(Math.abs(x[0]! + x[1]! - x[2]!)).toBeLessThanOrEqual(ulp);
  // In proportion to energy alone it takes a third: 1e-5 V behind 1 GOhm.
  meetConstraints(node, xi);
  expect(Math.abs(xi[0]! - leakage)).toBeGreaterThan(ulp);
});

test('states that are all 0 share what is off', () => {
  const moved = roundedMove(node, Float64Array.of(0, 1e-20, 0), weight, 0.015);
  expect(moved[0]! + 1e-20 + moved[1]! - moved[2]!).toBeCloseTo(0, 35);
});
