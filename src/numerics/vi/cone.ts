/**
 * Closed convex sets K that are products of simple blocks, their projections, and the residual of
 *
 *     0 in y + N_K(lambda),      y = M lambda + q:
 *
 * lambda in K and y . (mu - lambda) >= 0 for every mu in K. Blocks: "free" (y = 0), "orthant"
 * (complementarity), "box", and "second-order" {(l0, l1): l0 >= |l1|}, whose projection of (a, b) is
 *
 *     (a, b) inside,   0 where a <= -|b|,   else (a + |b|) / 2 (1, b / |b|).
 *
 * Source: [intro] 6.3, [Facchinei-Pang 2003, 1.5], [Fukushima-Luo-Tseng 2002].
 */
import { UNDERFLOW } from '../zero-tolerance.js';

export type ConeBlock =
  | { readonly kind: 'free' | 'orthant' | 'second-order'; readonly size: number }
  | { readonly kind: 'box'; readonly lb: Float64Array; readonly ub: Float64Array };

export interface ConeProblem {
  readonly n: number;
  readonly M: Float64Array;
  readonly q: Float64Array;
  /** The blocks of K, in the order of the rows; their sizes sum to n. */
  readonly cone: readonly ConeBlock[];
}

/** Returns the rows of a block. */
export function blockSize(block: ConeBlock): number {
  return block.kind === 'box' ? block.lb.length : block.size;
}

/** Throws a RangeError where the blocks do not cover n rows, or an interval is empty. */
export function requireCone(n: number, cone: readonly ConeBlock[]): void {
  let rows = 0;
  for (const block of cone) {
    rows += blockSize(block);
    if (block.kind !== 'box') continue;
    const at = block.lb.findIndex((low, i) => !(low <= (block.ub[i] ?? NaN)));
    if (at >= 0)
      throw new RangeError(`a box block has the empty interval [${block.lb[at]}, ${block.ub[at]}]`);
  }
  if (rows !== n) throw new RangeError(`the blocks of the set have ${rows} rows, the problem has ${n}`);
}

/** Writes the projection of x on the second-order cone of `size` rows at `start`; x and out may be equal. */
export function projectSecondOrder(size: number, x: Float64Array, start: number, out: Float64Array): void {
  const a = x[start]!;
  let norm = 0;
  for (let i = 1; i < size; i++) norm = Math.hypot(norm, x[start + i]!);
  if (norm <= a) {
    for (let i = 0; i < size; i++) out[start + i] = x[start + i]!;
    return;
  }
  // NaN goes through to the caller's residual.
  const half = norm <= -a ? 0 : (a + norm) / 2;
  out[start] = half;
  for (let i = 1; i < size; i++) out[start + i] = norm > 0 ? (half * x[start + i]!) / norm : half * 0;
}

/** Writes the projection of x on K; x and out may be equal. */
export function projectCone(cone: readonly ConeBlock[], x: Float64Array, out: Float64Array): void {
  let row = 0;
  for (const block of cone) {
    const size = blockSize(block);
    if (block.kind === 'second-order') {
      projectSecondOrder(size, x, row, out);
    } else {
      for (let i = 0; i < size; i++) {
        const low = block.kind === 'box' ? block.lb[i]! : block.kind === 'orthant' ? 0 : -Infinity;
        const high = block.kind === 'box' ? block.ub[i]! : Infinity;
        out[row + i] = Math.max(low, Math.min(high, x[row + i]!));
      }
    }
    row += size;
  }
}

/** Values this much smaller than the largest lambda are measured against that multiple of it. */
const FLOOR = 1e-3;

/**
 * Returns the residual of lambda: the natural map max |l - proj(l - v)| with l = lambda / t, v = y / s, one
 * pair of scales a second-order block and one a row elsewhere: t the size of lambda (at least FLOOR of the
 * largest), s the size of the terms of y. 0 for an exact solution, near 1 for a wrong one.
 */
export function coneResidual({ n, M, q, cone }: ConeProblem, lambda: Float64Array): number {
  const y = new Float64Array(n);
  const s = new Float64Array(n);
  const t = new Float64Array(n);
  let largest = 0;
  for (const value of lambda) largest = Math.max(largest, Math.abs(value));
  for (let i = 0; i < n; i++) {
    y[i] = q[i]!;
    s[i] = Math.max(Math.abs(q[i]!), UNDERFLOW);
    t[i] = Math.max(Math.abs(lambda[i]!), FLOOR * largest, UNDERFLOW);
    for (let j = 0; j < n; j++) {
      const term = M[i * n + j]! * lambda[j]!;
      y[i]! += term;
      s[i] = Math.max(s[i]!, Math.abs(term), FLOOR * largest * Math.abs(M[i * n + j]!));
    }
  }
  let worst = 0;
  let row = 0;
  for (const block of cone) {
    const size = blockSize(block);
    if (block.kind === 'second-order') {
      s.fill(Math.max(...s.subarray(row, row + size)), row, row + size);
      t.fill(Math.max(...t.subarray(row, row + size)), row, row + size);
    }
    const point = new Float64Array(size);
    const image = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      point[i] = lambda[row + i]! / t[row + i]! - y[row + i]! / s[row + i]!;
    }
    projectCone([scaledBlock(block, t.subarray(row, row + size))], point, image);
    for (let i = 0; i < size; i++) {
      const violation = Math.abs(lambda[row + i]! / t[row + i]! - image[i]!);
      if (!(violation <= worst)) worst = violation;
    }
    row += size;
  }
  return worst;
}

function scaledBlock(block: ConeBlock, t: Float64Array): ConeBlock {
  if (block.kind !== 'box') return block;
  const divide = (bounds: Float64Array): Float64Array => bounds.map((value, i) => value / t[i]!);
  return { kind: 'box', lb: divide(block.lb), ub: divide(block.ub) };
}
