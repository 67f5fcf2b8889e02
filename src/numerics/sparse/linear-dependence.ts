/**
 * Which columns, and which rows, of a singular matrix depend on each other: the entries that a null vector has,
 *
 *     A z = 0,    w^T A = 0,
 *
 * so that an error can name the floating nodes or the loop of sources; what merely follows from them, in other blocks, is
 * left out. From the pattern where it alone is to blame (`structural-deficiency.ts`), else from a factorisation up to the
 * column without a pivot: z there is 1, above it -U^-1 u. For error messages: two factorisations.
 */
import { transposePattern, type SparsePattern } from './compressed-columns.js';
import { SparseLu } from './sparse-lu.js';
import { structuralDeficiency } from './structural-deficiency.js';

export interface LinearDependence {
  /** Ascending; empty where the factorisation finds a pivot for every column after all. */
  readonly rows: Int32Array;
  readonly cols: Int32Array;
}

/** Finds columns and rows of a square matrix that depend on each other. */
export function linearDependence(pattern: SparsePattern, values: Float64Array): LinearDependence {
  const structural = structuralDeficiency(pattern);
  if (structural.cols.length > 0) return structural;
  const { pattern: rows, source } = transposePattern(pattern);
  return {
    cols: dependentColumns(pattern, values),
    rows: dependentColumns(
      rows,
      Float64Array.from(source, (p) => values[p]!),
    ),
  };
}

/** Entries of a null vector below this part of its largest are rounding. */
const ABSENT = 1e-9;

function dependentColumns(pattern: SparsePattern, values: Float64Array): Int32Array {
  const lu = new SparseLu(pattern);
  if (lu.factor(values).status === 'ok') return new Int32Array(0);
  const z = new Float64Array(lu.n);
  lu.nullVector(z);
  const largest = z.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const cols: number[] = [];
  z.forEach((value, j) => {
    if (Math.abs(value) > ABSENT * largest) cols.push(j);
  });
  return Int32Array.from(cols);
}
