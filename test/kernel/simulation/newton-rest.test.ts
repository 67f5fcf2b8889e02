/** Newton steps of relays whose sliding comes to rest: there every term is the rounding of the step before. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FirstOrderLinearTIDS } from '../../../src/kernel/modeling/systems/first-order-linear-ds.js';
import { FirstOrderLinearR } from '../../../src/kernel/modeling/relations/first-order-linear-r.js';
import { RelayNSL } from '../../../src/kernel/modeling/laws/relay-nsl.js';
import { EulerMoreauOSI } from '../../../src/kernel/simulation/integrators/euler-moreau-osi.js';
import { Relay } from '../../../src/kernel/simulation/problems/relay.js';
import { boxResidual } from '../../../src/numerics/relay/box-problem.js';
import { oneSystem } from '../first-order-models.js';
import { record, timeStepping, type Recorded } from '../models.js';

function relayRun(
  theta: number,
  x0: Float64Array,
  A: Float64Array,
  C: Float64Array,
  B: Float64Array,
): Recorded {
  const n = x0.length;
  const m = C.length / n;
  const relation = new FirstOrderLinearR(n, m, { C, B });
  const system = oneSystem(3, new FirstOrderLinearTIDS(x0, A), relation, new RelayNSL(m));
  return record(timeStepping(system, 0.01, new EulerMoreauOSI(theta, theta)));
}

const identity = Float64Array.of(1, 0, 0, 1);

test('a rotation under two relays comes to rest and stays there', () => {
  const { t, x, lambda } = relayRun(
    1,
    Float64Array.of(1, 0),
    Float64Array.of(0, 1, -1, 0),
    identity,
    identity,
  );
  expect(t.at(-1)).toBeCloseTo(3, 12);
  // |x|' = -|sgn x|_1 <= -1 outside the origin: at rest after 1 s, and A x = 0 there.
  x.forEach((state, k) => {
    if (t[k]! < 1.02) return;
    state.forEach((value) => expect(Math.abs(value)).toBeLessThan(1e-15));
    lambda[k]!.forEach((value) => expect(Math.abs(value)).toBeLessThan(1e-12));
  });
});

describe("autonomous relay systems x' = A x + B lambda, y = C x", () => {
  const entry = fc.integer({ min: -1000, max: 1000 }).map((k) => k / 1000);
  const small = fc.integer({ min: -2, max: 2 });
  const problem = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 }), fc.constantFrom(entry, small))
    .chain(([n, m, value]) => {
      const values = (count: number): fc.Arbitrary<Float64Array> =>
        fc.array(value, { minLength: count, maxLength: count }).map((list) => Float64Array.from(list));
      return fc.record({
        theta: fc.constantFrom(1, 1, 0.5),
        x0: values(n),
        A: values(n * n),
        C: values(m * n),
        free: fc.option(values(n * m)),
      });
    });

  test("run to their end, with B = C' (they slide and rest) and with any B", () => {
    fc.assert(
      fc.property(problem, ({ theta, x0, A, C, free }) => {
        const n = x0.length;
        const m = C.length / n;
        const B = free ?? Float64Array.from(C, (_, p) => C[(p % m) * n + Math.floor(p / m)]!);
        const { t, lambda } = relayRun(theta, x0, A, C, B);
        expect(t.at(-1)).toBeCloseTo(3, 12);
        for (const row of lambda) row.forEach((value) => expect(Math.abs(value)).toBeLessThanOrEqual(1));
      }),
      { seed: 11, numRuns: 100 },
    );
  });
});

test('relays are solved where q is smaller than any number with all its digits', () => {
  const denormal = fc.integer({ min: -9, max: 9 }).map((k) => k * Number.MIN_VALUE * 1e3);
  const factor = fc.integer({ min: -8, max: 8 }).map((k) => k / 8);
  fc.assert(
    fc.property(
      fc.array(denormal, { minLength: 3, maxLength: 3 }),
      fc.array(factor, { minLength: 9, maxLength: 9 }),
      (q, F) => {
        const M = Float64Array.from({ length: 9 }, (_, p) => {
          let sum = 0;
          for (let k = 0; k < 3; k++) sum += F[3 * k + Math.floor(p / 3)]! * F[3 * k + (p % 3)]!;
          return sum / 100;
        });
        const bounds = { lb: new Float64Array(3).fill(-1), ub: new Float64Array(3).fill(1) };
        const boxes = { n: 3, M, q: Float64Array.from(q), ...bounds };
        const [lambda, y] = [new Float64Array(3), new Float64Array(3)];
        expect(new Relay().solve(boxes, lambda, y).status).toBe('solved');
        expect(boxResidual(boxes, lambda)).toBeLessThanOrEqual(1e-9);
        y.forEach((value) => expect(Math.abs(value)).toBeLessThan(1e-15));
      },
    ),
    { seed: 12, numRuns: 300 },
  );
});
