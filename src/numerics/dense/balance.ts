/**
 * Balancing: a diagonal D of powers of two such that row and column sums of D^-1 A D are alike, which makes
 * its norm (and with it the bounds made from norms) about as small as a change of units can: V beside A, s beside us.
 * Exact: no bit is lost. A row or column whose off-diagonal entries are all zero keeps the factor 1. Cost: n^2 a sweep,
 * two or three sweeps. Source: [Osborne 1960], [Parlett-Reinsch 1969].
 */

const maxSweeps = 20;

/** Returns D, by row of A (rows of `size`), for the diagonal block [from, to); 1 outside it. */
export function balance(A: Float64Array, size: number, from: number, to: number): Float64Array {
  const scale = new Float64Array(size).fill(1);
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let changed = false;
    for (let i = from; i < to; i++) {
      let row = 0;
      let column = 0;
      for (let j = from; j < to; j++) {
        if (j === i) continue;
        row += (Math.abs(A[i * size + j]!) * scale[j]!) / scale[i]!;
        column += (Math.abs(A[j * size + i]!) * scale[i]!) / scale[j]!;
      }
      if (row === 0 || column === 0) continue;
      const factor = 2 ** Math.round(Math.log2(row / column) / 2);
      if (factor === 1 || !Number.isFinite(factor)) continue;
      scale[i]! *= factor;
      changed = true;
    }
    if (!changed) break;
  }
  return scale;
}
