/**
 * The step of one mode. With the active set alpha (y = 0 there, lambda = 0 elsewhere) the one-step problem
 * is solved by lambda = S q, so that everything is linear in z:
 *
 *     lambda = L z,  L = S Q;      y = Y z,  Y = Q + M L;      x_k+1 = N z,  N = X + reaction L,
 *
 * valid while lambda_alpha >= 0 and y elsewhere >= 0, rows forced by a switch excepted. A step costs one
 * product with N, one row a test and, where moments are asked for, the upper triangle of sum z z^T, from
 * which every quadratic quantity (energy, dissipation, numerical loss) of the run follows exactly.
 */
import type { Mode } from '../../../numerics/lcp/mode-solver.js';
import type { DiscreteScheme } from './discrete-scheme.js';

export interface StepMap {
  readonly scheme: DiscreteScheme;
  readonly mode: Mode;
  /** n x nz. */
  readonly N: Float64Array;
  /** m x nz; zero rows outside alpha. */
  readonly L: Float64Array;
  /** m x nz: the row tested (lambda in alpha, y outside). */
  readonly T: Float64Array;
  /** 1: row of alpha. */
  readonly active: Uint8Array;
  /** 1: the row carries a sign test (it is not forced). */
  readonly tested: Uint8Array;
  /** Upper triangle of sum z z^T over the steps taken in this mode, row by row. */
  readonly moments: Float64Array;
  /** Steps taken in this mode. */
  steps: number;
  /** When the mode was last entered, in entries of its stepper: the smallest is the first to go. */
  entered: number;
  /** Modes that followed this one lately, the last one first. */
  readonly transitions: StepMap[];
  /** Advances by up to `count` steps; replaced by generated code once the mode is hot. */
  run: RunSteps;
}

/** What a run of steps reads and writes; owned by the stepper. */
export interface StepBuffers {
  /** State and multiplier at the present grid point; updated in place. */
  readonly x: Float64Array;
  readonly lambda: Float64Array;
  /** Inputs of each step: `inputWidth` numbers a row, then one number a guard. */
  readonly inputs: Float64Array;
  readonly inputWidth: number;
  readonly guardCount: number;
  /** Grid points: row k + 1 is written after step k of the block. */
  readonly recordX: Float64Array;
  readonly recordLambda: Float64Array;
  /** A test passes when its value is at least -tolerance of the row. */
  tolerance: Float64Array;
  record: boolean;
  moments: boolean;
}

/** Steps first .. first + count - 1 of the block; returns how many were accepted. */
export type RunSteps = (buffers: StepBuffers, map: StepMap, first: number, count: number) => number;

export function buildStepMap(scheme: DiscreteScheme, mode: Mode, forced: Int8Array, run: RunSteps): StepMap {
  const { n, m, nz, X, Q, M, reaction } = scheme;
  const L = new Float64Array(m * nz);
  const N = X.slice();
  const T = Q.slice();
  const active = new Uint8Array(m);
  const rows = mode.active;
  const { start, column, value } = mode.tested;
  for (const i of rows) {
    active[i] = 1;
    for (let e = start[i]!; e < start[i + 1]!; e++) {
      const factor = value[e]!;
      const j = column[e]!;
      for (let c = 0; c < nz; c++) L[i * nz + c]! += factor * Q[j * nz + c]!;
    }
    T.set(L.subarray(i * nz, (i + 1) * nz), i * nz);
  }
  for (let i = 0; i < n; i++) addRows(reaction, i, m, rows, L, nz, N);
  for (let i = 0; i < m; i++) if (active[i] === 0) addRows(M, i, m, rows, L, nz, T);
  const tested = Uint8Array.from({ length: m }, (_, i) => (forced[i] === 0 ? 1 : 0));
  const moments = new Float64Array((nz * (nz + 1)) / 2);
  return { scheme, mode, N, L, T, active, tested, moments, steps: 0, entered: 0, transitions: [], run };
}

/** Adds row i of A B to row i of C, A with m columns: `rows` are those of B that are not zero. */
function addRows(
  A: Float64Array,
  i: number,
  m: number,
  rows: Int32Array,
  B: Float64Array,
  cols: number,
  C: Float64Array,
): void {
  for (let p = 0; p < rows.length; p++) {
    const j = rows[p]!;
    const factor = A[i * m + j]!;
    if (factor === 0) continue;
    for (let c = 0; c < cols; c++) C[i * cols + c]! += factor * B[j * cols + c]!;
  }
}
