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
 * least index, finite for P-matrices, to a path from piece to piece (`pair-path.ts`), and then to the path y + eps z = 0, eps -> 0, on which
 * positive semidefinite matrices are P-matrices; each is counted. Sources: [Cottle-Pang-Stone 1992, 4.2, 5.6], [Nagel 1975, ch. 4].
 */
import type { ActiveRows } from './active-rows.js';
import { type Bound, floatsIn, type WithoutRecord } from '../../../../numerics/code/number-room.js';
import type { DescriptorAssembly } from '../descriptor/assembly.js';
import { addProduct } from '../descriptor/descriptor-evaluation.js';
import { missedRows, moveAlong } from './newton-iteration.js';
import { NewtonIterations, type PivotChooser } from './newton-iterations.js';
import { forgetFactors, goBack, letPinsGo, modePlaces } from './newton-loop.js';
import { countPlaces, type NewtonArrays, numberPlaces } from './newton-verdict.js';
import type { LinearFactors } from './linear-factors.js';
import { followPairPath } from './pair-path.js';
import { measureRounding } from './pair-rounding.js';
import { PairSigns } from './pair-signs.js';
import { FEW_PAIRS, searchModes } from './mode-search.js';
import type { NewtonStatus } from './newton-status.js';
import { RowResiduals } from './row-residuals.js';
import { SOFT } from './singular-mode.js';
import { beginSoft, type SoftArrays } from './soft-mode.js';
import type { SteppingCounters } from './stepping-counters.js';
import type { StateArray } from './stepping-state.js';
import { type UndeterminedUnknowns } from '../descriptor/undetermined-unknowns.js';

/** Numbers of a state before its pivots: curvature, b, whether there are pivots, and whether they were used. */
const stateLength = 4;

export class DescriptorNewton implements PivotChooser {
  /** Of each unknown the size that it is measured by, beside its own. */
  readonly sizes: Float64Array;
  /** y of each pair at the solution. */
  readonly y: Float64Array;
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
  readonly #missedRows: Bound<[history: Float64Array, b: number], void>;
  readonly #moveAlong: Bound<[w: Float64Array, reltol: number], number>;
  readonly #soft: SoftArrays;
  /** At the places of `modePlaces`. */
  readonly #modes: Int32Array;
  /** J without the entry for nobody; J when pivots were chosen, and when they were used last. */
  readonly #entries: Float64Array;
  readonly #pivots: Float64Array;
  readonly #factored: Float64Array;
  /** Of Q and ds/dz. */
  readonly #addProduct: WithoutRecord<typeof addProduct>;
  readonly residuals: RowResiduals;
  readonly #arrays: NewtonArrays;
  readonly iterations: NewtonIterations;
  #aside: Float64Array | undefined;

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
    this.#begin = room.floats(rows.pairCount > 0 ? assembly.pointLength : 0);
    const { sizes, dz } = this;
    const arrays = { size, descriptor, dz, sizes, absolute: descriptor.absolute, worst: room.integers(1) };
    this.#missedRows = room.bind('missedRows', missedRows, arrays);
    this.#moveAlong = room.bind('moveAlong', moveAlong, arrays);
    this.residuals = new RowResiduals(assembly);
    const counts = room.integers(Object.keys(countPlaces).length);
    // Nothing is known of the curvature, and nothing factored.
    const numbers = floatsIn(room, [Infinity, 1, NaN]);
    const newton = { iteration: arrays, residuals: this.residuals.arrays, numbers, counts };
    this.#arrays = newton;
    this.y = room.floats(rows.pairCount);
    this.#addProduct = room.bind('addProduct', addProduct, assembly.storage);
    this.#entries = assembly.values.subarray(0, assembly.values.length - 1);
    this.#pivots = new Float64Array(this.#entries.length);
    this.#factored = room.floats(assembly.nonlinear ? 0 : this.#entries.length);
    this.signs = new PairSigns(assembly, rows, this.y, reltol, (w) => {
      const { rounding, signs, soft, factors: last } = this.iterations.arrays;
      measureRounding(rounding, signs, soft, last, w, dz);
    });
    this.#soft = { epsilon: floatsIn(room, [0, SOFT]), inJacobianAlone: room.integers(1) };
    this.#modes = room.integers(modePlaces.count);
    const own = {
      newton,
      rows: rows.arrays,
      signs: this.signs.arrays,
      soft: this.#soft,
      modes: this.#modes,
      coefficient: assembly.coefficient,
    };
    const { rounding } = this.signs;
    const linear = { nonlinear: Number(assembly.nonlinear), begin: this.#begin, factored: this.#factored };
    this.iterations = new NewtonIterations(
      { ...own, ...linear, rounding },
      assembly,
      rows,
      undetermined,
      this,
    );
  }

  /** A history for solves that lead to the one that is wanted, where machine code finds it. */
  get aside(): Float64Array {
    return (this.#aside ??= this.assembly.room.floats(this.assembly.size));
  }

  /** Pairs keep their mode where true. */
  get frozen(): boolean {
    return this.#modes[modePlaces.frozen] === 1;
  }

  set frozen(frozen: boolean) {
    this.#modes[modePlaces.frozen] = Number(frozen);
  }

  /**
   * Moves z of w to the solution; `assembly.s` is then the charge there, along the last tangent, and z = 0 in forced rows
   * holds exactly.
   */
  solve(w: Float64Array, history: Float64Array, b: number, maxIterations: number): NewtonStatus {
    letPinsGo(this.iterations.arrays);
    const first = this.iterations.solve(w, history, b, maxIterations);
    return first === 'cycling' ? this.solveOnwards(w, history, b, maxIterations) : first;
  }

  /** As `solve`, where pairs that turn over freely go round. */
  solveOnwards(w: Float64Array, history: Float64Array, b: number, maxIterations: number): NewtonStatus {
    this.counters.fallback('least-index pivoting');
    const pivoted = this.iterations.solve(w, history, b, maxIterations + 4 * this.rows.pairCount, true);
    const isFew = this.rows.pairCount <= FEW_PAIRS;
    if (pivoted === 'converged' || (isFew && this.#searchModes(w, history, b, maxIterations)))
      return 'converged';
    const [begin, forced] = [this.#begin.slice(), this.rows.forced.slice()];
    w.set(begin);
    if (followPairPath(this, w, history, b, maxIterations) === 'converged') return 'converged';
    w.set(begin);
    this.rows.restore(forced);
    if (!isFew && this.#searchModes(w, history, b, maxIterations)) return 'converged';
    w.set(begin);
    this.assembly.resetLimits(w);
    this.counters.fallback('regularised pairs');
    return this.#followPath(w, history, b, maxIterations);
  }

  /** Arrays that a copy of a run takes over. */
  get stateArrays(): StateArray[] {
    const { largestY, largestZ, arrays } = this.signs;
    return [this.sizes, this.y, largestY, largestZ, arrays.rounding, ...this.residuals.stateArrays];
  }

  /** How many numbers `save` writes. */
  get stateLength(): number {
    return stateLength + this.#pivots.length + this.#factored.length;
  }

  /** Writes the numbers and pivots that a copy takes over to values[at ..). */
  save(values: Float64Array, at: number): void {
    values[at] = this.#arrays.numbers[numberPlaces.curvature]!;
    values[at + 1] = this.#arrays.numbers[numberPlaces.factorB]!;
    values[at + 2] = Number(this.hasPivots);
    values[at + 3] = this.#modes[modePlaces.isRefactored]!;
    if (this.hasPivots) values.set(this.#pivots, at + stateLength);
    if (this.#modes[modePlaces.isRefactored] === 1)
      values.set(this.#factored, at + stateLength + this.#pivots.length);
  }

  /** Takes over what `save` wrote; `rows` are restored already. */
  restore(values: Float64Array, at: number): void {
    this.#arrays.numbers[numberPlaces.curvature] = values[at]!;
    this.invalidate();
    this.hasPivots = values[at + 2] !== 0;
    this.#modes[modePlaces.isRefactored] = values[at + 3]!;
    if (!this.hasPivots) return;
    const [first, second] = [this.#pivots, this.#factored];
    for (let k = 0; k < first.length; k++) first[k] = values[at + stateLength + k]!;
    this.factors.factor(first);
    if (values[at + 3] !== 0) {
      for (let k = 0; k < second.length; k++) second[k] = values[at + stateLength + first.length + k]!;
      this.factors.refactor(second);
    }
    if (this.assembly.nonlinear) return;
    this.#arrays.numbers[numberPlaces.factorB] = values[at + 1]!;
    this.#modes[modePlaces.factorVersion] = this.rows.version;
  }

  /** Forgets the factors: the matrix has changed. */
  invalidate(): void {
    forgetFactors(this.#arrays);
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
    const isFactored = this.#arrays.numbers[numberPlaces.factorB] === b;
    if (assembly.nonlinear || !isFactored || this.#modes[modePlaces.factorVersion] !== rows.version)
      return false;
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

  #searchModes(w: Float64Array, history: Float64Array, b: number, maxIterations: number): boolean {
    this.counters.fallback('modes one by one');
    goBack(this.iterations.arrays, w);
    const begin = w.slice();
    this.frozen = true;
    const found = searchModes(this.rows, this.signs, w, () => {
      letPinsGo(this.iterations.arrays);
      this.assembly.resetLimits(begin);
      w.set(begin);
      return this.iterations.solve(w, history, b, maxIterations, true) === 'converged';
    });
    this.frozen = false;
    return found;
  }

  #followPath(w: Float64Array, history: Float64Array, b: number, maxIterations: number): NewtonStatus {
    const minRounds = maxIterations + 4 * this.rows.pairCount;
    let status: NewtonStatus = 'cycling';
    for (let decade = 6; decade >= -12; decade--) {
      beginSoft(this.#soft, 10 ** decade);
      this.invalidate();
      status = this.iterations.solve(w, history, b, minRounds, true);
      if (status === 'not-finite') break;
    }
    beginSoft(this.#soft, 0);
    this.invalidate();
    const last = this.iterations.solve(w, history, b, minRounds, true);
    return last === 'converged' || last === 'singular' ? last : status === 'not-finite' ? status : 'cycling';
  }

  /** Factors J with new pivots; returns -1, or the column that depends on the others. */
  *choosePivots(values: Float64Array): Generator<void, number> {
    this.counters.factorizations++;
    const column = yield* this.factors.factoring(values);
    this.hasPivots = column < 0;
    if (this.hasPivots) this.#pivots.set(this.#entries);
    return column;
  }
}
