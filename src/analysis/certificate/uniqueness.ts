/**
 * What of a solution is proved to be unique (conventions: undetermined quantities: waveforms and multipliers separately).
 *
 * Two solutions of M x' = A x + B lambda + F u, y = C x + D lambda + E u with monotone laws have
 * (dlambda)^T (dy) <= 0, so that with M symmetric positive definite
 *
 *     d/dt (dx^T M dx / 2) <= dx^T A dx - dx^T (C^T - B) dlambda - dlambda^T D dlambda,
 *
 * which is at most a multiple of dx^T M dx where D is positive semidefinite and C^T - B vanishes on the null space of
 * its symmetric part: then dx stays 0 [Gronwall; Brogliato-Thibault 2010]. A circuit without controlled sources
 * and with positive L and C has C = B^T there. A positive definite D determines the multipliers as well.
 */
import type { CompiledCircuit, ReducedSystem } from '../../circuit/compiler/compiled-circuit.js';
import { classifyMatrix } from '../../numerics/lcp/matrix-class.js';
import { symmetricEigen } from '../../numerics/dense/symmetric-eigen.js';

/** Relative size of rounding in matrices that come from solves and products. */
const rounding = 1e-10;

export function describeUniqueness({ system }: CompiledCircuit): string {
  const { m, D } = system;
  if (m === 0) return 'the circuit is linear: the solution is unique';
  const { class: name } = classifyMatrix(m, D, { minorLimit: 0 });
  if (name === 'positive-definite') return 'waveforms and multipliers are unique (D is positive definite)';
  if (name !== 'positive-semidefinite') return 'uniqueness is not shown (D is not positive semidefinite)';
  return isPassive(system) || isMonotone(system)
    ? 'waveforms are unique; multipliers are where D determines them (D is positive semidefinite)'
    : 'uniqueness is not shown (D is positive semidefinite, but sources are controlled by what it leaves open)';
}

/** Whether no element can deliver power but independent sources. */
function isPassive({ branches }: ReducedSystem): boolean {
  return branches.every((branch) => {
    if (branch.kind === 'capacitance') return branch.capacitance > 0;
    if (branch.kind === 'inductance') return branch.inductance > 0;
    return branch.kind !== 'controlled';
  });
}

/** Whether M is positive definite, and C^T - B vanishes wherever dlambda^T D dlambda does. */
function isMonotone({ n, m, M, B, C, D }: ReducedSystem): boolean {
  if (n === 0) return true;
  if (classifyMatrix(n, M, { minorLimit: 0 }).class !== 'positive-definite') return false;
  // Ohms and siemens beside each other: the diagonal is scaled to 1, which maps null vectors to null vectors.
  const unit = Float64Array.from(
    { length: m },
    (_, i) => 1 / Math.sqrt(Math.max(0, D[i * m + i] ?? NaN) || 1),
  );
  const S = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      const sum = (D[i * m + j] ?? NaN) + (D[j * m + i] ?? NaN);
      S[i * m + j] = (sum / 2) * (unit[i] ?? NaN) * (unit[j] ?? NaN);
    }
  }
  const vectors = new Float64Array(m * m);
  const values = symmetricEigen(m, S, vectors);
  return values.every((value, k) => {
    if (value > rounding) return true;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      let terms = 0;
      for (let j = 0; j < m; j++) {
        const [c = NaN, b = NaN] = [C[j * n + i], B[i * m + j]];
        const v = (vectors[j * m + k] ?? NaN) * (unit[j] ?? NaN);
        sum += (c - b) * v;
        terms += (Math.abs(c) + Math.abs(b)) * Math.abs(v);
      }
      if (Math.abs(sum) > rounding * terms) return false;
    }
    return true;
  });
}
