import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalRest } from '../../../src/numerics/dense/decimal-rest.js';

/** value = integer / 2^shift, exactly. */
function fractionOf(value: number): { readonly integer: bigint; readonly shift: bigint } {
  let shift = 0n;
  for (let scaled = value; ; scaled *= 2, shift++)
    if (Number.isInteger(scaled)) return { integer: BigInt(scaled), shift };
}

test('a double and its rest are the decimal that was written, to 1e-31 of it', () => {
  const digits = fc.integer({ min: 1, max: 999_999_999 });
  fc.assert(
    fc.property(digits, fc.integer({ min: -20, max: 9 }), fc.boolean(), (d, power, isNegative) => {
      const value = Number(`${isNegative ? '-' : ''}${d}e${power}`);
      const rest = decimalRest(value)!;
      // |value + rest - decimal| < 1e-31 |decimal|, over the common denominator of all three.
      const [a, b] = [fractionOf(value), fractionOf(rest)];
      const shift = a.shift > b.shift ? a.shift : b.shift;
      const sum = (a.integer << (shift - a.shift)) + (b.integer << (shift - b.shift));
      const ten = 10n ** BigInt(Math.abs(power));
      const decimal = BigInt(isNegative ? -d : d);
      const [left, right] = power < 0 ? [sum * ten, decimal << shift] : [sum, (decimal * ten) << shift];
      const off = left > right ? left - right : right - left;
      expect(off * 10n ** 31n < (right < 0n ? -right : right)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('of what no decimal of 15 digits is nothing is known, of a double that is the number there is none', () => {
  expect(decimalRest(1 / 3)).toBeUndefined();
  expect(decimalRest(Math.SQRT2)).toBeUndefined();
  expect(decimalRest(1.5e-30)).toBeUndefined();
  for (const value of [0, 1, -2.5, 1024, 1e6]) expect(decimalRest(value)).toBe(0);
});
