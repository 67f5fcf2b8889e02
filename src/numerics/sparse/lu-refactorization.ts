/**
 * New numbers in an LU whose pivots and pattern are kept: left-looking, column after column, the same operations in the
 * same order as the factorisation that chose the pivots, so that the same values give the same bits. Columns can be taken
 * one by one: column k depends on the columns of u_k alone. Cost: the multiplications; allocates nothing.
 *
 * A column in which numbers grow beyond its entries by more than a limit, or whose pivot is rounding, says that these
 * pivots do not suit the values: the backward error of L U is that growth times eps [Higham 2002, 9.3]. A pivot that is
 * merely smaller than others is none the worse.
 */
import type { LuFactors } from './lu-factors.js';
import type { PermutedColumns } from './permuted-columns.js';

export class LuRefactorization {
  readonly #x: Float64Array;
  /** In an array, where a number needs no box. */
  readonly #maxGrowth = Float64Array.of(Infinity);

  constructor(
    private readonly columns: PermutedColumns,
    private readonly factors: LuFactors,
    private readonly singular: number,
  ) {
    this.#x = new Float64Array(factors.n);
  }

  /** Sets the largest growth of a column that is taken. */
  limitGrowth(maxGrowth: number): void {
    this.#maxGrowth[0] = maxGrowth;
  }

  /** Refactors the columns at places[from .. end), each before those that need it; all in their order without a list. */
  refactor(values: Float64Array, places?: Int32Array, from = 0): boolean {
    const { start: aStart, inside, source, target } = this.columns;
    const { L, U, F, inverse, scaleAt, n } = this.factors;
    const { start: lStart, row: lRow, value: lValue } = L;
    const { start: uStart, row: uRow, value: uValue } = U;
    const { start: fStart, value: fValue } = F;
    const x = this.#x;
    const singular = this.singular;
    const maxGrowth = this.#maxGrowth[0]!;
    for (let s = from; s < n; s++) {
      const k = places === undefined ? s : places[s]!;
      let given = 0;
      const insideEnd = inside[k]!;
      for (let e = aStart[k]!; e < insideEnd; e++) {
        const i = target[e]!;
        const value = values[source[e]!]! * scaleAt[i]!;
        x[i] = value;
        given = Math.max(given, Math.abs(value));
      }
      let grown = 0;
      const uEnd = uStart[k + 1]!;
      for (let q = uStart[k]!; q < uEnd; q++) {
        const j = uRow[q]!;
        const u = x[j]!;
        x[j] = 0;
        uValue[q] = u;
        grown = Math.max(grown, Math.abs(u));
        const last = lStart[j + 1]!;
        for (let p = lStart[j]!; p < last; p++) x[lRow[p]!]! -= lValue[p]! * u;
      }
      const pivot = x[k]!;
      x[k] = 0;
      const lEnd = lStart[k + 1]!;
      const size = Math.abs(pivot);
      grown = Math.max(grown, size);
      // What is not a number is in `grown` or `given` by now, and satisfies nothing.
      if (!(grown <= maxGrowth * given && size > singular * Math.max(given, grown))) {
        for (let p = lStart[k]!; p < lEnd; p++) x[lRow[p]!] = 0;
        return false;
      }
      const over = 1 / pivot;
      inverse[k] = over;
      for (let p = lStart[k]!; p < lEnd; p++) {
        const i = lRow[p]!;
        lValue[p] = x[i]! * over;
        x[i] = 0;
      }
      for (let p = fStart[k]!, e = insideEnd, last = fStart[k + 1]!; p < last; p++, e++)
        fValue[p] = values[source[e]!]! * scaleAt[target[e]!]!;
    }
    return true;
  }
}
