/**
 * One contact in three dimensions by Newton's method on the function of Alart and Curnier, r <- r - (A W + B)^-1 Phi,
 * the step halved while |Phi| grows; the open and the sticking case are tried first, so that Newton is asked only where
 * the contact slides. Converges quadratically from near; false where it does not converge. Cost: a 3 x 3 solve an
 * iteration, 3 to 6 of them. Source: [notes] 16.1, [Alart-Curnier 1991].
 */
import { alartCurnier } from './alart-curnier.js';
import { openOrSticking3, solveMinus3, solvePlanar, type LocalSolver } from './one-contact.js';

const ITERATIONS = 30;
const HALVINGS = 8;
/** |Phi| relative to r: a few roundings of a 3 x 3 product. */
const CONVERGED = 1e-14;

/** Makes the solver; it owns its memory. Two dimensions are solved by cases. */
export function newtonSolver(): LocalSolver {
  const u = new Float64Array(3);
  const phi = new Float64Array(3);
  const A = new Float64Array(9);
  const B = new Float64Array(9);
  const J = new Float64Array(9);
  const step = new Float64Array(3);
  const from = new Float64Array(3);
  return (size, mu, W, at, q, r) => {
    if (size === 2) return solvePlanar(size, mu, W, at, q, r);
    if (openOrSticking3(mu, W, at, q, r, step)) return true;
    const rhoN = 1 / W[at]!;
    const rhoT = 2 / (W[at + 4]! + W[at + 8]!);
    if (!(rhoN > 0 && rhoN < Infinity && rhoT > 0 && rhoT < Infinity)) return false;
    if (!(r[0]! > 0)) {
      r.fill(0, 0, 3);
      r[0] = -q[0]! * rhoN;
    }
    const evaluate = (): number => {
      for (let k = 0; k < 3; k++) {
        const row = at + 3 * k;
        u[k] = q[k]! + W[row]! * r[0]! + W[row + 1]! * r[1]! + W[row + 2]! * r[2]!;
      }
      alartCurnier(3, mu, rhoN, rhoT, u, r, 0, phi, A, B);
      return Math.hypot(phi[0]!, phi[1]!, phi[2]!);
    };
    let error = evaluate();
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      const scale = Math.hypot(r[0]!, r[1]!, r[2]!) + rhoN * Math.abs(q[0]!);
      if (error <= CONVERGED * scale) return true;
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          let sum = B[3 * i + j]!;
          for (let k = 0; k < 3; k++) sum += A[3 * i + k]! * W[at + 3 * k + j]!;
          J[3 * i + j] = sum;
        }
      }
      if (!solveMinus3(J, 0, phi, step)) return false;
      from.set(r.subarray(0, 3));
      const before = error;
      for (let halving = 0, part = 1; ; halving++, part /= 2) {
        for (let k = 0; k < 3; k++) r[k] = from[k]! + part * step[k]!;
        error = evaluate();
        if (error < before || halving === HALVINGS) break;
      }
      // No progress: at rounding, which is an answer, or stuck.
      if (!(error < before)) return before <= 1e3 * CONVERGED * scale;
    }
    return false;
  };
}
