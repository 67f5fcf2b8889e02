/**
 * Classes of LCP matrices, and what each proves [Cottle-Pang-Stone 1992, 3.1, 3.3, 3.8, 4.4]:
 *
 *   positive-definite       x M x > 0 for x /= 0: one solution for every q
 *   p                       all principal minors positive: one solution for every q
 *   positive-semidefinite   x M x >= 0: solvable when feasible, a Lemke ray proves infeasibility,
 *                           w unique when M is symmetric
 *   copositive-plus         x M x >= 0 for x >= 0, and (M + M') x = 0 where it vanishes: a Lemke ray
 *                           proves infeasibility
 *   unknown                 nothing shown; exact search must decide
 *
 * The tests are sufficient: "unknown" does not say that a class is absent. M need not be symmetric.
 * Cost: n^3 / 3, and 2^n LU factorisations for P (n <= 12 only).
 */
import { submatrix } from '../dense/matrix.js';
import { factorLU } from '../dense/lu.js';

export type MatrixClassName =
  'positive-definite' | 'p' | 'positive-semidefinite' | 'copositive-plus' | 'unknown';

export interface MatrixClass {
  readonly class: MatrixClassName;
  /** The reason, as a sentence for the certificate. */
  readonly proof: string;
  /** Whether LCP(q, M) has exactly one solution for every q. */
  readonly unique: boolean;
  /** Whether a Lemke ray proves that no z >= 0 makes w >= 0. */
  readonly rayProvesInfeasible: boolean;
}

export interface MatrixClassOptions {
  /** Largest n for which all 2^n principal minors are computed; default 12. */
  readonly minorLimit?: number;
}

/**
 * Relative size of rounding: M_ij + M_ji this small against its terms is a skew-symmetric pair, a
 * pivot this small against its diagonal entry is zero. M comes from a solve and a product.
 */
const ROUNDING = 1e-12;

/** Finds the strongest class that is shown for M (n x n). */
export function classifyMatrix(
  n: number,
  M: Float64Array,
  { minorLimit = 12 }: MatrixClassOptions = {},
): MatrixClass {
  const S = symmetricPart(n, M);
  const definiteness = testDefiniteness(n, Float64Array.from(S));
  if (definiteness === 'definite') {
    return found('positive-definite', 'the symmetric part has positive pivots', true, true);
  }
  if (n <= minorLimit && allPrincipalMinorsPositive(n, M)) {
    return found(
      'p',
      `all ${2 ** n - 1} principal minors are positive`,
      true,
      definiteness === 'semidefinite',
    );
  }
  if (definiteness === 'semidefinite') {
    return found('positive-semidefinite', 'the symmetric part has no negative pivot', false, true);
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (i !== j && S[i * n + j]! > 0) S[i * n + j] = 0;
  if (testDefiniteness(n, S) === 'definite') {
    const proof = 'strictly copositive: positive definite even without its positive off-diagonal entries';
    return found('copositive-plus', proof, false, true);
  }
  return found('unknown', 'neither semidefinite, P nor strictly copositive by the tests made', false, false);
}

function found(
  name: MatrixClassName,
  proof: string,
  unique: boolean,
  rayProvesInfeasible: boolean,
): MatrixClass {
  return { class: name, proof, unique, rayProvesInfeasible };
}

/** M + M', with the rounding of skew-symmetric pairs cleared. */
function symmetricPart(n: number, M: Float64Array): Float64Array {
  const S = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = M[i * n + j]!;
      const b = M[j * n + i]!;
      S[i * n + j] = Math.abs(a + b) <= ROUNDING * (Math.abs(a) + Math.abs(b)) ? 0 : a + b;
    }
  }
  return S;
}

/**
 * L D L' with diagonal pivoting in place: the largest pivot relative to its original diagonal. What
 * remains when every pivot is zero must vanish: |s_ij| <= rounding of sqrt(d_i d_j).
 */
function testDefiniteness(n: number, S: Float64Array): 'definite' | 'semidefinite' | 'neither' {
  const diagonal = Float64Array.from({ length: n }, (_, i) => S[i * n + i]!);
  const open = new Uint8Array(n).fill(1);
  for (let step = 0; step < n; step++) {
    let k = -1;
    let largest = ROUNDING;
    for (let i = 0; i < n; i++) {
      if (open[i] === 0) continue;
      if (S[i * n + i]! < -ROUNDING * Math.abs(diagonal[i]!)) return 'neither';
      const relative = diagonal[i]! > 0 ? S[i * n + i]! / diagonal[i]! : 0;
      if (relative > largest) {
        largest = relative;
        k = i;
      }
    }
    if (k < 0) return remainderVanishes(n, S, diagonal, open) ? 'semidefinite' : 'neither';
    open[k] = 0;
    for (let i = 0; i < n; i++) {
      if (open[i] === 0) continue;
      const factor = S[i * n + k]! / S[k * n + k]!;
      if (factor === 0) continue;
      for (let j = 0; j < n; j++) if (open[j] === 1) S[i * n + j]! -= factor * S[k * n + j]!;
    }
  }
  return 'definite';
}

function remainderVanishes(n: number, S: Float64Array, diagonal: Float64Array, open: Uint8Array): boolean {
  for (let i = 0; i < n; i++) {
    if (open[i] === 0) continue;
    for (let j = 0; j < n; j++) {
      if (open[j] === 0) continue;
      const bound = ROUNDING * Math.sqrt(Math.max(0, diagonal[i]!) * Math.max(0, diagonal[j]!));
      if (!(Math.abs(S[i * n + j]!) <= bound)) return false;
    }
  }
  return true;
}

/** Whether all principal minors are positive; a minor that is zero to rounding is not. */
export function allPrincipalMinorsPositive(n: number, M: Float64Array): boolean {
  for (let i = 0; i < n; i++) if (!(M[i * n + i]! > 0)) return false;
  for (let subset = 1; subset < 2 ** n; subset++) {
    const rows: number[] = [];
    for (let i = 0; i < n; i++) if ((subset >> i) & 1) rows.push(i);
    if (rows.length > 1 && !(determinantSign(n, M, Int32Array.from(rows)) > 0)) return false;
  }
  return true;
}

function determinantSign(n: number, M: Float64Array, rows: Int32Array): number {
  const k = rows.length;
  const A = new Float64Array(k * k);
  submatrix(n, M, rows, rows, A);
  const pivots = new Int32Array(k);
  if (factorLU(k, A, pivots, new Float64Array(2 * k), ROUNDING) >= 0) return 0;
  let sign = 1;
  for (let i = 0; i < k; i++) {
    if (A[i * k + i]! < 0) sign = -sign;
    if (pivots[i] !== i) sign = -sign;
  }
  return sign;
}
