/**
 * The relative degree between lambda and y of M x' = A x + B lambda, y = C x + D lambda, [notes] 1.1.3, 8.1: how often
 * y must be differentiated until lambda appears. The Markov parameters are D, CB, CAB, CA^2B, ... (with
 * M^-1 A, M^-1 B); for m > 1 the degree is uniform when the first that is not zero is regular. And the levels of
 * outputs, inputs and index sets that follow, [notes] 8.3.
 *
 * An entry is zero when it is rounding beside the sum of its terms' magnitudes. Cost O(n^2 m) a parameter, at
 * most n + 1 of them (Cayley-Hamilton).
 */
import { factorLU, solveManyLU } from '../../../numerics/dense/lu.js';
import { multiply } from '../../../numerics/dense/matrix.js';
import { revealRank } from '../../../numerics/dense/rank-reveal.js';
import { checkSize, ModelError } from '../model-error.js';

/** Entries below this part of the sum of their terms are zero. */
const zeroPart = 1e-12;

export interface LinearQuadruple {
  readonly n: number;
  readonly m: number;
  /** Row-major: A n x n, B n x m, C m x n, D m x m, M n x n regular (the identity when absent). */
  readonly A: Float64Array;
  readonly B: Float64Array;
  readonly C: Float64Array;
  readonly D?: Float64Array | undefined;
  readonly M?: Float64Array | undefined;
}

export interface RelativeDegree {
  /** The uniform degree; undefined where there is none (mixed degrees), Infinity where lambda never reaches y. */
  readonly uniform: number | undefined;
  /** Row by row the degree between lambda_j and y_j alone, (1.28); Infinity where it never reaches it. */
  readonly rows: readonly number[];
  /** D, CB, CAB, ..., m x m each, up to the first that is not zero. */
  readonly markov: readonly Float64Array[];
}

export function relativeDegree({ n, m, A, B, C, D, M }: LinearQuadruple): RelativeDegree {
  const object = 'relativeDegree';
  checkSize(object, 'A', A, n, n);
  checkSize(object, 'B', B, n, m);
  checkSize(object, 'C', C, m, n);
  if (D) checkSize(object, 'D', D, m, m);
  if (M) checkSize(object, 'M', M, n, n);
  const rows = new Array<number>(m).fill(Infinity);
  const markov: Float64Array[] = [];
  let uniform: number | undefined = Infinity;
  let power: Float64Array = B.slice();
  const own = A.slice();
  if (M) {
    divideByMass(n, n, M, own);
    divideByMass(n, m, M, power);
  }
  for (let r = 0; r <= n && m > 0; r++) {
    const parameter = r === 0 ? (D?.slice() ?? new Float64Array(m * m)) : product(m, n, m, C, power);
    const isZero = parameter.every((entry) => entry === 0);
    if (uniform === Infinity) {
      markov.push(parameter);
      // Row by row lambda_j may appear later; as a whole the degree is settled by the first one not zero.
      if (!isZero) uniform = revealRank(m, m, parameter).rank === m ? r : undefined;
    }
    for (let j = 0; j < m; j++) if (rows[j] === Infinity && parameter[j * m + j] !== 0) rows[j] = r;
    if (uniform !== Infinity && rows.every((degree) => degree < Infinity)) break;
    if (r > 0) power = product(n, n, m, own, power);
  }
  return { uniform, rows, markov };
}

export interface InteractionLevels {
  readonly lowerForOutput: number;
  readonly upperForOutput: number;
  readonly lowerForInput: number;
  readonly upperForInput: number;
  /** One index set for each level of the output. */
  readonly indexSets: number;
}

/**
 * Returns the levels of y (derivatives kept) and lambda (multipliers kept). Time stepping solves the law on y
 * itself; events need y and its derivatives up to the degree, and below it a multiplier of the impulses.
 * Throws `ModelError` above degree 2, for which no reinitialisation is known here.
 */
export function interactionLevels(
  degree: number,
  simulation: 'time-stepping' | 'event-driven',
): InteractionLevels {
  if (Number.isFinite(degree) && degree > 2) {
    throw new ModelError(
      `the relative degree between lambda and y is ${degree}; simulations go up to 2: differentiate the constraint ` +
        `by hand, or add the compliance (a resistor, a damper) that makes lambda act sooner`,
    );
  }
  const upper = simulation === 'time-stepping' || !Number.isFinite(degree) ? 0 : degree;
  const lower = Math.max(0, upper - 1);
  return {
    lowerForOutput: 0,
    upperForOutput: upper,
    lowerForInput: lower,
    upperForInput: upper,
    indexSets: upper + 1,
  };
}

/** X Y with rounding cleared. */
function product(rows: number, inner: number, cols: number, X: Float64Array, Y: Float64Array): Float64Array {
  const Z = new Float64Array(rows * cols);
  const terms = new Float64Array(rows * cols);
  multiply(rows, inner, cols, X, Y, Z);
  multiply(rows, inner, cols, X.map(Math.abs), Y.map(Math.abs), terms);
  return Z.map((entry, k) => (Math.abs(entry) <= zeroPart * terms[k]! ? 0 : entry));
}

function divideByMass(n: number, cols: number, M: Float64Array, target: Float64Array): void {
  const LU = M.slice();
  const pivots = new Int32Array(n);
  const column = factorLU(n, LU, pivots, new Float64Array(2 * n));
  if (column >= 0) {
    throw new ModelError(
      `relativeDegree: M is singular at column ${column}; eliminate the algebraic part first`,
    );
  }
  solveManyLU(n, LU, pivots, cols, target, target);
}
