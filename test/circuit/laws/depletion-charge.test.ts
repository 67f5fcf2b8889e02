import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  depletionCapacitance,
  depletionCharge,
  depletionPlaces,
  writeDepletion,
} from '../../../src/circuit/laws/depletion-charge.js';

it('a depletion charge has all its digits at any voltage, however small', () => {
  const layer = fc.record({
    capacitance: fc.double({ min: 1e-15, max: 1, noNaN: true }),
    potential: fc.double({ min: 0.2, max: 2, noNaN: true }),
    grading: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    linearFrom: fc.constant(0.5),
  });
  const part = fc.tuple(fc.double({ min: -14, max: -0.4, noNaN: true }), fc.boolean());
  fc.assert(
    fc.property(layer, part, (given, [exponent, isNegative]) => {
      const parameters = new Float64Array(depletionPlaces);
      writeDepletion(parameters, 0, given);
      const { capacitance, potential, grading } = given;
      const v = (isNegative ? -1 : 1) * potential * 10 ** exponent;
      const q = depletionCharge(parameters, 0, v, depletionCapacitance(parameters, 0, v));
      const rest = 1 - grading;
      const right = (-capacitance * potential * Math.expm1(rest * Math.log1p(-v / potential))) / rest;
      // Where the series ends the difference has lost a thousandth of its digits' value, more where M is next to 1.
      expect(Math.abs(q / right - 1)).toBeLessThan(1e-12 / rest);
    }),
    { seed: 5, numRuns: 2000 },
  );
});
