/**
 * Eigenvalues and eigenvectors of a small symmetric matrix by cyclic Jacobi rotations: S = Q diag(values) Q^T,
 * Q orthogonal to rounding. Converges quadratically; a few sweeps of cost n^3. Source: [Golub-Van Loan 2013, 8.5].
 */

/** Sweeps; five or six reach rounding for any matrix of moderate size. */
const maxSweeps = 30;

/** Writes the eigenvectors as columns of Q (n x n) and returns the eigenvalues in their order; S is overwritten. */
export function symmetricEigen(n: number, S: Float64Array, Q: Float64Array): Float64Array {
  Q.fill(0);
  for (let i = 0; i < n; i++) Q[i * n + i] = 1;
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let rotated = false;
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) rotated = rotate(n, S, Q, p, q) || rotated;
    }
    if (!rotated) break;
  }
  return Float64Array.from({ length: n }, (_, i) => S[i * n + i]!);
}

/** Annihilates S_pq; returns whether it was more than rounding beside the diagonal. */
function rotate(n: number, S: Float64Array, Q: Float64Array, p: number, q: number): boolean {
  const off = S[p * n + q]!;
  const a = S[p * n + p]!;
  const b = S[q * n + q]!;
  if (Math.abs(off) <= Number.EPSILON * Math.sqrt(Math.abs(a * b)) || off === 0) return false;
  const theta = (b - a) / (2 * off);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const kp = S[k * n + p]!;
    const kq = S[k * n + q]!;
    S[k * n + p] = c * kp - s * kq;
    S[k * n + q] = s * kp + c * kq;
  }
  for (let k = 0; k < n; k++) {
    const pk = S[p * n + k]!;
    const qk = S[q * n + k]!;
    S[p * n + k] = c * pk - s * qk;
    S[q * n + k] = s * pk + c * qk;
    const kp = Q[k * n + p]!;
    const kq = Q[k * n + q]!;
    Q[k * n + p] = c * kp - s * kq;
    Q[k * n + q] = s * kp + c * kq;
  }
  return true;
}
