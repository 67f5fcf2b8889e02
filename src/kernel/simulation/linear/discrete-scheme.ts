/**
 * One scheme at one step size, assembled for the whole system by the block formulas of [notes] 1.1:
 *
 *     x_free = X z,    y = Mlcp lambda + q,    q = Q z,    x_k+1 = x_free + reaction lambda
 *
 * The step's known vector is z = (x_k | lambda_k where the scheme remembers r_k | u~ | u+ | 1): u~ are the
 * inputs of the dynamics (average or weighted samples), u+ those of y at the end of the step; constant
 * signals are folded into the last entry. Blocks: Mlcp = D + gamma h C W^-1 B, with W block-diagonal.
 */
import { multiplyAdd } from '../../../numerics/dense/matrix.js';
import type { LinearSystem } from './linear-system.js';
import type { LinearScheme } from '../integrators/one-step-integrator.js';

export interface DiscreteScheme {
  readonly osi: LinearScheme;
  readonly h: number;
  readonly n: number;
  readonly m: number;
  /** Length of z. */
  readonly nz: number;
  /** Where lambda_k starts in z; -1 without memory. */
  readonly lambdaStart: number;
  /** Where the inputs start in z: u~ of `varying`, u+ of `varyingInY`, then 1 when `hasConstant`. */
  readonly inputStart: number;
  /** Signal indices behind u~ and u+. */
  readonly varying: Int32Array;
  readonly varyingInY: Int32Array;
  readonly hasConstant: boolean;
  /** n x nz. */
  readonly X: Float64Array;
  /** m x nz. */
  readonly Q: Float64Array;
  /** m x m. */
  readonly M: Float64Array;
  /** n x m: gamma h W^-1 B in the standard scheme, h W^-1 B in the full one. */
  readonly reaction: Float64Array;
}

export function discretizeSystem(system: LinearSystem, osi: LinearScheme, h: number): DiscreteScheme {
  const { n, m, p, signals } = system;
  const full = osi.relation === 'gamma';
  const varying = indicesWhere(p, (j) => !signals[j]?.constant);
  const varyingInY = indicesWhere(p, (j) => !signals[j]?.constant && columnIsUsed(system.E, m, p, j));
  const hasConstant = signals.some((signal) => signal.constant);
  const lambdaStart = osi.hasMemory && m > 0 ? n : -1;
  const inputStart = lambdaStart < 0 ? n : n + m;
  const nz = inputStart + varying.length + varyingInY.length + (hasConstant ? 1 : 0);

  // h W^-1 B and h W^-1 F, block by block.
  const G = system.B.slice();
  const H = system.F.slice();
  const X = new Float64Array(n * nz);
  for (const { system: ds, start } of system.blocks) {
    const discrete = osi.discretize(ds, h);
    discrete.applyInverse(G.subarray(start * m, (start + ds.n) * m), m);
    discrete.applyInverse(H.subarray(start * p, (start + ds.n) * p), p);
    for (let i = 0; i < ds.n; i++) {
      for (let j = 0; j < ds.n; j++) X[(start + i) * nz + start + j] = discrete.propagate[i * ds.n + j]!;
    }
  }
  if (lambdaStart >= 0) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < m; j++) X[i * nz + lambdaStart + j] = (1 - osi.gamma) * G[i * m + j]!;
    }
  }
  const inputs = { signals, varying, hasConstant, p };
  placeInputs(X, H, n, nz, { ...inputs, start: inputStart, places: varying });

  // q = C x_free + e at the end of the step, or C (gamma x_free + (1 - gamma) x_k) + e at t_k+gamma.
  const Q = new Float64Array(m * nz);
  multiplyAdd(m, n, nz, system.C, X, Q);
  if (full) {
    for (let k = 0; k < Q.length; k++) Q[k]! *= osi.gamma;
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) Q[i * nz + j]! += (1 - osi.gamma) * system.C[i * n + j]!;
    }
  }
  placeInputs(Q, system.E, m, nz, { ...inputs, start: inputStart + varying.length, places: varyingInY });

  const reaction = G;
  const M = new Float64Array(m * m);
  multiplyAdd(m, n, m, system.C, G, M);
  for (let k = 0; k < M.length; k++) M[k] = osi.gamma * M[k]! + system.D[k]!;
  if (!full) for (let k = 0; k < reaction.length; k++) reaction[k]! *= osi.gamma;
  return { osi, h, n, m, nz, lambdaStart, inputStart, varying, varyingInY, hasConstant, X, Q, M, reaction };
}

interface InputPlaces {
  readonly signals: LinearSystem['signals'];
  readonly places: Int32Array;
  readonly start: number;
  readonly hasConstant: boolean;
  readonly p: number;
}

/** Adds gain columns of varying signals at their places of z and of constant ones at its last entry. */
function placeInputs(
  target: Float64Array,
  gain: Float64Array,
  rows: number,
  nz: number,
  to: InputPlaces,
): void {
  for (let i = 0; i < rows; i++) {
    to.places.forEach((signal, k) => (target[i * nz + to.start + k]! += gain[i * to.p + signal]!));
    if (!to.hasConstant) continue;
    to.signals.forEach((signal, j) => {
      if (signal.constant) target[i * nz + nz - 1]! += gain[i * to.p + j]! * signal.value(0);
    });
  }
}

function indicesWhere(count: number, test: (j: number) => boolean): Int32Array {
  return Int32Array.from(Array.from({ length: count }, (_, j) => j).filter(test));
}

function columnIsUsed(matrix: Float64Array, rows: number, cols: number, j: number): boolean {
  for (let i = 0; i < rows; i++) if (matrix[i * cols + j] !== 0) return true;
  return false;
}
