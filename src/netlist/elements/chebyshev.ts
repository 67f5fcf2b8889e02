/**
 * CHEBYSHEV of PSpice: LP, HP, BP or BR, cutoff frequencies in any order, and the ripple of the pass band and the attenuation of the
 * stop band in dB -> the least rational function that keeps both.
 *
 *     eps^2 = 10^(ripple/10) - 1,   n = ceil(acosh(sqrt(10^(stop/10) - 1) / eps) / acosh(W)),   W the stop over the pass band
 *     poles -sinh(a) sin t + j cosh(a) cos t,   a = asinh(1/eps) / n,   t = (2 k - 1) pi / (2 n)
 *
 * W is that of the low pass of which the filter is made by s/p, p/s, (s^2 + c^2)/(b s) or its inverse: c and b are the
 * geometric mean and the width of the pass band (BR: of what lies between both). Source: [Zverev 1967], ch. 2; the PSpice user's guide.
 */
import type { Rational } from '../../expression/rational.js';

export type FilterKind = 'lp' | 'hp' | 'bp' | 'br';

/** Cutoff frequencies of each kind. */
export const cutoffCounts: Readonly<Record<FilterKind, number>> = { lp: 2, hp: 2, bp: 4, br: 4 };

/** Orders above this are no filters. */
const mostOrder = 20;

/** Returns the transfer function; undefined where no order up to 20 keeps the attenuation. */
export function chebyshevFilter(
  kind: FilterKind,
  hertz: readonly number[],
  decibels: readonly [number, number],
): Rational | undefined {
  const ripple = Math.min(...decibels);
  const stop = Math.max(...decibels);
  const edges = [...hertz].sort((a, b) => a - b).map((f) => 2 * Math.PI * f);
  const { selectivity, numerator, denominator } = substitution(kind, edges);
  const eps = Math.sqrt(10 ** (ripple / 10) - 1);
  const discrimination = Math.sqrt(10 ** (stop / 10) - 1) / eps;
  // A ratio that is whole up to rounding needs no order more.
  const order = Math.ceil(Math.acosh(discrimination) / Math.acosh(selectivity) - 1e-9);
  if (!(order >= 1 && order <= mostOrder)) return undefined;
  const a = Math.asinh(1 / eps) / order;
  let result: Rational = {
    numerator: [order % 2 === 0 ? 1 / Math.sqrt(1 + eps * eps) : 1],
    denominator: [1],
  };
  for (let k = 1; k <= order / 2; k++) {
    const t = ((2 * k - 1) * Math.PI) / (2 * order);
    const size = Math.sinh(a) ** 2 + Math.cos(t) ** 2;
    result = times(result, section([1, (2 * Math.sinh(a) * Math.sin(t)) / size, 1 / size]));
  }
  if (order % 2 === 1) result = times(result, section([1, 1 / Math.sinh(a)]));
  return result;

  /** 1 / (q_0 + q_1 x + q_2 x^2) with x = numerator / denominator. */
  function section(q: readonly number[]): Rational {
    const degree = q.length - 1;
    const terms = q.map((value, k) =>
      product(powerOf(numerator, k), powerOf(denominator, degree - k)).map((c) => value * c),
    );
    return { numerator: powerOf(denominator, degree), denominator: terms.reduce(sum) };
  }
}

/** What stands for s in the low pass of 1 rad/s, and where its stop band begins. */
function substitution(
  kind: FilterKind,
  edges: readonly number[],
): Rational & { readonly selectivity: number } {
  const [w0 = 1, w1 = 1, w2 = 1, w3 = 1] = edges;
  if (kind === 'lp') return { selectivity: w1 / w0, numerator: [0, 1 / w0], denominator: [1] };
  if (kind === 'hp') return { selectivity: w1 / w0, numerator: [w1], denominator: [0, 1] };
  const [low, high] = kind === 'bp' ? [w1, w2] : [w0, w3];
  const [square, width] = [low * high, high - low];
  const place = (w: number): number => Math.abs((w * w - square) / (width * w));
  const band = { numerator: [square / width, 0, 1 / width], denominator: [0, 1] };
  if (kind === 'bp') return { ...band, selectivity: Math.min(place(w0), place(w3)) };
  return {
    ...{ numerator: band.denominator, denominator: band.numerator },
    selectivity: Math.min(1 / place(w1), 1 / place(w2)),
  };
}

function times(a: Rational, b: Rational): Rational {
  return {
    numerator: product(a.numerator, b.numerator),
    denominator: product(a.denominator, b.denominator),
  };
}

function powerOf(p: readonly number[], exponent: number): readonly number[] {
  return exponent === 0 ? [1] : product(p, powerOf(p, exponent - 1));
}

function product(p: readonly number[], q: readonly number[]): number[] {
  const result = new Array<number>(p.length + q.length - 1).fill(0);
  p.forEach((a, i) => {
    q.forEach((b, j) => (result[i + j] = (result[i + j] ?? 0) + a * b));
  });
  return result;
}

function sum(p: readonly number[], q: readonly number[]): number[] {
  return Array.from({ length: Math.max(p.length, q.length) }, (_, k) => (p[k] ?? 0) + (q[k] ?? 0));
}
