/**
 * The function of Alart and Curnier for one contact, [notes] 16.1: with x_N = r_N - rho_N u_N and x_T = r_T - rho_T u_T
 *
 *     Phi_N = r_N - max(0, x_N),      Phi_T = r_T - proj of x_T on the disk of radius mu max(0, x_N),
 *
 * zero exactly where Coulomb's law holds, and one element (A, B) of its generalised Jacobian, A = dPhi/du, B = dPhi/dr:
 *
 *     x_N < 0              A = 0,  B = I                                                           open
 *     |x_T| <= mu x_N      A = diag(rho_N, rho_T, ..),  B = 0                                      sticking
 *     otherwise            N row (rho_N, 0), 0 and, with s = x_T / |x_T|, G = (I - s s^T) / |x_T|:
 *                          A_TN = mu rho_N s,  A_TT = mu rho_T x_N G,
 *                          B_TN = -mu s,       B_TT = I - mu x_N G                                 sliding
 *
 * A_TN is the term that [notes] mark "case was not taken into account": without it Newton's method loses its order where
 * a contact slides. In two dimensions s = x_T / |x_T| is a sign and G = 0. Every entry is held against finite differences
 * by the tests.
 */

/** Writes Phi (size) and A, B (size x size row-major); u and r are read from `at` on. */
export function alartCurnier(
  size: number,
  mu: number,
  rhoN: number,
  rhoT: number,
  u: Float64Array,
  r: Float64Array,
  at: number,
  phi: Float64Array,
  A: Float64Array,
  B: Float64Array,
): void {
  const xN = r[at]! - rhoN * u[at]!;
  for (let p = 0; p < size * size; p++) {
    A[p] = 0;
    B[p] = 0;
  }
  if (!(xN > 0)) {
    for (let k = 0; k < size; k++) {
      phi[k] = r[at + k]!;
      B[k * size + k] = 1;
    }
    return;
  }
  phi[0] = rhoN * u[at]!;
  A[0] = rhoN;
  const x1 = r[at + 1]! - rhoT * u[at + 1]!;
  const x2 = size === 3 ? r[at + 2]! - rhoT * u[at + 2]! : 0;
  const length = size === 3 ? Math.hypot(x1, x2) : Math.abs(x1);
  const radius = mu * xN;
  if (length <= radius) {
    for (let k = 1; k < size; k++) {
      phi[k] = rhoT * u[at + k]!;
      A[k * size + k] = rhoT;
    }
    return;
  }
  const s1 = x1 / length;
  phi[1] = r[at + 1]! - radius * s1;
  A[size] = mu * rhoN * s1;
  B[size] = -mu * s1;
  if (size === 2) {
    B[3] = 1;
    return;
  }
  const s2 = x2 / length;
  phi[2] = r[at + 2]! - radius * s2;
  A[6] = mu * rhoN * s2;
  B[6] = -mu * s2;
  const g = radius / length;
  const [g11, g12, g22] = [g * (1 - s1 * s1), -g * s1 * s2, g * (1 - s2 * s2)];
  A[4] = rhoT * g11;
  A[5] = A[7] = rhoT * g12;
  A[8] = rhoT * g22;
  B[4] = 1 - g11;
  B[5] = B[7] = -g12;
  B[8] = 1 - g22;
}
