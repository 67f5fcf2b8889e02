import { describe, expect, test } from 'vitest';
import { meyerLaw, meyerParameters } from '../../../src/circuit/laws/mosfet/meyer-law.js';
import { mos1Values } from '../../../src/circuit/laws/mosfet/mos1-parameters.js';
import { valuesAt } from './law-checks.js';

describe('the gate of MOS level 1', () => {
  const values = mos1Values('nmos', new Map([['tox', 2e-8]]), new Map(), { celsius: 27, nominal: 27 });
  const gate = { law: meyerLaw, parameters: meyerParameters(values) };
  const c = values.oxide;
  const close = (values: readonly number[]): unknown[] =>
    values.map((value) => expect.closeTo(value, 12) as unknown);

  test('has all of the oxide to the bulk where it is off, 2/3 to the source saturated, halves open', () => {
    // Amperes into drain, gate, source and bulk over C, where one of vgs, vgd, vgb rises by 1 V/ns.
    const parts = (drain: number, gateVolts: number, rate: number): number[] => {
      const rates = [0, 1, 2].map((k) => (k === rate ? 1 : 0));
      const { f } = valuesAt(gate, [drain, gateVolts, 0, 0, ...rates]);
      return Array.from(f.subarray(0, 4), (ampere) => (ampere * 1e-9) / c);
    };
    expect(parts(0, -3, 2)).toEqual(close([0, 1, 0, -1]));
    expect(parts(0, -3, 0)).toEqual(close([0, 0, 0, 0]));
    expect(parts(5, 1, 0)).toEqual(close([0, 2 / 3, -2 / 3, 0]));
    expect(parts(5, 1, 1)).toEqual(close([0, 0, 0, 0]));
    expect(parts(0, 3, 0)).toEqual(close([0, 0.5, -0.5, 0]));
    expect(parts(0, 3, 1)).toEqual(close([-0.5, 0.5, 0, 0]));
    expect(parts(0, -0.15, 2)).toEqual(close([0, 0.25, 0, -0.25]));
  });

  test('reads the rates of vgs, vgd and vgb, and is of the size of W L COX', () => {
    const { rates } = gate.law;
    expect(rates?.between).toEqual([
      [1, 2],
      [1, 0],
      [1, 3],
    ]);
    expect(rates?.farads(gate.parameters, 0)).toBe(c);
  });
});
