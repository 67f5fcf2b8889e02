/**
 * Measured orders of every (theta, gamma, relation) on a smooth and a nonsmooth solution with closed forms; max
 * norm over grid points, source average. The bridge's orders (conventions: orders) are in euler-moreau-osi.test.ts.
 */
import { describe, expect, test } from 'vitest';
import { ComplementarityConditionNSL } from '../../../src/kernel/modeling/laws/complementarity-condition-nsl.js';
import { EqualityConditionNSL } from '../../../src/kernel/modeling/laws/equality-condition-nsl.js';
import { FirstOrderLinearDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearTIR } from '../../../src/kernel/modeling/relations/first-order-linear-tir.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { oneSystem } from '../first-order-models.js';
import { record, timeStepping } from '../models.js';

const dynamics = (x0: number): FirstOrderLinearDS =>
  new FirstOrderLinearDS(Float64Array.of(x0), Float64Array.of(-1));
const one = Float64Array.of(1);

/** x' = -x + lambda, 0 = x + lambda: x = exp(-2 t). */
function smoothError(osi: EulerMoreauOSI, h: number): number {
  const relation = new FirstOrderLinearTIR(1, one, one, { D: one });
  const run = record(timeStepping(oneSystem(2, dynamics(1), relation, new EqualityConditionNSL(1)), h, osi));
  return Math.max(...run.t.map((t, k) => Math.abs(run.x[k]![0]! - Math.exp(-2 * t))));
}

/**
 * x' = -x + lambda, 0 <= x - 1/2 + lambda _|_ lambda >= 0: x = exp(-t) to log 2, then
 * x = 1/4 + exp(-2 (t - log 2)) / 4; x' is continuous there, x'' is not.
 */
function nonsmoothError(osi: EulerMoreauOSI, h: number): number {
  const relation = new FirstOrderLinearTIR(1, one, one, { D: one, e: Float64Array.of(-0.5) });
  const run = record(
    timeStepping(oneSystem(2, dynamics(1), relation, new ComplementarityConditionNSL(1)), h, osi),
  );
  const exact = (t: number): number =>
    t < Math.log(2) ? Math.exp(-t) : 0.25 + Math.exp(-2 * (t - Math.log(2))) / 4;
  return Math.max(...run.t.map((t, k) => Math.abs(run.x[k]![0]! - exact(t))));
}

const orderOf = (error: (h: number) => number): number => Math.log2(error(0.02) / error(0.005)) / 2;

describe('orders', () => {
  test.each([
    [1, 1, 'end', 1],
    [0.5, 1, 'end', 1],
    [1, 0.5, 'end', 1],
    [0.7, 0.7, 'end', 1],
    [0.5, 0.5, 'end', 2],
    [1, 1, 'gamma', 1],
    [0.5, 1, 'gamma', 1],
    [0.7, 0.5, 'gamma', 1],
    [0.5, 0.5, 'gamma', 2],
  ] as const)('theta = %d, gamma = %d, relation=%s: %d on both', (theta, gamma, relation, order) => {
    const osi = new EulerMoreauOSI(theta, gamma, { relation });
    expect(Math.abs(orderOf((h) => smoothError(osi, h)) - order)).toBeLessThan(0.15);
    // Where the kink lies within its step varies with h, and with it the error's constant.
    expect(orderOf((h) => nonsmoothError(osi, h))).toBeGreaterThan(order - 0.25);
    expect(orderOf((h) => nonsmoothError(osi, h))).toBeLessThan(order + 0.35);
  });
});
