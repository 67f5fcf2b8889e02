/**
 * Compressed sparse columns, and the triplets they are built from.
 */
import { doubleDoubles, DoubleDoubleSum, type DoubleDoubles } from '../dense/double-double.js';

/** rows x cols; column j holds rowIndex/values[colStart[j] .. colStart[j+1]), row indices ascending. */
export interface SparseMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly colStart: Int32Array;
  readonly rowIndex: Int32Array;
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
export function compressColumns(rows: number, cols: number, triplets: Triplets): SparseMatrix {
  const { row, col, value } = triplets;
  const order = Array.from(value.keys()).sort(
    (p, q) => (col[p] as number) - (col[q] as number) || (row[p] as number) - (row[q] as number) || p - q,
  );
  const colStart = new Int32Array(cols + 1);
  const rowIndex: number[] = [];
  const values: number[] = [];
  let lastRow = -1;
  let lastCol = -1;
  for (const p of order) {
    const i = row[p] as number;
    const j = col[p] as number;
    if (i < 0 || i >= rows || j < 0 || j >= cols) {
      throw new RangeError(`triplet (${i}, ${j}) lies outside ${rows} x ${cols}`);
    }
    if (i === lastRow && j === lastCol) {
      values[values.length - 1] = (values[values.length - 1] as number) + (value[p] as number);
      continue;
    }
    rowIndex.push(i);
    values.push(value[p] as number);
    colStart[j + 1]!++;
    lastRow = i;
    lastCol = j;
  }
  for (let j = 0; j < cols; j++) colStart[j + 1]! += colStart[j]!;
  return { rows, cols, colStart, rowIndex: Int32Array.from(rowIndex), values: Float64Array.from(values) };
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
