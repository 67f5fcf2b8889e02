import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Ferromagnet, fieldShare } from '../../../src/circuit/devices/magnetics/jiles-atherton.js';

const iron: Ferromagnet = {
  ms: 1.2e6,
  a: 300,
  k: 200,
  c: 0.1,
  alpha: 5e-5,
  betah: 1e-4,
  betam: 3.125e-5,
  gap: 0.001,
};

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

describe('the law of Jiles and Atherton over the flux density', () => {
  test('has the derivatives that it says', () => {
    fc.assert(
      fc.property(number(-5e3, 5e3), number(-1.1e6, 1.1e6), number(-1, 1), (h, m, s) => {
        const at = fieldShare(iron, h, m, s);
        const slope = (step: number, f: (d: number) => number): number => (f(step) - f(-step)) / (2 * step);
        const pairs = [
          [at.byField, slope(1e-4, (d) => fieldShare(iron, h + d, m, s).value), 1],
          [at.byMagnetization, slope(1e-3, (d) => fieldShare(iron, h, m + d, s).value), 1e3],
          [at.bySign, slope(1e-6, (d) => fieldShare(iron, h, m, s + d).value), 1],
        ] as const;
        // Differences of values near 1, or over breakpoints of some A/m: 1e-16 over the step, and its square.
        for (const [exact, found, scale] of pairs)
          expect(Math.abs(exact - found) * scale).toBeLessThan(1e-3 * Math.abs(exact) * scale + 1e-9);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('is the quotient that the documented dM/dH gives', () => {
    const { ms, a, k, c, alpha, gap } = iron;
    const [h, m] = [150, 1e5];
    const sharp = { ...iron, betah: 0, betam: 0 };
    const effective = h + (alpha - gap) * m;
    const p = (ms * a) / (a + Math.abs(effective)) ** 2;
    const difference = (ms * effective) / (a + Math.abs(effective)) - m;
    for (const s of [1, -1]) {
      const chi = (s * difference + Math.abs(difference)) / (2 * (k - alpha * Math.abs(difference)));
      const n = c * p + (1 - c) * chi;
      const dMdH = n / (1 + (gap - alpha) * c * p + gap * (1 - c) * chi);
      const share = fieldShare(sharp, h, m, s).value;
      expect(share * (1 + (1 - gap) * dMdH)).toBeCloseTo(1, 12);
    }
  });

  test('gives walls no motion away from the anhysteretic curve', () => {
    // M above M_an: rising, only the reversible part moves.
    const sharp = { ...iron, c: 0, gap: 0, betah: 0, betam: 0 };
    expect(fieldShare(sharp, 100, 1e6, 1).value).toBe(1);
    expect(fieldShare(sharp, 100, 1e6, -1).value).toBeLessThan(1e-2);
  });

  test('passes where dM/dH has its poles', () => {
    // ALPHA C p = 2.8 at rest: dM/dH is negative, and infinite on the way to saturation.
    const soft = { ...iron, ms: 510e3, a: 62, k: 25, c: 0.92, alpha: 3.7e-4, gap: 0 };
    let last = fieldShare(soft, 0, 0, 1).value;
    expect(last).toBeLessThan(0);
    for (let h = 0; h <= 200; h += 0.1) {
      const { value } = fieldShare(soft, h, 0, 1);
      expect(Math.abs(value - last)).toBeLessThan(1e-4);
      last = value;
    }
    expect(last).toBeGreaterThan(0);
  });
});
