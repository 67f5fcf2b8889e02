import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitedDrain, limitedGate, limitTransistor } from '../../../src/circuit/laws/fet-limit.js';

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

test('ends that each move by .2 V at most are limited by neither rule, wherever they were and whatever the threshold', () => {
  const moves = fc.tuple(between(-0.2, 0.2), between(-0.2, 0.2), between(-0.2, 0.2));
  fc.assert(
    fc.property(between(-20, 20), between(0, 20), between(-4, 4), moves, (gate, across, threshold, by) => {
      const [byDrain, byGate, bySource] = by;
      const wanted = gate + byGate - bySource;
      expect(limitedGate(wanted, gate, threshold)).toBe(wanted);
      const wantedAcross = across + byDrain - bySource;
      expect(limitedDrain(wantedAcross, across)).toBe(wantedAcross);
      const v = Float64Array.of(across + byDrain, gate + byGate, bySource);
      const before = v.slice();
      expect(limitTransistor(v, Float64Array.of(across, gate, 0), 1, threshold)).toBe(false);
      expect(v).toEqual(before);
    }),
    { seed: 1, numRuns: 2000 },
  );
});
