/**
 * The dynamics of a linear complementarity system within one mode, exact and of any index. With
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
 * jump of conventions: jumps. Directions of t that nothing determines take the least norm (conventions: undetermined quantities).
 *
 * Where H B_a N loses rank, with left null space L, no lambda moves L H x: its rate is one more constraint, a hidden one,
 *
 *     L (H A x + H F u + Hu u' - H B_a X (C_a x + E_a u)) = 0,
 *
 * and so on until no new one follows: rows of relative degree r in lambda bring r - 1 hidden ones. An impulse that meets those
 * would not be of order 0: a mode goes on where the state lies on them, and is never jumped into. Where the inputs' derivatives
 * enter a hidden one the mode is refused.
 *
 * Everything is linear in w = (x | u | u') and computed with twice the digits (`double-double.ts`): a leakage of 1e-10 A behind
 * 1 TOhm is what currents of 25 A leave of each other. Cost O((n + m + p)^3) a mode.
 */
import {
  doubleDoubles,
  DoubleDoubleSum,
  multiplyAddWide,
  slicedWide,
  type DoubleDoubles,
} from '../../../../numerics/dense/double-double.js';
import { multiply } from '../../../../numerics/dense/matrix.js';
import { minNormShift } from '../../../../numerics/dense/min-norm.js';
import { revealRankWide } from '../../../../numerics/dense/rank-reveal-wide.js';
import { clearRounding } from './inverse-rounding.js';

/** The system with M removed (multiplied by its inverse); row-major. */
export interface ExplicitSystem {
  readonly n: number;
  readonly m: number;
  readonly p: number;
  readonly A: DoubleDoubles;
  readonly B: DoubleDoubles;
  readonly F: DoubleDoubles;
  readonly C: DoubleDoubles;
  readonly D: DoubleDoubles;
  readonly E: DoubleDoubles;
  /** Sums of products of entries that cancel to this part of their terms are 0. */
  readonly cancelled: number;
  /** 1 for an input that is 0 but for the length of a jump: it adds no constraint to those that others are. */
  readonly ofJumps?: Uint8Array;
}

export interface ModeDynamics {
  readonly active: Int32Array;
  /** n + 2 p: length of w = (x | u | u'). */
  readonly width: number;
  /** x' = f w, n x width. */
  readonly f: DoubleDoubles;
  /** lambda and y over w, m x width. */
  readonly lambda: DoubleDoubles;
  readonly y: DoubleDoubles;
  /** Number of constraints, and H | Hu over (x | u), constraints x (n + p). */
  readonly constraints: number;
  /** How many of them, the last ones, no impulse of order 0 meets. */
  readonly hidden: number;
  readonly constraint: Float64Array;
  /** Change of x and impulse of lambda for each unit of constraint violation: n x constraints, m x constraints. */
  readonly correction: Float64Array;
  readonly impulse: Float64Array;
  /** Rows whose multiplier or y is not determined but of least norm. */
  readonly undetermined: readonly number[];
}

/** What sums of twice the digits leave where their terms cancel. */
const rounding = 1e-28;
/** Gains of a circuit lie between 1 pS and 1 TOhm; beyond the square of what these span nothing is meant. */
const nothing = 1e-42;
/** Rank is decided by pivots some digits above what cancelled sums are cleared to. */
const pivotMargin = 50;

/** Returns the dynamics of the mode, or undefined where its relative degree is too high or inputs alone conflict. */
export function modeDynamics(system: ExplicitSystem, active: Int32Array): ModeDynamics | undefined {
  const { n, m, p, A, B, C, D, E, F, cancelled } = system;
  const a = active.length;
  const width = n + 2 * p;
  const zeroPivot = pivotMargin * cancelled;
  const Da = doubleDoubles(a * a);
  const Ba = doubleDoubles(n * a);
  const CE = doubleDoubles(a * (n + p));
  active.forEach((i, r) => {
    active.forEach((j, c) => copy(D, i * m + j, Da, r * a + c));
    for (let k = 0; k < n; k++) copy(B, k * m + i, Ba, k * a + r);
    for (let k = 0; k < n; k++) copy(C, i * n + k, CE, r * (n + p) + k);
    for (let k = 0; k < p; k++) copy(E, i * p + k, CE, r * (n + p) + n + k);
  });
  const { rank, rightNull: N, leftNull: W, basicInverse: X } = revealRankWide(a, a, Da, zeroPivot);
  clearRounding(a, Da, X, cancelled);
  const d = a - rank;

  // lambda_a = -X (C_a x + E_a u) over (x | u), widened to w.
  const basic = cleanProduct(a, a, n + p, X, CE, cancelled);
  const lambdaA = doubleDoubles(a * width);
  for (let r = 0; r < a; r++) {
    for (let j = 0; j < n + p; j++) copy(basic, r * (n + p) + j, lambdaA, r * width + j, -1);
  }

  const constraining = constraintsOf(
    system,
    { a, d, Ba, N, lambdaA },
    cleanProduct(d, a, n + p, W, CE, cancelled),
  );
  if (!constraining) return undefined;
  const { constraint, rate, hidden, count: c, inner } = constraining;
  const NX = cleanProduct(a, d, c, N, inner.basicInverse, cancelled);
  const sum = new DoubleDoubleSum();
  for (let r = 0; r < a; r++) {
    for (let j = 0; j < width; j++) {
      const at = r * width + j;
      sum.clear().add(lambdaA.hi[at]!, lambdaA.lo[at]!);
      for (let k = 0; k < c; k++) addTerm(sum, NX, r * c + k, rate, k * width + j, -1);
      sum.clean(cancelled).writeTo(lambdaA, at);
    }
  }

  const lambda = spread(m, active, lambdaA, width);
  const open = d - inner.rank;
  const free = doubleDoubles(a * open);
  multiplyAddWide(a, d, open, N, inner.rightNull, free);
  const undetermined = chooseLeastNorm(system, active, free, open, lambda, width);

  const y = sumOfProducts(system, active, lambda, width);
  for (const i of active) {
    y.hi.fill(0, i * width, (i + 1) * width);
    y.lo.fill(0, i * width, (i + 1) * width);
  }
  clearNothing(m, width, lambda, y);
  const f = doubleDoubles(n * width);
  for (let i = 0; i < n; i++) {
    const coupled = active.filter((k) => B.hi[i * m + k] !== 0);
    for (let j = 0; j < width; j++) {
      sum.clear();
      for (const k of coupled) addTerm(sum, B, i * m + k, lambda, k * width + j);
      if (j < n) sum.add(A.hi[i * n + j]!, A.lo[i * n + j]!);
      else if (j < n + p) sum.add(F.hi[i * p + j - n]!, F.lo[i * p + j - n]!);
      sum.clean(rounding).writeTo(f, i * width + j);
    }
  }

  const impulse = spread(m, active, NX, c);
  for (const part of [impulse.hi, impulse.lo]) part.forEach((value, k) => (part[k] = -value || 0));
  const correction = doubleDoubles(n * c);
  multiplyAddWide(n, m, c, B, impulse, correction);
  return {
    ...{ active, width, f, lambda, y, constraints: c, hidden, constraint: constraint.hi },
    ...{ correction: correction.hi, impulse: impulse.hi, undetermined },
  };
}

/** The constraints of a mode and their rates over w; undefined where derivatives of inputs would have to be constrained. */
function constraintsOf(
  system: ExplicitSystem,
  {
    a,
    d,
    Ba,
    N,
    lambdaA,
  }: { a: number; d: number; Ba: DoubleDoubles; N: DoubleDoubles; lambdaA: DoubleDoubles },
  explicit: DoubleDoubles,
) {
  const { n, p, cancelled } = system;
  const cols = n + p;
  const width = n + 2 * p;
  const zeroPivot = pivotMargin * cancelled;
  // Contacts that touch at once constrain the same velocity, each with an impact of its own.
  const lasting = withoutColumns(explicit, cols, (j) => j >= n && system.ofJumps?.[j - n] === 1);
  let constraint = chosenRows(
    cols,
    explicit,
    independentRows(cols, doubleDoubles(0), lasting, zeroPivot).rows,
  );
  const first = constraint.hi.length;
  for (;;) {
    const count = constraint.hi.length / Math.max(1, cols);
    const H = doubleDoubles(count * n);
    for (let r = 0; r < count; r++) for (let k = 0; k < n; k++) copy(constraint, r * cols + k, H, r * n + k);
    const HB = cleanProduct(count, n, a, H, Ba, cancelled);
    const inner = revealRankWide(count, d, cleanProduct(count, a, d, HB, N, cancelled), zeroPivot);
    const rate = rateOf(system, constraint, H, HB, lambdaA, a);
    const all = { constraint, rate, inner, count, hidden: count - first / Math.max(1, cols) };
    if (inner.rank === count) return all;
    const more = cleanProduct(count - inner.rank, count, width, inner.leftNull, rate, cancelled);
    const unmoved = doubleDoubles((count - inner.rank) * cols);
    for (let r = 0; r < count - inner.rank; r++) {
      for (let j = 0; j < cols; j++) copy(more, r * width + j, unmoved, r * cols + j);
      if (more.hi.subarray(r * width + cols, (r + 1) * width).some((value) => value !== 0)) return undefined;
    }
    const extended = independentRows(cols, constraint, unmoved, zeroPivot).all;
    if (extended.hi.length === constraint.hi.length) return all;
    constraint = extended;
  }
}

/** Derivative of the constraint over w with the basic part of lambda: H B_a lambda + H A x + H F u + Hu u'. */
function rateOf(
  { n, p, A, F, cancelled }: ExplicitSystem,
  constraint: DoubleDoubles,
  H: DoubleDoubles,
  HB: DoubleDoubles,
  lambdaA: DoubleDoubles,
  a: number,
): DoubleDoubles {
  const width = n + 2 * p;
  const count = constraint.hi.length / Math.max(1, n + p);
  const rate = doubleDoubles(count * width);
  const sum = new DoubleDoubleSum();
  for (let r = 0; r < count; r++) {
    for (let j = 0; j < width; j++) {
      sum.clear();
      for (let k = 0; k < a; k++) addTerm(sum, HB, r * a + k, lambdaA, k * width + j);
      for (let k = 0; k < n; k++) {
        if (j < n) addTerm(sum, H, r * n + k, A, k * n + j);
        else if (j < n + p) addTerm(sum, H, r * n + k, F, k * p + j - n);
      }
      if (j >= n + p) {
        const at = r * (n + p) + j - p;
        sum.add(constraint.hi[at]!, constraint.lo[at]!);
      }
      sum.clean(cancelled).writeTo(rate, r * width + j);
    }
  }
  return rate;
}

/**
 * Clears entries of lambda and y, m x width, that are nothing beside the largest of their column: a sum that cancels leaves 1e-32 of
 * its terms, and behind a leakage of 1e-12 S that is a value with a sign.
 */
function clearNothing(m: number, width: number, ...matrices: readonly DoubleDoubles[]): void {
  for (let j = 0; j < width; j++) {
    let largest = 0;
    for (const { hi } of matrices)
      for (let i = 0; i < m; i++) largest = Math.max(largest, Math.abs(hi[i * width + j]!));
    for (const { hi, lo } of matrices) {
      for (let at = j; at < m * width; at += width)
        if (Math.abs(hi[at]!) < nothing * largest) hi[at] = lo[at] = 0;
    }
  }
}

function copy(from: DoubleDoubles, i: number, to: DoubleDoubles, j: number, sign: 1 | -1 = 1): void {
  to.hi[j] = sign * from.hi[i]! || 0;
  to.lo[j] = sign * from.lo[i]! || 0;
}

function addTerm(
  sum: DoubleDoubleSum,
  P: DoubleDoubles,
  i: number,
  Q: DoubleDoubles,
  j: number,
  sign: 1 | -1 = 1,
): void {
  sum.addProduct(sign * P.hi[i]!, sign * P.lo[i]!, Q.hi[j]!, Q.lo[j]!);
}

/** `kept`, and those of `rows` that do not follow from what stands before them; also which these are. */
function independentRows(
  cols: number,
  kept: DoubleDoubles,
  rows: DoubleDoubles,
  zeroPivot: number,
): { readonly all: DoubleDoubles; readonly rows: readonly number[] } {
  let all = kept;
  const chosen: number[] = [];
  for (let at = 0; at < rows.hi.length; at += cols) {
    const trial = joined(all, slicedWide(rows, at, cols));
    const count = trial.hi.length / cols;
    if (revealRankWide(count, cols, trial, zeroPivot).rank < count) continue;
    all = trial;
    chosen.push(at / cols);
  }
  return { all, rows: chosen };
}

function chosenRows(cols: number, matrix: DoubleDoubles, rows: readonly number[]): DoubleDoubles {
  return rows.reduce((all, r) => joined(all, slicedWide(matrix, r * cols, cols)), doubleDoubles(0));
}

function withoutColumns(
  matrix: DoubleDoubles,
  cols: number,
  isLeftOut: (column: number) => boolean,
): DoubleDoubles {
  const entry = (value: number, at: number): number => (isLeftOut(at % cols) ? 0 : value);
  return { hi: matrix.hi.map(entry), lo: matrix.lo.map(entry) };
}

function joined(head: DoubleDoubles, tail: DoubleDoubles): DoubleDoubles {
  const all = doubleDoubles(head.hi.length + tail.hi.length);
  all.hi.set(head.hi);
  all.lo.set(head.lo);
  all.hi.set(tail.hi, head.hi.length);
  all.lo.set(tail.lo, head.lo.length);
  return all;
}

/** P = A B (rows x inner, inner x cols) with sums that cancel cleared. */
function cleanProduct(
  rows: number,
  inner: number,
  cols: number,
  A: DoubleDoubles,
  B: DoubleDoubles,
  cancelled: number,
): DoubleDoubles {
  const P = doubleDoubles(rows * cols);
  const sum = new DoubleDoubleSum();
  const columns = new Int32Array(inner).map((_, k) => k);
  for (let i = 0; i < rows; i++) {
    const filled = columns.filter((k) => A.hi[i * inner + k] !== 0);
    for (let j = 0; j < cols; j++) {
      sum.clear();
      for (const k of filled) addTerm(sum, A, i * inner + k, B, k * cols + j);
      sum.clean(cancelled).writeTo(P, i * cols + j);
    }
  }
  return P;
}

/** y = D lambda + C x + E u over w; lambda is 0 outside the active set. */
function sumOfProducts(
  { n, m, p, C, D, E, cancelled }: ExplicitSystem,
  active: Int32Array,
  lambda: DoubleDoubles,
  width: number,
): DoubleDoubles {
  const y = doubleDoubles(m * width);
  const sum = new DoubleDoubleSum();
  for (let i = 0; i < m; i++) {
    const coupled = active.filter((k) => D.hi[i * m + k] !== 0);
    for (let j = 0; j < width; j++) {
      sum.clear();
      if (j < n) sum.add(C.hi[i * n + j]!, C.lo[i * n + j]!);
      else if (j < n + p) sum.add(E.hi[i * p + j - n]!, E.lo[i * p + j - n]!);
      for (const k of coupled) addTerm(sum, D, i * m + k, lambda, k * width + j);
      sum.clean(cancelled).writeTo(y, i * width + j);
    }
  }
  return y;
}

/** Writes rows of the active set (a x cols) to their places among m rows. */
function spread(m: number, active: Int32Array, rows: DoubleDoubles, cols: number): DoubleDoubles {
  const out = doubleDoubles(m * cols);
  active.forEach((i, r) => {
    for (let j = 0; j < cols; j++) copy(rows, r * cols + j, out, i * cols + j);
  });
  return out;
}

/** Shifts lambda along its free directions to the least sum of squares of lambda (active) and y (elsewhere). */
function chooseLeastNorm(
  system: ExplicitSystem,
  active: Int32Array,
  free: DoubleDoubles,
  d: number,
  lambda: DoubleDoubles,
  width: number,
): number[] {
  if (d === 0) return [];
  const { m, D } = system;
  const isActive = new Uint8Array(m);
  for (const i of active) isActive[i] = 1;
  const directions = spread(m, active, free, d);
  const U = directions.hi.slice();
  const P = lambda.hi.slice();
  const moved = new Float64Array(m * d);
  multiply(m, m, d, D.hi, U, moved);
  const y = sumOfProducts(system, active, lambda, width).hi;
  for (let i = 0; i < m; i++) {
    if (isActive[i] === 1) continue;
    U.set(moved.subarray(i * d, (i + 1) * d), i * d);
    P.set(y.subarray(i * width, (i + 1) * width), i * width);
  }
  const T = doubleDoubles(d * width);
  minNormShift(m, d, width, U, P, T.hi);
  multiplyAddWide(m, d, width, directions, T, lambda);
  return Array.from({ length: m }, (_, i) => i).filter((i) => {
    for (let k = 0; k < d; k++) if (U[i * d + k] !== 0) return true;
    return false;
  });
}
