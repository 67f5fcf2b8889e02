/**
 * The contract through which everything solves W x = b. An integrator knows W only through it:
 * dense is one file, sparse another. The pattern is analyzed once, values change often.
 */
import type { SparseMatrix } from './sparse/sparse-matrix.js';

/** "singular" names a pivot that vanished relative to its column; `column` says which. */
export type FactorStatus =
  { readonly status: 'ok' } | { readonly status: 'singular'; readonly column: number };

export interface LinearSolver {
  /** Prepares for matrices n x n of this pattern (fill-reducing order, memory). */
  analyze(matrix: SparseMatrix): void;
  /** Factors with pivoting for the values of the matrix; the pattern is the analyzed one. */
  factor(matrix: SparseMatrix): FactorStatus;
  /** Factors new values in the pivot order of the last `factor`; falls back to `factor` when a pivot decays. */
  refactor(matrix: SparseMatrix): FactorStatus;
  /** Solves W x = b, size n each; b and x may be the same array. */
  solve(b: Float64Array, x: Float64Array): void;
}
