import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parkerSkellernGateLaw,
  parkerSkellernGateParameters,
} from '../../../src/circuit/laws/parker-skellern-gate-law.js';
import {
  fullParkerSkellernLaw,
  heatedParkerSkellernLaw,
  laggingParkerSkellernLaw,
  parkerSkellernLaw,
  parkerSkellernParameters,
} from '../../../src/circuit/laws/parker-skellern-law.js';
import { expectFinite, expectJacobians, expectNothingLost, type Instance, valuesAt } from './law-checks.js';
import { between, orNone } from './transistor-properties.js';

const models = fc
  .record({
    vto: between(-3, 0.5),
    beta: between(1e-4, 1e-2),
    lambda: between(0, 0.1),
    p: between(1.5, 3),
    q: between(1.2, 2.5),
    xi: fc.oneof(fc.constant(1000), between(0.2, 2)),
    mxi: orNone(0.1, 0.5),
    z: between(0.1, 2),
    vst: orNone(0.02, 0.2),
    mvst: between(0, 0.1),
    lfgam: between(0, 0.1),
    lfg1: between(-0.01, 0.01),
    lfg2: between(-0.01, 0.01),
    hfgam: between(0, 0.1),
    hfg1: between(-0.01, 0.01),
    hfg2: between(-0.01, 0.01),
    hfeta: between(-0.1, 0.1),
    hfe1: between(-0.01, 0.01),
    hfe2: between(-0.01, 0.01),
    delta: orNone(0.1, 1),
    cgs: between(1e-13, 1e-12),
    cgd: fc.oneof(fc.constant(0), between(1e-13, 1e-12)),
    pb: between(0.7, 1.2),
    fc: between(0.1, 0.9),
    xc: between(0, 1),
    acgam: between(-0.1, 0.1),
  })
  .map((model) => new Map<string, number>(Object.entries(model)));
const drawn = fc.tuple(fc.constantFrom('njf' as const, 'pjf' as const), models, between(-50, 150));
const laws = [parkerSkellernLaw, laggingParkerSkellernLaw, heatedParkerSkellernLaw, fullParkerSkellernLaw];
const channels = fc.tuple(drawn, fc.constantFrom(...laws)).map(([[type, model, celsius], law]) => ({
  law,
  parameters: parkerSkellernParameters(type, model, 2, { celsius, nominal: 27 }),
}));
const gates = drawn.map(([type, model, celsius]) => ({
  law: parkerSkellernGateLaw,
  parameters: parkerSkellernGateParameters(type, model, 2, { celsius, nominal: 27 }),
}));
const at = (instances: fc.Arbitrary<Instance>, range: number): fc.Arbitrary<[Instance, number[]]> =>
  instances.chain((instance) =>
    fc.tuple(
      fc.constant(instance),
      fc.array(between(-range, range), { minLength: instance.law.reads, maxLength: instance.law.reads }),
    ),
  );
/** The state of heat is what lowers the current, and never negative. */
const withHeat = ({ law }: Instance, v: number[]): number[] =>
  law.rows === 3 ? v.map((value, k) => (k === law.reads - 1 ? Math.abs(value) : value)) : v;

describe('the channel of Parker and Skellern', () => {
  test('has the slopes of its currents, and loses nothing', () => {
    const property = fc.property(at(channels, 4), ([instance, drawnAt]) => {
      const v = withHeat(instance, drawnAt);
      if (Math.abs((v[0] ?? 0) - (v[2] ?? 0)) < 1e-4) return;
      expectJacobians(instance, v);
      const { f } = valuesAt(instance, v);
      expect((f[0] ?? NaN) + (f[1] ?? NaN)).toBe(0);
    });
    fc.assert(property, { seed: 1, numRuns: 1000 });
  });

  test('is finite between -1 kV and 1 kV', () => {
    const property = fc.property(at(channels, 1e3), ([instance, v]) => {
      expectFinite(instance, withHeat(instance, v));
    });
    fc.assert(property, { seed: 2, numRuns: 500 });
  });

  test('is that of level 1 where both exponents are 2 and velocities do not saturate', () => {
    const model = new Map(Object.entries({ vto: -2, beta: 1e-3, lambda: 0.02, xi: 1e9, z: 1e-12 }));
    const parameters = parkerSkellernParameters('njf', model, 1, { celsius: 27, nominal: 27 });
    const carried = (v: number[]): number => valuesAt({ law: parkerSkellernLaw, parameters }, v).f[0] ?? NaN;
    expect(carried([5, -1, 0])).toBeCloseTo(1e-3 * 1.1, 9);
    expect(carried([0.5, -1, 0])).toBeCloseTo(1e-3 * 1.01 * (1 - 0.25), 9);
    expect(carried([5, -2.1, 0])).toBe(0);
  });

  test('carries less by its power, below the threshold what falls by e in VST / Q, and more by LFGAM', () => {
    const of = (given: Record<string, number>, v: number[]): number => {
      const model = new Map(Object.entries({ vto: -1, beta: 1e-2, xi: 1e9, ...given }));
      const parameters = parkerSkellernParameters('njf', model, 1, { celsius: 27, nominal: 27 });
      return valuesAt({ law: parkerSkellernLaw, parameters }, v).f[0] ?? NaN;
    };
    const cold = of({}, [4, 0, 0]);
    expect(of({ delta: 2 }, [4, 0, 0])).toBeCloseTo(cold / (1 + 2 * 4 * cold), 12);
    const weak = [-3, -2.9].map((gate) => of({ vst: 0.1, q: 1.6, p: 1.6 }, [2, gate, 0]));
    expect(Math.log((weak[1] ?? NaN) / (weak[0] ?? NaN))).toBeCloseTo((0.1 * 1.6) / 0.1, 6);
    // vgd = -4 V lifts the gate by 0.05 4 V.
    expect(of({ lfgam: 0.05 }, [4, 0, 0])).toBeCloseTo(of({ vto: -1.2 }, [4, 0, 0]), 12);
  });

  test('is itself with the drain for the source, and for the other sign', () => {
    const model = new Map(Object.entries({ vto: -1, beta: 1e-2, lfgam: 0.05, xi: 0.8, delta: 0.3 }));
    const of = (type: 'njf' | 'pjf', v: number[]): number => {
      const parameters = parkerSkellernParameters(type, model, 1, { celsius: 27, nominal: 27 });
      return valuesAt({ law: parkerSkellernLaw, parameters }, v).f[0] ?? NaN;
    };
    const straight = of('njf', [3, -0.2, 0]);
    expect(of('njf', [0, -0.2, 3])).toBe(-straight);
    expect(of('pjf', [-3, 0.2, 0])).toBe(-straight);
  });
});

describe('the gate of Parker and Skellern', () => {
  test('has the slopes of its currents and charges, and loses nothing', () => {
    const property = fc.property(at(gates, 4), ([instance, v]) => {
      expectJacobians(instance, v);
      expectNothingLost(instance, v);
    });
    fc.assert(property, { seed: 3, numRuns: 500 });
  });

  test('is finite between -1 kV and 1 kV', () => {
    const property = fc.property(at(gates, 1e3), ([instance, v]) => {
      expectFinite(instance, v);
    });
    fc.assert(property, { seed: 4, numRuns: 300 });
  });
});
