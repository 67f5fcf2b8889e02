/**
 * Newton's method for one implicit equation of a descriptor system,
 *
 *     k(z) + b (s(z) - history) = 0,     rows of pairs: min(y, z) = 0 by active sets,
 *
 * for smooth laws, piecewise-linear laws and complementarity together. Where all is linear an iteration is the solution
 * of its mode, so pairs change only behind a solve: a multiplier below 0 frees its unknown, y below 0 its row. Factors are
 * kept while J stays: same b, same mode, no local laws. Convergence: the change expected of the next iteration, by the
 * quadratic contraction seen so far, is below a tenth of the tolerance of every unknown, and what the tangents will miss
 * below that of every row (`row-residuals.ts`); no law was limited, no pair turned over.
 *
 * A mode that is singular (a loop of ideal parts that conduct, a node behind open ones) is left by y + eps z = 0 and
 * z + eps y = 0; where it is the right one all the same, such parts share their current or voltage evenly. Active sets that go round (possible from three pairs on even for P-matrices) are left to principal pivoting with the
 * least index, finite for P-matrices, and then to the path y + eps z = 0, eps -> 0, on which positive semidefinite
 * matrices are P-matrices; each is counted. Sources: [Cottle-Pang-Stone 1992, 4.2, 5.6], [Nagel 1975, ch. 4].
 */
import { resultOf } from '../../../../base/pauses.js';
import type { ActiveRows } from './active-rows.js';
import { type Bound, floatsIn, type WithoutRecord } from '../../../../numerics/code/number-room.js';
import { copyNumbers } from '../../../../numerics/dense/short-arrays.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import { addProduct } from '../descriptor/descriptor-evaluation.js';
import { missedRows, moveAlong, rowsHold } from './newton-iteration.js';
import {
  beginIterations,
  countPlaces,
  judgeChange,
  type NewtonArrays,
  numberPlaces,
  verdicts,
} from './newton-loop.js';
import type { LinearFactors } from './linear-factors.js';
import { PairSigns, regularisePairs } from './pair-signs.js';
import { MAX_SEARCHED, searchModes } from './mode-search.js';
import type { NewtonStatus } from './newton-status.js';
import { RowResiduals } from './row-residuals.js';
import { type PivotChooser, SmoothIterations } from './smooth-iterations.js';
import { LEAST_LEAK, LEAST_SHARING, SHARING, SOFT } from './singular-mode.js';
import { SoftMode } from './soft-mode.js';
import type { SteppingCounters } from './stepping-counters.js';
import type { StateArray } from './stepping-state.js';
import { type UndeterminedUnknowns } from '../descriptor/undetermined-unknowns.js';

/** Iterations in which pairs may turn over freely, and those of least index, beyond the number of pairs. */
const FREE_ROUNDS = 12;

/** Numbers of a state before its pivots: curvature, b, whether there are pivots, and whether they were used. */
const stateLength = 4;

export class DescriptorNewton implements PivotChooser {
  /** Of each unknown the size that it is measured by, beside its own. */
  readonly sizes: Float64Array;
  /** y of each pair at the solution. */
  readonly y: Float64Array;
  /** Pairs keep their mode where true. */
  frozen = false;
  /** Where J is singular a node gets a conductance to ground (`undetermined-unknowns.ts`). */
  grounds = true;
  /** The unknown that moved most in the last iteration that moved any. */
  worstUnknown = -1;
  /** The column that could not be factored. */
  singularColumn = -1;
  /** Whether pivots are known. */
  hasPivots = false;
  readonly dz: Float64Array;
  /** Where the iterations begin. */
  readonly #begin: Float64Array;
  readonly signs: PairSigns;
  readonly #worst: Int32Array;
  readonly #missedRows: Bound<[history: Float64Array, b: number], void>;
  readonly #moveAlong: Bound<[w: Float64Array, reltol: number], number>;
  #factorB = NaN;
  #factorVersion = -1;
  readonly #soft = new SoftMode();
  /** J without the entry for nobody; J when pivots were chosen, and when they were used last. */
  readonly #entries: Float64Array;
  readonly #pivots: Float64Array;
  readonly #factored: Float64Array;
  #isRefactored = false;
  /** Of Q and ds/dz. */
  readonly #addProduct: WithoutRecord<typeof addProduct>;
  readonly residuals: RowResiduals;
  readonly #arrays: NewtonArrays;
  readonly #judge: WithoutRecord<typeof judgeChange>;
  /** The iterations without pairs. */
  readonly smooth: SmoothIterations;

  constructor(
    readonly assembly: DescriptorAssembly,
    readonly rows: ActiveRows,
    readonly factors: LinearFactors,
    readonly undetermined: UndeterminedUnknowns,
    readonly counters: SteppingCounters,
    public reltol: number,
  ) {
    const { size } = assembly;
    const { room, arrays: descriptor } = assembly;
    this.sizes = room.floats(size);
    this.dz = room.floats(size);
    this.#begin = new Float64Array(assembly.pointLength);
    this.#worst = room.integers(1);
    const { sizes, dz } = this;
    const arrays = { size, descriptor, dz, sizes, absolute: descriptor.absolute, worst: this.#worst };
    this.#missedRows = room.bind('missedRows', missedRows, arrays);
    this.#moveAlong = room.bind('moveAlong', moveAlong, arrays);
    this.residuals = new RowResiduals(assembly);
    const counts = room.integers(Object.keys(countPlaces).length);
    // Nothing is known of the curvature.
    const numbers = floatsIn(room, [Infinity, 1]);
    this.#arrays = { iteration: arrays, residuals: this.residuals.arrays, numbers, counts };
    this.smooth = new SmoothIterations(this.#arrays, assembly, rows, undetermined, this);
    this.#judge = room.bind('judgeChange', judgeChange, this.#arrays);
    this.y = room.floats(rows.pairCount);
    this.#addProduct = room.bind('addProduct', addProduct, assembly.storage);
    this.#entries = assembly.values.subarray(0, assembly.values.length - 1);
    this.#pivots = new Float64Array(this.#entries.length);
    this.#factored = new Float64Array(assembly.nonlinear ? 0 : this.#entries.length);
    this.signs = new PairSigns(assembly, rows, this.y, reltol);
  }

  /**
   * Moves z of w to the solution; `assembly.s` is then the charge there, along the last tangent, and z = 0 in forced rows
   * holds exactly.
   */
  solve(w: Float64Array, history: Float64Array, b: number, maxIterations: number): NewtonStatus {
    this.assembly.unpin();
    const { nonlinear, isMoving } = this.assembly;
    const { pairCount, count } = this.rows;
    if (nonlinear && isMoving && pairCount === 0 && (count === 0 || this.grounds))
      return this.smooth.solve(w, history, b, maxIterations);
    copyNumbers(w, this.#begin);
    const first = this.#iterate(w, history, b, maxIterations, false);
    if (first !== 'cycling') return first;
    this.counters.fallback('least-index pivoting');
    const pivoted = this.#iterate(w, history, b, maxIterations + 4 * this.rows.pairCount, true);
    if (pivoted === 'converged' || this.#searchModes(w, history, b, maxIterations)) return 'converged';
    this.counters.fallback('regularised pairs');
    return this.#followPath(w, history, b, maxIterations);
  }

  /** Arrays that a copy of a run takes over. */
  get stateArrays(): StateArray[] {
    return [this.sizes, this.y, this.signs.largestY, this.signs.largestZ, ...this.residuals.stateArrays];
  }

  /** How many numbers `save` writes. */
  get stateLength(): number {
    return stateLength + this.#pivots.length + this.#factored.length;
  }

  /** Writes the numbers and pivots that a copy takes over to values[at ..). */
  save(values: Float64Array, at: number): void {
    values[at] = this.#arrays.numbers[numberPlaces.curvature]!;
    values[at + 1] = this.#factorB;
    values[at + 2] = Number(this.hasPivots);
    values[at + 3] = Number(this.#isRefactored);
    if (this.hasPivots) values.set(this.#pivots, at + stateLength);
    if (this.#isRefactored) values.set(this.#factored, at + stateLength + this.#pivots.length);
  }

  /** Takes over what `save` wrote; `rows` are restored already. */
  restore(values: Float64Array, at: number): void {
    this.#arrays.numbers[numberPlaces.curvature] = values[at]!;
    this.#factorB = NaN;
    this.hasPivots = values[at + 2] !== 0;
    this.#isRefactored = values[at + 3] !== 0;
    if (!this.hasPivots) return;
    const [first, second] = [this.#pivots, this.#factored];
    for (let k = 0; k < first.length; k++) first[k] = values[at + stateLength + k]!;
    this.factors.factor(first);
    if (this.#isRefactored) {
      for (let k = 0; k < second.length; k++) second[k] = values[at + stateLength + first.length + k]!;
      this.factors.refactor(second);
    }
    if (this.assembly.nonlinear) return;
    this.#factorB = values[at + 1]!;
    this.#factorVersion = this.rows.version;
  }

  /** Forgets the factors: the matrix has changed. */
  invalidate(): void {
    this.#factorB = NaN;
  }

  /** Solves J x = r in place with the last factors; forced rows give 0. */
  correct(r: Float64Array): void {
    const { rows } = this;
    for (let i = 0; i < rows.count; i++) if (rows.forced[i] === 1) r[rows.row[i]!] = 0;
    this.factors.solve(r);
  }

  /**
   * Solves for what is left at the solution of a linear mode, with its own factors, and moves w by it; false where they are others.
   */
  refine(w: Float64Array, history: Float64Array, b: number): boolean {
    const { assembly, rows, dz } = this;
    if (assembly.nonlinear || this.#factorB !== b || this.#factorVersion !== rows.version) return false;
    assembly.evaluate(w, b, true);
    this.#missedRows(history, b);
    rows.force(assembly.values, w, dz, assembly.k, 0);
    this.factors.solve(dz);
    this.#moveAlong(w, this.reltol);
    this.signs.read(assembly.k);
    this.signs.follow(w, dz);
    this.#addProduct(dz, 0, assembly.s);
    return true;
  }

  /** Where all is linear a mode is solved from where all began: kilovolts of a wrong one leave their rounding in the next. */
  #goBack(w: Float64Array): void {
    if (!this.assembly.nonlinear) copyNumbers(this.#begin, w);
  }

  #searchModes(w: Float64Array, history: Float64Array, b: number, maxIterations: number): boolean {
    if (this.rows.pairCount > MAX_SEARCHED) return false;
    this.counters.fallback('modes one by one');
    this.#goBack(w);
    const begin = w.slice();
    this.frozen = true;
    const found = searchModes(this.rows, this.signs, w, () => {
      this.assembly.resetLimits(begin);
      w.set(begin);
      return this.#iterate(w, history, b, maxIterations, true) === 'converged';
    });
    this.frozen = false;
    return found;
  }

  #followPath(w: Float64Array, history: Float64Array, b: number, maxIterations: number): NewtonStatus {
    const minRounds = maxIterations + 4 * this.rows.pairCount;
    let status: NewtonStatus = 'cycling';
    for (let decade = 6; decade >= -12; decade--) {
      this.#soft.begin(10 ** decade);
      this.invalidate();
      status = this.#iterate(w, history, b, minRounds, true);
      if (status === 'not-finite') break;
    }
    this.#harden();
    const last = this.#iterate(w, history, b, minRounds, true);
    return last === 'converged' || last === 'singular' ? last : status === 'not-finite' ? status : 'cycling';
  }

  #iterate(
    w: Float64Array,
    history: Float64Array,
    b: number,
    maxIterations: number,
    leastIndex: boolean,
  ): NewtonStatus {
    const { assembly, rows, dz, counters, reltol } = this;
    const { k, s, values, nonlinear } = assembly;
    const [pairs, soft] = [rows.pairCount, this.#soft];
    const { numbers, counts } = this.#arrays;
    beginIterations(this.#arrays);
    let [turned, turnedLast, wasLimited] = [0, false, false];
    let softest = SOFT;
    /** The unknowns have converged: where the rows hold too, this is the solution. */
    let awaitsRows = false;
    if (pairs > 0) {
      rows.turns.fill(0);
      this.#goBack(w);
    }
    for (let iteration = 0; iteration < maxIterations; iteration++) {
      counters.newtonIterations++;
      const isSoft = soft.epsilon > 0 && !leastIndex;
      const limited = assembly.evaluate(w, b, true);
      this.#missedRows(history, b);
      if (nonlinear) {
        const change = limited > 0 || wasLimited ? Infinity : numbers[numberPlaces.last]!;
        this.residuals.measure(dz, history, w, b, reltol, change);
        wasLimited = limited > 0;
        if (awaitsRows && limited === 0 && rowsHold(this.residuals.arrays, counts[countPlaces.standing]!)) {
          this.residuals.keep();
          return 'converged';
        }
        awaitsRows = false;
      }
      if (pairs > 0) this.signs.read(k);
      if (soft.epsilon > 0) {
        const missed = soft.isInJacobianAlone ? undefined : dz;
        regularisePairs(assembly, rows, soft.epsilon, w, missed, this.y);
      }
      const fresh = nonlinear || this.#factorB !== b || this.#factorVersion !== rows.version;
      if (rows.count > 0) {
        const leaking = isSoft ? Math.max(LEAST_LEAK, soft.epsilon / SOFT) : 0;
        rows.force(values, w, dz, k, leaking);
      }
      if (fresh) {
        const column = this.#factor(b);
        if (column >= 0) {
          if (pairs > 0 && soft.epsilon === 0 && !leastIndex) {
            soft.begin(softest);
            iteration--;
            continue;
          }
          const isFlat = nonlinear && iteration > 0;
          if (!isFlat && this.frozen && leastIndex) return 'singular';
          const isPinned = b > 0 && assembly.pin(column);
          // Far from a solution a law may be flat that is not so there.
          if (isFlat && !isPinned) {
            if (isSoft) this.#harden();
            return 'diverged';
          }
          if (isPinned) this.invalidate();
          else if (!this.grounds || !this.undetermined.ground(column)) {
            this.singularColumn = column;
            if (isSoft) this.#harden();
            return 'singular';
          }
          iteration--;
          continue;
        }
      }
      this.factors.solve(dz);
      const norm = this.#moveAlong(w, reltol);
      if (this.#worst[0]! >= 0) this.worstUnknown = this.#worst[0]!;
      if (!(norm < Infinity)) {
        this.invalidate();
        return 'not-finite';
      }
      let flips = 0;
      if (pairs > 0) {
        if (this.frozen) this.signs.follow(w, dz);
        else flips = this.signs.turnOver(w, dz, leastIndex);
      }
      turnedLast = flips > 0;
      if (turnedLast) {
        // What SOFT lets pass of an impulse turned over nothing.
        if (soft.epsilon > 0 && soft.epsilon < SHARING) softest = LEAST_SHARING;
        if (isSoft) this.#harden();
        turned++;
        if (!leastIndex && turned > FREE_ROUNDS) return softest === SOFT ? 'cycling' : 'diverged';
        this.#goBack(w);
        numbers[numberPlaces.last] = Infinity;
        continue;
      }
      if (limited > 0) {
        numbers[numberPlaces.last] = norm;
        continue;
      }
      counts[countPlaces.iteration] = iteration;
      const verdict = this.#judge(norm, reltol, nonlinear, !isSoft);
      if (verdict === verdicts.look) awaitsRows = true;
      else if (verdict === verdicts.solved) {
        if (isSoft && soft.hardensOn(this.signs, w, dz)) {
          if (!soft.isInJacobianAlone) this.invalidate();
          numbers[numberPlaces.last] = Infinity;
          continue;
        }
        if (isSoft) {
          this.undetermined.share();
          this.#harden();
        }
        if (rows.count > 0)
          for (let i = 0; i < rows.count; i++) if (rows.forced[i] === 1) w[rows.unknown[i]!] = 0;
        this.#addProduct(dz, 0, s);
        this.residuals.keep();
        return 'converged';
      }
      numbers[numberPlaces.last] = norm;
    }
    if (!leastIndex && soft.epsilon > 0) this.#harden();
    // Impulses of a singular mode want a longer step, in which they are less.
    return softest === SOFT && (turned > FREE_ROUNDS || turnedLast) ? 'cycling' : 'diverged';
  }

  /** Ends a regularisation of one mode. */
  #harden(): void {
    this.#soft.begin(0);
    this.invalidate();
  }

  #factor(b: number): number {
    const { counters, factors, assembly, hasPivots } = this;
    const { values, nonlinear } = assembly;
    if (hasPivots) counters.refactorizations++;
    const isKept = hasPivots && factors.refactor(values);
    // Where local laws change J in every iteration no later one meets these factors.
    if (isKept && !nonlinear) {
      this.#factored.set(this.#entries);
      this.#isRefactored = true;
    }
    const column = isKept ? -1 : resultOf(this.choosePivots(values));
    this.#factorB = column < 0 ? b : NaN;
    if (column < 0) this.#factorVersion = this.rows.version;
    return column;
  }

  /** Factors J with new pivots; returns -1, or the column that depends on the others. */
  *choosePivots(values: Float64Array): Generator<void, number> {
    this.counters.factorizations++;
    this.#isRefactored = false;
    const column = yield* this.factors.factoring(values);
    this.hasPivots = column < 0;
    if (this.hasPivots) this.#pivots.set(this.#entries);
    return column;
  }
}
