import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  depletionCapacitance,
  depletionCharge,
  type DepletionLaw,
  fitCharge,
} from '../../../src/circuit/devices/semiconductors/charge-fit.js';

const laws = fc.record({
  capacitance: fc.double({ min: -13, max: -8, noNaN: true }).map((e) => 10 ** e),
  potential: fc.double({ min: 0.3, max: 1.2, noNaN: true }),
  grading: fc.constantFrom(0.2, 0.33, 0.5, 0.9, 1, 1.3),
  linearFrom: fc.constantFrom(0, 0.5, 0.9),
});

describe('the depletion charge', () => {
  test('has the values of the formula', () => {
    const law = { capacitance: 1e-12, potential: 1, grading: 0.5, linearFrom: 0.5 };
    expect(depletionCharge(law, -3)).toBeCloseTo(-2e-12, 24);
    expect(depletionCapacitance(law, -3)).toBeCloseTo(0.5e-12, 24);
    // At FC VJ and above: C = CJO / F2 (F3 + M v / VJ), F2 = 0.5^1.5, F3 = 0.25.
    expect(depletionCapacitance(law, 0.8)).toBeCloseTo((1e-12 / 0.5 ** 1.5) * (0.25 + 0.4), 24);
    expect(depletionCharge({ ...law, grading: 1 }, -1)).toBeCloseTo(-1e-12 * Math.LN2, 24);
  });

  test('is the integral of the capacitance, which has no jump at FC VJ', () => {
    fc.assert(
      fc.property(laws, fc.double({ min: -20, max: 1.5, noNaN: true }), (law, v) => {
        const h = 1e-4;
        const mean = (depletionCharge(law, v + h) - depletionCharge(law, v - h)) / (2 * h);
        expect(mean / depletionCapacitance(law, v)).toBeCloseTo(1, 4);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});

/** The fitted charge, 0 at 0 V. */
function fitted(fit: ReturnType<typeof fitCharge>, v: number): number {
  return fit.bends.reduce(
    (q, { at, more }) => q + more * (Math.max(0, v - at) - Math.max(0, -at)),
    fit.least * v,
  );
}

describe('the fit of a charge', () => {
  test('keeps charges between any two voltages of the range within its tolerance, for any parameters', () => {
    fc.assert(
      fc.property(
        laws,
        fc.constantFrom(1, 12, 400),
        fc.constantFrom(1e-2, 1e-3),
        (law, reverse, tolerance) => {
          const forward = 0.9;
          const fit = fitCharge(law, { reverse, forward }, tolerance);
          const range = depletionCharge(law, forward) - depletionCharge(law, -reverse);
          const errors = Array.from({ length: 400 }, (_, k) => {
            const v = -reverse + ((forward + reverse) * k) / 399;
            return fitted(fit, v) - depletionCharge(law, v);
          });
          expect(Math.max(...errors) - Math.min(...errors)).toBeLessThan(2 * tolerance * range * (1 + 1e-6));
          expect(fit.bends.every(({ more }) => more > 0)).toBe(true);
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });

  test('takes 4 bends for 1 %, 10 for 0.1 % of a silicon junction at 6 V', () => {
    const law: DepletionLaw = { capacitance: 1e-9, potential: 1, grading: 0.5, linearFrom: 0.5 };
    const bends = (tolerance: number): number =>
      fitCharge(law, { reverse: 6, forward: 0.9 }, tolerance).bends.length;
    expect([bends(1e-2), bends(1e-3)]).toEqual([4, 10]);
  });

  test('of a junction without grading is its capacitance', () => {
    const law = { capacitance: 2e-12, potential: 1, grading: 0, linearFrom: 0.5 };
    expect(fitCharge(law, { reverse: 5, forward: 0.9 }, 1e-3)).toEqual({ least: 2e-12, bends: [] });
  });
});
