/**
 * New numbers in an LU whose pivots and pattern are kept, and solves with it (`lu-refactorization.ts`, `lu-factors.ts`), over
 * arrays that stay where they are: as they stand here, or as machine code of the same functions (`MachineRoom`).
 */
import type { Int } from '../../base/int.js';

/** The arrays of an `LuFactors`, as it describes them. */
export interface LuArrays {
  readonly n: Int;
  readonly blocks: Int;
  readonly blockStart: Int32Array;
  readonly lStart: Int32Array;
  readonly lRow: Int32Array;
  readonly lValue: Float64Array;
  readonly uStart: Int32Array;
  readonly uRow: Int32Array;
  readonly uValue: Float64Array;
  readonly fStart: Int32Array;
  readonly fRow: Int32Array;
  readonly fValue: Float64Array;
  readonly inverse: Float64Array;
  readonly rowAt: Int32Array;
  readonly colAt: Int32Array;
  readonly scaleAt: Float64Array;
  readonly x: Float64Array;
}

/** Solves A x = b in place. */
export function solveLu(of: LuArrays, b: Float64Array): void {
  const { n, blocks, blockStart, inverse, rowAt, colAt, scaleAt, x } = of;
  const { lStart, lRow, lValue, uStart, uRow, uValue, fStart, fRow, fValue } = of;
  for (let k = 0; k < n; k++) x[k] = b[rowAt[k]!]! * scaleAt[k]!;
  for (let block = 0; block < blocks; block++) {
    const first = blockStart[block]!;
    const end = blockStart[block + 1]!;
    for (let k = first; k < end; k++) {
      const xk = x[k]!;
      for (let p = lStart[k]!, last = lStart[k + 1]!; p < last; p++) x[lRow[p]!]! -= lValue[p]! * xk;
    }
    for (let k = end - 1; k >= first; k--) {
      const xk = x[k]! * inverse[k]!;
      x[k] = xk;
      for (let p = uStart[k]!, last = uStart[k + 1]!; p < last; p++) x[uRow[p]!]! -= uValue[p]! * xk;
      for (let p = fStart[k]!, last = fStart[k + 1]!; p < last; p++) x[fRow[p]!]! -= fValue[p]! * xk;
    }
  }
  for (let k = 0; k < n; k++) b[colAt[k]!] = x[k]!;
}

/** The arrays of an `LuRefactorization`: those of its `PermutedColumns`, and `factors`. */
export interface RefactorArrays {
  readonly factors: LuArrays;
  readonly start: Int32Array;
  readonly inside: Int32Array;
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly x: Float64Array;
  /** The largest growth of a column that is taken, and the part of what it was made of below which a pivot is rounding. */
  readonly limits: Float64Array;
}

/**
 * Refactors the columns at places[from .. to), each before those that need it, or those from .. to in their order where not `some`;
 * false where one grows too much.
 */
export function refactorLu(
  of: RefactorArrays,
  values: Float64Array,
  places: Int32Array,
  from: Int,
  to: Int,
  some: boolean,
): boolean {
  const { start: aStart, inside, source, target, x, limits } = of;
  const { inverse, scaleAt } = of.factors;
  const { lStart, lRow, lValue, uStart, uRow, uValue, fStart, fValue } = of.factors;
  const maxGrowth = limits[0]!;
  const singular = limits[1]!;
  for (let s = from; s < to; s++) {
    const k = some ? places[s]! : s;
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
