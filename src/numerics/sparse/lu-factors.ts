/**
 * LU factors of a matrix in block triangular form, by columns, and the solves with them:
 *
 *     P R A Q = L U + F,
 *
 * L unit lower triangular and U upper triangular within the diagonal blocks, F what stands below the blocks; R scales
 * rows by powers of two, which rounds nothing. A x = b is solved block by block, an upstream block first:
 *
 *     L_k U_k x_k = r_k,    r_later -= F_later,k x_k.
 *
 * Cost of a solve: one multiplication an entry of L, U and F. Allocates where the factors grow, never in a solve.
 */
import { type Bound, integersIn, type NumberRoom, plainRoom } from '../code/number-room.js';
import { solveLu, type LuArrays } from './lu-arrays.js';

/** Of the entries of a factor by columns: a row each, and room for more. */
export class FactorColumns {
  /** Column k: entries start[k] .. start[k+1]-1. */
  readonly start: Int32Array;
  row: Int32Array;
  value: Float64Array;

  constructor(
    n: number,
    capacity: number,
    private readonly room: NumberRoom = plainRoom,
  ) {
    this.start = room.integers(n + 1);
    this.row = room.integers(capacity);
    this.value = room.floats(capacity);
  }

  /** Makes room for so many entries; grows by half at least, so that all growth costs no more than a few copies. */
  reserve(entries: number): void {
    if (entries <= this.row.length) return;
    const capacity = Math.max(entries, Math.ceil(1.5 * this.row.length));
    const row = this.room.integers(capacity);
    const value = this.room.floats(capacity);
    row.set(this.row);
    value.set(this.value);
    this.row = row;
    this.value = value;
  }
}

export class LuFactors {
  /** Without its unit diagonal. */
  readonly L: FactorColumns;
  /** Without its diagonal; the rows of a column in an order in which each depends on earlier ones alone. */
  readonly U: FactorColumns;
  /** Below the blocks; rows are the targets of the columns' entries. */
  readonly F: FactorColumns;
  /** One over the diagonal of U. */
  readonly inverse: Float64Array;
  /** Row and column at each place, and the scale of that row. */
  readonly rowAt: Int32Array;
  readonly colAt: Int32Array;
  readonly scaleAt: Float64Array;
  readonly #x: Float64Array;
  readonly #blockStart: Int32Array;
  #arrays: LuArrays | undefined;
  #solved: LuArrays | undefined;
  #solve: Bound<[b: Float64Array], void> | undefined;

  constructor(
    readonly n: number,
    readonly blocks: number,
    readonly blockStart: Int32Array,
    colOrder: Int32Array,
    entries: number,
    below: number,
    private readonly room: NumberRoom = plainRoom,
  ) {
    this.L = new FactorColumns(n, entries + n, room);
    this.U = new FactorColumns(n, entries + n, room);
    this.F = new FactorColumns(n, below, room);
    this.inverse = room.floats(n);
    this.rowAt = room.integers(n);
    this.colAt = integersIn(room, colOrder);
    this.scaleAt = room.floats(n);
    this.#x = room.floats(n);
    this.#blockStart = integersIn(room, blockStart);
  }

  /** The arrays as they stand: another object where one of them has grown. */
  get arrays(): LuArrays {
    const { n, blocks, L, U, F, inverse, rowAt, colAt, scaleAt } = this;
    const known = this.#arrays;
    if (known && known.lValue === L.value && known.uValue === U.value) return known;
    const arrays: LuArrays = {
      ...{ n, blocks, blockStart: this.#blockStart, inverse, rowAt, colAt, scaleAt, x: this.#x },
      ...{ lStart: L.start, lRow: L.row, lValue: L.value },
      ...{ uStart: U.start, uRow: U.row, uValue: U.value },
      ...{ fStart: F.start, fRow: F.row, fValue: F.value },
    };
    this.#arrays = arrays;
    return arrays;
  }

  /** Solves A x = b in place. */
  solve(b: Float64Array): void {
    this.#bound()(b);
  }

  /** `solveLu` over the arrays as they stand. */
  #bound(): Bound<[b: Float64Array], void> {
    const { arrays } = this;
    if (arrays !== this.#solved || !this.#solve) {
      this.#solved = arrays;
      this.#solve = this.room.bind('solveLu', solveLu, arrays);
    }
    return this.#solve;
  }

  /** Solves A^T x = b in place. */
  solveTransposed(b: Float64Array): void {
    const { n, blocks, blockStart, inverse, rowAt, colAt, scaleAt } = this;
    const x = this.#x;
    const { start: lStart, row: lRow, value: lValue } = this.L;
    const { start: uStart, row: uRow, value: uValue } = this.U;
    const { start: fStart, row: fRow, value: fValue } = this.F;
    for (let k = 0; k < n; k++) x[k] = b[colAt[k]!]!;
    for (let block = blocks - 1; block >= 0; block--) {
      const first = blockStart[block]!;
      const end = blockStart[block + 1]!;
      for (let k = first; k < end; k++) {
        let sum = x[k]!;
        for (let p = fStart[k]!, last = fStart[k + 1]!; p < last; p++) sum -= fValue[p]! * x[fRow[p]!]!;
        for (let p = uStart[k]!, last = uStart[k + 1]!; p < last; p++) sum -= uValue[p]! * x[uRow[p]!]!;
        x[k] = sum * inverse[k]!;
      }
      for (let k = end - 1; k >= first; k--) {
        let sum = x[k]!;
        for (let p = lStart[k]!, last = lStart[k + 1]!; p < last; p++) sum -= lValue[p]! * x[lRow[p]!]!;
        x[k] = sum;
      }
    }
    for (let k = 0; k < n; k++) b[rowAt[k]!] = x[k]! * scaleAt[k]!;
  }

  /** The null vector of the columns up to the one at a place that has no pivot, where that of the place is 1. */
  nullVector(place: number, z: Float64Array): void {
    const { inverse, colAt, U } = this;
    const x = this.#x.fill(0);
    x[place] = 1;
    for (let q = U.start[place]!; q < U.start[place + 1]!; q++) x[U.row[q]!] = -U.value[q]!;
    for (let k = place - 1; k >= 0; k--) {
      const xk = x[k]!;
      if (xk === 0) continue;
      x[k] = xk * inverse[k]!;
      for (let q = U.start[k]!; q < U.start[k + 1]!; q++) x[U.row[q]!]! -= U.value[q]! * x[k]!;
    }
    for (let k = 0; k < this.n; k++) z[colAt[k]!] = x[k]!;
  }
}
