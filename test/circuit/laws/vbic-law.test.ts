import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fullVbicLaw,
  heatedVbicLaw,
  laggingVbicLaw,
  vbicLaw,
} from '../../../src/circuit/laws/vbic/vbic-law.js';
import { vbicParameters } from '../../../src/circuit/laws/vbic/vbic-parameters.js';
import { expectFinite, expectJacobians, type Instance, valuesAt } from './law-checks.js';
import { between, orNone } from './transistor-properties.js';

const models = fc
  .record({
    rcx: orNone(1, 20),
    rci: between(10, 100),
    vo: orNone(0.5, 5),
    gamm: orNone(1e-12, 1e-10),
    hrcf: between(0.5, 3),
    rbx: between(1, 20),
    rbi: between(10, 100),
    re: between(0.5, 5),
    rs: orNone(10, 30),
    rbp: between(10, 100),
    isrr: between(0.5, 2),
    wbe: fc.constantFrom(0, 0.8, 1),
    iben: orNone(1e-16, 1e-14),
    ibcn: orNone(1e-16, 1e-14),
    isp: orNone(1e-16, 1e-14),
    wsp: between(0.5, 1),
    ibeip: orNone(1e-18, 1e-16),
    ibcip: orNone(1e-18, 1e-16),
    cje: between(1e-14, 1e-13),
    aje: fc.constantFrom(-0.5, 0.1),
    cjc: between(1e-14, 1e-13),
    ajc: fc.constantFrom(-0.5, 0.1),
    vrt: orNone(2, 5),
    cjep: orNone(1e-14, 1e-13),
    cjcp: orNone(1e-14, 1e-13),
    qco: orNone(1e-13, 1e-12),
    vef: orNone(10, 100),
    ver: orNone(2, 10),
    ikf: orNone(1e-3, 1e-2),
    ikr: orNone(1e-4, 1e-3),
    ikp: orNone(1e-4, 1e-3),
    qbm: fc.constantFrom(0, 1),
    nkf: fc.constantFrom(0.5, 0.4),
    avc1: orNone(0.1, 1),
    avc2: between(5, 20),
    tf: between(1e-12, 1e-11),
    xtf: orNone(1, 20),
    itf: orNone(0.01, 0.1),
    vtf: orNone(1, 5),
    qtf: orNone(0.1, 0.5),
    tr: orNone(1e-11, 1e-10),
    vbbe: orNone(2, 4),
    xrb: between(0, 1),
    xvo: between(0, 1),
    tnf: between(-1e-4, 1e-4),
    tavc: between(0, 2e-3),
  })
  .map((model) => new Map<string, number>(Object.entries(model)));
const instancesOf = (law: Instance['law']): fc.Arbitrary<Instance> =>
  fc
    .tuple(fc.constantFrom('npn' as const, 'pnp' as const), models, between(-50, 150))
    .map(([type, model, celsius]) => ({
      law,
      parameters: vbicParameters(type, model, new Map([['area', 2]]), { celsius, nominal: 27 }),
    }));
const kinds = [
  ['plain', vbicLaw],
  ['with a lag', laggingVbicLaw],
  ['with heat', heatedVbicLaw],
  ['with both', fullVbicLaw],
] as const;
/** The node of the temperature, behind the terminals. */
const heat = 4;
const terminals = 12;
const points = ({ law }: Instance, range: number): fc.Arbitrary<number[]> =>
  fc.array(between(-range, range), { minLength: law.reads, maxLength: law.reads });

describe.each(kinds)('the law of VBIC, %s,', (_, law) => {
  const heats = law.reads >= terminals;
  const lags = law === laggingVbicLaw || law === fullVbicLaw;

  test('has the slopes of its currents and charges, and loses nothing', () => {
    const property = fc.property(
      instancesOf(law).chain((instance) => fc.tuple(fc.constant(instance), points(instance, 0.8))),
      ([instance, v]) => {
        expectJacobians(instance, v);
        const { f, q } = valuesAt(instance, v);
        const beside = (k: number): boolean => (heats && k === heat) || (lags && k === law.rows - 1);
        for (const all of [f, q]) {
          const currents = Array.from(all).filter((_, k) => !beside(k));
          const largest = Math.max(...currents.map(Math.abs));
          const sum = currents.reduce((total, value) => total + value, 0);
          expect(Math.abs(sum)).toBeLessThanOrEqual(1e-13 * largest + 1e-300);
        }
      },
    );
    fc.assert(property, { seed: 1, numRuns: 300 });
  });

  test('is finite within 100 V, warm and cold', () => {
    const property = fc.property(
      instancesOf(law).chain((instance) => fc.tuple(fc.constant(instance), points(instance, 100))),
      ([instance, v]) => {
        expectFinite(instance, v);
      },
    );
    fc.assert(property, { seed: 2, numRuns: 300 });
  });
});

describe('VBIC', () => {
  const at = { celsius: 60, nominal: 27 };
  const model = new Map(
    Object.entries({ rcx: 5, rbx: 10, re: 2, rs: 20, rci: 40, rbi: 30, rbp: 50, isp: 1e-16 }),
  );

  test('heats with what all its currents give off, and is at a temperature what it is when warmed to it', () => {
    const warm = { law: heatedVbicLaw, parameters: vbicParameters('npn', model, new Map(), at) };
    const inner = [1.9, 1.8, 0.74, 0.73, 0.02, 1.7, 0];
    const outer = [2, 0.8, 0, -0.1];
    const { f } = valuesAt(warm, [...outer, 0, ...inner]);
    const power = [...outer, 0, ...inner].reduce(
      (sum, volts, k) => sum + volts * (k === heat ? 0 : (f[k] ?? NaN)),
      0,
    );
    expect(f[heat]).toBeCloseTo(-power, 15);
    const cold = {
      law: heatedVbicLaw,
      parameters: vbicParameters('npn', model, new Map(), { ...at, celsius: 27 }),
    };
    const warmed = valuesAt(cold, [...outer, 33, ...inner]).f;
    warmed.forEach((current, k) => expect(current / (f[k] ?? NaN)).toBeCloseTo(1, 12));
    // Inner currents are those of the law without heat.
    const plain = { law: vbicLaw, parameters: vbicParameters('npn', model, new Map(), at) };
    expect(valuesAt(plain, inner).f[4]).toBeCloseTo((f[9] ?? NaN) - (f[2] ?? NaN) * -1, 12);
  });

  test('has a saturation current that grows by EA and XIS, and one carrier by Vt', () => {
    const vt = (celsius: number): number => ((celsius + 273.15) * 1.380662e-23) / 1.602189e-19;
    const carried = (celsius: number): number => {
      const parameters = vbicParameters('npn', new Map(), new Map(), { celsius, nominal: 27 });
      // Base and emitter at 0.6 V, collector far away.
      return (valuesAt({ law: vbicLaw, parameters }, [3, 3, 0.6, 0.6, 0, 3, 0]).f[1] ?? NaN) + 0;
    };
    const ratio = 373.15 / 300.15;
    const growth = ratio ** 3 * Math.exp((-1.12 * (1 - ratio)) / vt(100));
    const wanted = (growth * Math.expm1(0.6 / vt(100))) / Math.expm1(0.6 / vt(27));
    expect(carried(100) / carried(27) / wanted).toBeCloseTo(1, 6);
  });
});
