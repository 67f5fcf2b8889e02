/**
 * How well a motion in plain numbers knows what it is off a manifold. With d = off xi, d' = rest d, every evaluation of xi' = A xi
 * errs by some eps |A| |xi|, and d settles where its decay balances that:
 *
 *     |d| <= eps noise |xi|,      noise = |rest^-1| |off| |A|.
 */
import { doubleDoubles, solveWide, type DoubleDoubles } from '../../../../numerics/dense/double-double.js';

/** Returns noise, fast x size; zeros where rest is singular. */
export function noiseOff(
  fast: number,
  size: number,
  rest: DoubleDoubles,
  off: DoubleDoubles,
  A: DoubleDoubles,
): Float64Array {
  const noise = new Float64Array(fast * size);
  const inverse = doubleDoubles(fast * fast);
  for (let i = 0; i < fast; i++) inverse.hi[i * fast + i] = 1;
  if (!solveWide(fast, { hi: rest.hi.slice(), lo: rest.lo.slice() }, fast, inverse)) return noise;
  const rates = absoluteProduct(fast, size, size, off.hi, A.hi);
  return absoluteProduct(fast, fast, size, inverse.hi, rates);
}

function absoluteProduct(
  rows: number,
  inner: number,
  cols: number,
  A: Float64Array,
  B: Float64Array,
): Float64Array {
  const out = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < inner; k++) {
      const a = Math.abs(A[i * inner + k]!);
      if (a > 0) for (let j = 0; j < cols; j++) out[i * cols + j]! += a * Math.abs(B[k * cols + j]!);
    }
  }
  return out;
}
