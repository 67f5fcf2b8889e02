import { describe, expect, it } from 'vitest';
import {
  ModeIntegrals,
  type IntegralContext,
} from '../../../src/kernel/simulation/event-driven/motion/mode-integrals.js';

/** xi = (x | 1): x' = a x + b, in closed form. */
function motion(a: number, b: number) {
  const size = 2;
  const context: IntegralContext = {
    ...{ size, n: 1, A: Float64Array.of(a, b, 0, 0), rate: Math.abs(a) || 1 },
    ...{ weight: Float64Array.of(1), affine: true },
  };
  const at = (t: number): number => (a === 0 ? b * t : (b / a) * Math.expm1(a * t));
  return { context, at };
}

/** Adds `count` segments of length h from x(0) = 0 and returns the totals and how often points were asked for. */
function gather(
  { context, at }: ReturnType<typeof motion>,
  forms: readonly Float64Array[],
  { h, count }: { readonly h: number; readonly count: number },
) {
  const integrals = new ModeIntegrals(context, () => forms);
  let asked = 0;
  for (let k = 0; k < count; k++) {
    integrals.add(h, Float64Array.of(at(k * h), 1), Float64Array.of(at((k + 1) * h), 1), (part, out) => {
      asked++;
      out.set([at((k + part) * h), 1]);
    });
  }
  return { totals: integrals.totals(), asked };
}

const square = Float64Array.of(1, 0, 0, 0);
const product = Float64Array.of(0, 0.5, 0.5, 0);

describe('integrals of quadratic forms over a mode', () => {
  it('follow from the ends of its segments where the motion decays, constants included', () => {
    const { totals, asked } = gather(motion(-1, 1), [square, product], { h: 0.1, count: 2000 });
    const T = 200;
    // x = 1 - e^-t. 1e-10: the first segments are done by quadrature to 1e-12, the sum rounds 2000 times.
    const ofSquare = T - 2 * (1 - Math.exp(-T)) + (1 - Math.exp(-2 * T)) / 2;
    expect(Math.abs((totals[0] ?? NaN) / ofSquare - 1)).toBeLessThan(1e-10);
    expect(Math.abs((totals[1] ?? NaN) / (T - 1 + Math.exp(-T)) - 1)).toBeLessThan(1e-10);
    // Six points for each of the first 56 segments and for one in 256 of the others, of 12 000 in all.
    expect(asked).toBeLessThan(450);
  });

  it('go on by quadrature once a segment has dropped fast parts', () => {
    const { context, at } = motion(-1, 1);
    const integrals = new ModeIntegrals(context, () => [square]);
    let asked = 0;
    const segment = (from: number, to: number): void => {
      integrals.add(to - from, Float64Array.of(at(from), 1), Float64Array.of(at(to), 1), (part, out) => {
        asked++;
        out.set([at(from + part * (to - from)), 1]);
      });
    };
    for (let k = 0; k < 200; k++) segment(k * 0.1, (k + 1) * 0.1);
    segment(20, 25);
    const before = asked;
    for (let k = 0; k < 100; k++) segment(25 + k * 0.1, 25 + (k + 1) * 0.1);
    expect(asked - before).toBeGreaterThanOrEqual(300);
    const T = 35;
    const exact = T - 2 * (1 - Math.exp(-T)) + (1 - Math.exp(-2 * T)) / 2;
    expect(Math.abs((integrals.totals()[0] ?? NaN) / exact - 1)).toBeLessThan(1e-10);
  });

  it('go on by quadrature where nothing decays', () => {
    const { totals, asked } = gather(motion(0, 1), [square], { h: 0.1, count: 500 });
    expect(Math.abs((totals[0] ?? NaN) / (50 ** 3 / 3) - 1)).toBeLessThan(1e-12);
    expect(asked).toBeGreaterThan(500);
  });

  it('go on by quadrature where the terms of the ends would cancel', () => {
    // A time constant of 1e9 s seen for 50 s: S is 1e9 times the state it multiplies.
    const slow = motion(-1e-9, 1);
    const { totals } = gather(slow, [square, product], { h: 0.1, count: 500 });
    // x = t to 5e-8 of itself, to which e^-t/1e9 is known in closed form: t^3/3 - t^4/4e9.
    expect(Math.abs((totals[0] ?? NaN) / (50 ** 3 / 3 - 50 ** 4 / 4e9) - 1)).toBeLessThan(1e-10);
  });
});
