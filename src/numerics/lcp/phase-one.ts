/**
 * Linear feasibility: find x >= 0 with A x = b, by the first phase of the simplex method: minimise the
 * sum of artificial variables. Largest reduced cost first, after a while Bland's least index, which
 * cannot cycle [Bland 1977]. Cost O(rows * cols) a pivot, usually 2 rows pivots.
 *
 * "infeasible" comes with a proof that is checked against the data before it is given: multipliers y
 * with y A <= 0 and y b > 0 (Farkas), solved once more from the basis of the last tableau, y B = c_B, so that they
 * carry none of its rounding: y b exceeds what `slack`, the error allowed to each b_i, can make of it, and what y A > 0,
 * where it is rounding, can with any x that is determined by its data (`largestSolution`). When neither side can be shown: "unclear".
 */
import { factorLU, solveLU } from '../dense/lu.js';
import { largestSolution } from '../zero-tolerance.js';

/** Entries at most this large are no pivots and no reduced costs: A is of size 1, the tableau of some hundred pivots. */
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

/**
 * Writes a vertex x (cols) when "feasible" (to within `slack`, rows), the multipliers y into `proof` (rows) when
 * "infeasible". A is rows x cols, of size about 1 (equilibrated).
 */
export function findFeasible(
  rows: number,
  cols: number,
  A: Float64Array,
  b: Float64Array,
  slack: Float64Array,
  x: Float64Array,
  proof = new Float64Array(rows),
): Feasibility {
  const s = createTableau(rows, cols, A, b);
  const greedy = 3 * (rows + cols);
  const limit = 20 * (rows + cols) + 1000;
  for (let step = 0; step < limit; step++) {
    const entering = enteringColumn(s, step < greedy);
    if (entering < 0) return verdict(s, A, b, slack, x, proof);
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
  { rows, cols, width, T, basic, sign }: PhaseOne,
  A: Float64Array,
  b: Float64Array,
  slack: Float64Array,
  x: Float64Array,
  proof: Float64Array,
): Feasibility {
  x.fill(0, 0, cols);
  let missing = 0;
  let within = true;
  for (let i = 0; i < rows; i++) {
    const value = Math.max(0, T[i * width + width - 1]!);
    const row = basic[i]! - cols;
    if (row < 0) x[basic[i]!] = value;
    else missing += value;
    if (row >= 0 && value > slack[row]!) within = false;
  }
  if (missing === 0) return 'feasible';
  for (let i = 0; i < rows; i++) {
    // An artificial costs 1, and its reduced cost is 1 - y_i in the signs of the tableau.
    proof[i] = sign[i]! * (1 - T[rows * width + cols + i]!);
  }
  if (provesInfeasible(rows, cols, A, b, slack, proof)) return 'infeasible';
  if (solveMultipliers(rows, cols, A, basic, sign, proof)) {
    if (provesInfeasible(rows, cols, A, b, slack, proof)) return 'infeasible';
  }
  return within ? 'feasible' : 'unclear';
}

/** Writes y with y B = c_B, B the basic columns. */
function solveMultipliers(
  rows: number,
  cols: number,
  A: Float64Array,
  basic: Int32Array,
  sign: Float64Array,
  y: Float64Array,
): boolean {
  const transposed = new Float64Array(rows * rows);
  for (let p = 0; p < rows; p++) {
    const v = basic[p]!;
    if (v >= cols) transposed[p * rows + v - cols] = sign[v - cols]!;
    else for (let i = 0; i < rows; i++) transposed[p * rows + i] = A[i * cols + v]!;
    y[p] = v >= cols ? 1 : 0;
  }
  const pivots = new Int32Array(rows);
  if (factorLU(rows, transposed, pivots, new Float64Array(2 * rows)) >= 0) return false;
  solveLU(rows, transposed, pivots, y, y);
  return true;
}

/** Checks y A <= 0 and y b > 0. */
function provesInfeasible(
  rows: number,
  cols: number,
  A: Float64Array,
  b: Float64Array,
  slack: Float64Array,
  y: Float64Array,
): boolean {
  let largest = 0;
  for (let i = 0; i < rows; i++) largest = Math.max(largest, Math.abs(y[i]!));
  let gain = 0;
  let size = 0;
  for (let i = 0; i < rows; i++) {
    // Any y that passes is a proof: multipliers that are rounding may as well be zero.
    if (Math.abs(y[i]!) <= PIVOT_TOLERANCE * largest) y[i] = 0;
    gain += y[i]! * b[i]!;
    size += Math.abs(y[i]!) * slack[i]!;
  }
  if (!(gain > size)) return false;
  // y A x = y b with y A a little above 0 asks for an x that is none of these data.
  let above = 0;
  for (let j = 0; j < cols; j++) {
    let sum = 0;
    for (let i = 0; i < rows; i++) sum += y[i]! * A[i * cols + j]!;
    above += Math.max(0, sum);
  }
  let data = 0;
  for (let i = 0; i < rows; i++) data = Math.max(data, Math.abs(b[i]!));
  return gain > above * largestSolution(rows) * data;
}
