/**
 * Sparse matrices by compressed columns, and the triplets they are built from.
 */
import { doubleDoubles, DoubleDoubleSum, type DoubleDoubles } from '../dense/double-double.js';
import { compressTriplets, type SparsePattern } from './compressed-columns.js';

/** A pattern with a value for each entry. */
export interface SparseMatrix extends SparsePattern {
  readonly values: Float64Array;
}

/** Collects (row, column, value) contributions; repeated places add up. */
export class Triplets {
  readonly row: number[] = [];
  readonly col: number[] = [];
  readonly value: number[] = [];

  get length(): number {
    return this.value.length;
  }

  add(row: number, col: number, value: number): void {
    this.row.push(row);
    this.col.push(col);
    this.value.push(value);
  }
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
