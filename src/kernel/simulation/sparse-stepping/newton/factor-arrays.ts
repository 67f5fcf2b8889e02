/** The factors of a matrix as machine code sees them: those of a sparse one, or of a dense one of a few rows. */
import type { Int } from '../../../../base/int.js';
import type { RefactorArrays } from '../../../../numerics/sparse/lu-arrays.js';
import { refactorLu, solveLu } from '../../../../numerics/sparse/lu-arrays.js';
import { type DenseArrays, factorDense, solveDense } from './dense-factors.js';

/** One of both. */
export interface FactorArrays {
  readonly dense: DenseArrays | undefined;
  readonly sparse: RefactorArrays | undefined;
  /** 1 where new numbers are asked of script, which pauses. */
  readonly apart: Int;
}

/** New numbers with the pivots that were chosen; false where they do not suit. */
export function refactorMatrix(of: FactorArrays, values: Float64Array): boolean {
  const { dense, sparse } = of;
  if (dense !== undefined) return factorDense(dense, values) < 0;
  return refactorLu(sparse!, values, sparse!.factors.rowAt, 0, sparse!.factors.n, false);
}

/** Solves A x = b in place. */
export function solveMatrix(of: FactorArrays, b: Float64Array): void {
  const { dense, sparse } = of;
  if (dense !== undefined) solveDense(dense, b);
  else solveLu(sparse!.factors, b);
}
