/**
 * The trustworthy front of the LCP solvers: principal pivoting as a guess, then lexicographic Lemke, then,
 * unless the inequalities alone contradict each other, Lemke from other covering vectors and the bases of
 * M + epsilon I, then exact search, whose proofs of infeasibility are checked multipliers. For a copositive-plus M
 * its first node is all the proof there is; a ray alone proves nothing, since rounding makes rays too.
 * Solved on the equilibrated problem (factors are powers of two); an answer counts as solved only when
 * the public residual of the problem as given is within tolerance and it is none of the rounding of M
 * (`ComplementarityResidual.isDetermined`). Guaranteed to end; "undecided" only
 * at the search's node limit or where rounding hides the answer.
 */
import { applyScaling, equilibrate } from '../dense/equilibrate.js';
import { exactSearch } from './exact-search.js';
import { lemke } from './lemke.js';
import {
  ComplementarityResidual,
  complementaryPart,
  RESIDUAL_TOLERANCE,
  type LcpResult,
} from './linear-complementarity.js';
import { classifyMatrix, type MatrixClass } from './matrix-class.js';
import { principalPivot } from './principal-pivot.js';

/** Each costs as much as Lemke's first path, and far less than a search of many rows; most are found by the third. */
const COVERINGS = 31;
/** Epsilon in equilibrated units. */
const SHIFTS = [1e-2, 1e-4, 1e-6, 1e-8] as const;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

export interface SolveLcpOptions {
  /**
   * Largest residual of a solution; default 1e-9, the certificate's: a basic solution of a problem
   * with condition 1e6 reaches 1e-10, a wrong basis is of order 1.
   */
  readonly tolerance?: number;
  /** Nodes of the exact search; 1: neither that nor other starts are tried where the inequalities alone prove nothing. */
  readonly nodeLimit?: number;
  /** Rows (0/1) believed basic. */
  readonly guess?: Uint8Array;
  /** The size of the terms of which each q_i is the sum; default |q_i|. What cancelled of them proves nothing. */
  readonly magnitude?: Float64Array;
}

export interface LcpReport extends LcpResult {
  /** Who gave the answer. */
  readonly method: 'principal-pivot' | 'lemke' | 'exact-search';
  /** The class of M, where it was needed. */
  readonly matrixClass?: MatrixClass;
}

/** Solves LCP(q, M); writes z and w (zero unless "solved"). Throws a RangeError on sizes that do not fit, unknown options and entries that are not finite. */
export function solveLcp(
  n: number,
  M: Float64Array,
  q: Float64Array,
  z: Float64Array,
  w: Float64Array,
  options: SolveLcpOptions = {},
): LcpReport {
  const { tolerance = RESIDUAL_TOLERANCE, nodeLimit = 20000, guess, magnitude } = requireKnown(options);
  requireSizes(n, { M, q, z, w, ...(guess && { guess }), ...(magnitude && { magnitude }) });
  requireFinite('M', M);
  requireFinite('q', q);
  const problem = scaleProblem(n, M, q);
  const residualOf = new ComplementarityResidual(n, M);
  const accept = (): number => {
    for (let i = 0; i < n; i++) z[i]! *= problem.colScale[i]!;
    complementaryPart(n, M, q, z, w);
    return residualOf.isDetermined(q, z, magnitude)
      ? residualOf.evaluate(q, z, undefined, magnitude)
      : Infinity;
  };

  const guessed = principalPivot(n, problem.M, problem.q, z, w, guess ? { guess } : {});
  let iterations = guessed.iterations;
  if (guessed.status === 'solved') {
    const residual = accept();
    if (residual <= tolerance) return { status: 'solved', iterations, residual, method: 'principal-pivot' };
  }
  const path = lemke(n, problem.M, problem.q, z, w);
  iterations += path.iterations;
  if (path.end === 'solution') {
    const residual = accept();
    if (residual <= tolerance) return { status: 'solved', iterations, residual, method: 'lemke' };
  }
  const bounds = { tolerance, ...(magnitude && { magnitude }) };
  // Its first node alone proves what contradicts already as inequalities.
  let search = exactSearch(n, M, q, z, w, { ...bounds, nodeLimit: Math.min(1, nodeLimit) });
  if (search.status === 'undecided' && nodeLimit > 1) {
    for (const { iterations: spent, method } of otherStarts(n, problem, z, w)) {
      iterations += spent;
      const residual = accept();
      if (residual <= tolerance) return { status: 'solved', iterations, residual, method };
    }
    search = exactSearch(n, M, q, z, w, { ...bounds, nodeLimit });
  }
  iterations += search.iterations;
  const { status, residual } = search;
  if (status === 'solved') return { status, iterations, residual, method: 'exact-search' };
  const matrixClass = classifyMatrix(n, M);
  // A class that promises a solution (of every problem, or of one whose inequalities do not contradict each other, which
  // is more than one node) contradicts a search that finds none: rounding, not a proof.
  const promised = matrixClass.unique || (matrixClass.rayProvesInfeasible && search.iterations > 1);
  const proved = status === 'infeasible' && !promised;
  return { status: proved ? status : 'undecided', iterations, residual, method: 'exact-search', matrixClass };
}

const optionNames: readonly string[] = Object.freeze(['tolerance', 'nodeLimit', 'guess', 'magnitude']);

function requireKnown(options: SolveLcpOptions): SolveLcpOptions {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name));
  if (unknown === undefined) return options;
  throw new RangeError(`solveLcp: there is no option ${unknown}; the options are ${optionNames.join(', ')}`);
}

function requireSizes(n: number, arrays: Readonly<Record<string, Float64Array | Uint8Array>>): void {
  if (!(Number.isInteger(n) && n >= 0)) {
    throw new RangeError(`solveLcp: n is ${n}; it must be a whole number of rows`);
  }
  for (const [name, { length }] of Object.entries(arrays)) {
    const size = name === 'M' ? n * n : n;
    if (length === size) continue;
    throw new RangeError(`solveLcp: ${name} has ${length} entries; a problem of ${n} rows has ${size}`);
  }
}

/**
 * Writes, one after the other, what ends in a solution by its own account: Lemke's paths of other covering vectors, which
 * end in rays and in rounding of their own; and the basis of M + epsilon I, whose pivots all exist, as a guess for M.
 */
function* otherStarts(
  n: number,
  { M, q }: Scaled,
  z: Float64Array,
  w: Float64Array,
): Iterable<Pick<LcpReport, 'iterations' | 'method'>> {
  for (let path = 1; path <= COVERINGS; path++) {
    // Between 1/2 and 3/2, spread evenly, others for each path.
    const covering = Float64Array.from({ length: n }, (_, i) => 0.5 + (((i + 1) * path * GOLDEN_RATIO) % 1));
    const found = lemke(n, M, q, z, w, { covering });
    if (found.end === 'solution') yield { iterations: found.iterations, method: 'lemke' };
  }
  for (const shift of SHIFTS) {
    const shifted = M.map((value, p) => (p % (n + 1) === 0 ? value + shift : value));
    const near = principalPivot(n, shifted, q, z, w);
    if (near.status !== 'solved') continue;
    const found = principalPivot(n, M, q, z, w, {
      guess: Uint8Array.from(z, (value) => (value > 0 ? 1 : 0)),
    });
    const iterations = near.iterations + found.iterations;
    if (found.status === 'solved') yield { iterations, method: 'principal-pivot' };
  }
}

function requireFinite(name: string, values: Float64Array): void {
  const at = values.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) throw new RangeError(`the complementarity problem has ${name}[${at}] = ${values[at]}`);
}

interface Scaled {
  readonly M: Float64Array;
  readonly q: Float64Array;
  readonly colScale: Float64Array;
}

function scaleProblem(n: number, M: Float64Array, q: Float64Array): Scaled {
  const rowScale = new Float64Array(n);
  const colScale = new Float64Array(n);
  const scaled = new Float64Array(n * n);
  equilibrate(n, n, M, rowScale, colScale);
  applyScaling(n, n, M, rowScale, colScale, scaled);
  return { M: scaled, q: q.map((value, i) => value * rowScale[i]!), colScale };
}
