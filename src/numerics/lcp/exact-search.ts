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
import { branch, branchingPair, relax, scaledProblem } from './complementary-relaxation.js';
import {
  ComplementarityResidual,
  complementaryPart,
  RESIDUAL_TOLERANCE,
  type LcpResult,
} from './linear-complementarity.js';

export interface ExactSearchOptions {
  /** Nodes (linear feasibility problems) to spend; default 20000, every leaf of 13 pairs. */
  readonly nodeLimit?: number;
  /** Bound of the residual of an accepted solution. */
  readonly tolerance?: number;
  /** The size of the terms of which each q_i is the sum; default |q_i|. */
  readonly magnitude?: Float64Array;
}

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
