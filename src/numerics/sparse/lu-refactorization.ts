/**
 * New numbers in an LU whose pivots and pattern are kept: left-looking, column after column, the same operations in the
 * same order as the factorisation that chose the pivots, so that the same values give the same bits. Columns can be taken
 * one by one: column k depends on the columns of u_k alone. Cost: the multiplications; allocates nothing.
 *
 * A column in which numbers grow beyond its entries by more than a limit, or whose pivot is rounding, says that these
 * pivots do not suit the values: the backward error of L U is that growth times eps [Higham 2002, 9.3]. A pivot that is
 * merely smaller than others is none the worse.
 */
import { type Bound, floatsIn, type NumberRoom, plainRoom } from '../code/number-room.js';
import { type RefactorArrays, refactorLu } from './lu-arrays.js';
import type { LuFactors } from './lu-factors.js';
import type { PermutedColumns } from './permuted-columns.js';

type Refactor = Bound<
  [values: Float64Array, places: Int32Array, from: number, to: number, some: boolean],
  boolean
>;

export class LuRefactorization {
  readonly #x: Float64Array;
  /** In an array, where numbers need no box. */
  readonly #limits: Float64Array;
  readonly #none: Int32Array;
  #arrays: RefactorArrays | undefined;
  /** The function over these arrays. */
  #refactor: Refactor | undefined;

  constructor(
    private readonly columns: PermutedColumns,
    private readonly factors: LuFactors,
    singular: number,
    private readonly room: NumberRoom = plainRoom,
  ) {
    this.#x = room.floats(factors.n);
    this.#limits = floatsIn(room, [Infinity, singular]);
    this.#none = room.integers(1);
  }

  /** Sets the largest growth of a column that is taken. */
  limitGrowth(maxGrowth: number): void {
    this.#limits[0] = maxGrowth;
  }

  /** What the function computes with, as the factors stand: another object where they have grown. */
  get arrays(): RefactorArrays {
    const { arrays: factors } = this.factors;
    const known = this.#arrays;
    if (known?.factors === factors) return known;
    const { start, inside, source, target } = this.columns;
    const arrays = { factors, start, inside, source, target, x: this.#x, limits: this.#limits };
    this.#arrays = arrays;
    this.#refactor = undefined;
    return arrays;
  }

  /** Refactors the columns at places[from .. n), each before those that need it; all in their order without a list. */
  refactor(values: Float64Array, places?: Int32Array, from = 0): boolean {
    return this.#bound()(values, places ?? this.#none, from, this.factors.n, places !== undefined);
  }

  /** Refactors columns from .. to, those before them being done. */
  refactorRange(values: Float64Array, from: number, to: number): boolean {
    return this.#bound()(values, this.#none, from, to, false);
  }

  #bound(): Refactor {
    const { arrays } = this;
    return (this.#refactor ??= this.room.bind('refactorLu', refactorLu, arrays));
  }
}
