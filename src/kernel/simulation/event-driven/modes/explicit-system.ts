/**
 * A linear system M x' = A x + F u + B lambda in explicit form, block by block: M^-1 A, M^-1 F, M^-1 B, with twice
 * the digits (`double-double.ts`). Exact where M is diagonal or the unit matrix, as circuits and hand-written models
 * have it. Cost O(n^3) once.
 */
import { doubleDoubles, solveWide, widened } from '../../../../numerics/dense/double-double.js';
import { ImpactSignal } from '../../../modeling/signals/impact-signal.js';
import type { LinearSystem } from '../../linear/linear-model.js';
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

/** Entries of hand-written models and of gains carry rounding: what cancels to this part of its terms is 0. */
const valueZero = 2e-14;

/** Multiplies A, B, F by the inverse of M, block by block; a RangeError where M is singular. */
export function explicitSystem(system: LinearSystem): ExplicitSystem {
  const { n, m, p, B, C, D, E, F, blocks, signals, remainder, cancelled = valueZero } = system;
  const A = doubleDoubles(n * n);
  if (remainder) A.lo.set(remainder.A);
  const explicit = {
    ...{ n, m, p, A, cancelled },
    ofJumps: Uint8Array.from(signals, (signal) => (signal instanceof ImpactSignal ? 1 : 0)),
    B: widened(B.slice(), remainder?.B.slice()),
    F: widened(F.slice(), remainder?.F.slice()),
    C: widened(C, remainder?.C),
    D: widened(D, remainder?.D),
    E: widened(E, remainder?.E),
  };
  for (const { system: ds, start } of blocks) {
    const k = ds.n;
    for (let i = 0; i < k; i++) A.hi.set(ds.A.subarray(i * k, (i + 1) * k), (start + i) * n + start);
    if (!ds.M) continue;
    for (const [target, cols] of [
      [A, n],
      [explicit.B, m],
      [explicit.F, p],
    ] as const) {
      const [from, to] = [start * cols, (start + k) * cols];
      const rows = widened(target.hi.subarray(from, to), target.lo.subarray(from, to));
      if (!solveWide(k, widened(ds.M.slice()), cols, rows, singular)) {
        throw new RangeError('M of a dynamical system is singular');
      }
    }
  }
  return explicit;
}

/** Pivots of M this small are rounding of its entries. */
const singular = 2e-14;
