/**
 * Coordinates in which a matrix parts into a slow and a fast block: chi = T x with the first `slow` of chi in the
 * invariant subspace of the small eigenvalues and the rest in that of the large ones,
 *
 *     T A T^-1 = diag(A_slow, A_fast),     T^-1 = [range of P, range of I - P],
 *
 * P the spectral projector of the matrix sign function (`spectral-projector.ts`). Only gaps above which everything decays,
 * `ratio` times faster than anything below them moves, are of use. Cost: some 10 inversions of n^3 a gap.
 * Source: [Higham 2008, 5.3].
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { projectorInside } from '../../../../numerics/exponential/spectral-projector.js';
import { basisOf, type Basis } from '../motion/wide-motion.js';

export interface SpectralSplit {
  readonly basis: Basis;
  /** The number of slow coordinates, which come first. */
  readonly slow: number;
  /** The smallest decay of the fast ones, 1/s. */
  readonly decay: number;
}

/** Splits the leading n x n block of A (rows of `size`) balanced by x = scale x~, the largest fast part first. */
export function spectralSplits(
  A: Float64Array,
  size: number,
  scale: Float64Array,
  ratio: number,
): SpectralSplit[] {
  const n = scale.length;
  const balanced = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) balanced[i * n + j] = (A[i * size + j]! * scale[j]!) / scale[i]!;
  }
  return gapsOf(n, balanced, ratio).flatMap(({ slow, decay, radius }) => {
    const P = projectorInside(n, balanced, radius);
    const basis = P && basisFrom(n, P, slow, scale);
    return basis ? [{ basis, slow, decay }] : [];
  });
}

interface Gap {
  readonly slow: number;
  readonly decay: number;
  readonly radius: number;
}

function gapsOf(n: number, A: Float64Array, ratio: number): Gap[] {
  const rows = Array.from({ length: n }, (_, i) => Array.from(A.subarray(i * n, (i + 1) * n)));
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(new Matrix(rows));
  const values = realEigenvalues
    .map((real, i) => ({ decay: -real, rate: Math.hypot(real, imaginaryEigenvalues[i] ?? 0) }))
    .sort((a, b) => a.rate - b.rate);
  const gaps: Gap[] = [];
  for (let slow = 1; slow < n; slow++) {
    const below = values[slow - 1]!.rate;
    const decay = values.slice(slow).reduce((least, value) => Math.min(least, value.decay), Infinity);
    if (!(decay > 0 && decay > ratio * below)) continue;
    // A rate of 0 comes out as rounding of the largest.
    const least = Math.max(below, values[n - 1]!.rate * 1e-13);
    gaps.push({ slow, decay, radius: Math.sqrt(least * values[slow]!.rate) });
  }
  return gaps;
}

function basisFrom(n: number, P: Float64Array, slow: number, scale: Float64Array): Basis | undefined {
  const complement = P.map((value, p) => (p % (n + 1) === 0 ? 1 : 0) - value);
  const inverse = new Float64Array(n * n);
  if (!orthonormalRange(n, P, slow, 0, inverse)) return undefined;
  if (!orthonormalRange(n, complement, n - slow, slow, inverse)) return undefined;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) inverse[i * n + j]! *= scale[i]!;
  return basisOf(n, inverse);
}

/** Writes an orthonormal basis of the range of `P`, of known rank, into columns of `out`: Gram-Schmidt with pivoting, twice. */
function orthonormalRange(
  n: number,
  P: Float64Array,
  rank: number,
  column: number,
  out: Float64Array,
): boolean {
  const rest = P.slice();
  for (let k = 0; k < rank; k++) {
    let pivot = -1;
    let largest = 1e-12;
    for (let j = 0; j < n; j++) {
      const norm = columnNorm(n, rest, j);
      if (norm > largest) [pivot, largest] = [j, norm];
    }
    if (pivot < 0) return false;
    const q = Float64Array.from({ length: n }, (_, i) => rest[i * n + pivot]! / largest);
    for (let twice = 0; twice < 2; twice++) {
      for (let j = 0; j < n; j++) {
        let share = 0;
        for (let i = 0; i < n; i++) share += q[i]! * rest[i * n + j]!;
        for (let i = 0; i < n; i++) rest[i * n + j]! -= share * q[i]!;
      }
    }
    for (let i = 0; i < n; i++) out[i * n + column + k] = q[i]!;
  }
  return true;
}

function columnNorm(n: number, A: Float64Array, j: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += A[i * n + j]! ** 2;
  return Math.sqrt(sum);
}
