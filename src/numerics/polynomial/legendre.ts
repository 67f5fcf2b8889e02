/**
 * Polynomials on [-1, 1] by their Legendre coefficients, p(x) = sum c_k P_k(x), k = 0 .. degree, of a degree up to 8:
 *
 *     |p(x)| <= sum |c_k|,     |p'(x)| <= sum |c_k| k(k+1)/2,
 *     1/2 int p dx = c_0,      1/2 int p^2 dx = sum c_k^2 / (2k + 1).
 *
 * They come from the values at the nine points of Gauss and Lobatto, both ends among them, which fix a polynomial of degree
 * 8; for a smooth function the last coefficients are the size of what is missing. Cost 81 products a polynomial. A polynomial of
 * degree 4 comes from five points, by 25.
 * Source: [Canuto-Hussaini-Quarteroni-Zang 2006, 2.3].
 */

/** Degree of the interpolant, and points that it needs. */
export const degree = 8;
export const pointCount = degree + 1;

/** Points of Gauss and Lobatto that fix a polynomial. */
export interface LobattoPoints {
  readonly degree: number;
  /** In [-1, 1], ascending: the ends and the zeros of P_degree'. */
  readonly points: Float64Array;
  /** Row k holds what gives c_k as a sum over values at the points. */
  readonly transform: Float64Array;
}

export const ninePoints: LobattoPoints = lobatto(degree);
export const fivePoints: LobattoPoints = lobatto(degree / 2);
/** Row k holds the monomials of P_k. */
const monomials: Float64Array = monomialMatrix();

/** Writes the coefficients of the interpolant of values[0 ...) at the points to c[to .. to + 9). */
export function toLegendre(
  { degree: last, transform }: LobattoPoints,
  values: Float64Array,
  c: Float64Array,
  to: number,
): void {
  for (let k = 0, at = 0; k <= last; k++) {
    let sum = 0;
    for (let i = 0; i <= last; i++) sum += transform[at++]! * values[i]!;
    c[to + k] = sum;
  }
  for (let k = last + 1; k <= degree; k++) c[to + k] = 0;
}

/** Writes the monomials of the polynomial c[at ...) to a. */
export function toMonomials(c: Float64Array, at: number, a: Float64Array): void {
  a.fill(0);
  for (let k = 0; k <= degree; k++) {
    const factor = c[at + k]!;
    for (let i = k % 2; i <= k; i += 2) a[i]! += factor * monomials[k * pointCount + i]!;
  }
}

/** Returns p(x) by Clenshaw's rule. */
export function evaluateLegendre(c: Float64Array, at: number, x: number): number {
  let above = 0;
  let value = 0;
  for (let k = degree; k >= 1; k--) {
    const next = c[at + k]! + (((2 * k + 1) * x) / (k + 1)) * value - ((k + 1) / (k + 2)) * above;
    above = value;
    value = next;
  }
  return c[at]! + x * value - above / 2;
}

/** Returns p'(x). */
export function differentiateLegendre(c: Float64Array, at: number, x: number): number {
  // P_k' by P_k' = P_k-2' + (2k - 1) P_k-1.
  let [before, value] = [1, x];
  let [slopeBefore, slope] = [0, 1];
  let sum = c[at + 1]!;
  for (let k = 2; k <= degree; k++) {
    const nextSlope = slopeBefore + (2 * k - 1) * value;
    const next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    [before, value] = [value, next];
    [slopeBefore, slope] = [slope, nextSlope];
    sum += c[at + k]! * slope;
  }
  return sum;
}

/** Returns the sum of |c_k| from k on: a bound of what these terms add. */
export function magnitudeFrom(k: number, c: Float64Array, at: number): number {
  let sum = 0;
  for (let j = k; j <= degree; j++) sum += Math.abs(c[at + j]!);
  return sum;
}

/** Returns the mean of p^2. */
export function meanSquare(c: Float64Array, at: number): number {
  let sum = 0;
  for (let k = 0; k <= degree; k++) sum += (c[at + k]! * c[at + k]!) / (2 * k + 1);
  return sum;
}

/** Returns a bound of |p'|. */
export function slopeBound(c: Float64Array, at: number): number {
  let sum = 0;
  for (let k = 1; k <= degree; k++) sum += (Math.abs(c[at + k]!) * k * (k + 1)) / 2;
  return sum;
}

/** Whether the linear term outweighs all others, so that p has no extremum inside. */
export function isMonotone(c: Float64Array, at: number): boolean {
  const linear = Math.abs(c[at + 1]!);
  return linear >= slopeBound(c, at) - linear;
}

/** P_n and P_n' at x. */
function legendreAt(n: number, x: number): readonly [value: number, slope: number] {
  if (n === 0) return [1, 0];
  let [before, value, slopeBefore, slope] = [1, x, 0, 1];
  for (let k = 2; k <= n; k++) {
    const nextSlope = slopeBefore + (2 * k - 1) * value;
    const next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
    // One by one: every run begins with these tables, in code that is interpreted.
    before = value;
    value = next;
    slopeBefore = slope;
    slope = nextSlope;
  }
  return [value, slope];
}

/** Newton's method on (1 - x^2) P_n', from the points of Chebyshev. */
function lobatto(n: number): LobattoPoints {
  const points = new Float64Array(n + 1);
  for (let i = 0; i <= n; i++) {
    let x = -Math.cos((Math.PI * i) / n);
    if (i > 0 && i < n) {
      for (let k = 0; k < 10; k++) {
        const [value, slope] = legendreAt(n, x);
        // (1 - x^2) P'' = 2 x P' - n (n + 1) P
        const curvature = (2 * x * slope - n * (n + 1) * value) / (1 - x * x);
        const next = x - slope / curvature;
        if (next === x) break;
        x = next;
      }
    }
    points[i] = i === n / 2 ? 0 : x;
  }
  return { degree: n, points, transform: transformMatrix(n, points) };
}

/** c_k = (2k + 1)/2 sum w_i P_k(x_i) f_i with w_i = 2 / (n (n + 1) P_n(x_i)^2); n/2 instead of (2n + 1)/2 for k = n. */
function transformMatrix(n: number, points: Float64Array): Float64Array {
  const out = new Float64Array((n + 1) * (n + 1));
  points.forEach((x, i) => {
    const last = legendreAt(n, x)[0];
    const weight = 2 / (n * (n + 1) * last * last);
    for (let k = 0; k <= n; k++) {
      const factor = k === n ? n / 2 : (2 * k + 1) / 2;
      out[k * (n + 1) + i] = factor * weight * legendreAt(k, x)[0];
    }
  });
  return out;
}

function monomialMatrix(): Float64Array {
  const out = new Float64Array(pointCount * pointCount);
  out[0] = 1;
  out[pointCount + 1] = 1;
  for (let k = 2; k <= degree; k++) {
    for (let i = 0; i <= k; i++) {
      const raised = i > 0 ? out[(k - 1) * pointCount + i - 1]! : 0;
      out[k * pointCount + i] = ((2 * k - 1) * raised - (k - 1) * out[(k - 2) * pointCount + i]!) / k;
    }
  }
  return out;
}
