/**
 * The spectral projector P on the eigenvalues of A with |lambda| < r: P^2 = P, A P = P A.
 *
 * The map lambda -> (r + lambda) / (r - lambda) takes the disc |lambda| < r to the right half plane; with
 * S the matrix sign of (r I - A)^-1 (r I + A), P = (I + S) / 2. The sign comes from Newton's iteration with
 * norm scaling. No eigenvectors are used: Jordan blocks are no special case. A P that does not commute with A,
 * or is no projector, to 1e-9 is not given. Cost: some 10 inversions of n^3. Source: [Higham 2008, 5.3, 5.5],
 * [Roberts 1980].
 */
import { infinityNorm, multiply } from '../dense/matrix.js';
import { factorLU, solveManyLU } from '../dense/lu.js';

const ACCURACY = 1e-9;
const SIGN_ROUNDS = 60;

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
