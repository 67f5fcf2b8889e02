/**
 * The mixed linear complementarity problem: find u (free) and v with
 *
 *     0 = A u + C v + a,      w = D u + B v + b,      0 <= v  _|_  w >= 0     [Cottle-Pang-Stone 1992, 1.5]
 *
 * as four blocks, or as one matrix whose rows say what they are: with z = (u, v) in any order,
 * w = M z + q, w_i = 0 in equality rows (z_i free), 0 <= z_i _|_ w_i >= 0 in the others.
 */
import { ComplementarityResidual } from '../lcp/linear-complementarity.js';

/** The problem as one matrix: M n x n row-major, q of n, equality[i] = 1 for a row w_i = 0 with z_i free. */
export interface MixedProblem {
  readonly n: number;
  readonly M: Float64Array;
  readonly q: Float64Array;
  readonly equality: Uint8Array;
}

/** The problem as blocks: A p x p, C p x m, D m x p, B m x m, a of p, b of m. */
export interface MixedBlocks {
  readonly p: number;
  readonly m: number;
  readonly A: Float64Array;
  readonly C: Float64Array;
  readonly D: Float64Array;
  readonly B: Float64Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/** Assembles the blocks into one matrix: the p equality rows first, z = (u, v). */
export function fromBlocks({ p, m, A, C, D, B, a, b }: MixedBlocks): MixedProblem {
  requireSize('A', A, p * p);
  requireSize('C', C, p * m);
  requireSize('D', D, m * p);
  requireSize('B', B, m * m);
  requireSize('a', a, p);
  requireSize('b', b, m);
  const n = p + m;
  const M = new Float64Array(n * n);
  const q = new Float64Array(n);
  for (let i = 0; i < p; i++) {
    M.set(A.subarray(i * p, (i + 1) * p), i * n);
    M.set(C.subarray(i * m, (i + 1) * m), i * n + p);
  }
  for (let i = 0; i < m; i++) {
    M.set(D.subarray(i * p, (i + 1) * p), (p + i) * n);
    M.set(B.subarray(i * m, (i + 1) * m), (p + i) * n + p);
  }
  q.set(a, 0);
  q.set(b, p);
  return { n, M, q, equality: Uint8Array.from({ length: n }, (_, i) => (i < p ? 1 : 0)) };
}

/**
 * Returns the residual of z: that of `ComplementarityResidual`, |w_i| alone in equality rows; 0 for an
 * exact solution, near 1 for a wrong one, NaN for a NaN.
 */
export function mlcpResidual({ n, M, q, equality }: MixedProblem, z: Float64Array): number {
  return new ComplementarityResidual(n, M).evaluate(q, z, Int8Array.from(equality));
}

/** Throws a RangeError naming the array when its length is not `size`. */
export function requireSize(name: string, values: { readonly length: number }, size: number): void {
  if (values.length !== size) {
    throw new RangeError(
      `the mixed complementarity problem needs ${size} entries in ${name}, not ${values.length}`,
    );
  }
}
