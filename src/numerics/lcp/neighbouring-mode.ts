/**
 * A mode by principal pivots from one near it. With T = tested of a mode with M_alpha,alpha regular, the basic variables
 * (lambda in alpha, y elsewhere) are T q + v s where s is a nonbasic variable of row r and v its column:
 *
 *     r enters alpha, s = lambda_r:  v = T M_:r;      r leaves, s = y_r:  v = -T_:r.
 *
 * Exchanging s with the basic variable of its row takes
 *
 *     T'_r = -T_r / v_r,    T'_i = T_i + v_i T'_r      [Cottle-Pang-Stone 1992, 2.3],
 *
 * O(m^2) an exchange instead of O(m^3). Whether the new M_alpha,alpha is regular is decided from scratch where a pivot
 * is small beside the terms that it stands for; what rounding the pivots left is measured, where a mode is kept, on one vector: for lambda = S p,
 * T p must be p + M lambda outside alpha, and p + M lambda = 0 in alpha [Freivalds 1977].
 */
import { EPSILON } from '../zero-tolerance.js';
import type { ModeProblem } from './mode-problem.js';
import { idleOf, type Mode } from './mode.js';
import { SparseRows } from './sparse-rows.js';

/** Pivots smaller beside their terms are left to a decision from scratch. */
const LEAST_PIVOT = 1e-6;
/** What cancels to this part of its terms is a structural zero, as in `mode.ts`. */
const CANCELLED = 1e-14;
/** Rounding of a row, relative to its terms, that pivots may leave in a mode that is kept. */
const LARGEST_ERROR = 2 ** 9 * EPSILON;
/** Exchanges that are cheaper than the mode from scratch, as part of the rows. */
const MAX_EXCHANGED = 0.5;

/** A mode on the move: exchanged in place, made a mode where it is kept. */
export class ModeTableau {
  /** T: basic variables over q. */
  readonly #tested: Float64Array;
  #active = new Set<number>();
  readonly #column: Float64Array;
  /** Columns in which the row of a pivot is not zero. */
  readonly #places: Int32Array;

  constructor(readonly problem: ModeProblem) {
    const { m } = problem;
    this.#tested = new Float64Array(m * m);
    this.#column = new Float64Array(m);
    this.#places = new Int32Array(m);
  }

  /** Begins at a mode. */
  take({ tested, active }: Mode): void {
    this.#tested.fill(0);
    tested.scatter(this.problem.m, this.#tested);
    this.#active = new Set(active);
  }

  /** What is tested in a row at q, as of a mode. */
  product(i: number, q: Float64Array): number {
    const { m } = this.problem;
    const tested = this.#tested;
    let sum = 0;
    for (let j = 0, p = i * m; j < m; j++) sum += tested[p++]! * q[j]!;
    return sum;
  }

  terms(i: number, q: Float64Array): number {
    const { m } = this.problem;
    let sum = 0;
    for (let j = 0; j < m; j++) sum += Math.abs(this.#tested[i * m + j]!) * Math.abs(q[j]!);
    return sum;
  }

  /** Moves every row in which the keys differ to its other side; false, half way, where a pivot decides nothing. */
  moveTo(from: string, to: string): boolean {
    for (let r = 0; r < from.length; r++) if (from[r] !== to[r] && !this.#exchange(r)) return false;
    return true;
  }

  /** Whether exchanging row r is an ordinary pivot; its column is left behind. */
  isRegular(r: number): boolean {
    const terms = this.#active.has(r) ? this.#leavingColumn(r) : this.#enteringColumn(r);
    return isPivot(this.#column[r]!, terms);
  }

  #exchange(r: number): boolean {
    if (!this.isRegular(r)) return false;
    this.#pivot(r);
    if (!this.#active.delete(r)) this.#active.add(r);
    return true;
  }

  /** The mode, or undefined where the pivots so far do not give it to rounding. */
  toMode(key: string, id: number): Mode | undefined {
    const { problem } = this;
    const { m } = problem;
    const active = Int32Array.from(this.#active).sort();
    const tested = SparseRows.of(m, m, this.#tested);
    if (!(error(problem, active, tested) <= LARGEST_ERROR)) return undefined;
    return {
      key,
      id,
      active,
      tested,
      conditions: 0,
      consistency: new Float64Array(0),
      idle: idleOf(problem, tested),
      undetermined: new Int32Array(0),
      mixesUnits: false,
    };
  }

  /** Writes v = T M_:r; returns the sum of |terms| of v_r. */
  #enteringColumn(r: number): number {
    const { m, columns } = this.problem;
    const { start, column: rows, value } = columns;
    const tested = this.#tested;
    let own = 0;
    for (let i = 0; i < m; i++) {
      let sum = 0;
      let terms = 0;
      for (let e = start[r]!, end = start[r + 1]!; e < end; e++) {
        const term = tested[i * m + rows[e]!]! * value[e]!;
        sum += term;
        terms += Math.abs(term);
      }
      this.#column[i] = Math.abs(sum) <= CANCELLED * terms ? 0 : sum;
      if (i === r) own = terms;
    }
    return own;
  }

  /** Writes v = -T_:r; v_r is a diagonal entry of inv(M_alpha,alpha) = inv M inv, of which this is the sum of |terms|. */
  #leavingColumn(r: number): number {
    const { m, M } = this.problem;
    const column = this.#column;
    for (let i = 0; i < m; i++) column[i] = -this.#tested[i * m + r]!;
    let own = 0;
    for (const i of this.#active) {
      const factor = Math.abs(this.#tested[r * m + i]!);
      if (factor === 0) continue;
      let sum = 0;
      for (const j of this.#active) sum += Math.abs(M[i * m + j]! * column[j]!);
      own += factor * sum;
    }
    return own;
  }

  #pivot(r: number): void {
    const { m } = this.problem;
    const tested = this.#tested;
    const column = this.#column;
    const places = this.#places;
    const pivot = -column[r]!;
    let count = 0;
    for (let j = 0; j < m; j++) {
      if (tested[r * m + j] === 0) continue;
      tested[r * m + j]! /= pivot;
      places[count++] = j;
    }
    for (let i = 0; i < m; i++) {
      const factor = column[i]!;
      if (i === r || factor === 0) continue;
      for (let p = 0; p < count; p++) {
        const j = places[p]!;
        const before = tested[i * m + j]!;
        const change = factor * tested[r * m + j]!;
        const after = before + change;
        tested[i * m + j] = Math.abs(after) <= CANCELLED * (Math.abs(before) + Math.abs(change)) ? 0 : after;
      }
    }
  }
}

/** Whether pivots lead from a mode to `key`, and cost less than the mode from scratch. */
export function isNear({ m }: ModeProblem, from: Mode, key: string): boolean {
  if (from.undetermined.length > 0) return false;
  if (from.key.includes('2') || key.includes('2')) return false;
  let exchanged = 0;
  for (let i = 0; i < m; i++) if (key[i] !== from.key[i]) exchanged++;
  return exchanged <= MAX_EXCHANGED * m;
}

/** The mode of `key`, or undefined where it is not near `from` or pivots do not give it to rounding. */
export function neighbouringMode(
  tableau: ModeTableau,
  from: Mode,
  key: string,
  id: number,
): Mode | undefined {
  if (!isNear(tableau.problem, from, key)) return undefined;
  tableau.take(from);
  return tableau.moveTo(from.key, key) ? tableau.toMode(key, id) : undefined;
}

/**
 * Whether exchanging row r is an ordinary pivot. Where r is idle it stays so then, and so
 * does every other: T_r q = 0 for all q in range gives T'_i q = T_i q.
 */
export function isRegularExchange(tableau: ModeTableau, from: Mode, r: number): boolean {
  if (from.undetermined.length > 0 || from.key.includes('2')) return false;
  tableau.take(from);
  return tableau.isRegular(r);
}

function isPivot(pivot: number, terms: number): boolean {
  return pivot !== 0 && Math.abs(pivot) >= LEAST_PIVOT * terms;
}

/** Largest error of a row of T on the problem's probe p, relative to the terms of p + M S p. */
function error({ m, rows, probe }: ModeProblem, active: Int32Array, tested: SparseRows): number {
  const lambda = new Float64Array(m);
  const given = new Float64Array(m);
  for (let i = 0; i < m; i++) given[i] = tested.product(i, probe);
  for (const i of active) {
    lambda[i] = given[i]!;
    given[i] = 0;
  }
  let worst = 0;
  for (let i = 0; i < m; i++) {
    const off = probe[i]! + rows.product(i, lambda) - given[i]!;
    worst = Math.max(worst, Math.abs(off) / (Math.abs(probe[i]!) + rows.terms(i, lambda)));
  }
  return worst;
}
