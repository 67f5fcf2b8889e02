/**
 * A box problem as a mixed complementarity problem of m + b rows, b the number of rows bounded on both
 * sides. With base_i the lower bound (the upper one where it is the only bound, then sigma_i = -1):
 *
 *     lambda_i = base_i + sigma_i z_i,   w_i = sigma_i y_i + v_i,      0 <= z_i _|_ w_i >= 0
 *     s_i = (ub_i - lb_i) - z_i,                                       0 <= v_i _|_ s_i >= 0
 *
 * the second line for two-sided rows only. [[M, I], [-I, 0]] is positive semidefinite when M is. A row is
 * lower: z, v not basic; free: z basic; upper: z and v basic. Free rows are equality rows, fixed rows have
 * z = 0 held. Exchanging a violated pair moves a row to its neighbouring state: pivoting on the lifted
 * problem is pivoting on three states a row. Source: [Cottle-Pang-Stone 1992, 1.5.3 (bounded variables)].
 */
import { requireBox } from './box-problem.js';

/** The state of a row: at its lower bound, between the bounds with y = 0, at its upper bound. */
export const LOWER = -1;
export const FREE = 0;
export const UPPER = 1;

export interface BoxLift {
  readonly m: number;
  /** m + b rows. */
  readonly rows: number;
  readonly M: Float64Array;
  readonly base: Float64Array;
  readonly sigma: Float64Array;
  /** The lifted row of v_i, -1 for rows that are not two-sided. */
  readonly second: Int32Array;
  /** By lifted row: 1 equality, -1 held at its base, 0 complementary. */
  readonly forced: Int8Array;
  /** Lifted q = (sigma q, 0) + constant. */
  readonly constant: Float64Array;
}

/** Lifts the rows with matrix M (m x m) and bounds. Throws a RangeError on an empty interval. */
export function liftBox(m: number, M: Float64Array, lb: Float64Array, ub: Float64Array): BoxLift {
  requireBox(m, lb, ub);
  const base = new Float64Array(m);
  const sigma = new Float64Array(m).fill(1);
  const second = new Int32Array(m).fill(-1);
  let rows = m;
  for (let i = 0; i < m; i++) {
    if (lb[i]! > -Infinity) base[i] = lb[i]!;
    else if (ub[i]! < Infinity) {
      base[i] = ub[i]!;
      sigma[i] = -1;
    }
    if (lb[i]! > -Infinity && ub[i]! < Infinity && lb[i] !== ub[i]) second[i] = rows++;
  }
  const lifted = new Float64Array(rows * rows);
  const constant = new Float64Array(rows);
  const forced = new Int8Array(rows);
  for (let i = 0; i < m; i++) {
    let shift = 0;
    for (let j = 0; j < m; j++) {
      lifted[i * rows + j] = sigma[i]! * sigma[j]! * M[i * m + j]!;
      if (base[j] !== 0) shift += M[i * m + j]! * base[j]!;
    }
    constant[i] = sigma[i]! * shift;
    if (lb[i] === ub[i]) forced[i] = -1;
    else if (lb[i] === -Infinity && ub[i] === Infinity) forced[i] = 1;
    const k = second[i]!;
    if (k < 0) continue;
    lifted[i * rows + k] = 1;
    lifted[k * rows + i] = -1;
    constant[k] = ub[i]! - lb[i]!;
  }
  return { m, rows, M: lifted, base, sigma, second, forced, constant };
}

/** Writes the lifted q (rows). */
export function liftVector({ m, rows, sigma, constant }: BoxLift, q: Float64Array, out: Float64Array): void {
  for (let i = 0; i < m; i++) out[i] = sigma[i]! * q[i]! + constant[i]!;
  for (let k = m; k < rows; k++) out[k] = constant[k]!;
}

/** The state of row i, given what is basic (not at zero) in the lifted problem. */
export function rowState({ sigma, second }: BoxLift, i: number, isBasic: (row: number) => boolean): number {
  if (!isBasic(i)) return sigma[i]! > 0 ? LOWER : UPPER;
  return second[i]! >= 0 && isBasic(second[i]!) ? UPPER : FREE;
}
