import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jfetLaw, jfetParameters } from '../../../src/circuit/laws/jfet-law.js';
import { mesfetGateLaw, mesfetGateParameters } from '../../../src/circuit/laws/mesfet-gate-law.js';
import { mesfetLaw, mesfetParameters } from '../../../src/circuit/laws/mesfet-law.js';
import { meyerLaw, meyerParameters } from '../../../src/circuit/laws/mosfet/meyer-law.js';
import { mos1ChannelParameters, mos1Law } from '../../../src/circuit/laws/mosfet/mos1-law.js';
import { mos1Values } from '../../../src/circuit/laws/mosfet/mos1-parameters.js';
import { mos2GateLaw, mos2GateParameters } from '../../../src/circuit/laws/mosfet/mos2-gate-law.js';
import { mos2ChannelParameters, mos2Law } from '../../../src/circuit/laws/mosfet/mos2-law.js';
import { mos2Values } from '../../../src/circuit/laws/mosfet/mos2-parameters.js';
import { mos3GateLaw, mos3GateParameters } from '../../../src/circuit/laws/mosfet/mos3-gate-law.js';
import { mos3ChannelParameters, mos3Law } from '../../../src/circuit/laws/mosfet/mos3-law.js';
import { mos3Values } from '../../../src/circuit/laws/mosfet/mos3-parameters.js';
import {
  vdmosGateDrainLaw,
  vdmosGateDrainParameters,
} from '../../../src/circuit/laws/mosfet/vdmos-gate-law.js';
import { vdmosLaw, vdmosParameters } from '../../../src/circuit/laws/mosfet/vdmos-law.js';
import { type LocalLaw, localPoint } from '../../../src/kernel/modeling/laws/local-law.js';
import { expectFinite, expectJacobians, expectNothingLost, type Instance, valuesAt } from './law-checks.js';

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });
const sign = fc.constantFrom(1 as const, -1 as const);
const place = between(-50, 150).map((celsius) => ({ celsius, nominal: 27 }));
const none = new Map<string, number>();

const mos = fc
  .record({
    vto: between(-1, 2),
    kp: between(1e-5, 1e-3),
    gamma: fc.oneof(fc.constant(0), between(0.1, 1)),
    phi: between(0.4, 1),
    lambda: between(0, 0.1),
    tox: between(1e-8, 1e-7),
  })
  .map((model) => new Map(Object.entries(model)));
const shortChannel = fc
  .record({
    vto: between(-1, 2),
    uo: between(200, 700),
    gamma: fc.oneof(fc.constant(0), between(0.1, 1)),
    phi: between(0.4, 1),
    tox: between(1e-8, 1e-7),
    theta: between(0, 0.3),
    vmax: fc.oneof(fc.constant(0), between(3e4, 3e5)),
    nsub: fc.oneof(fc.constant(0), between(1e15, 1e17)),
    kappa: between(0.1, 1),
    eta: fc.oneof(fc.constant(0), between(0, 1)),
    delta: between(0, 2),
    xj: fc.oneof(fc.constant(0), between(1e-7, 1e-6)),
    nfs: fc.oneof(fc.constant(0), between(1e10, 1e12)),
  })
  .map((model) => new Map(Object.entries(model)));
const depletedChannel = fc
  .record({
    vto: between(-1, 2),
    uo: between(200, 700),
    gamma: fc.oneof(fc.constant(0), between(0.1, 1)),
    phi: between(0.4, 1),
    tox: between(1e-8, 1e-7),
    ucrit: between(1e3, 1e5),
    uexp: fc.oneof(fc.constant(0), between(0.05, 0.5)),
    vmax: fc.oneof(fc.constant(0), between(3e4, 3e5)),
    neff: between(0.5, 5),
    nsub: fc.oneof(fc.constant(0), between(1e15, 1e17)),
    lambda: fc.oneof(fc.constant(0), between(0.01, 0.1)),
    delta: between(0, 2),
    xj: fc.oneof(fc.constant(0), between(1e-7, 1e-6)),
    nfs: fc.oneof(fc.constant(0), between(1e10, 1e12)),
  })
  .map((model) => new Map(Object.entries(model)));
const junction = fc
  .record({ vto: between(-4, -0.5), beta: between(1e-5, 1e-2), lambda: between(0, 0.1), b: between(0.3, 1) })
  .map((model) => new Map(Object.entries(model)));
const schottky = fc
  .record({
    vto: between(-3, 0.2),
    beta: between(1e-5, 1e-2),
    b: between(0, 1),
    alpha: between(0.5, 5),
    lambda: between(0, 0.1),
    cgs: between(1e-13, 1e-12),
    cgd: fc.oneof(fc.constant(0), between(1e-13, 1e-12)),
    pb: between(0.5, 1.2),
    fc: between(0.1, 0.9),
  })
  .map((model) => new Map(Object.entries(model)));
const power = fc
  .record({
    vto: between(-1, 4),
    kp: between(0.1, 50),
    theta: between(0, 0.3),
    lambda: between(0, 0.1),
    mtriode: between(0.3, 2),
    ksubthres: fc.oneof(fc.constant(0), between(0.01, 0.2)),
    cgdmax: between(1e-10, 1e-9),
    cgdmin: between(1e-12, 1e-10),
    a: between(0.2, 2),
  })
  .map((model) => new Map(Object.entries(model)));

const shortSize = new Map([
  ['w', 1e-5],
  ['l', 2e-6],
]);
const type = { 1: 'nmos', [-1]: 'pmos' } as const;
const kinds: readonly (readonly [string, fc.Arbitrary<Instance>])[] = [
  [
    'MOS level 1',
    fc.tuple(sign, mos, place).map(([s, model, at]) => ({
      law: mos1Law,
      parameters: mos1ChannelParameters(mos1Values(type[s], model, none, at)),
    })),
  ],
  [
    'MOS level 2',
    fc.tuple(sign, depletedChannel, place).map(([s, model, at]) => ({
      law: mos2Law,
      parameters: mos2ChannelParameters(mos2Values(type[s], model, shortSize, at)),
    })),
  ],
  [
    'MOS level 3',
    fc.tuple(sign, shortChannel, place).map(([s, model, at]) => ({
      law: mos3Law,
      parameters: mos3ChannelParameters(mos3Values(type[s], model, shortSize, at)),
    })),
  ],
  [
    'Meyer',
    fc.tuple(sign, mos, place).map(([s, model, at]) => ({
      law: meyerLaw,
      parameters: meyerParameters(mos1Values(type[s], model, none, at)),
    })),
  ],
  [
    'Meyer of level 2',
    fc.tuple(sign, depletedChannel, place).map(([s, model, at]) => ({
      law: mos2GateLaw,
      parameters: mos2GateParameters(mos2Values(type[s], model, shortSize, at)),
    })),
  ],
  [
    'Meyer of level 3',
    fc.tuple(sign, shortChannel, place).map(([s, model, at]) => ({
      law: mos3GateLaw,
      parameters: mos3GateParameters(mos3Values(type[s], model, shortSize, at)),
    })),
  ],
  [
    'JFET',
    fc.tuple(sign, junction, place).map(([s, model, at]) => ({
      law: jfetLaw,
      parameters: jfetParameters(s === 1 ? 'njf' : 'pjf', model, none, at),
    })),
  ],
  [
    'MESFET',
    fc.tuple(sign, schottky).map(([s, model]) => ({
      law: mesfetLaw,
      parameters: mesfetParameters(s === 1 ? 'nmf' : 'pmf', model, 2),
    })),
  ],
  [
    'MESFET gate',
    fc.tuple(sign, schottky).map(([s, model]) => ({
      law: mesfetGateLaw,
      parameters: mesfetGateParameters(s === 1 ? 'nmf' : 'pmf', model, 2),
    })),
  ],
  [
    'VDMOS',
    fc.tuple(sign, power, place).map(([s, model, at]) => ({
      law: vdmosLaw,
      parameters: vdmosParameters(s, model, none, at),
    })),
  ],
  [
    'VDMOS gate',
    fc.tuple(sign, power).map(([s, model]) => ({
      law: vdmosGateDrainLaw,
      parameters: vdmosGateDrainParameters(s, model, 2),
    })),
  ],
];

const meyerGates: ReadonlySet<LocalLaw> = new Set([meyerLaw, mos2GateLaw, mos3GateLaw]);

const pointsOf = (instance: Instance, range: fc.Arbitrary<number>): fc.Arbitrary<number[]> =>
  fc.array(range, { minLength: instance.law.reads, maxLength: instance.law.reads });

describe.each(kinds)('the law of %s', (_, instances) => {
  test('has the slopes of its currents and charges, and loses nothing', () => {
    fc.assert(
      fc.property(
        instances.chain((instance) => fc.tuple(fc.constant(instance), pointsOf(instance, between(-6, 6)))),
        ([instance, v]) => {
          expectJacobians(instance, v);
          expectNothingLost(instance, v);
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });

  test('is finite between -1 kV and 1 kV', () => {
    fc.assert(
      fc.property(
        instances.chain((instance) =>
          fc.tuple(fc.constant(instance), pointsOf(instance, between(-1e3, 1e3))),
        ),
        ([instance, v]) => {
          expectFinite(instance, v);
        },
      ),
      { seed: 2, numRuns: 300 },
    );
  });

  test('has no jump and no bend where drain and source change places', () => {
    fc.assert(
      fc.property(
        instances.chain((instance) => fc.tuple(fc.constant(instance), pointsOf(instance, between(-4, 4)))),
        ([instance, v]) => {
          // Drain at the source's potential: what follows from either side.
          const across = (by: number): number[] => v.map((value, k) => (k === 0 ? (v[2] ?? 0) + by : value));
          if (instance.law.reads < 3) return;
          const [before, after] = [valuesAt(instance, across(-1e-9)), valuesAt(instance, across(1e-9))];
          for (const [name, slopes] of [
            ['f', 'df'],
            ['df', 'df'],
            ['q', 'dq'],
            ['dq', 'dq'],
          ] as const) {
            // Meyer's capacitances bend there in weak inversion: von is that of the source.
            if (meyerGates.has(instance.law) && name === 'df') continue;
            // Of values: what a volt changes.
            const size = Math.max(...before[slopes].map(Math.abs), slopes === 'df' ? 1e-4 : 1e-30);
            before[name].forEach((value, k) => {
              // Curvature over 2e-9 V, where a triode region is as narrow as a microvolt.
              expect(Math.abs(value - (after[name][k] ?? NaN)) / size).toBeLessThan(1e-2);
            });
          }
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });
});

describe('MOS level 1', () => {
  const at = { celsius: 27, nominal: 27 };
  const model = new Map([
    ['vto', 1],
    ['kp', 2e-4],
    ['lambda', 0.02],
  ]);
  const values = mos1Values('nmos', model, none, at);
  const channel = { law: mos1Law, parameters: mos1ChannelParameters(values) };

  test('carries what Shichman and Hodges say in saturation and in the triode region', () => {
    expect(valuesAt(channel, [5, 3, 0, 0]).f[0]).toBeCloseTo(0.5 * 2e-4 * 4 * 1.1, 15);
    expect(valuesAt(channel, [1, 3, 0, 0]).f[0]).toBeCloseTo(2e-4 * (2 - 0.5) * 1.02, 15);
    expect(valuesAt(channel, [5, 0.9, 0, 0]).f[0]).toBe(0);
  });

  test('takes KP, PHI, GAMMA and VTO from its process', () => {
    const process = new Map([
      ['tox', 2e-8],
      ['uo', 600],
      ['nsub', 1e16],
      ['nss', 1e10],
    ]);
    const perArea = (3.9 * 8.8541878128e-12) / 2e-8;
    const { factor, phi, gamma } = mos1Values('nmos', process, none, at);
    expect(factor / (600e-4 * perArea)).toBeCloseTo(1, 12);
    const thermal = (1.380649e-23 * 300.15) / 1.602176634e-19;
    expect(phi).toBeCloseTo(2 * thermal * Math.log(1e22 / 1.45e16), 12);
    expect(gamma).toBeCloseTo(Math.sqrt(2 * 11.7 * 8.8541878128e-12 * 1.602176634e-19 * 1e22) / perArea, 12);
  });
});

describe('MOS level 2', () => {
  const at = { celsius: 27, nominal: 27 };
  const size = new Map([
    ['w', 2e-5],
    ['l', 2e-6],
  ]);
  const carried = (extra: Record<string, number>, v: readonly number[]): number => {
    const model = new Map(Object.entries({ vto: 1, kp: 2e-5, tox: 2e-8, ...extra }));
    const parameters = mos2ChannelParameters(mos2Values('nmos', model, size, at));
    return valuesAt({ law: mos2Law, parameters }, v).f[0] ?? NaN;
  };
  const perArea = (3.9 * 8.8541878128e-12) / 2e-8;

  test('is level 1 without what is its own', () => {
    expect(carried({}, [5, 3, 0, 0])).toBeCloseTo(0.5 * 2e-4 * 4, 15);
    expect(carried({}, [1, 3, 0, 0])).toBeCloseTo(2e-4 * (2 - 0.5), 15);
    expect(carried({ lambda: 0.02 }, [1, 3, 0, 0])).toBeCloseTo((2e-4 * (2 - 0.5)) / 0.98, 15);
    expect(carried({}, [5, 0.9, 0, 0])).toBe(0);
  });

  test('has the charge of the depletion layer along the channel', () => {
    // (vgs - VBI - vds/2) vds - 2/3 GAMMA ((PHI + vds)^1.5 - PHI^1.5), VBI = 1 - .8 .8 = .36 V, at 0.8 V.
    const charge = (0.8 / 1.5) * (1.44 ** 1.5 - 0.64 ** 1.5);
    expect(carried({ gamma: 0.8, phi: 0.64 }, [0.8, 3, 0, 0])).toBeCloseTo(
      2e-4 * ((2.64 - 0.4) * 0.8 - charge),
      15,
    );
  });

  test('loses mobility beyond UCRIT, and all but w / (w + ...) of the current where carriers are fast', () => {
    const critical = (1e6 * 11.7 * 8.8541878128e-12) / perArea;
    expect(carried({ uexp: 0.3 }, [1, 3, 0, 0])).toBeCloseTo(2e-4 * 1.5 * (critical / 2) ** 0.3, 14);
    // No body effect: vsat = e + w - sqrt(e^2 + w^2), w = L VMAX / UO.
    const w = (2e-6 * 5e4) / 0.06;
    const saturation = 2 + w - Math.hypot(2, w);
    expect(carried({ vmax: 5e4 }, [5, 3, 0, 0])).toBeCloseTo(2e-4 * (2 - saturation / 2) * saturation, 14);
  });

  test('carries below the threshold what falls by e in Vt (1 + q NFS / COX)', () => {
    const thermal = (1.380649e-23 * 300.15) / 1.602176634e-19;
    const width = thermal * (1 + (1.602176634e-19 * 1e15) / perArea);
    const ratio = carried({ nfs: 1e11 }, [5, 0.8, 0, 0]) / carried({ nfs: 1e11 }, [5, 0.9, 0, 0]);
    expect(Math.log(ratio) * width).toBeCloseTo(-0.1, 12);
  });
});

describe('MOS level 3', () => {
  const at = { celsius: 27, nominal: 27 };
  const size = new Map([
    ['w', 2e-5],
    ['l', 2e-6],
  ]);
  const carried = (extra: Record<string, number>, v: readonly number[]): number => {
    const model = new Map(Object.entries({ vto: 1, kp: 2e-5, tox: 2e-8, ...extra }));
    const parameters = mos3ChannelParameters(mos3Values('nmos', model, size, at));
    return valuesAt({ law: mos3Law, parameters }, v).f[0] ?? NaN;
  };

  test('is level 1 without what is its own', () => {
    expect(carried({}, [5, 3, 0, 0])).toBeCloseTo(0.5 * 2e-4 * 4, 15);
    expect(carried({}, [1, 3, 0, 0])).toBeCloseTo(2e-4 * (2 - 0.5), 15);
    expect(carried({}, [5, 0.9, 0, 0])).toBe(0);
  });

  test('loses mobility with the gate voltage and saturates earlier with GAMMA', () => {
    expect(carried({ theta: 0.1 }, [1, 3, 0, 0])).toBeCloseTo((2e-4 * (2 - 0.5)) / 1.2, 15);
    // fb = GAMMA / (4 sqrt(PHI)) = .25, so that 2 V of overdrive saturate at 1.6 V.
    expect(carried({ gamma: 0.8, phi: 0.64 }, [5, 3, 0, 0])).toBeCloseTo((0.5 * 2e-4 * 4) / 1.25, 15);
  });

  test('carries below the threshold what falls by e in Vt (1 + q NFS / COX)', () => {
    const thermal = (1.380649e-23 * 300.15) / 1.602176634e-19;
    const width = thermal * (1 + (1.602176634e-19 * 1e15 * 2e-8) / (3.9 * 8.8541878128e-12));
    const ratio = carried({ nfs: 1e11 }, [5, 0.8, 0, 0]) / carried({ nfs: 1e11 }, [5, 0.9, 0, 0]);
    expect(Math.log(ratio) * width).toBeCloseTo(-0.1, 12);
  });
});

test('the charge between gate and drain of a VDMOS has the digits of what is there, not of what its forms differ by', () => {
  // CGDMIN is a 400th of CGDMAX: 200 V below its gate the drain holds nanocoulombs, of which a step is a small difference.
  const model = new Map(Object.entries({ cgdmin: 5e-12, cgdmax: 2e-9, a: 1 }));
  const parameters = vdmosGateDrainParameters(1, model, 1);
  const point = localPoint(vdmosGateDrainLaw);
  const at = (v: number): readonly [charge: number, capacitance: number] => {
    vdmosGateDrainLaw.evaluate(parameters, 0, Float64Array.of(0, -v), point);
    return [point.q[0]!, point.dq[0]!];
  };
  const step = 2 ** -20;
  for (let v = -200; v < -50; v += 0.37) {
    const [[q0, c0], [q1, c1]] = [at(v), at(v + step)];
    // The trapezium over a millionth of a volt is exact to 1e-19 of the charge; what is left is rounding of v, q and their logarithm.
    const rounding = 2 * Number.EPSILON * (c0 * Math.abs(v) + Math.abs(q0));
    expect(Math.abs(q1 - q0 - 0.5 * (c0 + c1) * step), `${v} V`).toBeLessThan(rounding);
    // Measured by the capacitance that Newton's method sees: all of it within some roundings of its terms.
    expect(Math.abs(q0)).toBeLessThan(10 * c0 * Math.abs(v));
  }
});
