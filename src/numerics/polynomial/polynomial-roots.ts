/**
 * All complex roots of a polynomial c_0 + c_1 t + ... + c_n t^n, c_n != 0, by the simultaneous iteration of Durand and
 * Kerner, z_k <- z_k - p(z_k) / prod (z_k - z_j), from points on a circle of the size of Cauchy's bound. Converges from
 * almost every start, quadratically to simple roots, linearly to multiple ones, whose error is eps^(1/multiplicity).
 * Cost n^2 an iteration. Source: [Kerner 1966].
 */

export interface ComplexRoot {
  readonly re: number;
  readonly im: number;
}

const ITERATIONS = 200;

/** Returns the n roots; the leading coefficients that are zero are dropped. Throws a RangeError on one that is not finite. */
export function polynomialRoots(coefficients: readonly number[]): ComplexRoot[] {
  const at = coefficients.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) throw new RangeError(`the polynomial has the coefficient ${coefficients[at]} of t^${at}`);
  let n = coefficients.length - 1;
  while (n > 0 && coefficients[n] === 0) n--;
  if (n < 1) return [];
  const c = Float64Array.from(coefficients.slice(0, n + 1), (value) => value / coefficients[n]!);
  let radius = 0;
  for (let k = 0; k < n; k++) radius = Math.max(radius, Math.abs(c[k]!) ** (1 / (n - k)));
  if (radius === 0) return Array.from({ length: n }, () => ({ re: 0, im: 0 }));
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  for (let k = 0; k < n; k++) {
    // Unequal angles: no symmetry of a real polynomial holds the iteration.
    const angle = (2 * Math.PI * k) / n + 0.7;
    re[k] = radius * Math.cos(angle);
    im[k] = radius * Math.sin(angle);
  }
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    let moved = 0;
    for (let k = 0; k < n; k++) {
      let [pr, pi] = [1, 0];
      for (let j = n - 1; j >= 0; j--) {
        [pr, pi] = [pr * re[k]! - pi * im[k]! + c[j]!, pr * im[k]! + pi * re[k]!];
      }
      let [dr, di] = [1, 0];
      for (let j = 0; j < n; j++) {
        if (j === k) continue;
        const [xr, xi] = [re[k]! - re[j]!, im[k]! - im[j]!];
        [dr, di] = [dr * xr - di * xi, dr * xi + di * xr];
      }
      const size = dr * dr + di * di;
      if (size === 0) continue;
      const [sr, si] = [(pr * dr + pi * di) / size, (pi * dr - pr * di) / size];
      re[k]! -= sr;
      im[k]! -= si;
      moved = Math.max(moved, Math.hypot(sr, si) / Math.max(radius, Math.hypot(re[k]!, im[k]!)));
    }
    if (moved <= 4 * Number.EPSILON) break;
  }
  return Array.from(re, (value, k) => ({ re: value, im: im[k]! }));
}
