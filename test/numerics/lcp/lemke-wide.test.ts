/** Lemke's method where plain numbers have no digits left, and with rows that are equations. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doubleDoubles, widened } from '../../../src/numerics/dense/double-double.js';
import { lemkeWide } from '../../../src/numerics/lcp/lemke-wide.js';

const seed = { seed: 20260201, numRuns: 200 };

test('finds which of two rows that differ by 1e-20 of themselves is active', () => {
  // M = e e^T + delta I, q = (-1, -1 - 3 delta): only the second row can be active, y_1 = 2 delta > 0.
  const delta = 1e-20;
  const M = widened(Float64Array.of(1, 1, 1, 1), Float64Array.of(delta, 0, 0, delta));
  const q = widened(Float64Array.of(-1, -1), Float64Array.of(0, -3 * delta));
  expect(lemkeWide(2, M, q, new Uint8Array(2))).toEqual(Uint8Array.of(0, 1));
});

test('a row that is free is an equation, with a multiplier of either sign', () => {
  const entry = fc.double({ min: -1, max: 1, noNaN: true });
  const problem = fc.record({
    square: fc.array(entry, { minLength: 16, maxLength: 16 }),
    planted: fc.array(
      entry.filter((value) => Math.abs(value) > 0.05),
      { minLength: 4, maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(problem, ({ square, planted }) => {
      // M = A A^T + I / 10; rows 0 and 1 are free, in the others the sign says which side is planted.
      const M = doubleDoubles(16);
      for (let i = 0; i < 4; i++) {
        for (let j = 0; j < 4; j++) {
          let sum = i === j ? 0.1 : 0;
          for (let k = 0; k < 4; k++) sum += square[4 * i + k]! * square[4 * j + k]!;
          M.hi[4 * i + j] = sum;
        }
      }
      const z = planted.map((value, i) => (i < 2 ? value : Math.max(value, 0)));
      const q = doubleDoubles(4);
      for (let i = 0; i < 4; i++) {
        q.hi[i] = i < 2 ? 0 : Math.max(-planted[i]!, 0);
        for (let j = 0; j < 4; j++) q.hi[i]! -= M.hi[4 * i + j]! * z[j]!;
      }
      const active = lemkeWide(4, M, q, Uint8Array.of(1, 1, 0, 0));
      expect(active).toEqual(Uint8Array.from(planted, (value, i) => (i < 2 || value > 0 ? 1 : 0)));
    }),
    seed,
  );
});
