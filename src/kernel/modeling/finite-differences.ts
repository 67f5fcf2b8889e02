/**
 * A Jacobian by central differences, J_ij = (f_i(v + d e_j) - f_i(v - d e_j)) / 2d with d = eps^(1/3) max(|v_j|, s):
 * error about eps^(2/3) = 4e-11 relative for smooth f of scale s. Cost 2 evaluations a column.
 */

/** eps^(1/3): balances the truncation error d^2 and the rounding error eps / d. */
const relativeStep = Math.cbrt(Number.EPSILON);

/** Magnitude below which an argument counts as this large; in units of the model (V, A: circuits of 1 V and 1 A). */
const typicalMagnitude = 1;

/** Writes J (rows x v.length); v is moved and put back. */
export function differenceJacobian(
  rows: number,
  v: Float64Array,
  f: (v: Float64Array, out: Float64Array) => void,
  J: Float64Array,
): void {
  const cols = v.length;
  const above = new Float64Array(rows);
  const below = new Float64Array(rows);
  for (let j = 0; j < cols; j++) {
    const at = v[j]!;
    const step = relativeStep * Math.max(Math.abs(at), typicalMagnitude);
    const high = at + step;
    const low = at - step;
    v[j] = high;
    f(v, above);
    v[j] = low;
    f(v, below);
    v[j] = at;
    // high - low, not 2 step: what was really added.
    for (let i = 0; i < rows; i++) J[i * cols + j] = (above[i]! - below[i]!) / (high - low);
  }
}
