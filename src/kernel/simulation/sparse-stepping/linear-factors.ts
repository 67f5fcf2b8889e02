/**
 * What the sparse steps ask of factors of one matrix whose pattern stays: `SparseLu` is one, a small dense matrix another.
 */
export interface LinearFactors {
  /** Chooses pivots; returns -1, or the column that depends on the others. */
  factor(values: Float64Array): number;
  /** Keeps the pivots; as `factor` where they have become bad. */
  refactor(values: Float64Array): number;
  /** Solves A x = b in place. */
  solve(b: Float64Array): void;
}

/** Compressed columns without numbers. */
export interface ColumnPattern {
  readonly rows: number;
  readonly cols: number;
  readonly colStart: Int32Array;
  readonly rowIndex: Int32Array;
}
