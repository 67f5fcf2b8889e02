/**
 * Solves y = M lambda + q, 0 <= lambda _|_ y >= 0 for one fixed M and changing q, by modes (`mode.ts`):
 * the present mode if its signs hold, else the mode with the violated pairs exchanged, for a few rounds,
 * else the trustworthy front (`solve-lcp.ts`: pivoting, lexicographic Lemke, exact search) on the problem
 * reduced by the forced rows. Modes are kept in a bounded least-recently-used cache; those on the way are pivots of one tableau.
 *
 * An answer is a mode whose signs and consistency hold at q and whose lambda passes the public residual.
 * The reverse of a singular mode is a row whose tested quantity vanishes for every q in range (a diode
 * that is the only link of a floating group carries no current, yet counts as closed): the mode that has
 * it on the other side is taken where that determines it by least norm and its signs hold at q. Guaranteed as solve-lcp.ts
 * is; same calls, same bits. Cost of a hit: the non-zeros of T; of a new mode m^2 a pivot, O(m^3) from scratch.
 */
import { equilibrate } from '../dense/equilibrate.js';
import { multiplyAdd } from '../dense/matrix.js';
import { conflictingRows } from './conflict.js';
import { reduceForced } from './forced-problem.js';
import { ComplementarityResidual, RESIDUAL_TOLERANCE } from './linear-complementarity.js';
import { prepareProblem, type ModeProblem, type ModeRange } from './mode-problem.js';
import { addMultipliers, buildMode, type Mode } from './mode.js';
import type { ModeOutcome, ModeResult } from './mode-result.js';
import { adaptKey, candidateKeys, exchangeRows, idleRows, startKey } from './mode-key.js';
import { isNear, isRegularExchange, ModeTableau, neighbouringMode } from './neighbouring-mode.js';
import type { SparseRows } from './sparse-rows.js';
import { solveLcp } from './solve-lcp.js';

export type { Mode } from './mode.js';
export type { ModeRange } from './mode-problem.js';
export type { ModeResult } from './mode-result.js';

export interface ModeSolverOptions {
  /** Row by row 0: lambda is a current, y a voltage; 1: the reverse; 2: no ideal element. */
  readonly kind: Int8Array;
  /** Modes kept; default 4096. */
  readonly limit?: number;
  /** The q that occur, q = Q zeta; default every q. */
  readonly range?: ModeRange;
  /** Largest residual of an answer; default 1e-9 as for every solver. */
  readonly tolerance?: number;
  /**
   * A tested value t = sum_j t_j q_j counts as negative below -signTolerance sum_j |t_j| |q_j|; default
   * 1e-12: rounding of q itself, a sum in the caller, is some 1e-15 of its terms times their cancellation.
   */
  readonly signTolerance?: number;
  /** Nodes of the exact search. */
  readonly nodeLimit?: number;
}

/** At least this many, and one a row: ladders give up their diodes one after the other. */
const FLIP_ROUNDS = 8;
/** Below this a mode from scratch costs as little as one by pivots. */
const LEAST_ROWS = 8;
/** Each leaves some 1e-16 times the condition of M of the residual before it. */
const REFINEMENTS = 2;
/** Shift of the diagonal in equilibrated units: far above rounding, far below what M means. */
const REGULARISATION = 1e-6;

interface FlipOutcome {
  readonly key: string;
  readonly rounds: number;
  readonly holds: boolean;
  /** The mode of `key` does not exist at q. */
  readonly singular: boolean;
}

/** Rows of which a mode tests the sign at q. */
type Tested = Pick<SparseRows, 'product' | 'terms'>;

export class ModeSolver {
  readonly #problem: ModeProblem;
  readonly #cache = new Map<string, Mode>();
  readonly #limit: number;
  readonly #tolerance: number;
  readonly #signTolerance: number;
  readonly #nodeLimit: number;
  readonly #residual: ComplementarityResidual;
  readonly #lambda: Float64Array;
  #built = 0;
  /** In use from a mode to the next one that is kept. */
  readonly #tableau: ModeTableau;
  /** The same problem with a small multiple of the identity added, made when first needed. */
  #regularised: ModeSolver | undefined;

  constructor(
    readonly m: number,
    M: Float64Array,
    options: ModeSolverOptions,
  ) {
    this.#problem = prepareProblem(m, M, options.kind, options.range);
    this.#tableau = new ModeTableau(this.#problem);
    this.#limit = options.limit ?? 4096;
    this.#tolerance = options.tolerance ?? RESIDUAL_TOLERANCE;
    this.#signTolerance = options.signTolerance ?? 1e-12;
    this.#nodeLimit = options.nodeLimit ?? 20000;
    this.#residual = new ComplementarityResidual(m, M);
    this.#lambda = new Float64Array(m);
  }

  /** Modes in the cache. */
  get cached(): number {
    return this.#cache.size;
  }

  /** Modes built so far. */
  get built(): number {
    return this.#built;
  }

  /**
   * Finds a mode that solves the problem at q. `forced[i]`: 0 free, 1 active whatever the sign, -1 not
   * active. `magnitude[i]` >= |q_i|: the size of the terms of which q_i is the sum (default |q_i|). The search
   * begins at the mode of a key, whether it is in the cache or not. `nodeLimit`: of the exact search.
   */
  solve(
    q: Float64Array,
    forced: Int8Array,
    from?: Pick<Mode, 'key'>,
    magnitude?: Float64Array,
    nodeLimit = this.#nodeLimit,
  ): ModeResult {
    const start = from ? adaptKey(from.key, forced) : startKey(forced);
    const { found, rounds } = this.#nearest(start, q, forced, magnitude, from?.key);
    return found ?? this.#solveAnew(q, forced, start, magnitude, rounds, nodeLimit);
  }

  /** The mode that exchanging violated pairs from a key on ends in, where it solves the problem at q. */
  answerFrom(start: string, q: Float64Array, forced: Int8Array, magnitude?: Float64Array): Mode | undefined {
    return this.#nearest(adaptKey(start, forced), q, forced, magnitude).found?.mode;
  }

  /** What the mode tests in a row, lambda where active and y elsewhere, relative to its terms. */
  margin({ tested }: Mode, i: number, q: Float64Array, magnitude?: Float64Array): number {
    const terms = tested.terms(i, magnitude ?? q);
    return terms > 0 ? tested.product(i, q) / terms : 0;
  }

  /** Rows that contradict each other where the problem is infeasible (`conflict.ts`). */
  conflict(q: Float64Array, forced: Int8Array): readonly number[] {
    return conflictingRows(this.m, this.#problem.M, q, forced);
  }

  /** The answer that exchanging violated pairs leads to, past a singular mode where there is one on the way. */
  #nearest(
    start: string,
    q: Float64Array,
    forced: Int8Array,
    magnitude?: Float64Array,
    from?: string,
  ): { readonly found?: ModeResult | undefined; readonly rounds: number } {
    const { key: end, holds, singular, rounds } = this.#flip(start, q, forced, magnitude);
    if (!holds && !singular) return { rounds };
    const key = holds ? end : this.#regularisedKey(start, q, forced, magnitude);
    if (key === undefined) return { rounds };
    const method = key === from ? 'current' : 'flip';
    const outcome = { iterations: rounds, method, fallback: false } as const;
    return { found: this.#accept(this.#mode(key), q, forced, magnitude, outcome), rounds };
  }

  /** Exchanges violated pairs from a key on, until a mode holds, repeats, or does not exist at q. */
  #flip(start: string, q: Float64Array, forced: Int8Array, magnitude?: Float64Array): FlipOutcome {
    const seen = new Set<string>();
    const most = Math.max(FLIP_ROUNDS, this.m);
    let key = start;
    // The mode of `key`, or its tableau: the modes on the way are not made.
    let mode: Mode | undefined = this.#mode(key);
    let tableau: ModeTableau | undefined;
    for (let round = 0; round < most && !seen.has(key); round++) {
      seen.add(key);
      if (mode && !this.#consistent(mode, q, magnitude))
        return { key, rounds: round, holds: false, singular: true };
      let next = this.#exchanged(mode?.tested ?? tableau!, key, q, forced, magnitude);
      if (next === key && !mode) {
        mode = this.#mode(key, tableau);
        tableau = undefined;
        next = this.#exchanged(mode.tested, key, q, forced, magnitude);
      }
      if (next === key) return { key, rounds: round, holds: true, singular: false };
      const cached = this.#cache.get(next);
      if (cached) tableau = undefined;
      else if (mode) tableau = this.#tableauAt(mode, next);
      const moved: boolean = tableau?.moveTo(key, next) ?? false;
      mode = cached ?? (moved ? undefined : this.#mode(next));
      key = next;
    }
    return { key, rounds: seen.size, holds: false, singular: false };
  }

  /**
   * A guess where exchanging one pair meets a singular mode (two rows must change at once): the mode that
   * holds for M + epsilon I, in equilibrated units, whose modes all exist. It is an answer only if it holds for M.
   */
  #regularisedKey(
    start: string,
    q: Float64Array,
    forced: Int8Array,
    magnitude?: Float64Array,
  ): string | undefined {
    const { m, M, kind } = this.#problem;
    if (!this.#regularised) {
      const rowScale = new Float64Array(m);
      const colScale = new Float64Array(m);
      equilibrate(m, m, M, rowScale, colScale);
      const shifted = M.slice();
      for (let i = 0; i < m; i++) shifted[i * m + i]! += REGULARISATION / (rowScale[i]! * colScale[i]!);
      this.#regularised = new ModeSolver(m, shifted, { kind, limit: this.#limit });
    }
    const { key, holds } = this.#regularised.#flip(start, q, forced, magnitude);
    return holds ? key : undefined;
  }

  /** Whether signs and consistency of the mode hold at q (forced rows are not tested); allocates nothing. */
  holds(mode: Mode, q: Float64Array, forced: Int8Array, magnitude?: Float64Array): boolean {
    if (!this.#consistent(mode, q, magnitude)) return false;
    for (let i = 0; i < this.m; i++) {
      if (mode.key.charCodeAt(i) - 48 > 0 ? forced[i]! < 0 : forced[i]! > 0) return false;
      if (forced[i] === 0 && this.#negative(mode.tested, i, q, magnitude)) return false;
    }
    return true;
  }

  /** The cached mode of a key, built when missing (from its tableau where there is one); the least recently used makes room. */
  #mode(key: string, near?: Mode | ModeTableau): Mode {
    let mode = this.#cache.get(key);
    if (mode) this.#cache.delete(key);
    else mode = this.#build(key, near);
    this.#cache.set(key, mode);
    if (this.#cache.size > this.#limit) {
      const [oldest] = this.#cache.keys();
      if (oldest !== undefined) this.#cache.delete(oldest);
    }
    return mode;
  }

  /** The tableau at a mode, where pivots lead to the next one for less than it costs from scratch. */
  #tableauAt(mode: Mode, next: string): ModeTableau | undefined {
    if (this.m < LEAST_ROWS || !isNear(this.#problem, mode, next)) return undefined;
    this.#tableau.take(mode);
    return this.#tableau;
  }

  #build(key: string, near?: Mode | ModeTableau): Mode {
    const id = this.#built++;
    const pivoted =
      near instanceof ModeTableau
        ? near.toMode(key, id)
        : near && this.m >= LEAST_ROWS
          ? neighbouringMode(this.#tableau, near, key, id)
          : undefined;
    return pivoted ?? buildMode(this.#problem, key, id);
  }

  /** The key with every violated pair exchanged: the key itself when none is. */
  #exchanged(
    tested: Tested,
    key: string,
    q: Float64Array,
    forced: Int8Array,
    magnitude?: Float64Array,
  ): string {
    let next = '';
    for (let i = 0; i < this.m; i++) {
      const role = key.charAt(i);
      const violated = forced[i] === 0 && this.#negative(tested, i, q, magnitude);
      next += violated ? (role === '1' ? '0' : '1') : role;
    }
    return next;
  }

  #negative(tested: Tested, i: number, q: Float64Array, magnitude?: Float64Array): boolean {
    const sum = tested.product(i, q);
    return sum < 0 && sum < -this.#signTolerance * tested.terms(i, magnitude ?? q);
  }

  #consistent(mode: Mode, q: Float64Array, magnitude?: Float64Array): boolean {
    const { m } = this;
    for (let r = 0; r < mode.conditions; r++) {
      let sum = 0;
      let terms = 0;
      for (let j = 0; j < m; j++) {
        const factor = mode.consistency[r * m + j]!;
        sum += factor * q[j]!;
        terms += Math.abs(factor) * (magnitude ? magnitude[j]! : Math.abs(q[j]!));
      }
      if (Math.abs(sum) > this.#signTolerance * terms) return false;
    }
    return true;
  }

  /** The mode (or the one that its idle rows prefer) as an answer, when it holds and passes the residual. */
  #accept(
    mode: Mode,
    q: Float64Array,
    forced: Int8Array,
    magnitude: Float64Array | undefined,
    outcome: Omit<ModeOutcome, 'residual'>,
  ): ModeResult | undefined {
    for (const candidate of [this.#preferred(mode, q, forced, magnitude), mode]) {
      if (!this.holds(candidate, q, forced, magnitude)) continue;
      const residual = this.#residualOf(candidate, q, forced, magnitude);
      if (residual <= this.#tolerance) return { status: 'solved', mode: candidate, residual, ...outcome };
    }
    return undefined;
  }

  /**
   * The mode near a key that holds by its refined lambda: rows that miss the residual change sides. Elimination of
   * forced rows and large terms of a tested value hide signs that lambda and y themselves show.
   */
  #acceptNear(
    start: string,
    q: Float64Array,
    forced: Int8Array,
    magnitude: Float64Array | undefined,
    outcome: Omit<ModeOutcome, 'residual'>,
  ): ModeResult | undefined {
    let key = start;
    const seen = new Set<string>();
    for (let round = 0; round < FLIP_ROUNDS && !seen.has(key); round++) {
      seen.add(key);
      const mode = this.#mode(key);
      const residual = this.#residualOf(mode, q, forced, magnitude);
      if (residual <= this.#tolerance) return this.#accept(mode, q, forced, magnitude, outcome);
      const off = this.#residual.rowsAbove(this.#tolerance, q, this.#lambda, forced, magnitude);
      key = exchangeRows(
        key,
        off.filter((i) => forced[i] === 0),
      );
    }
    return undefined;
  }

  /** The residual of lambda = S q, refined where the rounding of that product shows: lambda + S (q + M lambda). */
  #residualOf(mode: Mode, q: Float64Array, forced: Int8Array, magnitude?: Float64Array): number {
    const { m } = this;
    const { M } = this.#problem;
    addMultipliers(mode, q, this.#lambda.fill(0));
    let residual = this.#residual.evaluate(q, this.#lambda, forced, magnitude);
    for (let round = 0; round < REFINEMENTS && residual > this.#tolerance; round++) {
      const y = q.slice();
      multiplyAdd(m, m, 1, M, this.#lambda, y);
      addMultipliers(mode, y, this.#lambda);
      residual = this.#residual.evaluate(q, this.#lambda, forced, magnitude);
    }
    return residual;
  }

  /** Follows exchanges of idle rows to modes with fewer of them, all at once or one by one. */
  #preferred(mode: Mode, q: Float64Array, forced: Int8Array, magnitude?: Float64Array): Mode {
    let best = mode;
    for (let again = true; again;) {
      again = false;
      const idle = idleRows(best, forced);
      const trials = idle.length > 1 ? [idle, ...idle.map((i) => [i])] : idle.map((i) => [i]);
      for (const rows of trials) {
        if (rows.length === 1 && isRegularExchange(this.#tableau, best, rows[0]!)) continue;
        const candidate = this.#mode(exchangeRows(best.key, rows));
        if (idleRows(candidate, forced).length >= idle.length) continue;
        if (!this.holds(candidate, q, forced, magnitude)) continue;
        best = candidate;
        again = true;
        break;
      }
    }
    return best;
  }

  /** Solves the reduced problem from scratch and turns its answer into a mode. */
  #solveAnew(
    q: Float64Array,
    forced: Int8Array,
    start: string,
    magnitude: Float64Array | undefined,
    rounds: number,
    nodeLimit: number,
  ): ModeResult {
    const { m, M } = this.#problem;
    const reduced = reduceForced(m, M, q, forced, magnitude);
    const z = new Float64Array(reduced.n);
    const w = new Float64Array(reduced.n);
    const guess = Uint8Array.from(reduced.origin, (i) => (forced[i] === 0 && start[i] !== '0' ? 1 : 0));
    const report = solveLcp(reduced.n, reduced.M, reduced.q, z, w, {
      guess,
      magnitude: reduced.magnitude,
      nodeLimit,
      tolerance: this.#tolerance,
    });
    const outcome = { iterations: rounds + report.iterations, method: report.method, fallback: true };
    if (report.status !== 'solved') return { status: report.status, residual: report.residual, ...outcome };
    const keys = candidateKeys(reduced, forced, z);
    for (const key of keys) {
      const found = this.#accept(this.#mode(key, this.#cache.get(start)), q, forced, magnitude, outcome);
      if (found) return found;
    }
    for (const key of keys) {
      const found = this.#acceptNear(key, q, forced, magnitude, outcome);
      if (found) return found;
    }
    return { status: 'undecided', residual: Infinity, ...outcome };
  }
}
