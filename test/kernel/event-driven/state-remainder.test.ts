/** What a state is off a slow manifold survives in the state's remainder: d = off (lift s), to the digits that d has. */
import { expect, test } from 'vitest';
import { RandomStream } from '../../../src/base/random.js';
import { StateRemainder } from '../../../src/kernel/simulation/event-driven/modes/state-remainder.js';
import { widened } from '../../../src/numerics/dense/double-double.js';

/** x = (d + X s, s), d = x_0 - X s. */
function twoStates(slope: number) {
  const lift = widened(Float64Array.of(1, slope, 0, 1));
  const off = widened(Float64Array.of(1, -slope, 0, 1));
  return { beside: { wide: { lift, project: off, off }, size: 2, followed: 1 }, off };
}

test('d of 1e-25 of the states is known to 1e-6 of itself, whatever states and slopes', () => {
  const random = new RandomStream(1);
  for (let k = 0; k < 200; k++) {
    const { beside, off } = twoStates(2 * random.uniform() - 1);
    const [d, s] = [1e-25 * random.uniform(), 1 + random.uniform()];
    const remainder = new StateRemainder(2);
    const x = new Float64Array(2);
    remainder.lift(beside, Float64Array.of(d, s), x);
    expect(remainder.knows(off, 0, x, 2)).toBe(true);
    expect(Math.abs(remainder.product(off, 0, x) - d)).toBeLessThan(1e-31);
    // It moves with the state, and is copied with it.
    remainder.move(x, Float64Array.of(-d, 0));
    const copy = new StateRemainder(2);
    copy.resume(remainder.state());
    expect(copy.followed).toBe(1);
    expect(Math.abs(copy.product(off, 0, x))).toBeLessThan(1e-31);
  }
});

test('a state that somebody else moved is known to no more than its own digits', () => {
  const { beside, off } = twoStates(1 / 3);
  const remainder = new StateRemainder(2);
  const x = new Float64Array(2);
  remainder.lift(beside, Float64Array.of(1e-25, 1), x);
  x[0]! += Number.EPSILON;
  expect(remainder.knows(off, 0, x, 2)).toBe(false);
  expect(remainder.knows(off, 1, x, 2)).toBe(true);
  remainder.clear();
  expect(remainder.followed).toBe(0);
  expect(remainder.knows(off, 1, x, 2)).toBe(false);
});
