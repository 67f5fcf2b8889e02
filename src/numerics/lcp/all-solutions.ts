/**
 * All solutions of w = M z + q, 0 <= z _|_ w >= 0: every pair is decided both ways, nodes whose relaxation is proved infeasible are
 * left out with all below them (`complementary-relaxation.ts`). What no node is left of is proved to be all there is.
 *
 * Two solutions exclude each other where some row has z > 0 in one and w > 0 in the other; where none has, every point between
 * them is a solution too (`other-solution.ts`), and of such a continuum one is returned.
 * Cost: a linear feasibility a node; 2^(n + 1) nodes at worst, few more than n for each solution where the others are soon infeasible.
 */
import { branch, branchingPair, relax, scaledProblem } from './complementary-relaxation.js';
import { ComplementarityResidual, RESIDUAL_TOLERANCE } from './linear-complementarity.js';

export interface LcpSolution {
  readonly z: Float64Array;
  readonly w: Float64Array;
}

export interface AllSolutions {
  readonly solutions: readonly LcpSolution[];
  /** It is proved that there are no others. */
  readonly complete: boolean;
  readonly nodes: number;
}

export interface AllSolutionsOptions {
  /** Nodes to spend; default 20000. */
  readonly nodeLimit?: number;
  /** The size of the terms of which each q_i is the sum; default |q_i|. */
  readonly magnitude?: Float64Array;
}

/** Values below this part of the largest of their kind are 0. */
const zero = 1e-9;

/** Finds every solution, or says that it did not look everywhere. */
export function allSolutions(
  n: number,
  M: Float64Array,
  q: Float64Array,
  { nodeLimit = 20_000, magnitude }: AllSolutionsOptions = {},
): AllSolutions {
  const residualOf = new ComplementarityResidual(n, M);
  const problem = scaledProblem(n, M, q, residualOf.forgiven(q, RESIDUAL_TOLERANCE, magnitude));
  const solutions: LcpSolution[] = [];
  const stack: Int8Array[] = [new Int8Array(n)];
  const [z, w] = [new Float64Array(n), new Float64Array(n)];
  let complete = true;
  let nodes = 0;
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (nodes === nodeLimit) return { solutions, complete: false, nodes };
    nodes++;
    const relaxation = relax(problem, node, z, w);
    if (relaxation === 'infeasible') continue;
    const pair = branchingPair(problem, node, z, w);
    if (pair >= 0) {
      branch(stack, node, pair, true);
      continue;
    }
    if (relaxation === 'unclear' || residualOf.evaluate(q, z, undefined, magnitude) > RESIDUAL_TOLERANCE) {
      complete = false;
      continue;
    }
    const found = { z: z.slice(), w: w.slice() };
    if (solutions.every((known) => excludes(known, found))) solutions.push(found);
  }
  return { solutions, complete, nodes };
}

function excludes(a: LcpSolution, b: LcpSolution): boolean {
  const least = (one: Float64Array, other: Float64Array): number =>
    zero * Math.max(largestOf(one), largestOf(other));
  const [zLeast, wLeast] = [least(a.z, b.z), least(a.w, b.w)];
  return a.z.some(
    (value, i) =>
      (value > zLeast && (b.w[i] ?? 0) > wLeast) || ((b.z[i] ?? 0) > zLeast && (a.w[i] ?? 0) > wLeast),
  );
}

const largestOf = (values: Float64Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
