/**
 * One contact by projection: r <- P_K(r - rho (u + mu |u_T| e_N)), the fixed point of De Saxce, with rho from the
 * diagonal of W. One iteration a call is what a sweep of Gauss and Seidel needs; it converges with the sweeps where they
 * do, and slowly. Cost: one small product. Source: [De Saxce-Feng 1991], [Jourdan-Alart-Jean 1998].
 */
import { projectCoulomb } from './contact-problem.js';
import type { LocalSolver } from './one-contact.js';

/** Iterations of one call: more help where friction couples strongly with the normal direction. */
const ITERATIONS = 10;

/** Makes the solver; it owns its memory. */
export function projectionSolver(): LocalSolver {
  const u = new Float64Array(3);
  return (size, mu, W, at, q, r) => {
    let trace = 0;
    for (let k = 0; k < size; k++) trace = Math.max(trace, rowSum(size, W, at + k * size));
    if (!(trace > 0)) return false;
    const rho = 1 / trace;
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      for (let k = 0; k < size; k++) {
        u[k] = q[k]!;
        for (let l = 0; l < size; l++) u[k]! += W[at + k * size + l]! * r[l]!;
      }
      const slip = size === 2 ? Math.abs(u[1]!) : Math.hypot(u[1]!, u[2]!);
      r[0]! -= rho * (u[0]! + mu * slip);
      for (let k = 1; k < size; k++) r[k]! -= rho * u[k]!;
      projectCoulomb(mu, size, r, 0);
    }
    return true;
  };
}

function rowSum(size: number, W: Float64Array, at: number): number {
  let sum = 0;
  for (let l = 0; l < size; l++) sum += Math.abs(W[at + l]!);
  return sum;
}
