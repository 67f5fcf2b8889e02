/**
 * Zeros of an inverse X of D, both size x size with twice the digits, where elimination leaves something else of them: changing
 * D by a part e of its entries moves X by at most
 *
 *     e |X| |D| |X|,
 *
 * and an entry that is no more than that is not told from 0. With 1 GOhm beside 1 Ohm it may be 1e-32 S, which times a threshold
 * of .1 V is a current of a segment of a fitted diode that none can flow through: it would conduct, end, conduct ...
 * Cost: two products of plain matrices.
 */
import type { DoubleDoubles } from '../../../../numerics/dense/double-double.js';

/** Sets entries of X to 0 that are rounding; `part` is e. */
export function clearRounding(size: number, D: DoubleDoubles, X: DoubleDoubles, part: number): void {
  const reached = absoluteProduct(size, absoluteProduct(size, X.hi, D.hi), X.hi);
  reached.forEach((moved, k) => {
    if (!(Math.abs(X.hi[k]!) <= part * moved)) return;
    X.hi[k] = X.lo[k] = 0;
  });
}

/** |A| |B|. */
function absoluteProduct(size: number, A: Float64Array, B: Float64Array): Float64Array {
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      const a = Math.abs(A[i * size + k]!);
      if (a === 0) continue;
      for (let j = 0; j < size; j++) out[i * size + j]! += a * Math.abs(B[k * size + j]!);
    }
  }
  return out;
}
