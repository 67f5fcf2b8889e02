import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecimalFormatter, maxNumberBytes } from '../../src/waveform/decimal-formatter.js';

const out = new Uint8Array(64);

function format(x: number, digits?: number): string {
  const end = new DecimalFormatter(digits).format(x, out, 3);
  return new TextDecoder().decode(out.subarray(3, end));
}

/** The same notation made from toExponential, whose rounding is the one to be met. */
function expected(x: number, digits = 9): string {
  if (x === 0) return '0';
  const [, sign = '', mantissa = '', power = ''] =
    /^(-?)([\d.]+)e(.*)$/.exec(x.toExponential(digits - 1)) ?? [];
  const e = Number(power);
  const d = mantissa.replace('.', '').replace(/0+$/, '');
  if (e < -4 || e >= digits) return `${sign}${d[0]}${d.length > 1 ? '.' : ''}${d.slice(1)}e${e}`;
  if (e < 0) return `${sign}0.${'0'.repeat(-e - 1)}${d}`;
  const whole = d.slice(0, e + 1).padEnd(e + 1, '0');
  return `${sign}${whole}${d.length > e + 1 ? '.' : ''}${d.slice(e + 1)}`;
}

describe('DecimalFormatter', () => {
  it('writes numbers by hand as one expects to read them', () => {
    const cases: [number, string][] = [
      [0, '0'],
      [-0, '0'],
      [1, '1'],
      [-10, '-10'],
      [0.5, '0.5'],
      [1e-6, '1e-6'],
      [0.0001, '0.0001'],
      [1 / 3, '0.333333333'],
      [-2.7519795153e-3, '-0.00275197952'],
      [123456789, '123456789'],
      [1234567891, '1.23456789e9'],
      [1e100, '1e100'],
      [-1e-100, '-1e-100'],
      [1e-307, '1e-307'],
      [999999999.5, '1e9'],
      [0.9999999996, '1'],
      [5e-324, '4.94065646e-324'],
      [Number.MAX_VALUE, '1.79769313e308'],
    ];
    for (const [x, text] of cases) expect(format(x), String(x)).toBe(text);
  });

  it('rounds every float64 as toExponential(8) does', () => {
    const formatter = new DecimalFormatter();
    const words = new Uint32Array(2);
    const number = new Float64Array(words.buffer);
    let seed = 1;
    const next = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);
    for (let i = 0; i < 300_000; i++) {
      words[0] = next() ^ (next() >>> 16);
      words[1] = next() ^ (next() >>> 16);
      const x = number[0] ?? 0;
      if (!Number.isFinite(x)) continue;
      const text = String.fromCharCode(...out.subarray(0, formatter.format(x, out, 0)));
      if (text !== expected(x)) expect(text, String(x)).toBe(expected(x));
    }
  });

  it('rounds as toExponential does at powers of ten, their neighbours, ties and carries', () => {
    for (let e = -323; e <= 308; e++) {
      for (const mantissa of ['1', '9.999999994999', '9.999999995', '9.9999999951', '1.000000005', '4.5']) {
        const x = Number(`${mantissa}e${e}`);
        if (!Number.isFinite(x)) continue;
        for (const y of [x, -x, x * (1 + 2 ** -52), x * (1 - 2 ** -53)]) {
          if (Number.isFinite(y)) expect(format(y), `${y}`).toBe(expected(y));
        }
      }
    }
    for (let k = 0; k < 2000; k++) {
      const tie = (100_000_000 + 7 * k + 0.5) / 2 ** (k % 20);
      expect(format(tie), `${tie}`).toBe(expected(tie));
    }
  });

  it('obeys every number of digits from 1 to 17', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 1, max: 17 }),
        (x, n) => {
          expect(format(x, n)).toBe(expected(x, n));
        },
      ),
      { seed: 7, numRuns: 2000 },
    );
  });

  it('reads back exactly with 17 digits and never needs more room than it promises', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        expect(Number(format(x, 17))).toBe(x === 0 ? 0 : x);
        expect(format(x, 17).length).toBeLessThanOrEqual(maxNumberBytes);
      }),
      { seed: 8, numRuns: 2000 },
    );
  });

  it('never writes NaN or infinity', () => {
    for (const x of [NaN, Infinity, -Infinity]) {
      expect(() => format(x)).toThrow(new RangeError(`${x} cannot be written: only finite numbers can`));
    }
  });

  it('refuses impossible numbers of digits', () => {
    for (const digits of [0, 18, 2.5, NaN]) {
      expect(() => new DecimalFormatter(digits)).toThrow(
        new RangeError(`digits = ${digits}: significant digits are an integer from 1 to 17`),
      );
    }
  });
});
