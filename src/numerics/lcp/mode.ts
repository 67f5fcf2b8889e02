/**
 * A mode of the problem y = M lambda + q, 0 <= lambda _|_ y >= 0, M fixed, q changing: the set alpha of
 * rows with y = 0 (lambda free); lambda = 0 elsewhere. Within a mode everything is linear in q:
 *
 *     lambda_alpha = -inv(M_alpha,alpha) q_alpha,   lambda = S q,   y = (I + M S) q.
 *
 * Where M_alpha,alpha is singular (parallel ideal shorts, floating nodes), lambda_alpha = -X q + N t with
 * N its null space: the model leaves t open. It is chosen as the limit of equal vanishing conductances
 * across open ideal elements and equal vanishing resistances in closed ones: least
 *
 *     sum (voltage of an open element)^2 + sum (current of a closed element)^2.
 *
 * A free quantity is lambda_i in alpha and y_i outside; it is a current (closed) where lambda is the
 * current and i in alpha, or y is the current and i outside; else a voltage (open). Then q must also
 * satisfy W q_alpha = 0 with the left null space W. Cost O(m^3). Source: conventions: undetermined quantities.
 */
import { multiply, submatrix } from '../dense/matrix.js';
import { columnRank, minNormShift } from '../dense/min-norm.js';
import { revealRank, type RankRevealed } from '../dense/rank-reveal.js';
import type { ModeProblem } from './mode-problem.js';
import { SparseRows } from './sparse-rows.js';

/** What a row's pair is: lambda a current and y a voltage, the reverse, or no ideal element (not minimised). */
export const LAMBDA_CURRENT = 0;
export const LAMBDA_VOLTAGE = 1;
export const NOT_IDEAL = 2;

export interface Mode {
  /** '1' active, '0' inactive, '2' active with lambda held at 0; unique within a solver. */
  readonly key: string;
  /** Counts modes in the order in which a solver built them; an evicted mode comes back with a new id. */
  readonly id: number;
  /** Rows with y = 0, ascending. */
  readonly active: Int32Array;
  /** T, m x m: T q = lambda in `active`, y elsewhere: what must not be negative in rows not forced. */
  readonly tested: SparseRows;
  /** Number of conditions on q that do not hold for every q in range; 0 for nearly all modes. */
  readonly conditions: number;
  /** conditions x m: consistency q = 0 must hold, or the mode does not exist at q. */
  readonly consistency: Float64Array;
  /** 1: the row's tested quantity vanishes for every q in range. */
  readonly idle: Uint8Array;
  /** Rows of which lambda or y is not determined by the model but chosen by the least norm. */
  readonly undetermined: Int32Array;
  /** The least norm had to weigh volts against amperes (1 V as 1 A): the choice depends on units. */
  readonly mixesUnits: boolean;
}

/** Adds S q to lambda: S is T in the active rows and zero elsewhere. */
export function addMultipliers({ active, tested }: Mode, q: Float64Array, lambda: Float64Array): void {
  const { start, column, value } = tested;
  for (const i of active) {
    let sum = lambda[i]!;
    for (let e = start[i]!; e < start[i + 1]!; e++) sum += value[e]! * q[column[e]!]!;
    lambda[i] = sum;
  }
}

/** Relative size below which a sum over structural terms is zero. */
const STRUCTURAL_ZERO = 1e-12;

/** Builds the mode of a key; `id` is the caller's count. */
export function buildMode(problem: ModeProblem, key: string, id: number): Mode {
  const { m, M } = problem;
  const rows = Array.from(key, (_, i) => i);
  const active = Int32Array.from(rows.filter((i) => key[i] !== '0'));
  const free = Int32Array.from(rows.filter((i) => key[i] === '1'));
  const A = new Float64Array(active.length * free.length);
  submatrix(m, M, active, free, A);
  const revealed = revealRank(active.length, free.length, A);

  const S = new Float64Array(m * m);
  free.forEach((i, p) => {
    active.forEach((j, c) => {
      S[i * m + j] = -revealed.basicInverse[p * active.length + c]! || 0;
    });
  });
  const choice = chooseLeastNorm(problem, key, free, revealed, S);
  const tested = SparseRows.of(m, m, testedRows(problem, key, S));
  const consistency = openConditions(problem, active, revealed);
  const idle = idleOf(problem, tested);
  return {
    key,
    id,
    active,
    tested,
    conditions: m === 0 ? 0 : consistency.length / m,
    consistency,
    idle,
    ...choice,
  };
}

/** Adds N t to S with the t that minimises the free quantities of ideal elements. */
function chooseLeastNorm(
  { m, M, kind }: ModeProblem,
  key: string,
  free: Int32Array,
  { cols, rank, rightNull }: RankRevealed,
  S: Float64Array,
): Pick<Mode, 'undetermined' | 'mixesUnits'> {
  const d = cols - rank;
  if (d === 0) return { undetermined: new Int32Array(0), mixesUnits: false };
  const N = new Float64Array(m * d);
  free.forEach((i, p) => N.set(rightNull.subarray(p * d, (p + 1) * d), i * d));
  const U = freeQuantities(m, M, key, N, d, false);
  const P = freeQuantities(m, M, key, S, m, true);
  const undetermined = Int32Array.from(key, (_, i) => i).filter(
    (i) => !isZeroRow(U, d, i) || !isZeroRow(N, d, i),
  );
  const volts = new Float64Array(m * d);
  const amperes = new Float64Array(m * d);
  for (let i = 0; i < m; i++) {
    const row = U.subarray(i * d, (i + 1) * d);
    if (kind[i] === NOT_IDEAL) row.fill(0);
    else if ((kind[i] === LAMBDA_CURRENT) === (key[i] !== '0')) amperes.set(row, i * d);
    else volts.set(row, i * d);
  }
  const T = new Float64Array(d * m);
  const visible = minNormShift(m, d, m, U, P, T);
  const shift = new Float64Array(m * m);
  multiply(m, d, m, N, T, shift);
  for (let p = 0; p < m * m; p++) S[p]! += shift[p]!;
  return { undetermined, mixesUnits: mixes(m, d, volts, amperes, visible) };
}

/** Whether volts and amperes together span more than the directions that are seen; never where there are only ones. */
function mixes(m: number, d: number, volts: Float64Array, amperes: Float64Array, visible: number): boolean {
  const isZero = (of: Float64Array): boolean => of.every((value) => value === 0);
  if (isZero(volts) || isZero(amperes)) return false;
  return columnRank(m, d, volts) + columnRank(m, d, amperes) > visible;
}

/**
 * The free quantities (lambda_i active, y_i elsewhere) that multipliers L (m x cols) give; `withQ` adds q
 * itself to y, L then being a map of q. What cancels to rounding is cleared.
 */
function freeQuantities(
  m: number,
  M: Float64Array,
  key: string,
  L: Float64Array,
  cols: number,
  withQ: boolean,
): Float64Array {
  const U = new Float64Array(m * cols);
  // Rows of inactive multipliers are zero, and rows of L are read as they lie: O(inactive active cols).
  const filled = Int32Array.from({ length: m }, (_, j) => j).filter((j) => !isZeroRow(L, cols, j));
  const terms = new Float64Array(cols);
  for (let i = 0; i < m; i++) {
    const row = U.subarray(i * cols, (i + 1) * cols);
    if (key[i] !== '0') {
      row.set(L.subarray(i * cols, (i + 1) * cols));
      continue;
    }
    if (withQ) row[i] = 1;
    for (let c = 0; c < cols; c++) terms[c] = row[c]!;
    for (const j of filled) {
      const factor = M[i * m + j]!;
      if (factor === 0) continue;
      for (let c = 0; c < cols; c++) {
        const term = factor * L[j * cols + c]!;
        row[c]! += term;
        terms[c]! += Math.abs(term);
      }
    }
    for (let c = 0; c < cols; c++) if (Math.abs(row[c]!) <= 1e-14 * terms[c]!) row[c] = 0;
  }
  return U;
}

function testedRows({ m, M }: ModeProblem, key: string, S: Float64Array): Float64Array {
  return freeQuantities(m, M, key, S, m, true);
}

/** The left null rows, spread over all m rows; those that vanish for every q in range are dropped. */
function openConditions(problem: ModeProblem, active: Int32Array, revealed: RankRevealed): Float64Array {
  const { m } = problem;
  const { rows, rank, leftNull } = revealed;
  const open: number[] = [];
  for (let r = 0; r < rows - rank; r++) {
    const condition = new Float64Array(m);
    active.forEach((i, p) => {
      condition[i] = leftNull[r * rows + p]!;
    });
    if (!vanishes(problem, SparseRows.of(1, m, condition), 0)) open.push(...condition);
  }
  return Float64Array.from(open);
}

/** 1: the row's tested quantity vanishes for every q in range. */
export function idleOf(problem: ModeProblem, tested: SparseRows): Uint8Array {
  return Uint8Array.from({ length: problem.m }, (_, i) => (vanishes(problem, tested, i) ? 1 : 0));
}

/** Whether row i times q is structurally zero for every q in range. */
function vanishes({ range }: ModeProblem, { start, column, value }: SparseRows, i: number): boolean {
  if (!range) return start[i] === start[i + 1];
  const { Q, sum, terms } = range;
  sum.fill(0);
  terms.fill(0);
  for (let e = start[i]!; e < start[i + 1]!; e++) {
    const factor = value[e]!;
    const j = column[e]!;
    for (let of = Q.start[j]!; of < Q.start[j + 1]!; of++) {
      const term = factor * Q.value[of]!;
      const c = Q.column[of]!;
      sum[c]! += term;
      terms[c]! += Math.abs(term);
    }
  }
  return sum.every((value, c) => Math.abs(value) <= STRUCTURAL_ZERO * terms[c]!);
}

function isZeroRow(A: Float64Array, cols: number, i: number): boolean {
  for (let j = 0; j < cols; j++) if (A[i * cols + j] !== 0) return false;
  return true;
}
