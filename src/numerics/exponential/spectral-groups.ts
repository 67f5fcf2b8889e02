/**
 * Splits a linear flow x' = A x by speed: projectors P_g with sum P_g = I, A P_g = P_g A, group g holding
 * the eigenvalues with r_g-1 < |lambda| < r_g. Slow groups have a small norm |A P_g|, so that their Taylor
 * series reach far; fast groups are bounded by K_g >= sup_{s >= 0} |exp(A s) P_g| once they have decayed.
 *
 * The map lambda -> (r + lambda) / (r - lambda) takes the disc |lambda| < r to the right half plane; with
 * S the matrix sign of (r I - A)^-1 (r I + A), (I + S) / 2 projects on the eigenvalues inside. The sign
 * comes from Newton's iteration with norm scaling. No eigenvectors are used: Jordan blocks are no special
 * case. Radii are put into gaps of at least GAP between magnitudes of eigenvalues; a projector that does
 * not commute with A, or is not one, to 1e-9 is dropped, and its groups stay together.
 * Cost: some 10 inversions of n^3 a gap, once a matrix. Source: [Higham 2008, 5.3, 5.5], [Roberts 1980].
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { infinityNorm, multiply } from '../dense/matrix.js';
import { factorLU, solveManyLU } from '../dense/lu.js';
import { MatrixExponential } from './matrix-exponential.js';

export interface SpectralGroup {
  /** n x n. */
  readonly projector: Float64Array;
  /** |A P| in the maximum norm, 1/s: the rate of the group's Taylor series. */
  readonly rate: number;
  /** K >= sup over s >= 0 of |exp(A s) P|, maximum norm; Infinity where it does not decay. */
  readonly bound: number;
}

/** Gaps below this cost more substeps' worth of work than they save. */
const GAP = 20;
const ACCURACY = 1e-9;
const SIGN_ROUNDS = 60;

/** Splits A (n x n, balanced) into groups, slowest first; one group with the identity where nothing is to gain. */
export function splitBySpeed(n: number, A: Float64Array): readonly SpectralGroup[] {
  const inside: Float64Array[] = [];
  for (const r of radii(n, A)) {
    const P = projectorInside(n, A, r);
    if (P) inside.push(P);
  }
  const whole = new Float64Array(n * n);
  for (let i = 0; i < n; i++) whole[i * n + i] = 1;
  inside.push(whole);
  const groups: SpectralGroup[] = [];
  let previous: Float64Array | undefined;
  for (const P of inside) {
    const below = previous;
    const projector = below ? P.map((value, p) => value - below[p]!) : P;
    const AP = new Float64Array(n * n);
    multiply(n, n, n, A, projector, AP);
    const rate = infinityNorm(n, n, AP);
    groups.push({ projector, rate, bound: decayBound(n, A, projector, rate) });
    previous = P;
  }
  return groups;
}

/** Geometric means of neighbouring magnitudes of eigenvalues at least GAP apart, ascending. */
function radii(n: number, A: Float64Array): number[] {
  if (n < 2) return [];
  const rows = Array.from({ length: n }, (_, i) => Array.from(A.subarray(i * n, (i + 1) * n)));
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(new Matrix(rows));
  const magnitudes = realEigenvalues.map((re, i) => Math.hypot(re, imaginaryEigenvalues[i] ?? 0));
  magnitudes.sort((a, b) => a - b);
  const largest = magnitudes[n - 1] ?? 0;
  if (!(largest > 0) || !Number.isFinite(largest)) return [];
  const found: number[] = [];
  for (let k = 1; k < n; k++) {
    // Eigenvalues at 0 come out as rounding of the largest.
    const low = Math.max(magnitudes[k - 1] ?? 0, largest * 1e-13);
    const high = magnitudes[k] ?? 0;
    if (high > GAP * low) found.push(Math.sqrt(low * high));
  }
  return found;
}

/** The projector (n x n) on the eigenvalues of a balanced A with |lambda| < r; undefined where it is not accurate. */
export function projectorInside(n: number, A: Float64Array, r: number): Float64Array | undefined {
  const left = new Float64Array(n * n);
  const right = new Float64Array(n * n);
  for (let p = 0; p < n * n; p++) {
    const diagonal = p % (n + 1) === 0 ? 1 : 0;
    left[p] = diagonal - A[p]! / r;
    right[p] = diagonal + A[p]! / r;
  }
  const S = new Float64Array(n * n);
  if (!solveSquare(n, left, right, S) || !matrixSign(n, S)) return undefined;
  const P = S.map((value, p) => 0.5 * (value + (p % (n + 1) === 0 ? 1 : 0)));
  return isProjector(n, A, P) ? P : undefined;
}

/** Newton's iteration S <- (mu S + inv(mu S)) / 2 in place. */
function matrixSign(n: number, S: Float64Array): boolean {
  const inverse = new Float64Array(n * n);
  const unit = new Float64Array(n * n);
  for (let i = 0; i < n; i++) unit[i * n + i] = 1;
  for (let round = 0; round < SIGN_ROUNDS; round++) {
    if (!solveSquare(n, S.slice(), unit, inverse)) return false;
    const mu = round < 40 ? Math.sqrt(infinityNorm(n, n, inverse) / infinityNorm(n, n, S)) : 1;
    const scale = Math.abs(mu - 1) < 0.1 ? 1 : mu;
    let change = 0;
    let size = 0;
    for (let p = 0; p < n * n; p++) {
      const next = 0.5 * (scale * S[p]! + inverse[p]! / scale);
      change = Math.max(change, Math.abs(next - S[p]!));
      size = Math.max(size, Math.abs(next));
      S[p] = next;
    }
    if (!Number.isFinite(size)) return false;
    if (change <= 1e-14 * n * size) return true;
  }
  return true;
}

function solveSquare(n: number, A: Float64Array, B: Float64Array, X: Float64Array): boolean {
  const pivots = new Int32Array(n);
  if (factorLU(n, A, pivots, new Float64Array(2 * n), 1e-15) >= 0) return false;
  solveManyLU(n, A, pivots, n, B, X);
  return true;
}

function isProjector(n: number, A: Float64Array, P: Float64Array): boolean {
  const left = new Float64Array(n * n);
  const right = new Float64Array(n * n);
  multiply(n, n, n, P, P, left);
  const size = infinityNorm(n, n, P);
  if (!(size < 1e6) || !(distance(left, P) <= ACCURACY * size)) return false;
  multiply(n, n, n, A, P, left);
  multiply(n, n, n, P, A, right);
  return distance(left, right) <= ACCURACY * size * infinityNorm(n, n, A);
}

function distance(A: Float64Array, B: Float64Array): number {
  let largest = 0;
  for (let p = 0; p < A.length; p++) largest = Math.max(largest, Math.abs(A[p]! - B[p]!));
  return largest;
}

/**
 * sup |exp(A s) P| from E = exp(A d) P, d = 1 / rate: within d at most |P| e; over k d, k in binary, at
 * most the product of max(1, |E^(2^j)|) up to the first power below 1.
 */
function decayBound(n: number, A: Float64Array, P: Float64Array, rate: number): number {
  // Slower than once in the age of anything: its exponential is the identity.
  if (!(rate > 1e-140)) return infinityNorm(n, n, P);
  const E = new Float64Array(n * n);
  const power = new Float64Array(n * n);
  const exponential = new MatrixExponential(n, A);
  exponential.compute(1 / rate, E);
  multiply(n, n, n, E, P, power);
  let bound = Math.E * infinityNorm(n, n, P);
  for (let j = 0; j < 12; j++) {
    const size = infinityNorm(n, n, power);
    if (size < 1) return bound;
    bound *= size;
    multiply(n, n, n, power, power, E);
    power.set(E);
  }
  return Infinity;
}
