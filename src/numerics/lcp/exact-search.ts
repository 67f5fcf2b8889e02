/**
 * Exact search: branch on complementary pairs. A node has some pairs decided (z_i = 0 or w_i = 0);
 * its relaxation, the other pairs without complementarity, is linear feasibility
 *
 *     w - M z = q,   w, z >= 0.
 *
 * An infeasible relaxation prunes the node; a vertex that happens to be complementary solves; else
 * the pair with the largest min(w_i, z_i) is branched on. No basis is ever inverted, so singular
 * complementary bases are no special case. Finds a solution or proves that there is none, for every
 * M, within the node limit; exponential in n at worst, often a few nodes.
 * Source: branch and bound on complementarities [Cottle-Pang-Stone 1992, notes 4.12; Al-Khayyal 1987].
 */
import { applyScaling, equilibrate } from '../dense/equilibrate.js';
import {
  ComplementarityResidual,
  complementaryPart,
  RESIDUAL_TOLERANCE,
  type LcpResult,
} from './linear-complementarity.js';
import { findFeasible, type Feasibility } from './phase-one.js';

export interface ExactSearchOptions {
  /** Nodes (linear feasibility problems) to spend; default 20000, every leaf of 13 pairs. */
  readonly nodeLimit?: number;
  /** Bound of the residual of an accepted solution. */
  readonly tolerance?: number;
  /** The size of the terms of which each q_i is the sum; default |q_i|. */
  readonly magnitude?: Float64Array;
}

/** What a node says of a pair. */
const OPEN = 0;
const Z_ZERO = -1;
const W_ZERO = 1;

/** Solves LCP(q, M) or proves it infeasible; "undecided" at the node limit or when a node stays unclear. */
export function exactSearch(
  n: number,
  M: Float64Array,
  q: Float64Array,
  z: Float64Array,
  w: Float64Array,
  { nodeLimit = 20000, tolerance = RESIDUAL_TOLERANCE, magnitude }: ExactSearchOptions = {},
): LcpResult {
  const residualOf = new ComplementarityResidual(n, M);
  const problem = scaledProblem(n, M, q, residualOf.forgiven(q, tolerance, magnitude));
  const stack: Int8Array[] = [new Int8Array(n)];
  let unclear = false;
  let nodes = 0;
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (nodes++ >= nodeLimit) return noAnswer('undecided', nodes - 1, z, w);
    const relaxation = relax(problem, node, z, w);
    if (relaxation === 'infeasible') continue;
    if (relaxation === 'feasible') {
      const residual = residualOf.evaluate(q, z, undefined, magnitude);
      if (residual <= tolerance && residualOf.isDetermined(q, z, magnitude)) {
        complementaryPart(n, M, q, z, w);
        return { status: 'solved', iterations: nodes, residual };
      }
    }
    const pair = branchingPair(problem, node, z, w);
    if (pair < 0) unclear = true;
    else branch(stack, node, pair, w[pair]! * problem.rowScale[pair]! > z[pair]! / problem.colScale[pair]!);
  }
  return noAnswer(unclear ? 'undecided' : 'infeasible', nodes, z, w);
}

interface ScaledProblem {
  readonly n: number;
  readonly M: Float64Array;
  readonly q: Float64Array;
  /** The error of q that counts as none. */
  readonly slack: Float64Array;
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
}

function scaledProblem(n: number, M: Float64Array, q: Float64Array, forgiven: Float64Array): ScaledProblem {
  const rowScale = new Float64Array(n);
  const colScale = new Float64Array(n);
  const scaled = new Float64Array(n * n);
  equilibrate(n, n, M, rowScale, colScale);
  applyScaling(n, n, M, rowScale, colScale, scaled);
  const inUnits = (values: Float64Array): Float64Array => values.map((value, i) => value * rowScale[i]!);
  return { n, M: scaled, q: inUnits(q), slack: inUnits(forgiven), rowScale, colScale };
}

/** Solves the node's linear feasibility; writes its vertex, in the original units. */
function relax(
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
function branchingPair(
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
function branch(stack: Int8Array[], node: Int8Array, pair: number, keepW: boolean): void {
  const zZero = Int8Array.from(node);
  const wZero = Int8Array.from(node);
  zZero[pair] = Z_ZERO;
  wZero[pair] = W_ZERO;
  if (keepW) stack.push(wZero, zZero);
  else stack.push(zZero, wZero);
}

function noAnswer(
  status: 'infeasible' | 'undecided',
  iterations: number,
  z: Float64Array,
  w: Float64Array,
): LcpResult {
  z.fill(0);
  w.fill(0);
  return { status, iterations, residual: Infinity };
}
