/**
 * The dynamics of a linear complementarity system within one mode, exact and of index 1 or 2. With
 *
 *     x' = A x + B lambda + F u,      y = C x + D lambda + E u,      y_a = 0 (a active), lambda = 0 elsewhere,
 *
 * lambda_a follows from D_aa lambda_a = -(C_a x + E_a u) where D_aa is regular. Where it is not, with left
 * null space W and right null space N, the mode constrains the state,
 *
 *     H x + Hu u = 0,      H = W C_a,  Hu = W E_a,
 *
 * and the rest of lambda follows from the derivative of the constraint: lambda_a = -X (C_a x + E_a u) + N t,
 *
 *     (H B_a N) t = -(H A x + H F u + Hu u' - H B_a X (C_a x + E_a u)).
 *
 * A state off the constraint is brought back by an impulse N s along B_a, (H B_a N) s = -(H x + Hu u): the
 * jump of conventions: jumps. Directions of t that nothing determines take the least norm (conventions: undetermined quantities). When
 * H B_a N loses rank against a constraint the mode has a relative degree above 1 in lambda: refused.
 * Everything is linear in w = (x | u | u'). Cost O((n + m + p)^3) a mode.
 */
import { multiply, multiplyAdd } from '../../../numerics/dense/matrix.js';
import { minNormShift } from '../../../numerics/dense/min-norm.js';
import { revealRank } from '../../../numerics/dense/rank-reveal.js';

/** The system with M removed (multiplied by its inverse); row-major. */
export interface ExplicitSystem {
  readonly n: number;
  readonly m: number;
  readonly p: number;
  readonly A: Float64Array;
  readonly B: Float64Array;
  readonly F: Float64Array;
  readonly C: Float64Array;
  readonly D: Float64Array;
  readonly E: Float64Array;
}

export interface ModeDynamics {
  readonly active: Int32Array;
  /** n + 2 p: length of w = (x | u | u'). */
  readonly width: number;
  /** x' = f w, n x width. */
  readonly f: Float64Array;
  /** lambda and y over w, m x width. */
  readonly lambda: Float64Array;
  readonly y: Float64Array;
  /** Number of constraints, and H | Hu over (x | u), constraints x (n + p). */
  readonly constraints: number;
  readonly constraint: Float64Array;
  /** Change of x and impulse of lambda for each unit of constraint violation: n x constraints, m x constraints. */
  readonly correction: Float64Array;
  readonly impulse: Float64Array;
  /** Rows whose multiplier or y is not determined but of least norm. */
  readonly undetermined: readonly number[];
}

/** Entries of a constraint this small against the terms they are the sum of are structural zeros. */
const structuralZero = 2e-14;

/** Returns the dynamics of the mode, or undefined where its relative degree is too high or inputs alone conflict. */
export function modeDynamics(system: ExplicitSystem, active: Int32Array): ModeDynamics | undefined {
  const { n, m, p, A, B, C, D, E, F } = system;
  const a = active.length;
  const width = n + 2 * p;
  const Da = new Float64Array(a * a);
  const Ba = new Float64Array(n * a);
  const CE = new Float64Array(a * (n + p));
  active.forEach((i, r) => {
    active.forEach((j, c) => (Da[r * a + c] = D[i * m + j]!));
    for (let k = 0; k < n; k++) Ba[k * a + r] = B[k * m + i]!;
    CE.set(C.subarray(i * n, (i + 1) * n), r * (n + p));
    CE.set(E.subarray(i * p, (i + 1) * p), r * (n + p) + n);
  });
  const { rank, rightNull: N, leftNull: W, basicInverse: X } = revealRank(a, a, Da);
  const d = a - rank;

  // lambda_a = -X (C_a x + E_a u) over (x | u), widened to w.
  const basic = new Float64Array(a * (n + p));
  cleanProduct(a, a, n + p, X, CE, basic);
  const lambdaA = new Float64Array(a * width);
  for (let r = 0; r < a; r++) {
    for (let j = 0; j < n + p; j++) lambdaA[r * width + j] = -basic[r * (n + p) + j]! || 0;
  }

  const constraint = independentRows(d, a, n + p, W, CE);
  const c = constraint.length / Math.max(1, n + p);
  const H = new Float64Array(c * n);
  for (let r = 0; r < c; r++) H.set(constraint.subarray(r * (n + p), r * (n + p) + n), r * n);
  const HB = new Float64Array(c * a);
  cleanProduct(c, n, a, H, Ba, HB);
  const HBN = new Float64Array(c * d);
  cleanProduct(c, a, d, HB, N, HBN);
  const inner = revealRank(c, d, HBN);
  if (inner.rank < c) return undefined;

  // Derivative of the constraint over w: H B_a lambda + H A x + H F u + Hu u'.
  const rate = new Float64Array(c * width);
  for (let r = 0; r < c; r++) {
    for (let j = 0; j < width; j++) {
      const sum = new CleanSum();
      for (let k = 0; k < a; k++) sum.add(HB[r * a + k]! * lambdaA[k * width + j]!);
      for (let k = 0; k < n; k++) {
        if (j < n) sum.add(H[r * n + k]! * A[k * n + j]!);
        else if (j < n + p) sum.add(H[r * n + k]! * F[k * p + j - n]!);
      }
      if (j >= n + p) sum.add(constraint[r * (n + p) + j - p]!);
      rate[r * width + j] = sum.value;
    }
  }
  const NX = new Float64Array(a * c);
  cleanProduct(a, d, c, N, inner.basicInverse, NX);
  for (let r = 0; r < a; r++) {
    for (let j = 0; j < width; j++) {
      const sum = new CleanSum();
      sum.add(lambdaA[r * width + j]!);
      for (let k = 0; k < c; k++) sum.add(-NX[r * c + k]! * rate[k * width + j]!);
      lambdaA[r * width + j] = sum.value;
    }
  }

  const lambda = spread(m, active, lambdaA, width);
  const free = new Float64Array(a * (d - c));
  multiply(a, d, d - c, N, inner.rightNull, free);
  const undetermined = chooseLeastNorm(system, active, free, d - c, lambda, width);

  const y = new Float64Array(m * width);
  sumOfProducts(system, lambda, width, y);
  for (const i of active) y.fill(0, i * width, (i + 1) * width);
  const f = new Float64Array(n * width);
  multiply(n, m, width, B, lambda, f);
  addBlock(f, width, A, n, n, 0);
  addBlock(f, width, F, n, p, n);

  const impulse = spread(
    m,
    active,
    NX.map((value) => -value || 0),
    c,
  );
  const correction = new Float64Array(n * c);
  multiplyAdd(n, m, c, B, impulse, correction);
  return { active, width, f, lambda, y, constraints: c, constraint, correction, impulse, undetermined };
}

/** The independent rows of W [C_a E_a]: those that are structurally zero or follow from others are left out. */
function independentRows(
  d: number,
  a: number,
  cols: number,
  W: Float64Array,
  CE: Float64Array,
): Float64Array {
  const all = new Float64Array(d * cols);
  cleanProduct(d, a, cols, W, CE, all);
  let kept = new Float64Array(0);
  for (let r = 0; r < d; r++) {
    const trial = new Float64Array(kept.length + cols);
    trial.set(kept);
    trial.set(all.subarray(r * cols, (r + 1) * cols), kept.length);
    const rows = trial.length / cols;
    if (revealRank(rows, cols, trial).rank === rows) kept = trial;
  }
  return kept;
}

/** A sum that is 0 where its terms cancel to rounding: a structural zero must not look like a small number. */
class CleanSum {
  #sum = 0;
  #terms = 0;

  add(term: number): void {
    this.#sum += term;
    this.#terms += Math.abs(term);
  }

  get value(): number {
    return Math.abs(this.#sum) <= structuralZero * this.#terms ? 0 : this.#sum;
  }
}

/** Writes P = A B (rows x inner, inner x cols). */
function cleanProduct(
  rows: number,
  inner: number,
  cols: number,
  A: Float64Array,
  B: Float64Array,
  P: Float64Array,
): void {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) {
      const sum = new CleanSum();
      for (let k = 0; k < inner; k++) sum.add(A[i * inner + k]! * B[k * cols + j]!);
      P[i * cols + j] = sum.value;
    }
  }
}

/** Writes y = D lambda + C x + E u over w. */
function sumOfProducts(
  { n, m, p, C, D, E }: ExplicitSystem,
  lambda: Float64Array,
  width: number,
  y: Float64Array,
): void {
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < width; j++) {
      const sum = new CleanSum();
      if (j < n) sum.add(C[i * n + j]!);
      else if (j < n + p) sum.add(E[i * p + j - n]!);
      for (let k = 0; k < m; k++) sum.add(D[i * m + k]! * lambda[k * width + j]!);
      y[i * width + j] = sum.value;
    }
  }
}

/** Writes rows of the active set (a x cols) to their places among m rows. */
function spread(m: number, active: Int32Array, rows: Float64Array, cols: number): Float64Array {
  const out = new Float64Array(m * cols);
  active.forEach((i, r) => out.set(rows.subarray(r * cols, (r + 1) * cols), i * cols));
  return out;
}

function addBlock(
  target: Float64Array,
  width: number,
  block: Float64Array,
  rows: number,
  cols: number,
  at: number,
): void {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < cols; j++) target[i * width + at + j]! += block[i * cols + j]!;
  }
}

/** Shifts lambda along its free directions to the least sum of squares of lambda (active) and y (elsewhere). */
function chooseLeastNorm(
  system: ExplicitSystem,
  active: Int32Array,
  free: Float64Array,
  d: number,
  lambda: Float64Array,
  width: number,
): number[] {
  if (d === 0) return [];
  const { m, D } = system;
  const isActive = new Uint8Array(m);
  for (const i of active) isActive[i] = 1;
  const U = spread(m, active, free, d);
  const P = lambda.slice();
  const moved = new Float64Array(m * d);
  multiply(m, m, d, D, U, moved);
  const y = new Float64Array(m * width);
  sumOfProducts(system, lambda, width, y);
  const directions = U.slice();
  for (let i = 0; i < m; i++) {
    if (isActive[i] === 1) continue;
    U.set(moved.subarray(i * d, (i + 1) * d), i * d);
    P.set(y.subarray(i * width, (i + 1) * width), i * width);
  }
  const T = new Float64Array(d * width);
  minNormShift(m, d, width, U, P, T);
  multiplyAdd(m, d, width, directions, T, lambda);
  return Array.from({ length: m }, (_, i) => i).filter((i) => {
    for (let k = 0; k < d; k++) if (U[i * d + k] !== 0) return true;
    return false;
  });
}
