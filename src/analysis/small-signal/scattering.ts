/**
 * `.sp`: with everything linearized at the operating point, scattering parameters between ports. Port i is a source E_i behind its real
 * impedance z_i, with the voltage V_i at its terminals:
 *
 *     a_i = E_i / (2 sqrt(z_i)),   b_i = (2 V_i - E_i) / (2 sqrt(z_i)),   s_ij = b_i / a_j where a_j alone is not 0,
 *
 * one solution a port and frequency. With D of the roots of the impedances on its diagonal
 *
 *     Z = D (1 - S)^-1 (1 + S) D,   Y = D^-1 (1 + S)^-1 (1 - S) D^-1,
 *
 * of which one does not exist where a port is shorted, or nothing but others ties it: then 1e20 is written, as for a resistance that nothing
 * bounds. Source: [Kurokawa 1965].
 */
import { factorLU, solveLU } from '../../numerics/dense/lu.js';

/** Of a matrix that does not exist. */
const none = 1e20;

/** A complex matrix, row by row, (re, im) pairs. */
export type ComplexMatrix = Float64Array;

/** Returns s from V_i where E_j is 1: `voltages` is n x n, column j by its source. */
export function scatteringOf(voltages: ComplexMatrix, impedances: readonly number[]): ComplexMatrix {
  const n = impedances.length;
  return voltages.map((value, place) => {
    const pair = place >> 1;
    const [i, j] = [Math.floor(pair / n), pair % n];
    const ratio = Math.sqrt((impedances[j] ?? NaN) / (impedances[i] ?? NaN));
    return 2 * value * ratio - (i === j && place % 2 === 0 ? 1 : 0);
  });
}

/** Returns Z of S; Y of it for -S and the inverse impedances. False where it does not exist: all of it is 1e20. */
export function impedancesOf(
  s: ComplexMatrix,
  impedances: readonly number[],
): { readonly matrix: ComplexMatrix; readonly exists: boolean } {
  const n = impedances.length;
  const size = 2 * n;
  // The real form of 1 - S.
  const A = new Float64Array(size * size);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const re = (i === j ? 1 : 0) - (s[2 * (i * n + j)] as number);
      const im = -(s[2 * (i * n + j) + 1] as number);
      A[i * size + j] = A[(i + n) * size + j + n] = re;
      A[(i + n) * size + j] = im;
      A[i * size + j + n] = -im;
    }
  }
  const pivots = new Int32Array(size);
  const matrix = new Float64Array(2 * n * n);
  if (factorLU(size, A, pivots, new Float64Array(2 * size), rounding) >= 0)
    return { matrix: matrix.map((_, place) => (place % 2 === 0 ? none : 0)), exists: false };
  const x = new Float64Array(size);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      x[i] = (i === j ? 1 : 0) + (s[2 * (i * n + j)] as number);
      x[i + n] = s[2 * (i * n + j) + 1] as number;
    }
    solveLU(size, A, pivots, x, x);
    for (let i = 0; i < n; i++) {
      const scale = Math.sqrt((impedances[i] as number) * (impedances[j] as number));
      matrix[2 * (i * n + j)] = scale * (x[i] as number);
      matrix[2 * (i * n + j) + 1] = scale * (x[i + n] as number);
    }
  }
  return { matrix, exists: true };
}

/** A pivot that is that much smaller than its column is rounding of the response. */
const rounding = 1e-12;
