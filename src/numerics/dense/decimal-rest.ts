/**
 * What a double leaves of the decimal number that was written: .1 is 3602879701896397 / 2^55, and .1 - that is -5.6e-18. With it a gain has
 * twice the digits (`double-double.ts`), and what cancels by decimals cancels. Exact for up to 15 digits and a factor of 10^-22 to 10^22,
 * the powers that are doubles.
 */
import { DoubleDoubleSum } from './double-double.js';

const maxDigits = 15;
const maxPower = 22;

/** Returns the decimal less the double; undefined where the double has more digits than are written, or is too large or small. */
export function decimalRest(value: number): number | undefined {
  if (Math.fround(value) === value) return 0;
  // The shortest decimal that is read as this double.
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const power = Number(exponent) - digits.length + 1;
  if (digits.length > maxDigits || !(Math.abs(power) <= maxPower)) return undefined;
  const scale = Number(`1e${Math.abs(power)}`);
  const sum = new DoubleDoubleSum();
  if (power < 0) sum.add(Number(digits), 0).divide(scale, 0);
  else sum.addProduct(Number(digits), 0, scale, 0);
  return Math.sign(value) * (sum.hi - Math.abs(value) + sum.lo);
}
