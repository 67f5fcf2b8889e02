/**
 * Sparse LU of square matrices of one pattern whose values change often: a circuit's, mostly with a nonzero diagonal, far
 * from symmetric in values, with rows of sources and complementarity whose diagonal is zero.
 *
 *     P R A Q = L U + F        (`lu-factors.ts`)
 *
 * The pattern is analyzed once (`elimination-order.ts`); `factor` chooses pivots (`left-looking-lu.ts`), `refactor` keeps
 * them (`lu-refactorization.ts`) and says when they no longer suit. Memory: linear in the entries of A, L and U.
 *
 *     const lu = new SparseLu(pattern);
 *     if (!lu.refactor(values)) { const done = lu.factor(values); if (done.status !== 'ok') ... }
 *     lu.solve(b);
 *
 * `refactor` is false before the first `factor` too. Source: [Davis-Palamadai Natarajan 2010, algorithm 907 (KLU)].
 */
import { type NumberRoom, plainRoom } from '../code/number-room.js';
import type { BlockTriangularForm } from './block-triangular-form.js';
import type { SparsePattern } from './compressed-columns.js';
import { DependentColumns } from './dependent-columns.js';
import { eliminationOrder } from './elimination-order.js';
import { inverseNorm } from './inverse-norm.js';
import { LeftLookingLu } from './left-looking-lu.js';
import type { RefactorArrays } from './lu-arrays.js';
import { LuFactors } from './lu-factors.js';
import { LuRefactorization } from './lu-refactorization.js';
import { resultOf } from '../../base/pauses.js';
import { PermutedColumns } from './permuted-columns.js';

export interface SparseLuOptions {
  /** The matched row is the pivot where it is at least this part of the largest candidate. */
  readonly pivotTolerance: number;
  /** A pivot no larger than this part of what its column was made of is rounding: a few operations' worth of eps. */
  readonly singularTolerance: number;
  /**
   * `refactor` refuses pivots with which a column grows by more than this factor beyond the growth at `factor`; 1e4 leaves
   * 11 digits of the matrix.
   */
  readonly maxGrowth: number;
}

export const defaultSparseLuOptions: SparseLuOptions = Object.freeze({
  pivotTolerance: 1e-3,
  singularTolerance: 8 * Number.EPSILON,
  maxGrowth: 1e4,
});

/**
 * "singular": column depends on others, and so does row; both count in the caller's matrix. `linear-dependence.ts` names all.
 * `structural`: the pattern alone says so, whatever the values.
 */
export type SparseLuStatus =
  | { readonly status: 'ok' }
  | {
      readonly status: 'singular';
      readonly row: number;
      readonly column: number;
      readonly structural: boolean;
    };

const OK: SparseLuStatus = Object.freeze({ status: 'ok' });

export class SparseLu {
  readonly n: number;
  /** The blocks, and the order before pivoting. */
  readonly order: BlockTriangularForm;
  readonly #columns: PermutedColumns;
  readonly #factors: LuFactors;
  readonly #pivoting: LeftLookingLu;
  readonly #numbers: LuRefactorization;
  readonly #dependent: DependentColumns;
  /** The place of each column. */
  readonly #placeOf: Int32Array;
  readonly #maxGrowth: number;
  /** Whether `#dependent` knows the present pattern of U. */
  #isDependenceKnown = false;
  /** The place that has no pivot, after a failure. */
  #singularPlace = -1;
  #hasPivots = false;
  #isFactored = false;

  /** Analyzes a square pattern. */
  constructor(
    readonly pattern: SparsePattern,
    options: Partial<SparseLuOptions> = {},
    room: NumberRoom = plainRoom,
  ) {
    const { pivotTolerance, singularTolerance, maxGrowth } = { ...defaultSparseLuOptions, ...options };
    this.n = pattern.cols;
    this.order = eliminationOrder(pattern);
    this.#columns = new PermutedColumns(pattern, this.order, room);
    const { start, inside } = this.#columns;
    let within = 0;
    for (let k = 0; k < this.n; k++) within += inside[k]! - start[k]!;
    const { blocks, blockStart, colOrder } = this.order;
    const below = pattern.rowIndex.length - within;
    this.#factors = new LuFactors(this.n, blocks, blockStart, colOrder, within, below, room);
    const rule = { tolerance: pivotTolerance, singular: singularTolerance };
    this.#pivoting = new LeftLookingLu(this.#columns, this.order, this.#factors, rule);
    this.#numbers = new LuRefactorization(this.#columns, this.#factors, singularTolerance, room);
    this.#dependent = new DependentColumns(this.#factors);
    this.#placeOf = new Int32Array(this.n);
    colOrder.forEach((j, k) => (this.#placeOf[j] = k));
    this.#maxGrowth = maxGrowth;
  }

  /** What `refactorLu` and `solveLu` take, as it stands: another object where the factors have grown. */
  get arrays(): RefactorArrays {
    return this.#numbers.arrays;
  }

  /** Factors with pivots chosen for these values, one for each entry of the pattern. */
  factor(values: Float64Array): SparseLuStatus {
    return resultOf(this.factoring(values));
  }

  /** `factor` with pauses, where it is long. */
  *factoring(values: Float64Array): Generator<void, SparseLuStatus> {
    this.#hasPivots = false;
    this.#isFactored = false;
    this.#isDependenceKnown = false;
    this.#singularPlace = -1;
    const { structuralRank, unmatchedRows, unmatchedCols } = this.order;
    if (structuralRank < this.n)
      return { status: 'singular', row: unmatchedRows[0]!, column: unmatchedCols[0]!, structural: true };
    if (!(yield* this.#pivoting.factoring(values))) {
      const { firstSingular, lastSingular } = this.#pivoting;
      this.#singularPlace = lastSingular;
      return {
        status: 'singular',
        row: this.#pivoting.pivotRowFor(firstSingular),
        column: this.order.colOrder[lastSingular]!,
        structural: false,
      };
    }
    this.#numbers.limitGrowth(this.#maxGrowth * this.#pivoting.growth);
    this.#hasPivots = true;
    this.#isFactored = true;
    return OK;
  }

  /**
   * Factors with the pivots of the last `factor`; false where they do not suit these values (others may be tried), or there
   * are none: `factor` must choose.
   */
  refactor(values: Float64Array): boolean {
    this.#isFactored = this.#hasPivots && this.#numbers.refactor(values);
    return this.#isFactored;
  }

  /** `refactor` with pauses. */
  *refactoring(values: Float64Array): Generator<void, boolean> {
    this.#isFactored = false;
    if (!this.#hasPivots) return false;
    let from = 0;
    for (const to of this.#pivoting.slices) {
      if (from > 0) yield;
      if (!this.#numbers.refactorRange(values, from, to)) return false;
      from = to;
    }
    return (this.#isFactored = true);
  }

  /** Whether the work with the pivots of the last `factor` is long enough for pauses. */
  get isLong(): boolean {
    return this.#pivoting.slices.length > 4;
  }

  /**
   * `refactor` where nothing changed but the values of columns[0 .. count), counted in the caller's matrix: takes anew
   * these columns and those made of them. Needs factors of the other values; false without them.
   */
  refactorColumns(values: Float64Array, columns: ArrayLike<number>, count = columns.length): boolean {
    if (!this.#isFactored) return false;
    const dependent = this.#dependent;
    if (!this.#isDependenceKnown) dependent.refresh();
    this.#isDependenceKnown = true;
    dependent.reach(columns, count, this.#placeOf);
    this.#isFactored = this.#numbers.refactor(values, dependent.places, dependent.first);
    return this.#isFactored;
  }

  /** Solves A x = b in place. */
  solve(b: Float64Array): void {
    this.#mustBeFactored();
    this.#factors.solve(b);
  }

  /** Solves A^T x = b in place. */
  solveTransposed(b: Float64Array): void {
    this.#mustBeFactored();
    this.#factors.solveTransposed(b);
  }

  /** An estimate, from below, of the condition number |A|_1 |A^-1|_1 for the values that were factored. */
  condition(values: Float64Array): number {
    this.#mustBeFactored();
    const { colStart } = this.pattern;
    let norm = 0;
    for (let j = 0; j < this.n; j++) {
      let sum = 0;
      for (let p = colStart[j]!; p < colStart[j + 1]!; p++) sum += Math.abs(values[p]!);
      norm = Math.max(norm, sum);
    }
    return norm * inverseNorm(this);
  }

  /**
   * After `factor` found the values singular (not the pattern): z with A z = 0 in the rows of the last singular block and
   * before it, 1 in the column that was told, 0 outside the block. Unknowns of later blocks follow from these.
   */
  nullVector(z: Float64Array): void {
    if (this.#singularPlace < 0)
      throw new Error('nullVector() needs a factor() that found the values singular');
    this.#factors.nullVector(this.#singularPlace, z);
  }

  /** Entries of L and U within the blocks, diagonals once; multiplications of a full refactorisation. */
  get size(): { readonly entries: number; readonly operations: number } {
    const { L, U, n } = this.#factors;
    return { entries: L.start[n]! + U.start[n]! + n, operations: this.#pivoting.operations };
  }

  #mustBeFactored(): void {
    if (!this.#isFactored) throw new Error('solve() needs a factor() that returned "ok"');
  }
}
