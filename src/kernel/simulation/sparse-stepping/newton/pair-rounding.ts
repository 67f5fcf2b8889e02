/**
 * How much of what pairs test is rounding, over arrays that stay where they are: as it stands here, or as machine code of the same
 * functions (`MachineRoom`). What was solved for satisfies J (w + e) = f but for the rounding of the terms of each row, so that
 *
 *     |e| <= |J^-1| g,     g = c eps |J| (|w| + |dz|),
 *
 * of unknowns; of y beside it what that moves of its row. A current of 1e-12 A through 1e12 Ohm has a sign beside 1000 A elsewhere,
 * one that is the difference of two such currents has none. |J^-1| g is estimated by J^-1 (r g), r of random signs, the larger of
 * `PROBES` such parts, instead of a solution with the transpose for each pair. Cost: so many solutions with the factors as they are.
 * Sources: [Skeel 1979] for the bound, [Kenney-Laub 1994] for the estimate.
 */
import type { Int } from '../../../../base/int.js';
import type { SparseMatrix } from '../../../../numerics/sparse/sparse-matrix.js';
import { type FactorArrays, solveMatrix } from './factor-arrays.js';
import { rowChange, type SignArrays } from './pair-loops.js';
import { LEAST_LEAK, SHARING, SOFT } from './singular-mode.js';
import type { SoftArrays } from './soft-mode.js';

export interface RoundingArrays {
  /** J, forced rows as they are. */
  readonly pattern: SparseMatrix;
  /** r: of each row one part a probe. */
  readonly parts: Float64Array;
  /** g, and what it moves. */
  readonly terms: Float64Array;
  readonly moved: Float64Array;
}

export const PROBES = 2;
/** Of a term that so much is lost in a factorization and a solution; and how far below an error its estimate may be. */
const LOST = 8 * Number.EPSILON;
const SAFETY = 8;

/**
 * Writes `rounding` of all pairs at w, to which dz led, where y is that of w; what regularises a singular mode is missed too, and as
 * long as that is much nothing is told.
 */
export function measureRounding(
  of: RoundingArrays,
  signs: SignArrays,
  soft: SoftArrays,
  factors: FactorArrays,
  w: Float64Array,
  dz: Float64Array,
): void {
  const { parts, terms, moved } = of;
  const { rows, rounding } = signs;
  const { pairCount, forced, unknown } = rows;
  if (soft.epsilon[0]! > SHARING) {
    for (let p = 0; p < pairCount; p++) rounding[p] = Infinity;
    return;
  }
  writeTerms(of, w, dz);
  if (soft.epsilon[0]! > 0) addSoftness(of, signs, soft, w, dz);
  const size = terms.length;
  for (let p = 0; p < pairCount; p++) rounding[p] = forced[p]! === 1 ? termsOf(signs, p, w, dz) : 0;
  for (let first = 0; first < parts.length; first += size) {
    for (let i = 0; i < size; i++) moved[i] = parts[first + i]! * terms[i]!;
    solveMatrix(factors, moved);
    for (let p = 0; p < pairCount; p++) {
      const change = forced[p]! === 1 ? rowChange(rows, p, moved) : moved[unknown[p]!]!;
      const part = SAFETY * Math.abs(change);
      // What overflows tells nothing.
      rounding[p] = part < Infinity ? Math.max(rounding[p]!, part) : Infinity;
    }
  }
}

/** Writes g. */
function writeTerms(of: RoundingArrays, w: Float64Array, dz: Float64Array): void {
  const { terms } = of;
  const { colStart, rowIndex, values, cols } = of.pattern;
  const size = terms.length;
  for (let i = 0; i < size; i++) terms[i] = 0;
  for (let j = 0; j < cols; j++) {
    const large = LOST * (Math.abs(w[j]!) + Math.abs(dz[j]!));
    const end = colStart[j + 1]!;
    for (let p = colStart[j]!; p < end; p++) terms[rowIndex[p]!]! += Math.abs(values[p]!) * large;
  }
}

/** Adds what y + eps z = 0 and z + eps y = 0 miss of y = 0 and z = 0. */
function addSoftness(
  of: RoundingArrays,
  signs: SignArrays,
  soft: SoftArrays,
  w: Float64Array,
  dz: Float64Array,
): void {
  const { rows, y, absolute, residual } = signs;
  const { pairCount, row, unknown, forced, leaks } = rows;
  const epsilon = soft.epsilon[0]!;
  const z = soft.inJacobianAlone[0]! > 0 ? dz : w;
  for (let p = 0; p < pairCount; p++) {
    const i = row[p]!;
    const j = unknown[p]!;
    const missed =
      forced[p]! === 1
        ? Math.max(LEAST_LEAK, epsilon / SOFT) * leaks[p]! * Math.abs(y[p]!)
        : (epsilon * residual[i]! * Math.abs(z[j]!)) / absolute[j]!;
    of.terms[i] = of.terms[i]! + missed;
  }
}

/** What is lost in the terms of y itself. */
function termsOf({ rows }: SignArrays, p: Int, w: Float64Array, dz: Float64Array): number {
  const { start, column, kept } = rows;
  const end = start[p + 1]!;
  let sum = 0;
  for (let e = start[p]!; e < end; e++) {
    const j = column[e]!;
    sum += Math.abs(kept[e]!) * (Math.abs(w[j]!) + Math.abs(dz[j]!));
  }
  return LOST * sum;
}
