/**
 * The nodes of a search over complementary pairs: some pairs are decided (z_i = 0 or w_i = 0), the relaxation of a node, the
 * other pairs without complementarity, is linear feasibility
 *
 *     w - M z = q,   w, z >= 0.
 *
 * "Infeasible" is proved (`phase-one.ts`), and holds for every node below. Cost of a relaxation: some 2 n pivots of O(n^2).
 */
import { applyScaling, equilibrate } from '../dense/equilibrate.js';
import { findFeasible, type Feasibility } from './phase-one.js';

/** What a node says of a pair. */
const OPEN = 0;
const Z_ZERO = -1;
const W_ZERO = 1;

export interface ScaledProblem {
  readonly n: number;
  readonly M: Float64Array;
  readonly q: Float64Array;
  /** The error of q that counts as none. */
  readonly slack: Float64Array;
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
}

export function scaledProblem(
  n: number,
  M: Float64Array,
  q: Float64Array,
  forgiven: Float64Array,
): ScaledProblem {
  const rowScale = new Float64Array(n);
  const colScale = new Float64Array(n);
  const scaled = new Float64Array(n * n);
  equilibrate(n, n, M, rowScale, colScale);
  applyScaling(n, n, M, rowScale, colScale, scaled);
  const inUnits = (values: Float64Array): Float64Array => values.map((value, i) => value * rowScale[i]!);
  return { n, M: scaled, q: inUnits(q), slack: inUnits(forgiven), rowScale, colScale };
}

/** Solves the node's linear feasibility; writes its vertex, in the original units. */
export function relax(
  { n, M, q, slack, rowScale, colScale }: ScaledProblem,
  node: Int8Array,
  z: Float64Array,
  w: Float64Array,
): Feasibility {
  const columns: number[] = [];
  for (let i = 0; i < n; i++) {
    if (node[i] !== W_ZERO) columns.push(i);
    if (node[i] !== Z_ZERO) columns.push(n + i);
  }
  const cols = columns.length;
  const A = new Float64Array(n * cols);
  columns.forEach((v, c) => {
    if (v < n) A[v * cols + c] = 1;
    else for (let i = 0; i < n; i++) A[i * cols + c] = -M[i * n + v - n]!;
  });
  const x = new Float64Array(cols);
  const status = findFeasible(n, cols, A, q, slack, x);
  z.fill(0, 0, n);
  w.fill(0, 0, n);
  columns.forEach((v, c) => {
    if (v < n) w[v] = x[c]! / rowScale[v]!;
    else z[v - n] = x[c]! * colScale[v - n]!;
  });
  return status;
}

/** The open pair with the largest scaled min(w, z), the first of equals; -1 when all are decided. */
export function branchingPair(
  { n, rowScale, colScale }: ScaledProblem,
  node: Int8Array,
  z: Float64Array,
  w: Float64Array,
): number {
  let pair = -1;
  let largest = -1;
  for (let i = 0; i < n; i++) {
    if (node[i] !== OPEN) continue;
    const both = Math.min(w[i]! * rowScale[i]!, z[i]! / colScale[i]!);
    if (both > largest) {
      largest = both;
      pair = i;
    }
  }
  return pair;
}

/** Pushes both children; the one that keeps the larger of w and z is explored first. */
export function branch(stack: Int8Array[], node: Int8Array, pair: number, keepW: boolean): void {
  const zZero = Int8Array.from(node);
  const wZero = Int8Array.from(node);
  zZero[pair] = Z_ZERO;
  wZero[pair] = W_ZERO;
  if (keepW) stack.push(wZero, zZero);
  else stack.push(zZero, wZero);
}
