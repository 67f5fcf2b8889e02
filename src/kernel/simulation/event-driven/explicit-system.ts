/**
 * A linear system M x' = A x + F u + B lambda in explicit form, block by block: M^-1 A, M^-1 F, M^-1 B. Exact
 * where M is diagonal or the unit matrix, as circuits and hand-written models have it. Cost O(n^3) once.
 */
import { factorLU, solveLU } from '../../../numerics/dense/lu.js';
import type { LinearSystem } from '../linear-model.js';
import type { ExplicitSystem } from './mode-dynamics.js';

/** sqrt(M_ii) of each state: in a circuit x_i^2 M_ii / 2 is an energy, so that volts and amperes compare. */
export function stateWeights({ n, blocks }: LinearSystem): Float64Array {
  const weight = new Float64Array(n).fill(1);
  for (const { system, start } of blocks) {
    for (let i = 0; i < system.n; i++) {
      if (system.M) weight[start + i] = Math.sqrt(Math.abs(system.M[i * system.n + i]!)) || 1;
    }
  }
  return weight;
}

/** Multiplies A, B, F by the inverse of M, block by block; a RangeError where M is singular. */
export function explicitSystem(system: LinearSystem): ExplicitSystem {
  const { n, m, p, B, C, D, E, F, blocks } = system;
  const A = new Float64Array(n * n);
  const explicit = { n, m, p, A, B: B.slice(), F: F.slice(), C, D, E };
  for (const { system: ds, start } of blocks) {
    const k = ds.n;
    for (let i = 0; i < k; i++) A.set(ds.A.subarray(i * k, (i + 1) * k), (start + i) * n + start);
    if (!ds.M) continue;
    const M = ds.M.slice();
    const pivots = new Int32Array(k);
    if (factorLU(k, M, pivots, new Float64Array(2 * k)) >= 0) {
      throw new RangeError('M of a dynamical system is singular');
    }
    const column = new Float64Array(k);
    for (const [target, cols] of [
      [A, n],
      [explicit.B, m],
      [explicit.F, p],
    ] as const) {
      for (let j = 0; j < cols; j++) {
        for (let i = 0; i < k; i++) column[i] = target[(start + i) * cols + j]!;
        solveLU(k, M, pivots, column, column);
        for (let i = 0; i < k; i++) target[(start + i) * cols + j] = column[i]!;
      }
    }
  }
  return explicit;
}
