import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bsim3Law } from '../../../src/circuit/laws/bsim3/bsim3-law.js';
import { bsim3Parameters } from '../../../src/circuit/laws/bsim3/bsim3-parameters.js';
import { bsim3Values } from '../../../src/circuit/laws/bsim3/bsim3-values.js';
import { type Instance, valuesAt } from './law-checks.js';
import {
  between,
  expectBounds,
  expectSlopes,
  expectSmoothTurn,
  orNone,
  pointsOf,
} from './transistor-properties.js';

const models = fc
  .record({
    tox: between(2.5e-9, 2e-8),
    mobmod: fc.constantFrom(1, 2, 3),
    capmod: fc.constantFrom(0, 1, 2, 3),
    xpart: fc.constantFrom(0, 0.5, 1),
    nch: between(5e16, 1e18),
    k1: between(0.3, 0.8),
    k2: between(-0.05, 0.02),
    dvt0w: orNone(0.1, 2),
    etab: between(-0.1, 0.1),
    ngate: orNone(5e19, 1e21),
    rdsw: orNone(50, 800),
    prwg: between(-0.1, 0.2),
    prwb: between(-0.3, 0.1),
    ags: between(0, 0.5),
    keta: between(-0.05, 0.01),
    a1: orNone(-0.01, 0.05),
    a2: between(0.4, 1),
    pdiblc1: between(0, 1),
    pvag: between(-0.1, 1),
    pscbe2: orNone(1e-9, 1e-5),
    alpha0: orNone(1e-7, 1e-5),
    dwg: between(-1e-8, 1e-8),
    dwb: between(-1e-8, 1e-8),
    cgsl: orNone(1e-10, 3e-10),
  })
  .map((model) => new Map<string, number>(Object.entries(model)));
const size = new Map([
  ['w', 2e-6],
  ['l', 3e-7],
]);

const instances: fc.Arbitrary<Instance> = fc
  .tuple(fc.constantFrom('nmos', 'pmos'), models, between(-50, 150), fc.constantFrom(3.1, 3.2, 3.3))
  .map(([type, model, celsius, version]) => ({
    law: bsim3Law,
    parameters: bsim3Parameters(bsim3Values(type, model, size, { celsius, nominal: 27 }, version)),
  }));
describe('the law of BSIM3v3', () => {
  test('has the slopes of its currents and charges, and loses nothing', () => {
    expectSlopes(instances, 6, { seed: 1, numRuns: 500 });
  });

  test('is finite between -1 kV and 1 kV', () => {
    expectBounds(instances, { seed: 2, numRuns: 300 });
  });

  test('has a current without jump and bend where drain and source change places, and none there', () => {
    expectSmoothTurn(instances, 4, { seed: 3, numRuns: 300 });
  });

  test('has a charge without jump there where drain and source share that of the channel', () => {
    fc.assert(
      fc.property(models, pointsOf(4), (model, [, gate = 0, source = 0, bulk = 0]) => {
        const values = bsim3Values('nmos', new Map([...model, ['xpart', 0.5]]), size, {
          celsius: 27,
          nominal: 27,
        });
        const instance = { law: bsim3Law, parameters: bsim3Parameters(values) };
        const at = (across: number): Float64Array =>
          valuesAt(instance, [source + across, gate, source, bulk]).q;
        const [before, after] = [at(-1e-9), at(1e-9)];
        // 1e-9 V across some femtofarads.
        before.forEach((charge, k) => {
          expect(Math.abs(charge - (after[k] ?? NaN))).toBeLessThan(1e-22);
        });
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});

describe('BSIM3v3 of a long channel', () => {
  const at = { celsius: 27, nominal: 27 };
  const vt = 8.617087e-5 * 300.15;
  const long = new Map([
    ['w', 1e-4],
    ['l', 1e-4],
  ]);
  /** Without narrow and short channel, velocity saturation, loss of mobility and bulk charge. */
  const plain = {
    ...{ vth0: 0.5, k1: 0, k2: 0, k3: 0, nlx: 0, dvt0: 0, eta0: 0, etab: 0, ua: 0, ub: 0, uc: 0 },
    ...{ vsat: 1e12, a0: 0, pdiblc1: 0, pdiblc2: 0, pscbe2: 0, cdsc: 0, tox: 1e-8, u0: 0.05, delta: 1e-6 },
  };
  const instance = (more: Record<string, number> = {}): Instance => ({
    law: bsim3Law,
    parameters: bsim3Parameters(
      bsim3Values('nmos', new Map(Object.entries({ ...plain, ...more })), long, at),
    ),
  });
  const oxide = 3.453133e-11 / 1e-8;

  test('carries what a square law says far above its threshold', () => {
    const saturated = valuesAt(instance(), [3, 2, 0, 0]).f[0] ?? NaN;
    // V = vgs - vth0 saturates at V + 2 Vt, of which half is lost.
    const v = 1.5;
    expect(saturated / (0.05 * oxide * v * (v + 2 * vt) * 0.5)).toBeCloseTo(1, 4);
    const triode = valuesAt(instance(), [0.1, 2, 0, 0]).f[0] ?? NaN;
    expect(triode / (0.05 * oxide * v * (1 - 0.05 / (v + 2 * vt)) * 0.1)).toBeCloseTo(1, 4);
  });

  test('carries below its threshold what falls by e in n Vt', () => {
    const [at1 = NaN, at2 = NaN] = [-0.4, -0.35].map((gate) => valuesAt(instance(), [2, gate, 0, 0]).f[0]);
    const doping = 1.7e17 * 1e6;
    const ni = 1.45e10 * Math.exp(21.5565981 - (1.16 - (7.02e-4 * 300.15 ** 2) / 1408.15) / (2 * vt));
    const phi = 2 * vt * Math.log(1.7e17 / ni);
    const depletion = Math.sqrt((2 * 1.03594e-10 * phi) / (1.60219e-19 * doping));
    const n = 1 + 1.03594e-10 / depletion / oxide;
    expect(Math.log(at2 / at1) * n * vt).toBeCloseTo(0.05, 6);
  });

  test('has the capacitance of its oxide at a gate that is far open, and two thirds of it in saturation', () => {
    const area = oxide * 1e-8;
    const overlaps = { cgso: 0, cgdo: 0, cgbo: 0, cf: 0, clc: 0 };
    for (const capmod of [0, 1, 2]) {
      const [open, saturated] = [0, 10].map((drain) => {
        // Flat bands of its own at CAPMOD = 0.
        const one = instance({ ...overlaps, capmod, vfbcv: -0.5 });
        return (valuesAt(one, [drain, 4, 0, 0]).dq[5] ?? NaN) / area;
      });
      expect(open).toBeCloseTo(1, 2);
      expect(saturated).toBeCloseTo(2 / 3, 2);
    }
  });
});
