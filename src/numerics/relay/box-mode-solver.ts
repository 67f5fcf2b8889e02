/**
 * Solves the box problem y = M lambda + q, -y in N_[lb, ub](lambda) for one fixed M and box and changing q,
 * by modes. A mode is a state (lower, free, upper) a row; in it everything is affine in q:
 *
 *     lambda = S q + s0,      y = Y q + y0.
 *
 * It is `ModeSolver` on the lifted problem (`box-lift.ts`), in which a complementarity row [0, inf) stays
 * one row: cache, exchange of violated pairs, least norms, idle rows and the fallback are the same code.
 * The modes of the last answers are tried first: a relay with M = 0 jumps from bound to bound through a
 * state that is singular, and exchanges alone would not get there.
 * Guaranteed as `ModeSolver` is. Cost of a hit (m + b)^2, b the number of rows bounded on both sides.
 */
import { multiplyVector } from '../dense/matrix.js';
import { RESIDUAL_TOLERANCE } from '../lcp/linear-complementarity.js';
import type { ModeRange } from '../lcp/mode-problem.js';
import { NOT_IDEAL, type Mode } from '../lcp/mode.js';
import { ModeSolver, type ModeMethod } from '../lcp/mode-solver.js';
import { FREE, LOWER, liftBox, liftVector, rowState, type BoxLift } from './box-lift.js';
import { BoxResidual } from './box-problem.js';

export interface BoxModeSolverOptions {
  /** As for `ModeSolver`; default 2 (no ideal element) in every row. */
  readonly kind?: Int8Array;
  readonly limit?: number;
  /** The q that occur, q = Q zeta; default every q. */
  readonly range?: ModeRange;
  readonly tolerance?: number;
  readonly signTolerance?: number;
  readonly nodeLimit?: number;
}

export interface BoxMode {
  /** The mode of the lifted problem. */
  readonly lifted: Mode;
  /** Its id: the order in which the solver built it. */
  readonly id: number;
  /** -1 lower, 0 free, 1 upper, by row. */
  readonly states: Int8Array;
  /** m x m and m: lambda = S q + s0. */
  readonly S: Float64Array;
  readonly s0: Float64Array;
  /** m x m and m: y = Y q + y0; zero in free rows. */
  readonly Y: Float64Array;
  readonly y0: Float64Array;
}

interface BoxOutcome {
  /** `boxResidual` of the answer. */
  readonly residual: number;
  readonly iterations: number;
  /** "recent": the mode of an earlier answer, tried before anything else. */
  readonly method: ModeMethod | 'recent';
  readonly fallback: boolean;
}

export type BoxModeResult =
  | (BoxOutcome & { readonly status: 'solved'; readonly mode: BoxMode })
  | (BoxOutcome & { readonly status: 'infeasible' | 'undecided'; readonly mode?: undefined });

/** Answers remembered: the alternatives of a switching cycle; each costs one test. */
const RECENT = 4;

export class BoxModeSolver {
  readonly #lift: BoxLift;
  readonly #solver: ModeSolver;
  readonly #residual: BoxResidual;
  readonly #tolerance: number;
  readonly #modes = new WeakMap<Mode, BoxMode>();
  readonly #recent: BoxMode[] = [];
  readonly #q: Float64Array;
  readonly #magnitude: Float64Array;
  readonly #forced: Int8Array;
  readonly #lambda: Float64Array;

  constructor(
    readonly m: number,
    readonly M: Float64Array,
    readonly lb: Float64Array,
    readonly ub: Float64Array,
    options: BoxModeSolverOptions = {},
  ) {
    const lift = liftBox(m, M, lb, ub);
    const { kind, range, ...rest } = options;
    this.#lift = lift;
    this.#tolerance = options.tolerance ?? RESIDUAL_TOLERANCE;
    this.#residual = new BoxResidual(m, M, lb, ub);
    this.#solver = new ModeSolver(lift.rows, lift.M, {
      ...rest,
      kind: Int8Array.from({ length: lift.rows }, (_, i) => (i < m ? (kind?.[i] ?? NOT_IDEAL) : NOT_IDEAL)),
      range: liftRange(lift, range),
    });
    this.#q = new Float64Array(lift.rows);
    this.#magnitude = new Float64Array(lift.rows);
    this.#forced = Int8Array.from(lift.forced);
    this.#lambda = new Float64Array(m);
  }

  /** Modes built so far. */
  get built(): number {
    return this.#solver.built;
  }

  /**
   * Finds a mode that solves the problem at q. `magnitude[i]` >= |q_i|: the size of the terms of which q_i
   * is the sum. `forced[i]`: 1 makes the row an equation y = 0 whatever its bounds, -1 holds lambda at its
   * lower bound (the upper one where it is the only bound), 0 leaves it (default).
   */
  solve(q: Float64Array, current?: BoxMode, magnitude?: Float64Array, forced?: Int8Array): BoxModeResult {
    this.#prepare(q, magnitude, forced);
    const trials = current ? [current, ...this.#recent] : this.#recent;
    for (const mode of trials) {
      if (!this.#solver.holds(mode.lifted, this.#q, this.#forced, this.#magnitude)) continue;
      const residual = this.#residualOf(mode, q, magnitude, forced);
      if (!(residual <= this.#tolerance)) continue;
      const method = mode === current ? 'current' : 'recent';
      this.#remember(mode);
      return { status: 'solved', mode, residual, iterations: 0, method, fallback: false };
    }
    const found = this.#solver.solve(this.#q, this.#forced, current?.lifted, this.#magnitude);
    const { iterations, method, fallback } = found;
    const outcome = { iterations, method, fallback };
    if (found.status !== 'solved') return { status: found.status, residual: found.residual, ...outcome };
    const mode = this.#boxMode(found.mode);
    const residual = this.#residualOf(mode, q, magnitude, forced);
    if (!(residual <= this.#tolerance)) return { status: 'undecided', residual: Infinity, ...outcome };
    this.#remember(mode);
    return { status: 'solved', mode, residual, ...outcome };
  }

  /** Whether the mode solves the problem at q; allocates nothing. */
  holds(mode: BoxMode, q: Float64Array, magnitude?: Float64Array, forced?: Int8Array): boolean {
    this.#prepare(q, magnitude, forced);
    return this.#solver.holds(mode.lifted, this.#q, this.#forced, this.#magnitude);
  }

  #prepare(q: Float64Array, magnitude?: Float64Array, forced?: Int8Array): void {
    const lift = this.#lift;
    liftVector(lift, q, this.#q);
    for (let k = 0; k < lift.rows; k++) {
      const own = k < this.m ? (magnitude ? magnitude[k]! : Math.abs(q[k]!)) : 0;
      this.#magnitude[k] = own + Math.abs(lift.constant[k]!);
      this.#forced[k] = lift.forced[k]!;
    }
    if (!forced) return;
    for (let i = 0; i < this.m; i++) {
      if (forced[i] === 0) continue;
      this.#forced[i] = forced[i]!;
      if (lift.second[i]! >= 0) this.#forced[lift.second[i]!] = -1;
    }
  }

  #remember(mode: BoxMode): void {
    const recent = this.#recent;
    const at = recent.indexOf(mode);
    if (at === 0) return;
    if (at > 0) recent.splice(at, 1);
    recent.unshift(mode);
    if (recent.length > RECENT) recent.pop();
  }

  #residualOf(mode: BoxMode, q: Float64Array, magnitude?: Float64Array, forced?: Int8Array): number {
    multiplyVector(this.m, this.m, mode.S, q, this.#lambda);
    for (let i = 0; i < this.m; i++) this.#lambda[i]! += mode.s0[i]!;
    return this.#residual.evaluate(q, this.#lambda, magnitude, forced);
  }

  #boxMode(lifted: Mode): BoxMode {
    let mode = this.#modes.get(lifted);
    if (!mode) {
      mode = describeMode(this.m, this.M, this.lb, this.ub, this.#lift, lifted);
      this.#modes.set(lifted, mode);
    }
    return mode;
  }
}

/** (Q, M base) over (0, widths): the lifted q is linear in (zeta, 1). */
function liftRange({ m, rows, sigma, constant }: BoxLift, range: ModeRange | undefined): ModeRange {
  const inner = range?.cols ?? m;
  const cols = inner + 1;
  const Q = new Float64Array(rows * cols);
  for (let k = 0; k < rows; k++) {
    for (let c = 0; k < m && c < inner; c++) {
      const entry = range ? range.Q[k * inner + c]! : k === c ? 1 : 0;
      Q[k * cols + c] = sigma[k]! * entry;
    }
    Q[k * cols + inner] = constant[k]!;
  }
  return { Q, cols };
}

function describeMode(
  m: number,
  M: Float64Array,
  lb: Float64Array,
  ub: Float64Array,
  lift: BoxLift,
  lifted: Mode,
): BoxMode {
  const { rows, sigma, base, constant } = lift;
  const S = new Float64Array(m * m);
  const s0 = new Float64Array(m);
  const states = new Int8Array(m);
  for (let i = 0; i < m; i++) {
    states[i] = rowState(lift, i, (row) => lifted.key.charAt(row) === '1' || isUpper(lift, lifted, row));
    if (states[i] !== FREE) {
      // Exactly on the bound, without the rounding of the elimination.
      s0[i] = states[i] === LOWER ? lb[i]! : ub[i]!;
      if (!Number.isFinite(s0[i]!)) s0[i] = base[i]!;
      continue;
    }
    s0[i] = base[i]!;
    for (let k = 0; k < rows; k++) {
      const entry = sigma[i]! * lifted.S[i * rows + k]!;
      s0[i]! += entry * constant[k]!;
      if (k < m) S[i * m + k] = entry * sigma[k]!;
    }
  }
  const Y = new Float64Array(m * m);
  const y0 = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    if (lifted.key.charAt(i) === '1' && states[i] === FREE) continue;
    Y[i * m + i] = 1;
    for (let j = 0; j < m; j++) {
      const a = M[i * m + j]!;
      if (a === 0) continue;
      y0[i]! += a * s0[j]!;
      for (let c = 0; c < m; c++) Y[i * m + c]! += a * S[j * m + c]!;
    }
  }
  return { lifted, id: lifted.id, states, S, s0, Y, y0 };
}

/** A second row (v) that touches its bound: the row is at its upper bound even where v is held at 0. */
function isUpper({ m }: BoxLift, { key }: Mode, row: number): boolean {
  return row >= m && key.charAt(row) !== '0';
}
