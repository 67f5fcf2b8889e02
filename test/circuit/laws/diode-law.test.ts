import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diodeLaw, diodeParameters, staticDiodeLaw } from '../../../src/circuit/laws/diode-law.js';
import { expectFinite, expectJacobians, expectNothingLost, type Instance, valuesAt } from './law-checks.js';

const home = { celsius: 27, nominal: 27 };

function diode(model: Record<string, number>, at = home, own: Record<string, number> = {}): Instance {
  const parameters = diodeParameters(new Map(Object.entries(model)), new Map(Object.entries(own)), at);
  return { law: diodeLaw, parameters };
}

const models = fc.record({
  is: fc.double({ min: -16, max: -6, noNaN: true }).map((decades) => 10 ** decades),
  n: fc.double({ min: 0.5, max: 3, noNaN: true }),
  bv: fc.double({ min: 3, max: 100, noNaN: true }),
  nbv: fc.double({ min: 0.5, max: 3, noNaN: true }),
  ikf: fc.double({ min: 1e-3, max: 1, noNaN: true }),
  ikr: fc.double({ min: 1e-3, max: 1, noNaN: true }),
  isr: fc.constantFrom(0, 1e-9, 1e-12),
  cjo: fc.double({ min: 0, max: 1e-9, noNaN: true }),
  vj: fc.double({ min: 0.3, max: 1.2, noNaN: true }),
  m: fc.constantFrom(0, 0.25, 0.333, 0.5, 0.9, 1),
  fc: fc.double({ min: 0, max: 0.95, noNaN: true }),
  tt: fc.constantFrom(0, 1e-9, 5e-6),
  cjp: fc.constantFrom(0, 1e-6),
});
const temperatures = fc.record({
  celsius: fc.double({ min: -55, max: 150, noNaN: true }),
  nominal: fc.constantFrom(25, 27, 50),
});

describe('the diode law', () => {
  test('has the slopes of its current and charge, and loses nothing, for any model, temperature and voltage', () => {
    fc.assert(
      fc.property(
        models,
        temperatures,
        fc.double({ min: -105, max: 1.2, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (model, at, v, shift) => {
          const instance = diode(model, at, { area: 2, m: 3, pj: 1e-4 });
          expectJacobians(instance, [v + shift, shift]);
          expectNothingLost(instance, [v + shift, shift]);
        },
      ),
      { seed: 1, numRuns: 800 },
    );
  });

  test('is finite between -1 kV and 1 kV', () => {
    fc.assert(
      fc.property(
        models,
        temperatures,
        fc.double({ min: -1e3, max: 1e3, noNaN: true }),
        fc.double({ min: -1e3, max: 1e3, noNaN: true }),
        (model, at, a, b) => {
          expectFinite(diode(model, at), [a, b]);
        },
      ),
      { seed: 2, numRuns: 400 },
    );
  });

  test('carries IS (e^(v/(N Vt)) - 1), and IBV at -BV', () => {
    const plain = diode({ is: 2e-14, n: 1.5 }, home, { area: 2 });
    const thermal = (1.380649e-23 * 300.15) / 1.602176634e-19;
    const exact = 4e-14 * (Math.exp(0.6 / (1.5 * thermal)) - 1);
    expect(valuesAt(plain, [0.6, 0]).f[0]! / exact).toBeCloseTo(1, 12);
    const zener = diode({ is: 1e-14, bv: 5.1, ibv: 5e-3, nbv: 1.2 });
    // Up to BV / (NBV Vt) of IS, 164 times 1e-14 A.
    expect(Math.abs(valuesAt(zener, [-5.1, 0]).f[0]! + 5e-3)).toBeLessThan(2e-12);
    expect(valuesAt(diode({ bv: 5.1 }), [0, 0]).f[0]).toBeCloseTo(0, 25);
    // Of no current at BV it begins there, as ngspice has it.
    for (const ibv of [0, -2.5e-4])
      expect(valuesAt(diode({ bv: 20, ibv }), [-20.4, 0]).f[0]! / -5.20617e-8).toBeCloseTo(1, 3);
  });

  test('has the layer CJO (1 - v/VJ)^-M, whatever VJ and M are written', () => {
    // The gate-drain layers of power MOSFETs are curves that were fitted, not junctions.
    for (const vj of [1e-3, 4.85e-3, 0.0199, 0.3, 5])
      for (const m of [0.52, 0.95, 2.5])
        for (const v of [-20, -0.1, 0]) {
          const { dq } = valuesAt(diode({ is: 1e-14, cjo: 3e-9, vj, m }), [v, 0]);
          expect(dq[0]! / (3e-9 * (1 - v / vj) ** -m)).toBeCloseTo(1, 12);
        }
    // Below 20 mV no law of silicon says what heat makes of it.
    for (const celsius of [-55, 0, 125]) {
      const { dq } = valuesAt(diode({ cjo: 3e-9, vj: 5e-3, m: 0.5 }, { celsius, nominal: 27 }), [-20, 0]);
      expect(dq[0]! / (3e-9 * (1 + 0.5 * 4e-4 * (celsius - 27)) * 4001 ** -0.5)).toBeCloseTo(1, 9);
    }
  });

  test('without charge is the same law without charge', () => {
    const instance = diode({ cjo: 1e-9, tt: 1e-6 });
    const bare = { law: staticDiodeLaw, parameters: instance.parameters };
    expect(valuesAt(bare, [0.7, 0]).f).toEqual(valuesAt(instance, [0.7, 0]).f);
    const { q, dq } = valuesAt(bare, [0.7, 0]);
    expect([...q, ...dq].every((value) => value === 0)).toBe(true);
  });

  test('comes down from a current that is far too large in a few Newton steps, however small the one that is asked for', () => {
    const instance = diode({ is: 1e-14 });
    for (const current of [1e-13, 3e-11, 1e-8, 1e-5])
      for (const start of [0.5, 0.62, 0.8, 1.2]) {
        let last = Float64Array.of(start, 0);
        let steps = 0;
        for (
          let moved = true;
          steps < 60 && (moved || Math.abs(missOf(last[0]!)) > 1e-9 * current);
          steps++
        ) {
          const wanted = Float64Array.of(
            last[0]! - missOf(last[0]!) / valuesAt(instance, [...last]).df[0]!,
            0,
          );
          moved = diodeLaw.limit?.(instance.parameters, 0, wanted, last) === true;
          last = wanted;
        }
        // The logarithm, what rounding of a current 1e20 times as large leaves of it, and a tangent's last digits; tangents alone take 45.
        expect(steps).toBeLessThanOrEqual(15);
        function missOf(v: number): number {
          return valuesAt(instance, [v, 0]).f[0]! - current;
        }
      }
  });

  test('is found by Newton steps that it limits, from wherever they start', () => {
    fc.assert(
      fc.property(
        models,
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: 0, max: 4, noNaN: true }),
        fc.double({ min: -50, max: 50, noNaN: true }),
        (model, source, decades, start) => {
          const instance = diode({ ...model, ikf: Infinity, ikr: Infinity });
          const resistance = 10 ** decades;
          // (source - v) / R = i(v), one unknown.
          let last = Float64Array.of(start, 0);
          let v = start;
          let steps = 0;
          for (; steps < 200; steps++) {
            const { f, df } = valuesAt(instance, [v, 0]);
            const remainder = f[0]! - (source - v) / resistance;
            const wanted = Float64Array.of(v - remainder / (df[0]! + 1 / resistance), 0);
            const moved = diodeLaw.limit?.(instance.parameters, 0, wanted, last) === true;
            last = wanted;
            const step = Math.abs(wanted[0]! - v);
            v = wanted[0]!;
            if (!moved && step <= 1e-12 * (1 + Math.abs(v))) break;
          }
          expect(steps).toBeLessThan(80);
          const { f } = valuesAt(instance, [v, 0]);
          expect(f[0]! * resistance).toBeCloseTo(source - v, 6);
        },
      ),
      { seed: 3, numRuns: 500 },
    );
  });
});
