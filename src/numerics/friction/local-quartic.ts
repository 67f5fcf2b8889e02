/**
 * One contact in three dimensions by the quartic of [notes] 15, for a symmetric block W. In axes in which W_TT is
 * diag(d1, d2), with r_T = p / (1 + e cos(theta - phi)) (cos theta, sin theta) on a conic around the origin,
 *
 *     p = -mu q_N / W_NN,     e = mu |W_NT| / W_NN,     phi = angle of W_NT,
 *
 * the two tangential rows of u_T = -alpha r_T, alpha eliminated, are g(theta) = 0 with
 *
 *     g = A cos^2 + B sin^2 + C sin cos + D sin + E cos,
 *     A = -e q_2 cos phi,   B = e q_1 sin phi,   C = (d1 - d2) p + e (q_1 cos phi - q_2 sin phi),
 *     D = q_1 + p W_N1 / mu,   E = -q_2 - p W_N2 / mu
 *
 * (the e that [notes] (15.9) to (15.16) drop is here). With t the tangent of half an angle g is a quartic; the angle is
 * counted from where |g| is largest, so that its leading coefficient never vanishes. Its real roots with r_N > 0 and
 * alpha >= 0 solve; all are found, the one of least residual is kept. False: W_N is not symmetric, or no root serves.
 */
import { openOrSticking3, solvePlanar, type LocalSolver } from './one-contact.js';
import { polynomialRoots } from '../polynomial/polynomial-roots.js';

/** Relative difference of W_NT and W_TN that is still symmetric: rounding of two sums. */
const SYMMETRIC = 1e-9;
/** A root of the quartic this far from the real axis, relative, is a pair that touches it within rounding. */
const REAL = 1e-5;
const SAMPLES = 8;

/** Solves one contact; two dimensions are solved by cases. */
export const solveQuartic: LocalSolver = (size, mu, W, at, q, r) => {
  if (size === 2) return solvePlanar(size, mu, W, at, q, r);
  if (openOrSticking3(mu, W, at, q, r, new Float64Array(3))) return true;
  const [wNN, wN1, wN2, w11, w12, w22] = [0, 1, 2, 4, 5, 8].map((k) => W[at + k]!) as Six;
  const size1 = Math.abs(wNN) + Math.abs(w11) + Math.abs(w22);
  const skew = Math.abs(wN1 - W[at + 3]!) + Math.abs(wN2 - W[at + 6]!) + Math.abs(w12 - W[at + 7]!);
  if (!(skew <= SYMMETRIC * size1) || !(wNN > 0)) return false;
  if (mu === 0) {
    r.set([-q[0]! / wNN, 0, 0]);
    return true;
  }
  // Axes of W_TT: (cos beta, sin beta) for d1.
  const beta = Math.atan2(2 * w12, w11 - w22) / 2;
  const [cb, sb] = [Math.cos(beta), Math.sin(beta)];
  const d1 = cb * cb * w11 + 2 * cb * sb * w12 + sb * sb * w22;
  const d2 = sb * sb * w11 - 2 * cb * sb * w12 + cb * cb * w22;
  const [m1, m2] = [cb * wN1 + sb * wN2, -sb * wN1 + cb * wN2];
  const [q1, q2] = [cb * q[1]! + sb * q[2]!, -sb * q[1]! + cb * q[2]!];
  const p = (-mu * q[0]!) / wNN;
  const [e1, e2] = [(mu * m1) / wNN, (mu * m2) / wNN];
  const cosines = (-e1 * q2 - e2 * q1) / 2;
  const g: Harmonics = {
    mean: (-e1 * q2 + e2 * q1) / 2,
    c1: -q2 - (p * m2) / mu,
    s1: q1 + (p * m1) / mu,
    c2: cosines,
    s2: ((d1 - d2) * p + e1 * q1 - e2 * q2) / 2,
  };
  let least = Infinity;
  for (const theta of realZeros(g)) {
    const [c, s] = [Math.cos(theta), Math.sin(theta)];
    const length = p / (1 + e1 * c + e2 * s);
    if (!(length >= 0 && length < Infinity)) continue;
    const u1 = (length / mu) * m1 + d1 * length * c + q1;
    const u2 = (length / mu) * m2 + d2 * length * s + q2;
    const along = u1 * c + u2 * s;
    // u_T = -alpha r_T, alpha >= 0: nothing across, nothing along the impulse.
    const error = Math.abs(u1 * s - u2 * c) + Math.max(0, along);
    if (!(error < least)) continue;
    least = error;
    r[0] = length / mu;
    r[1] = length * (cb * c - sb * s);
    r[2] = length * (sb * c + cb * s);
  }
  return least <= 1e-6 * (Math.abs(q1) + Math.abs(q2) + Math.abs(q[0]!));
};

type Six = [number, number, number, number, number, number];

/** mean + c1 cos + s1 sin + c2 cos 2 theta + s2 sin 2 theta. */
interface Harmonics {
  readonly mean: number;
  readonly c1: number;
  readonly s1: number;
  readonly c2: number;
  readonly s2: number;
}

function valueAt({ mean, c1, s1, c2, s2 }: Harmonics, theta: number): number {
  const [c, s] = [Math.cos(theta), Math.sin(theta)];
  return mean + c1 * c + s1 * s + c2 * (c * c - s * s) + 2 * s2 * s * c;
}

function slopeAt({ c1, s1, c2, s2 }: Harmonics, theta: number): number {
  const [c, s] = [Math.cos(theta), Math.sin(theta)];
  return -c1 * s + s1 * c - 4 * c2 * s * c + 2 * s2 * (c * c - s * s);
}

/** All real zeros, polished. */
function realZeros(g: Harmonics): number[] {
  let pole = 0;
  for (let k = 1; k < SAMPLES; k++) {
    const theta = (2 * Math.PI * k) / SAMPLES;
    if (Math.abs(valueAt(g, theta)) > Math.abs(valueAt(g, pole))) pole = theta;
  }
  // theta = start + 2 atan t, with the pole of t at `pole`.
  const start = pole + Math.PI;
  const [c, s] = [Math.cos(start), Math.sin(start)];
  const [cc, ss] = [c * c - s * s, 2 * s * c];
  const c1 = g.c1 * c + g.s1 * s;
  const s1 = g.s1 * c - g.c1 * s;
  const c2 = g.c2 * cc + g.s2 * ss;
  const s2 = g.s2 * cc - g.c2 * ss;
  const coefficients = [
    g.mean + c1 + c2,
    2 * s1 + 4 * s2,
    2 * g.mean - 6 * c2,
    2 * s1 - 4 * s2,
    g.mean - c1 + c2,
  ];
  const zeros: number[] = [];
  for (const { re, im } of polynomialRoots(coefficients)) {
    if (!(Math.abs(im) <= REAL * (1 + Math.hypot(re, im)))) continue;
    let theta = start + 2 * Math.atan(re);
    for (let k = 0; k < 3; k++) {
      const slope = slopeAt(g, theta);
      const next = theta - valueAt(g, theta) / slope;
      if (!(Math.abs(valueAt(g, next)) < Math.abs(valueAt(g, theta)))) break;
      theta = next;
    }
    zeros.push(theta);
  }
  return zeros;
}
