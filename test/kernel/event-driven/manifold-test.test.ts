/** Points that lie on a slow manifold, so that what decays beside it may be dropped. */
import { expect, test } from 'vitest';
import { liesOn } from '../../../src/kernel/simulation/event-driven/modes/manifold-test.js';
import { StateRemainder } from '../../../src/kernel/simulation/event-driven/modes/state-remainder.js';
import { widened } from '../../../src/numerics/dense/double-double.js';

/** f = s, |f| = 1e-4 A beside a state of 10: a guard reads 1 MV a unit of f - s. */
function lies(distance: number, withBack = true): boolean {
  const off = Float64Array.of(1, -1, 0);
  const [project, lift] = [Float64Array.of(0, 1, 0, 0, 0, 1), Float64Array.of(1, 0, 1, 0, 0, 1)];
  const manifold = {
    ...{ off, project, fast: 1, size: 2, guards: 1, decay: 1e9 },
    ...{ noise: new Float64Array(3), G: Float64Array.of(1, 0), reads: Float64Array.of(1e6) },
    wide: { off: widened(off), project: widened(project), lift: widened(lift) },
    ...(withBack && { back: Float64Array.of(1, 0, 0) }),
  };
  const context = { weight: Float64Array.of(1, 1, 1), largest: 10, settledFor: 0 };
  const xi = Float64Array.of(1e-4 + distance, 1e-4, 10);
  return liesOn(manifold, xi, { ...context, remainder: new StateRemainder(3) });
}

test('what is 1e-8 of its terms is followed, however little of the largest state it is', () => {
  expect(lies(1e-12)).toBe(false);
});

test('what is 1e-12 of its terms, and nothing of the largest state, is rounding where gains make rounding of it', () => {
  expect(lies(1e-16)).toBe(true);
  expect(lies(1e-16, false)).toBe(false);
});
