/** The rows of a square matrix by their non-zeros, in the order of the columns. */
export class SparseRows {
  /** Of row i the entries from start[i] to start[i + 1]. */
  constructor(
    readonly start: Int32Array,
    readonly column: Int32Array,
    readonly value: Float64Array,
  ) {}

  /** Of A with so many rows and columns. */
  static of(rows: number, columns: number, A: Float64Array): SparseRows {
    const start = new Int32Array(rows + 1);
    let column = new Int32Array(8 * rows);
    let at = 0;
    for (let i = 0; i < rows; i++) {
      if (at + columns > column.length) column = grown(column, at + columns);
      for (let j = 0, p = i * columns; j < columns; j++) if (A[p++] !== 0) column[at++] = j;
      start[i + 1] = at;
    }
    const value = new Float64Array(at);
    for (let i = 0; i < rows; i++)
      for (let e = start[i]!; e < start[i + 1]!; e++) value[e] = A[i * columns + column[e]!]!;
    return new SparseRows(start, column.slice(0, at), value);
  }

  /** Row i times x. */
  product(i: number, x: Float64Array): number {
    const { start, column, value } = this;
    let sum = 0;
    for (let e = start[i]!, end = start[i + 1]!; e < end; e++) sum += value[e]! * x[column[e]!]!;
    return sum;
  }

  /** The sum of the magnitudes of the terms of row i times x. */
  terms(i: number, x: Float64Array): number {
    const { start, column, value } = this;
    let sum = 0;
    for (let e = start[i]!, end = start[i + 1]!; e < end; e++) {
      sum += Math.abs(value[e]!) * Math.abs(x[column[e]!]!);
    }
    return sum;
  }

  /** Writes the matrix, which has so many columns, over zeros. */
  scatter(columns: number, out: Float64Array): void {
    const { start, column, value } = this;
    for (let i = 0; i + 1 < start.length; i++) {
      for (let e = start[i]!; e < start[i + 1]!; e++) out[i * columns + column[e]!] = value[e]!;
    }
  }
}

function grown(array: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * least);
  larger.set(array);
  return larger;
}
