/**
 * Polynomials on [0, 1] in two forms: monomials p(u) = sum a_k u^k and Bernstein coefficients
 *
 *     p(u) = sum b_i C(d, i) u^i (1 - u)^(d - i),     b_i = sum_{k <= i} C(i, k) / C(d, k) a_k,
 *
 * whose range bounds that of p on [0, 1]: all b_i > 0 proves p > 0. Cost d^2 for conversion and for a
 * subdivision [de Casteljau]. Source: [Farouki 2012, 3.3, 5.1].
 */

/** Writes the Bernstein coefficients (degree + 1) of the monomials a, which begin at a[at]. */
export function toBernstein(degree: number, a: Float64Array, b: Float64Array, at = 0): void {
  // Scaled monomials a_k / C(d, k), then the binomial sums by repeated addition.
  let binomial = 1;
  for (let k = 0; k <= degree; k++) {
    b[k] = a[at + k]! / binomial;
    binomial = (binomial * (degree - k)) / (k + 1);
  }
  sumBinomially(degree, b);
}

/** Replaces b_i by sum_{k <= i} C(i, k) b_k, in place. */
export function sumBinomially(degree: number, b: Float64Array): void {
  for (let level = 1; level <= degree; level++) {
    let above = b[degree]!;
    for (let i = degree; i >= level; i--) {
      const below = b[i - 1]!;
      b[i] = above + below;
      above = below;
    }
  }
}

/** Splits b at u: writes the halves on [0, u] and [u, 1]; `right` may be b. */
export function subdivide(
  degree: number,
  b: Float64Array,
  u: number,
  left: Float64Array,
  right: Float64Array,
): void {
  if (right !== b) for (let i = 0; i <= degree; i++) right[i] = b[i]!;
  for (let level = 0; level <= degree; level++) {
    left[level] = right[0]!;
    for (let i = 0; i < degree - level; i++) right[i] = (1 - u) * right[i]! + u * right[i + 1]!;
  }
}

/** Returns p(u) of monomials by Horner's rule. */
export function evaluateMonomials(degree: number, a: Float64Array, u: number): number {
  let value = a[degree]!;
  for (let k = degree - 1; k >= 0; k--) value = value * u + a[k]!;
  return value;
}

/** Returns p'(u) of monomials. */
export function differentiateMonomials(degree: number, a: Float64Array, u: number): number {
  let slope = 0;
  for (let k = degree; k >= 1; k--) slope = slope * u + k * a[k]!;
  return slope;
}
