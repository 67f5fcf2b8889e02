/**
 * Principal pivoting: guess the basic set alpha, compute its basic solution, exchange violated pairs.
 *
 * Block rounds exchange all violated pairs at once, which usually needs a handful of rounds but may
 * cycle; when the number of violations has not fallen for `patience` rounds, single exchanges of the
 * violated pair with the least index follow [Murty 1974], which end for every P-matrix. For other
 * matrices this is a guess: a singular principal submatrix or the limit ends it undecided.
 * Cost: one LU of size |alpha| a round. Source: [Cottle-Pang-Stone 1992, alg. 4.2.2; Judice-Pires 1994].
 */
import { solveBasis } from './complementary-basis.js';
import { lcpResidual, RESIDUAL_TOLERANCE, type LcpResult } from './linear-complementarity.js';

export interface PrincipalPivotOptions {
  /** Rows (0/1) believed basic at the start; default none. */
  readonly guess?: Uint8Array;
  /** Block rounds without progress before single exchanges; default 6. */
  readonly patience?: number;
  /** Rounds altogether; default 20 + 10 n. */
  readonly limit?: number;
}

/** Solves LCP(q, M) by principal pivoting; writes z and w. Never "infeasible". */
export function principalPivot(
  n: number,
  M: Float64Array,
  q: Float64Array,
  z: Float64Array,
  w: Float64Array,
  { guess, patience = 6, limit = 20 + 10 * n }: PrincipalPivotOptions = {},
): LcpResult {
  const active = guess ? Uint8Array.from(guess) : new Uint8Array(n);
  let fewest = n + 1;
  let left = patience;
  for (let round = 0; round < limit; round++) {
    if (!solveBasis(n, M, q, setOf(active), z, w))
      return { status: 'undecided', iterations: round, residual: Infinity };
    const violated = violations(n, M, q, z, w, active);
    if (violated.length === 0) {
      const residual = lcpResidual(n, M, q, z);
      const status = residual <= RESIDUAL_TOLERANCE ? 'solved' : 'undecided';
      return { status, iterations: round, residual };
    }
    if (violated.length < fewest) {
      fewest = violated.length;
      left = patience;
    } else {
      left--;
    }
    const exchanged = left > 0 ? violated : violated.slice(0, 1);
    for (const i of exchanged) active[i] = 1 - active[i]!;
  }
  return { status: 'undecided', iterations: limit, residual: Infinity };
}

/** Rows whose basic variable is negative by more than the rounding of its own sum, ascending. */
function violations(
  n: number,
  M: Float64Array,
  q: Float64Array,
  z: Float64Array,
  w: Float64Array,
  active: Uint8Array,
): number[] {
  const violated: number[] = [];
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(z[i]!));
  for (let i = 0; i < n; i++) {
    if (active[i] === 1) {
      if (z[i]! < -1e-15 * largest) violated.push(i);
      continue;
    }
    if (!(w[i]! < 0)) continue;
    let scale = Math.abs(q[i]!);
    for (let j = 0; j < n; j++) scale = Math.max(scale, Math.abs(M[i * n + j]! * z[j]!));
    if (w[i]! < -1e-14 * scale) violated.push(i);
  }
  return violated;
}

function setOf(active: Uint8Array): Int32Array {
  const rows: number[] = [];
  active.forEach((flag, i) => {
    if (flag === 1) rows.push(i);
  });
  return Int32Array.from(rows);
}
