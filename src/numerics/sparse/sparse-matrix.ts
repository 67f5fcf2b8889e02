/**
 * Sparse matrices by compressed columns, and the triplets they are built from.
 */
import { doubleDoubles, DoubleDoubleSum, type DoubleDoubles } from '../dense/double-double.js';
import { compressTriplets, type SparsePattern } from './compressed-columns.js';

/** A pattern with a value for each entry. */
export interface SparseMatrix extends SparsePattern {
  readonly values: Float64Array;
}

/**
 * Collects (row, column, value) contributions; repeated places add up. A few stand in plain arrays, which are made quickly; many in
 * typed ones, which take half of the memory and grow in a third of the time.
 */
export class Triplets {
  #row: number[] | Int32Array = [];
  #col: number[] | Int32Array = [];
  #value: number[] | Float64Array = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get row(): number[] | Int32Array {
    if (this.#row.length !== this.#length) this.#resize(this.#length);
    return this.#row;
  }

  get col(): number[] | Int32Array {
    if (this.#col.length !== this.#length) this.#resize(this.#length);
    return this.#col;
  }

  get value(): number[] | Float64Array {
    if (this.#value.length !== this.#length) this.#resize(this.#length);
    return this.#value;
  }

  add(row: number, col: number, value: number): void {
    const at = this.#length++;
    if (at >= MAX_PLAIN && at >= this.#value.length) this.#resize(2 * at);
    this.#row[at] = row;
    this.#col[at] = col;
    this.#value[at] = value;
  }

  /** Moves all to typed arrays of a size. */
  #resize(size: number): void {
    this.#row = resized(new Int32Array(size), this.#row);
    this.#col = resized(new Int32Array(size), this.#col);
    this.#value = resized(new Float64Array(size), this.#value);
  }
}

/** From so many on triplets stand in typed arrays. */
const MAX_PLAIN = 1 << 14;

function resized<List extends Int32Array | Float64Array>(to: List, from: number[] | List): List {
  to.set(from.length <= to.length ? from : from.slice(0, to.length));
  return to;
}

/** Sums triplets into compressed columns; entries that sum to zero are kept (the pattern is structural). */
export function compressColumns(rows: number, cols: number, { row, col, value }: Triplets): SparseMatrix {
  const { pattern, position } = compressTriplets(rows, cols, row, col);
  // -0 is the neutral element of addition.
  const values = new Float64Array(pattern.rowIndex.length).fill(-0);
  for (let k = 0; k < value.length; k++) values[position[k]!]! += value[k]!;
  return { ...pattern, values };
}

/** Expands triplets into a dense row-major array of rows x cols. */
export function wideFromTriplets(rows: number, cols: number, { row, col, value }: Triplets): DoubleDoubles {
  const dense = doubleDoubles(rows * cols);
  const sum = new DoubleDoubleSum();
  for (let p = 0; p < value.length; p++) {
    const at = row[p]! * cols + col[p]!;
    sum.clear().add(dense.hi[at]!, dense.lo[at]!).add(value[p]!, 0).writeTo(dense, at);
  }
  return dense;
}

/** Sums triplets into a dense row-major matrix. */
export function denseFromTriplets(rows: number, cols: number, triplets: Triplets): Float64Array {
  const dense = new Float64Array(rows * cols);
  for (let p = 0; p < triplets.length; p++) {
    dense[(triplets.row[p] as number) * cols + (triplets.col[p] as number)]! += triplets.value[p] as number;
  }
  return dense;
}
