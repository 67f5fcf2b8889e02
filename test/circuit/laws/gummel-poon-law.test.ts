import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crowding, crowdingSlope } from '../../../src/circuit/laws/base-resistance.js';
import {
  gummelPoonLaw,
  laggingGummelPoonLaw,
  laggingSpreadGummelPoonLaw,
  spreadGummelPoonLaw,
  staticGummelPoonLaw,
  staticSpreadGummelPoonLaw,
} from '../../../src/circuit/laws/gummel-poon-law.js';
import { gummelPoonParameters } from '../../../src/circuit/laws/gummel-poon-parameters.js';
import type { LocalLaw } from '../../../src/kernel/modeling/laws/local-law.js';
import { expectFinite, expectJacobians, expectNothingLost, type Instance, valuesAt } from './law-checks.js';

const decades = (low: number, high: number): fc.Arbitrary<number> =>
  fc.double({ min: low, max: high, noNaN: true }).map((exponent) => 10 ** exponent);
const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

const laws = [
  gummelPoonLaw,
  staticGummelPoonLaw,
  spreadGummelPoonLaw,
  staticSpreadGummelPoonLaw,
  laggingGummelPoonLaw,
  laggingSpreadGummelPoonLaw,
] as const;
const lagging: ReadonlySet<LocalLaw> = new Set([laggingGummelPoonLaw, laggingSpreadGummelPoonLaw]);
const models = fc.record({
  is: decades(-17, -12),
  bf: between(10, 500),
  br: between(0.2, 20),
  vaf: fc.oneof(fc.constant(0), between(5, 200)),
  var: fc.oneof(fc.constant(0), between(2, 30)),
  ikf: fc.oneof(fc.constant(0), decades(-4, 0)),
  ikr: fc.oneof(fc.constant(0), decades(-4, 0)),
  nkf: fc.constantFrom(0.5, 0.4),
  ise: fc.constantFrom(0, 1e-13),
  isc: fc.constantFrom(0, 1e-12),
  rb: between(60, 500),
  rbm: between(1, 50),
  irb: fc.oneof(fc.constant(0), decades(-5, -2)),
  cje: fc.constantFrom(0, 1e-12),
  cjc: fc.constantFrom(0, 2e-12),
  tf: fc.constantFrom(0, 1e-10),
  xtf: between(0, 5),
  vtf: fc.oneof(fc.constant(0), between(1, 10)),
  itf: decades(-3, 0),
  tr: fc.constantFrom(0, 1e-8),
});
const instances = fc
  .tuple(fc.constantFrom(...laws), fc.constantFrom('npn' as const, 'pnp' as const), models, between(-50, 150))
  .map(([law, type, model, celsius]): Instance => {
    const at = { celsius, nominal: 27 };
    const parameters = gummelPoonParameters(type, new Map(Object.entries(model)), new Map(), at);
    return { law, parameters };
  });

function pointsOf(law: LocalLaw, range: fc.Arbitrary<number>): fc.Arbitrary<number[]> {
  return fc.array(range, { minLength: law.reads, maxLength: law.reads });
}

describe('the law of Gummel and Poon', () => {
  test('has the slopes of its currents and charges, and loses nothing', () => {
    fc.assert(
      fc.property(
        instances.chain((instance) =>
          fc.tuple(fc.constant(instance), pointsOf(instance.law, between(-1, 1))),
        ),
        ([instance, v]) => {
          expectJacobians(instance, v);
          if (!lagging.has(instance.law)) expectNothingLost(instance, v);
          else {
            // The last row is of a node beside the transistor.
            const { f } = valuesAt(instance, v);
            const terminals = Array.from(f.subarray(0, -1));
            const largest = Math.max(...terminals.map(Math.abs), Math.abs(f.at(-1) ?? 0));
            expect(Math.abs(terminals.reduce((sum, value) => sum + value, 0))).toBeLessThanOrEqual(
              1e-14 * largest,
            );
          }
        },
      ),
      { seed: 1, numRuns: 1200 },
    );
  });

  test('is finite between -1 kV and 1 kV', () => {
    fc.assert(
      fc.property(
        instances.chain((instance) =>
          fc.tuple(fc.constant(instance), pointsOf(instance.law, between(-1e3, 1e3))),
        ),
        ([instance, v]) => {
          expectFinite(instance, v);
        },
      ),
      { seed: 2, numRuns: 400 },
    );
  });

  test('of a pnp is the mirror image of that of an npn', () => {
    const at = { celsius: 27, nominal: 27 };
    const model = new Map([['cje', 1e-12]]);
    const one = { law: gummelPoonLaw, parameters: gummelPoonParameters('npn', model, new Map(), at) };
    const other = { law: gummelPoonLaw, parameters: gummelPoonParameters('pnp', model, new Map(), at) };
    const here = valuesAt(one, [2, 0.7, 0]);
    const there = valuesAt(other, [-2, -0.7, 0]);
    expect([...there.f, ...there.q]).toEqual([...here.f, ...here.q].map((value) => -value));
    expect(there.df).toEqual(here.df);
  });

  test('amplifies by BF where nothing else acts', () => {
    const model = new Map([['bf', 123]]);
    const at = { celsius: 27, nominal: 27 };
    const { f } = valuesAt(
      { law: gummelPoonLaw, parameters: gummelPoonParameters('npn', model, new Map(), at) },
      [5, 0.6, 0],
    );
    // IS / BR of the reverse junction, 1e-16 A, is 1e-8 of the base current.
    expect(f[0]! / f[1]!).toBeCloseTo(123, 4);
  });
});

describe('current crowding', () => {
  test('falls from 1 towards 0, by half near IRB, with the slope that it claims', () => {
    expect(crowding(0)).toBe(1);
    expect(crowding(1)).toBeGreaterThan(0.4);
    expect(crowding(1)).toBeLessThan(0.6);
    expect(crowding(1e12)).toBeLessThan(1e-4);
    fc.assert(
      fc.property(decades(-8, 6), (x) => {
        const h = 1e-4 * x;
        const slope = (crowding(x + h) - crowding(x - h)) / (2 * h);
        // The formula is the difference of tan z and z: rounding over z^3 over h.
        expect(Math.abs(slope - crowdingSlope(x))).toBeLessThanOrEqual(
          1e-4 * Math.abs(crowdingSlope(x)) + 1e-10 / h,
        );
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});
