/**
 * Fourier integrals of Legendre polynomials,
 *
 *     int_-1^1 P_n(x) exp(-i b x) dx = 2 (-i)^n j_n(b),
 *
 * with the spherical Bessel functions j_n: by their series for b < 1, by downward recurrence from far above n, scaled by
 * sum (2n + 1) j_n^2 = 1, up to b = 12, by upward recurrence beyond, each where it is stable. Source: [DLMF 10.53, 10.51, 10.60.12].
 */
import { degree } from './legendre.js';

const fromSeries = 1;
const fromUpward = 12;
/** Where the downward recurrence begins: j_n(12) is below 1e-20 of j_0 there. */
const startOrder = 44;
const seriesTerms = 12;

/** Writes j_0(b) ... j_8(b), b >= 0. */
export function sphericalBessel(b: number, out: Float64Array): void {
  if (b < fromSeries) series(b, out);
  else if (b < fromUpward) downward(b, out);
  else upward(b, out);
}

function series(b: number, out: Float64Array): void {
  const half = (b * b) / 2;
  let leading = 1;
  for (let n = 0; n <= degree; n++) {
    let term = leading;
    let sum = term;
    for (let k = 1; k <= seriesTerms; k++) {
      term *= -half / (k * (2 * n + 2 * k + 1));
      sum += term;
    }
    out[n] = sum;
    leading *= b / (2 * n + 3);
  }
}

function downward(b: number, out: Float64Array): void {
  let above = 0;
  let value = 1e-150;
  let sum = (2 * startOrder + 1) * value * value;
  for (let n = startOrder; n >= 1; n--) {
    const below = ((2 * n + 1) / b) * value - above;
    above = value;
    value = below;
    sum += (2 * n - 1) * value * value;
    if (n - 1 <= degree) out[n - 1] = value;
  }
  const exact =
    Math.abs(out[0]!) > Math.abs(out[1]!)
      ? Math.sin(b) / b / out[0]!
      : (Math.sin(b) / b - Math.cos(b)) / b / out[1]!;
  const scale = Math.sign(exact) / Math.sqrt(sum);
  for (let n = 0; n <= degree; n++) out[n]! *= scale;
}

function upward(b: number, out: Float64Array): void {
  out[0] = Math.sin(b) / b;
  out[1] = (out[0] - Math.cos(b)) / b;
  for (let n = 1; n < degree; n++) out[n + 1] = ((2 * n + 1) / b) * out[n]! - out[n - 1]!;
}
