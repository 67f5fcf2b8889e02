import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mos6GateLaw, mos6GateParameters } from '../../../src/circuit/laws/mosfet/mos6-gate-law.js';
import { mos6ChannelParameters, mos6Law } from '../../../src/circuit/laws/mosfet/mos6-law.js';
import { mos6Values } from '../../../src/circuit/laws/mosfet/mos6-parameters.js';
import { expectFinite, expectJacobians, expectNothingLost, type Instance, valuesAt } from './law-checks.js';
import { between, expectBounds, expectSlopes, expectSmoothTurn, orNone } from './transistor-properties.js';

const models = fc
  .record({
    vto: between(-1, 2),
    kc: between(1e-5, 1e-3),
    nc: between(1, 2),
    kv: between(0.3, 3),
    nv: between(0.3, 1),
    gamma: orNone(0.1, 1),
    phi: between(0.4, 1),
    gamma1: orNone(-0.1, 0.1),
    sigma: orNone(0.01, 0.1),
    lambda0: between(0, 0.1),
    lambda1: orNone(-0.01, 0.01),
    tox: between(1e-8, 1e-7),
  })
  .map((model) => new Map(Object.entries(model)));
const size = new Map([
  ['w', 1e-5],
  ['l', 2e-6],
]);
const values = fc
  .tuple(fc.constantFrom('nmos', 'pmos'), models, between(-50, 150))
  .map(([type, model, celsius]) => mos6Values(type, model, size, { celsius, nominal: 27 }));
const channels = values.map((of): Instance => ({ law: mos6Law, parameters: mos6ChannelParameters(of) }));
const gates = values.map((of): Instance => ({ law: mos6GateLaw, parameters: mos6GateParameters(of) }));

describe('the channel of MOS level 6', () => {
  test('has the slopes of its currents, and loses nothing', () => {
    expectSlopes(channels, 6, { seed: 1, numRuns: 500 });
  });

  test('is finite between -1 kV and 1 kV', () => {
    expectBounds(channels, { seed: 2, numRuns: 300 });
  });

  test('has no jump and no bend where drain and source change places', () => {
    // Beyond the threshold by a saturation voltage that a nanovolt is little of.
    expectSmoothTurn(channels, 2, { seed: 3, numRuns: 300 });
  });

  test('carries KC W/L x^NC beyond KV x^NV, and part of it before', () => {
    const model = new Map(Object.entries({ vto: 1, kc: 1e-4, nc: 1.5, kv: 1.2, nv: 0.8, lambda0: 0.05 }));
    const parameters = mos6ChannelParameters(mos6Values('nmos', model, size, { celsius: 27, nominal: 27 }));
    const carried = (v: readonly number[]): number => valuesAt({ law: mos6Law, parameters }, v).f[0] ?? NaN;
    const saturated = 5e-4 * 2 ** 1.5;
    expect(carried([5, 3, 0, 0])).toBeCloseTo(saturated * 1.25, 15);
    const part = 1 / (1.2 * 2 ** 0.8);
    expect(carried([1, 3, 0, 0])).toBeCloseTo(saturated * 1.05 * (2 - part) * part, 15);
    expect(carried([5, 0.99, 0, 0])).toBe(0);
  });

  test('takes KC by half of UO COX and LAMBDA0 by LAMBDA where it is not told, and the threshold by bulk and drain', () => {
    const of = (given: Record<string, number>): ReturnType<typeof mos6Values> =>
      mos6Values('nmos', new Map(Object.entries(given)), size, { celsius: 27, nominal: 27 });
    expect(of({}).factor).toBeCloseTo(5 * 5e-5, 15);
    expect(of({ tox: 2e-8, uo: 400 }).factor).toBeCloseTo(
      (5 * 0.5 * 0.04 * 3.9 * 8.8541878128e-12) / 2e-8,
      15,
    );
    expect(of({ lambda: 0.1 }).modulation).toBe(0.1);
    const model = { vto: 1, gamma: 0.5, phi: 0.64, gamma1: 0.1, sigma: 0.02 };
    const parameters = mos6ChannelParameters(of(model));
    // von = 1 + .5 (sqrt(1.64) - .8) + .1 - .02 2 at vbs = -1, vds = 2, which saturates below 2 sqrt(x).
    const on = 1 + 0.5 * (Math.sqrt(1.64) - 0.8) + 0.1 - 0.04;
    const { f } = valuesAt({ law: mos6Law, parameters }, [2, on + 0.5, 0, -1]);
    expect(f[0]).toBeCloseTo(5 * 5e-5 * 0.5, 15);
  });
});

describe('the gate of MOS level 6', () => {
  const points = (range: number): fc.Arbitrary<number[]> =>
    fc.array(between(-range, range), { minLength: 7, maxLength: 7 });

  test('has the slopes of its currents and charges, and loses nothing', () => {
    const property = fc.property(gates, points(6), (instance, v) => {
      expectJacobians(instance, v);
      expectNothingLost(instance, v);
    });
    fc.assert(property, { seed: 4, numRuns: 500 });
  });

  test('is finite between -1 kV and 1 kV', () => {
    fc.assert(fc.property(gates, points(1e3), expectFinite), { seed: 5, numRuns: 300 });
  });
});
