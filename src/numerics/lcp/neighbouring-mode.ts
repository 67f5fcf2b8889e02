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
import { multiplyVector, multiplyVectorWithTerms } from '../dense/matrix.js';
import { EPSILON } from '../zero-tolerance.js';
import type { ModeProblem } from './mode-problem.js';
import { idleOf, type Mode } from './mode.js';

/** Pivots smaller beside their terms are left to a decision from scratch. */
const LEAST_PIVOT = 1e-6;
/** What cancels to this part of its terms is a structural zero, as in `mode.ts`. */
const CANCELLED = 1e-14;
/** Rounding of a row, relative to its terms, that pivots may leave in a mode that is kept. */
const LARGEST_ERROR = 2 ** 9 * EPSILON;
/** Exchanges that are cheaper than the mode from scratch, as part of the rows. */
const MOST_EXCHANGED = 0.5;

/** A mode on the move: exchanged in place, made a mode where it is kept. */
export class ModeTableau {
  /** As of a mode: basic variables over q. */
  readonly tested: Float64Array;
  readonly #active: Set<number>;
  readonly #column: Float64Array;

  constructor(
    readonly problem: ModeProblem,
    from: Mode,
  ) {
    this.tested = from.tested.slice();
    this.#active = new Set(from.active);
    this.#column = new Float64Array(problem.m);
  }

  /** Moves every row in which the keys differ to its other side; false, half way, where a pivot decides nothing. */
  moveTo(from: string, to: string): boolean {
    for (let r = 0; r < from.length; r++) if (from[r] !== to[r] && !this.#exchange(r)) return false;
    return true;
  }

  #exchange(r: number): boolean {
    const { problem, tested } = this;
    const column = this.#column;
    const leaves = this.#active.has(r);
    const terms = leaves
      ? leavingColumn(problem, tested, r, this.#active, column)
      : enteringColumn(problem, tested, r, column);
    if (!isPivot(column[r]!, terms)) return false;
    exchange(problem.m, tested, column, r);
    if (leaves) this.#active.delete(r);
    else this.#active.add(r);
    return true;
  }

  /** The mode, or undefined where the pivots so far do not give it to rounding. */
  toMode(key: string, id: number): Mode | undefined {
    const { problem, tested } = this;
    const { m } = problem;
    const rows = Int32Array.from(this.#active).sort();
    const S = new Float64Array(m * m);
    for (const i of rows) S.set(tested.subarray(i * m, (i + 1) * m), i * m);
    if (!(error(problem, rows, S, tested) <= LARGEST_ERROR)) return undefined;
    return {
      key,
      id,
      active: rows,
      S,
      tested: tested.slice(),
      conditions: 0,
      consistency: new Float64Array(0),
      idle: idleOf(problem, tested),
      undetermined: new Int32Array(0),
      mixesUnits: false,
    };
  }
}

/** A tableau from which pivots lead to `key`, or undefined where the mode from scratch costs no more. */
export function tableauNear(problem: ModeProblem, from: Mode, key: string): ModeTableau | undefined {
  if (from.undetermined.length > 0) return undefined;
  if (from.key.includes('2') || key.includes('2')) return undefined;
  let exchanged = 0;
  for (let i = 0; i < problem.m; i++) if (key[i] !== from.key[i]) exchanged++;
  return exchanged > MOST_EXCHANGED * problem.m ? undefined : new ModeTableau(problem, from);
}

/** The mode of `key`, or undefined where it is not near `from` or pivots do not give it to rounding. */
export function neighbouringMode(
  problem: ModeProblem,
  from: Mode,
  key: string,
  id: number,
): Mode | undefined {
  const tableau = tableauNear(problem, from, key);
  return tableau?.moveTo(from.key, key) ? tableau.toMode(key, id) : undefined;
}

/**
 * Whether exchanging row r is an ordinary pivot. Where r is idle it stays so then, and so
 * does every other: T_r q = 0 for all q in range gives T'_i q = T_i q.
 */
export function isRegularExchange(problem: ModeProblem, from: Mode, r: number): boolean {
  const { m } = problem;
  if (from.undetermined.length > 0 || from.key.includes('2')) return false;
  const column = new Float64Array(m);
  const active = new Set(from.active);
  if (active.has(r)) {
    const terms = leavingColumn(problem, from.tested, r, active, column);
    return isPivot(column[r]!, terms);
  }
  let pivot = 0;
  let terms = 0;
  for (let j = 0; j < m; j++) {
    const term = from.tested[r * m + j]! * problem.M[j * m + r]!;
    pivot += term;
    terms += Math.abs(term);
  }
  return isPivot(pivot, terms);
}

function isPivot(pivot: number, terms: number): boolean {
  return pivot !== 0 && Math.abs(pivot) >= LEAST_PIVOT * terms;
}

/** Writes v = T M_:r; returns the sum of |terms| of v_r. */
function enteringColumn(
  { m, M }: ModeProblem,
  tested: Float64Array,
  r: number,
  column: Float64Array,
): number {
  let own = 0;
  for (let i = 0; i < m; i++) {
    let sum = 0;
    let terms = 0;
    for (let j = 0; j < m; j++) {
      const term = tested[i * m + j]! * M[j * m + r]!;
      sum += term;
      terms += Math.abs(term);
    }
    column[i] = Math.abs(sum) <= CANCELLED * terms ? 0 : sum;
    if (i === r) own = terms;
  }
  return own;
}

/** Writes v = -T_:r; v_r is a diagonal entry of inv(M_alpha,alpha) = inv M inv, of which this is the sum of |terms|. */
function leavingColumn(
  { m, M }: ModeProblem,
  tested: Float64Array,
  r: number,
  active: ReadonlySet<number>,
  column: Float64Array,
): number {
  for (let i = 0; i < m; i++) column[i] = -tested[i * m + r]!;
  let own = 0;
  for (const i of active) {
    let sum = 0;
    for (const j of active) sum += Math.abs(M[i * m + j]! * column[j]!);
    own += Math.abs(tested[r * m + i]!) * sum;
  }
  return own;
}

function exchange(m: number, tested: Float64Array, column: Float64Array, r: number): void {
  const pivot = -column[r]!;
  for (let j = 0; j < m; j++) tested[r * m + j]! /= pivot;
  for (let i = 0; i < m; i++) {
    const factor = column[i]!;
    if (i === r || factor === 0) continue;
    for (let j = 0; j < m; j++) {
      const before = tested[i * m + j]!;
      const change = factor * tested[r * m + j]!;
      const after = before + change;
      tested[i * m + j] = Math.abs(after) <= CANCELLED * (Math.abs(before) + Math.abs(change)) ? 0 : after;
    }
  }
}

/** Largest error of a row of T on the problem's probe p, relative to the terms of p + M S p. */
function error(
  { m, M, probe }: ModeProblem,
  active: Int32Array,
  S: Float64Array,
  tested: Float64Array,
): number {
  const lambda = new Float64Array(m);
  const given = new Float64Array(m);
  const product = new Float64Array(m);
  const terms = new Float64Array(m);
  multiplyVector(m, m, S, probe, lambda);
  multiplyVector(m, m, tested, probe, given);
  for (const i of active) given[i] = 0;
  multiplyVectorWithTerms(m, m, M, lambda, product, terms);
  let worst = 0;
  for (let i = 0; i < m; i++) {
    const off = probe[i]! + product[i]! - given[i]!;
    worst = Math.max(worst, Math.abs(off) / (Math.abs(probe[i]!) + terms[i]!));
  }
  return worst;
}
