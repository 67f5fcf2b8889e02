import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatEngineering, formatNumber, parseNumber } from '../../src/base/units.js';

describe('parseNumber', () => {
  it.each([
    ['1', 1],
    ['-2.5', -2.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1e-9', 1e-9],
    ['1E3', 1000],
    ['1d3', 1000],
    ['2.5D-6', 2.5e-6],
    ['10u', 1e-5],
    ['10uF', 1e-5],
    ['10\u00b5F', 1e-5],
    ['1Meg', 1e6],
    ['1MEGOhm', 1e6],
    ['4.7k', 4700],
    ['3m', 3e-3],
    ['3mV', 3e-3],
    ['100n', 1e-7],
    ['22p', 22e-12],
    ['1f', 1e-15],
    ['1F', 1e-15],
    ['2g', 2e9],
    ['2T', 2e12],
    ['1mil', 25.4e-6],
    ['5V', 5],
    ['1e3k', 1e6],
    ['27\u00b0C', 27],
  ])('reads %s as %d', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each(['', 'a', '1N4148', '2n2222', '1.2.3', '-', '--1', '1 2', '1k5', 'inf', '0x10'])(
    'refuses %j',
    (text) => {
      expect(parseNumber(text)).toBeUndefined();
    },
  );

  it('takes an "e" without an exponent for a unit letter', () => {
    expect(parseNumber('1e')).toBe(1);
  });

  it('reads a number with a point and a scale as the double nearest to it', () => {
    const powers = { '': 0, t: 12, g: 9, k: 3, m: -3, u: -6, n: -9, p: -12, f: -15 };
    const digits = fc.stringMatching(/^\d{0,9}$/);
    const suffix = fc.constantFrom(...(Object.keys(powers) as (keyof typeof powers)[]));
    fc.assert(
      fc.property(digits, digits, suffix, (whole, part, letter) => {
        fc.pre(whole + part !== '');
        expect(parseNumber(`${whole}.${part}${letter}`)).toBe(Number(`${whole}.${part}e${powers[letter]}`));
      }),
      { seed: 1 },
    );
  });

  it('reads every double that JavaScript prints', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(parseNumber(String(value))).toBe(value === 0 ? Number(String(value)) : value);
      }),
      { seed: 1 },
    );
  });
});

describe('formatNumber', () => {
  it('drops trailing zeros and keeps the digits asked for', () => {
    expect([
      formatNumber(0.78838687264, 9),
      formatNumber(1 / 3, 4),
      formatNumber(1e-7),
      formatNumber(2),
    ]).toEqual(['0.788386873', '0.3333', '1e-7', '2']);
  });

  it('names infinity as the netlist writes it', () => {
    expect([formatNumber(Infinity), formatNumber(-Infinity), formatNumber(NaN)]).toEqual([
      'inf',
      '-inf',
      'NaN',
    ]);
  });
});

describe('formatEngineering', () => {
  it.each([
    [1000, 'Ohm', '1 kOhm'],
    [0.7883868726, 'V', '0.7884 V'],
    [-2.751979515e-3, 'A', '-2.752 mA'],
    [1e-6, 'F', '1 uF'],
    [0, 'V', '0 V'],
    [999.999, 'Hz', '1 kHz'],
    [250, 'Ohm', '250 Ohm'],
    [0.05, 's', '50 ms'],
    [2e6, 'Hz', '2 MHz'],
    [3e-18, 'J', '0.003 fJ'],
    [5e15, 'W', '5000 TW'],
    [-1.45794879e-23, 'V', '-1.458e-23 V'],
    [1e20, 'Ohm', '1e+20 Ohm'],
    [Infinity, 'Ohm', 'inf Ohm'],
    [12, '', '12'],
    [-0.000171449, 'dB', '-0.0001714 dB'],
    [1234, '°', '1234 °'],
  ])('writes %d %s as %s', (value, unit, text) => {
    expect(formatEngineering(value, unit)).toBe(text);
  });
});
