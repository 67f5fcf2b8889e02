/**
 * Balancing: a diagonal D of powers of two such that row and column sums of D^-1 A D are alike, which makes
 * its norm (and with it the number of squarings, and the bounds made from norms) about as small as a
 * diagonal change of units can. Exact: no bit is lost. Off-diagonal zeros in a whole row or column leave
 * its factor at 1. Source: [Parlett-Reinsch 1969].
 */

const ROUNDS = 20;
/** Sums below this are zero: factors made from them would overflow. */
const TINY = 1e-140;

/** Writes D (n) and the balanced matrix into `out`; A is not changed. */
export function balance(n: number, A: Float64Array, D: Float64Array, out: Float64Array): void {
  out.set(A.subarray(0, n * n));
  D.fill(1, 0, n);
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false;
    for (let i = 0; i < n; i++) {
      let row = 0;
      let col = 0;
      for (let j = 0; j < n; j++) {
        if (j === i) continue;
        row += Math.abs(out[i * n + j]!);
        col += Math.abs(out[j * n + i]!);
      }
      if (!(row > TINY && col > TINY)) continue;
      const exponent = Math.round(Math.log2(row / col) / 2);
      if (exponent === 0) continue;
      const factor = 2 ** exponent;
      // Rows are divided, columns multiplied: D_i grows where the row is the larger.
      D[i]! *= factor;
      for (let j = 0; j < n; j++) if (j !== i) out[i * n + j]! /= factor;
      for (let j = 0; j < n; j++) if (j !== i) out[j * n + i]! *= factor;
      moved = true;
    }
    if (!moved) return;
  }
}
