/** What the law of any MOS transistor has, with nodes and rows drain, gate, source and bulk, whatever its equations. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { expectFinite, expectJacobians, expectNothingLost, type Instance, valuesAt } from './law-checks.js';

type Instances = fc.Arbitrary<Instance>;

/** How many are drawn, from where. */
export interface Draws {
  readonly seed: number;
  readonly numRuns: number;
}

export const between = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true });
export const orNone = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(fc.constant(0), between(min, max));
/** Four voltages up to `range`. */
export const pointsOf = (range: number): fc.Arbitrary<number[]> =>
  fc.array(between(-range, range), { minLength: 4, maxLength: 4 });

/** Slopes are those of currents and charges, and what flows in flows out. */
export function expectSlopes(instances: Instances, range: number, draws: Draws): void {
  const property = fc.property(instances, pointsOf(range), (instance, v) => {
    // Capacitances jump where drain and source change places, slopes a little where the bulk is at one of them.
    const [drain = 0, , source = 0, bulk = 0] = v;
    if (Math.min(...[drain - source, bulk - drain, bulk - source].map(Math.abs)) < 1e-4) return;
    expectJacobians(instance, v);
    expectNothingLost(instance, v);
  });
  fc.assert(property, draws);
}

/** Nothing overflows within a kilovolt. */
export function expectBounds(instances: Instances, draws: Draws): void {
  const property = fc.property(instances, pointsOf(1e3), (instance, v) => {
    expectFinite(instance, v);
  });
  fc.assert(property, draws);
}

/** No current without a voltage across the channel, and no jump or bend of it there. */
export function expectSmoothTurn(instances: Instances, range: number, draws: Draws): void {
  const property = fc.property(instances, pointsOf(range), (instance, [, gate = 0, source = 0, bulk = 0]) => {
    const at = (across: number): ReturnType<typeof valuesAt> =>
      valuesAt(instance, [source + across, gate, source, bulk]);
    const [before, after] = [at(-1e-9), at(1e-9)];
    expect(Math.abs(at(0).f[0] ?? NaN)).toBe(0);
    const largest = Math.max(...before.df.map(Math.abs), 1e-9);
    before.df.forEach((slope, k) => {
      expect(Math.abs(slope - (after.df[k] ?? NaN)) / largest).toBeLessThan(1e-4);
    });
  });
  fc.assert(property, draws);
}
