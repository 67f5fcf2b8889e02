/**
 * Linear feasibility: find x >= 0 with A x = b, by the first phase of the simplex method: minimise the
 * sum of artificial variables. Largest reduced cost first, after a while Bland's least index, which
 * cannot cycle [Bland 1977]. Cost O(rows * cols) a pivot, usually 2 rows pivots.
 *
 * "infeasible" comes with a proof that is checked against the data before it is given: multipliers y
 * with y A <= 0 and y b > 0 (Farkas). When neither side can be shown within rounding: "unclear".
 */

/** Relative bound to which the multipliers of the proof, or the remaining infeasibility, must hold. */
const PROOF_TOLERANCE = 1e-9;
const PIVOT_TOLERANCE = 1e-10;

export type Feasibility = 'feasible' | 'infeasible' | 'unclear';

interface PhaseOne {
  readonly rows: number;
  readonly cols: number;
  readonly width: number;
  /** Rows, then the row of reduced costs; columns: x, artificials, right-hand side. */
  readonly T: Float64Array;
  readonly basic: Int32Array;
  readonly sign: Float64Array;
}

/** Writes a vertex x (cols) when "feasible", the multipliers y into `proof` (rows) when "infeasible". A is rows x cols, of size about 1 (equilibrated). */
export function findFeasible(
  rows: number,
  cols: number,
  A: Float64Array,
  b: Float64Array,
  x: Float64Array,
  proof = new Float64Array(rows),
): Feasibility {
  const s = createTableau(rows, cols, A, b);
  const greedy = 3 * (rows + cols);
  const limit = 20 * (rows + cols) + 1000;
  for (let step = 0; step < limit; step++) {
    const entering = enteringColumn(s, step < greedy);
    if (entering < 0) return verdict(s, A, b, x, proof);
    const row = leavingRow(s, entering);
    if (row < 0) return 'unclear';
    pivot(s, row, entering);
  }
  return 'unclear';
}

function createTableau(rows: number, cols: number, A: Float64Array, b: Float64Array): PhaseOne {
  const width = cols + rows + 1;
  const T = new Float64Array((rows + 1) * width);
  const sign = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    sign[i] = b[i]! < 0 ? -1 : 1;
    for (let j = 0; j < cols; j++) {
      const value = sign[i]! * A[i * cols + j]!;
      T[i * width + j] = value;
      T[rows * width + j]! -= value;
    }
    T[i * width + cols + i] = 1;
    T[i * width + width - 1] = Math.abs(b[i]!);
    T[rows * width + width - 1]! -= Math.abs(b[i]!);
  }
  return { rows, cols, width, T, sign, basic: Int32Array.from({ length: rows }, (_, i) => cols + i) };
}

function enteringColumn({ rows, cols, width, T }: PhaseOne, greedy: boolean): number {
  let best = -1;
  let least = -PIVOT_TOLERANCE;
  for (let j = 0; j < cols; j++) {
    if (T[rows * width + j]! < least) {
      if (!greedy) return j;
      least = T[rows * width + j]!;
      best = j;
    }
  }
  return best;
}

function leavingRow({ rows, width, T, basic }: PhaseOne, entering: number): number {
  let best = -1;
  let bestRatio = Infinity;
  for (let i = 0; i < rows; i++) {
    const p = T[i * width + entering]!;
    if (!(p > PIVOT_TOLERANCE)) continue;
    const ratio = T[i * width + width - 1]! / p;
    if (ratio < bestRatio || (ratio === bestRatio && basic[i]! < basic[best]!)) {
      best = i;
      bestRatio = ratio;
    }
  }
  return best;
}

function pivot({ rows, width, T, basic }: PhaseOne, row: number, entering: number): void {
  const start = row * width;
  const divisor = T[start + entering]!;
  for (let j = 0; j < width; j++) T[start + j]! /= divisor;
  T[start + entering] = 1;
  for (let i = 0; i <= rows; i++) {
    const factor = T[i * width + entering]!;
    if (i === row || factor === 0) continue;
    for (let j = 0; j < width; j++) {
      const before = T[i * width + j]!;
      const after = before - factor * T[start + j]!;
      T[i * width + j] = Math.abs(after) <= 1e-14 * Math.abs(before) ? 0 : after;
    }
    T[i * width + entering] = 0;
  }
  basic[row] = entering;
}

function verdict(
  s: PhaseOne,
  A: Float64Array,
  b: Float64Array,
  x: Float64Array,
  proof: Float64Array,
): Feasibility {
  const { rows, cols, width, T, basic } = s;
  x.fill(0, 0, cols);
  let size = 0;
  let missing = 0;
  for (let i = 0; i < rows; i++) {
    const value = Math.max(0, T[i * width + width - 1]!);
    size += Math.abs(b[i]!);
    if (basic[i]! < cols) x[basic[i]!] = value;
    else missing += value;
  }
  if (missing === 0) return 'feasible';
  if (provesInfeasible(s, A, b, proof)) return 'infeasible';
  return missing <= PROOF_TOLERANCE * size ? 'feasible' : 'unclear';
}

/** Checks y A <= 0 and y b > 0 for the multipliers that the row of costs holds under the artificials; writes them. */
function provesInfeasible(
  { rows, cols, width, T, sign }: PhaseOne,
  A: Float64Array,
  b: Float64Array,
  y: Float64Array,
): boolean {
  let largest = 0;
  for (let i = 0; i < rows; i++) {
    // An artificial costs 1, and its reduced cost is 1 - y_i in the signs of the tableau.
    y[i] = sign[i]! * (1 - T[rows * width + cols + i]!);
    largest = Math.max(largest, Math.abs(y[i]!));
  }
  let gain = 0;
  let size = 0;
  for (let i = 0; i < rows; i++) {
    // Any y that passes is a proof: multipliers that are rounding may as well be zero.
    if (Math.abs(y[i]!) <= PIVOT_TOLERANCE * largest) y[i] = 0;
    gain += y[i]! * b[i]!;
    size += Math.abs(y[i]! * b[i]!);
  }
  if (!(gain > PROOF_TOLERANCE * size)) return false;
  for (let j = 0; j < cols; j++) {
    let sum = 0;
    let terms = 0;
    for (let i = 0; i < rows; i++) {
      sum += y[i]! * A[i * cols + j]!;
      terms += Math.abs(y[i]! * A[i * cols + j]!);
    }
    if (!(sum <= PROOF_TOLERANCE * terms)) return false;
  }
  return true;
}
