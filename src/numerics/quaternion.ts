/**
 * Unit quaternions p = (p_0, p_vec) as rotations, [notes] 11.1 with its errata:
 *
 *     p o q = (p_0 q_0 - p.q,  p_0 q_vec + q_0 p_vec + p_vec x q_vec),        conj(p) = (p_0, -p_vec),
 *     R = Phi(p),  (0, R x) = p o (0, x) o conj(p),
 *     p' = Psi(p) Omega = p o (0, Omega) / 2,     Omega = 2 vec(conj(p) o p') = 4 Psi^T p',     Psi^T Psi = I_3 / 4.
 *
 * Omega is the rotational velocity in the body frame, omega = R Omega in the inertial one. Every formula is held against
 * finite differences by the tests. Matrices are row-major.
 */

/** Writes r = p o q; r may be p or q. */
export function quaternionProduct(p: ArrayLike<number>, q: ArrayLike<number>, r: Float64Array): void {
  const [p0, p1, p2, p3] = [p[0]!, p[1]!, p[2]!, p[3]!];
  const [q0, q1, q2, q3] = [q[0]!, q[1]!, q[2]!, q[3]!];
  r[0] = p0 * q0 - p1 * q1 - p2 * q2 - p3 * q3;
  r[1] = p0 * q1 + p1 * q0 + p2 * q3 - p3 * q2;
  r[2] = p0 * q2 - p1 * q3 + p2 * q0 + p3 * q1;
  r[3] = p0 * q3 + p1 * q2 - p2 * q1 + p3 * q0;
}

/** Writes R = Phi(p), 3 x 3, the four entries of p read from `at` on; a rotation where |p| = 1. */
export function rotationMatrix(p: ArrayLike<number>, R: Float64Array, at = 0): void {
  const p0 = p[at]!;
  const p1 = p[at + 1]!;
  const p2 = p[at + 2]!;
  const p3 = p[at + 3]!;
  R[0] = 1 - 2 * (p2 * p2 + p3 * p3);
  R[1] = 2 * (p1 * p2 - p3 * p0);
  R[2] = 2 * (p1 * p3 + p2 * p0);
  R[3] = 2 * (p1 * p2 + p3 * p0);
  R[4] = 1 - 2 * (p1 * p1 + p3 * p3);
  R[5] = 2 * (p2 * p3 - p1 * p0);
  R[6] = 2 * (p1 * p3 - p2 * p0);
  R[7] = 2 * (p2 * p3 + p1 * p0);
  R[8] = 1 - 2 * (p1 * p1 + p2 * p2);
}

/** Writes Psi(p), 4 x 3, the four entries of p read from `at` on. */
export function quaternionRates(p: ArrayLike<number>, Psi: Float64Array, at = 0): void {
  const p0 = p[at]! / 2;
  const p1 = p[at + 1]! / 2;
  const p2 = p[at + 2]! / 2;
  const p3 = p[at + 3]! / 2;
  Psi[0] = -p1;
  Psi[1] = -p2;
  Psi[2] = -p3;
  Psi[3] = p0;
  Psi[4] = -p3;
  Psi[5] = p2;
  Psi[6] = p3;
  Psi[7] = p0;
  Psi[8] = -p1;
  Psi[9] = -p2;
  Psi[10] = p1;
  Psi[11] = p0;
}

/**
 * Writes d(R x)/dp, 3 x 4, of the polynomial R = Phi(p): the derivative of [notes] (11.75), whose printed Jacobian (11.76)
 * is garbled.
 */
export function rotatedDerivative(p: ArrayLike<number>, x: ArrayLike<number>, J: Float64Array): void {
  const [p0, p1, p2, p3] = [2 * p[0]!, 2 * p[1]!, 2 * p[2]!, 2 * p[3]!];
  const [x1, x2, x3] = [x[0]!, x[1]!, x[2]!];
  J[0] = p2 * x3 - p3 * x2;
  J[1] = p2 * x2 + p3 * x3;
  J[2] = -2 * p2 * x1 + p1 * x2 + p0 * x3;
  J[3] = -2 * p3 * x1 - p0 * x2 + p1 * x3;
  J[4] = p3 * x1 - p1 * x3;
  J[5] = p2 * x1 - 2 * p1 * x2 - p0 * x3;
  J[6] = p1 * x1 + p3 * x3;
  J[7] = p0 * x1 - 2 * p3 * x2 + p2 * x3;
  J[8] = p1 * x2 - p2 * x1;
  J[9] = p3 * x1 + p0 * x2 - 2 * p1 * x3;
  J[10] = -p0 * x1 + p3 * x2 - 2 * p2 * x3;
  J[11] = p1 * x1 + p2 * x2;
}

/** Writes d(R^T x)/dp, 3 x 4: R^T = Phi(conj(p)), so the columns of the vector part change their sign. */
export function rotatedBackDerivative(p: ArrayLike<number>, x: ArrayLike<number>, J: Float64Array): void {
  rotatedDerivative([p[0]!, -p[1]!, -p[2]!, -p[3]!], x, J);
  for (let i = 0; i < 3; i++) for (let k = 1; k < 4; k++) J[4 * i + k] = -J[4 * i + k]!;
}

/** Writes the unit quaternion of a rotation by the vector `angle` (rad, direction is the axis). */
export function quaternionOfRotation(angle: ArrayLike<number>, p: Float64Array): void {
  const size = Math.hypot(angle[0]!, angle[1]!, angle[2]!);
  const factor = size > 0 ? Math.sin(size / 2) / size : 0.5;
  p[0] = Math.cos(size / 2);
  for (let k = 0; k < 3; k++) p[k + 1] = factor * angle[k]!;
}

/** Divides the four entries from `at` on by their norm; returns the norm that they had. */
export function normalizeQuaternion(p: Float64Array, at = 0): number {
  const norm = Math.hypot(p[at]!, p[at + 1]!, p[at + 2]!, p[at + 3]!);
  for (let k = 0; k < 4; k++) p[at + k]! /= norm;
  return norm;
}
