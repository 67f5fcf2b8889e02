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
import type { BlockTriangularForm } from './block-triangular-form.js';
import type { SparsePattern } from './compressed-columns.js';
import { eliminationOrder } from './elimination-order.js';
import { LeftLookingLu } from './left-looking-lu.js';
import { LuFactors } from './lu-factors.js';
import { LuRefactorization } from './lu-refactorization.js';
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
 * "singular": column depends on the columns before it, and row was the one left for it; both count in the caller's matrix.
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
  readonly #maxGrowth: number;
  #hasPivots = false;
  #isFactored = false;

  /** Analyzes a square pattern. */
  constructor(pattern: SparsePattern, options: Partial<SparseLuOptions> = {}) {
    const { pivotTolerance, singularTolerance, maxGrowth } = { ...defaultSparseLuOptions, ...options };
    this.n = pattern.cols;
    this.order = eliminationOrder(pattern);
    this.#columns = new PermutedColumns(pattern, this.order);
    const { start, inside } = this.#columns;
    let within = 0;
    for (let k = 0; k < this.n; k++) within += inside[k]! - start[k]!;
    const { blocks, blockStart, colOrder } = this.order;
    const below = pattern.rowIndex.length - within;
    this.#factors = new LuFactors(this.n, blocks, blockStart, colOrder, within, below);
    const rule = { tolerance: pivotTolerance, singular: singularTolerance };
    this.#pivoting = new LeftLookingLu(this.#columns, this.order, this.#factors, rule);
    this.#numbers = new LuRefactorization(this.#columns, this.#factors, singularTolerance);
    this.#maxGrowth = maxGrowth;
  }

  /** Factors with pivots chosen for these values, one for each entry of the pattern. */
  factor(values: Float64Array): SparseLuStatus {
    this.#hasPivots = false;
    this.#isFactored = false;
    const { structuralRank, unmatchedRows, unmatchedCols } = this.order;
    if (structuralRank < this.n)
      return { status: 'singular', row: unmatchedRows[0]!, column: unmatchedCols[0]!, structural: true };
    const place = this.#pivoting.factor(values);
    if (place >= 0)
      return {
        status: 'singular',
        row: this.#pivoting.pivotRowFor(place),
        column: this.order.colOrder[place]!,
        structural: false,
      };
    this.#hasPivots = true;
    this.#isFactored = true;
    return OK;
  }

  /**
   * Factors with the pivots of the last `factor`; false where they do not suit these values (others may be tried), or there
   * are none: `factor` must choose.
   */
  refactor(values: Float64Array): boolean {
    this.#isFactored = this.#hasPivots && this.#numbers.refactor(values, this.#growthLimit());
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

  /** Entries of L and U within the blocks, diagonals once; multiplications of a refactorisation. */
  get size(): { readonly entries: number; readonly operations: number } {
    const { L, U, n } = this.#factors;
    return { entries: L.start[n]! + U.start[n]! + n, operations: this.#pivoting.operations };
  }

  #growthLimit(): number {
    return this.#maxGrowth * this.#pivoting.growth;
  }

  #mustBeFactored(): void {
    if (!this.#isFactored) throw new Error('solve() needs a factor() that returned "ok"');
  }
}
