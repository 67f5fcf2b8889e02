import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bsim4Geometry } from '../../../src/circuit/laws/bsim4/bsim4-geometry.js';
import { bsim4JunctionLaw } from '../../../src/circuit/laws/bsim4/bsim4-junction-law.js';
import { bsim4BulkJunction } from '../../../src/circuit/laws/bsim4/bsim4-junctions.js';
import { bsim4Law } from '../../../src/circuit/laws/bsim4/bsim4-law.js';
import { bsim4Parameters } from '../../../src/circuit/laws/bsim4/bsim4-parameters.js';
import { bsim4Values } from '../../../src/circuit/laws/bsim4/bsim4-values.js';
import { expectFinite, expectJacobians, expectNothingLost, type Instance, valuesAt } from './law-checks.js';
import { between, expectBounds, expectSlopes, expectSmoothTurn, orNone } from './transistor-properties.js';

const models = fc
  .record({
    toxe: between(1e-9, 3e-9),
    mobmod: fc.constantFrom(0, 1, 2, 3, 4, 5, 6),
    capmod: fc.constantFrom(0, 1, 2),
    cvchargemod: fc.constantFrom(0, 1),
    tempmod: fc.constantFrom(0, 1, 2, 3),
    xpart: fc.constantFrom(0, 0.5, 1),
    ndep: between(5e17, 5e18),
    k1: between(0.3, 0.8),
    k2: between(-0.05, 0.02),
    k3b: between(-1, 1),
    dvt0w: orNone(0.1, 2),
    etab: between(-0.1, 0.1),
    dvtp0: orNone(1e-10, 1e-8),
    dvtp4: orNone(0.1, 2),
    dvtp5: between(-0.02, 0.02),
    ngate: orNone(5e19, 1e21),
    minv: between(-1, 1),
    rdsw: orNone(50, 300),
    prwg: between(0, 1),
    prwb: between(-0.3, 0.1),
    ags: between(0, 0.5),
    keta: between(-0.05, 0.01),
    a1: orNone(-0.01, 0.05),
    a2: between(0.4, 1),
    at: fc.constant(1e-3),
    ud: orNone(1e13, 1e16),
    pvag: between(-0.1, 1),
    fprout: orNone(0.01, 0.1),
    pdits: orNone(0.01, 0.3),
    pditsd: between(0, 1),
    pscbe2: orNone(1e-9, 1e-6),
    alpha0: orNone(1e-9, 1e-7),
    beta0: between(10, 30),
    lambda: orNone(1e-11, 1e-10),
    vtl: orNone(1e5, 3e5),
    dwg: between(-2e-9, 2e-9),
    igcmod: fc.constantFrom(0, 1, 2),
    igbmod: fc.constantFrom(0, 1),
    agidl: orNone(1e-11, 1e-8),
    gidlmod: fc.constantFrom(0, 1),
    kgidl: between(-0.1, 0.3),
    cgsl: orNone(1e-10, 3e-10),
  })
  .map((model) => new Map<string, number>(Object.entries(model)));
const size = new Map([
  ['w', 4e-7],
  ['l', 6e-8],
  ['nf', 2],
]);

const instances: fc.Arbitrary<Instance> = fc
  .tuple(fc.constantFrom('nmos', 'pmos'), models, between(-50, 150), fc.constantFrom(4.5, 4.6, 4.7, 4.8))
  .map(([type, model, celsius, version]) => ({
    law: bsim4Law,
    parameters: bsim4Parameters(bsim4Values(type, model, size, { celsius, nominal: 27 }, version)),
  }));
describe('the law of BSIM4', () => {
  test('has the slopes of its currents and charges, and loses nothing', () => {
    expectSlopes(instances, 1.5, { seed: 1, numRuns: 300 });
  });

  test('is finite between -1 kV and 1 kV', () => {
    expectBounds(instances, { seed: 2, numRuns: 200 });
  });

  test('has a current of the channel without jump and bend where drain and source change places, and none there', () => {
    const channels = fc.tuple(models, fc.constantFrom(4.5, 4.8)).map(([model, version]) => ({
      law: bsim4Law,
      parameters: bsim4Parameters(
        bsim4Values(
          'nmos',
          new Map([...model, ['igcmod', 0], ['igbmod', 0], ['agidl', 0]]),
          size,
          { celsius: 27, nominal: 27 },
          version,
        ),
      ),
    }));
    expectSmoothTurn(channels, 1, { seed: 3, numRuns: 150 });
  });
});

describe('BSIM4 of a long channel', () => {
  const at = { celsius: 27, nominal: 27 };
  const vt = 8.617087e-5 * 300.15;
  const long = new Map([
    ['w', 1e-4],
    ['l', 1e-4],
  ]);
  /** Without narrow and short channel, velocity saturation, loss of mobility, bulk charge and distance of the carriers. */
  const plain = {
    ...{ vth0: 0.5, k1: 0, k2: 0, k3: 0, lpe0: 0, dvt0: 0, eta0: 0, etab: 0, ua: 0, ub: 0, uc: 0, ados: 0 },
    ...{
      vsat: 1e12,
      a0: 0,
      pdiblc1: 0,
      pdiblc2: 0,
      pscbe2: 0,
      cdsc: 0,
      toxe: 1e-8,
      u0: 0.05,
      delta: 1e-6,
      rdsw: 0,
    },
  };
  const instance = (more: Record<string, number> = {}): Instance => ({
    law: bsim4Law,
    parameters: bsim4Parameters(
      bsim4Values('nmos', new Map(Object.entries({ ...plain, ...more })), long, at),
    ),
  });
  const oxide = (3.9 * 8.85418e-12) / 1e-8;

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
    const ni = 1.45e10 * Math.exp(21.5565981 - (1.16 - (7.02e-4 * 300.15 ** 2) / 1408.15) / (2 * vt));
    const phi = vt * Math.log(1.7e17 / ni) + 0.4;
    const depletion = Math.sqrt((2 * 1.03594e-10 * phi) / (1.60219e-19 * 1.7e23));
    const n = 1 + 1.03594e-10 / depletion / oxide;
    // Half of the exponent is that of the current, half that of the charge's floor.
    expect(Math.log(at2 / at1) * n * vt).toBeCloseTo(0.05, 6);
  });

  test('has the capacitance of its oxide at a gate that is far open, and two thirds of it in saturation', () => {
    const area = oxide * 1e-8;
    const overlaps = { cgso: 0, cgdo: 0, cgbo: 0, cf: 0, clc: 0 };
    for (const capmod of [0, 1]) {
      const [open, saturated] = [0, 10].map((drain) => {
        const one = instance({ ...overlaps, capmod, vfbcv: -0.5 });
        return (valuesAt(one, [drain, 4, 0, 0]).dq[5] ?? NaN) / area;
      });
      expect(open).toBeCloseTo(1, 2);
      expect(saturated).toBeCloseTo(2 / 3, 2);
    }
  });

  test('has the mobility and the threshold that the stress of its diffusion makes', () => {
    const own = new Map([...long, ['sa', 1e-6], ['sb', 2e-6]]);
    const stressed = bsim4Values(
      'nmos',
      new Map(Object.entries({ ...plain, ku0: 1e-5, kvth0: 2e-6, saref: 3e-6, sbref: 3e-6 })),
      own,
      at,
    );
    const inverse = 1 / 51e-6 + 1 / 52e-6;
    const reference = 2 / 53e-6;
    expect(stressed.mobility).toBeCloseTo((0.05 * (1 + 1e-5 * inverse)) / (1 + 1e-5 * reference), 8);
    expect(stressed.threshold).toBeCloseTo(0.5 + 2e-6 * (inverse - reference), 8);
  });
});

describe('the junction of BSIM4', () => {
  const junctions = fc
    .record({
      diomod: fc.constantFrom(0, 1, 2),
      jss: between(1e-8, 1e-3),
      njs: between(1, 1.3),
      bvs: between(5, 12),
      xjbvs: between(0.5, 2),
      ijthsfwd: between(1e-6, 1e-2),
      ijthsrev: between(1e-6, 1e-2),
      jtss: orNone(1e-6, 1e-3),
      jtsswgs: orNone(1e-12, 1e-9),
      vtss: between(1, 10),
      njts: between(10, 20),
    })
    .map((model) => {
      const own = new Map([...size, ['as', 1e-12], ['ps', 1e-5]]);
      const values = bsim4Values('nmos', new Map(Object.entries(model)), own, { celsius: 50, nominal: 27 });
      const geometry = bsim4Geometry(values.model, values.instance, values.size);
      return { law: bsim4JunctionLaw, parameters: bsim4BulkJunction(values, geometry, 's') };
    });

  test('has the slopes of its current and its charge', () => {
    fc.assert(
      fc.property(junctions, between(-14, 1.2), (instance, v) => {
        expectJacobians(instance, [v, 0], 1e-6);
        expectNothingLost(instance, [v, 0]);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test('is finite between -1 kV and 1 kV', () => {
    fc.assert(
      fc.property(junctions, between(-1e3, 1e3), (instance, v) => {
        expectFinite(instance, [v, 0]);
      }),
      { seed: 6, numRuns: 200 },
    );
  });
});
