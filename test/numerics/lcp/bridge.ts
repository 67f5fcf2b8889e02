/**
 * The LC oscillator with a bridge of four ideal diodes: lambda = (-v1, -v2, i3, i4), state (vC, iL),
 *
 *     x' = A x + B lambda,   y = C x + D lambda,   M = D + h C inv(I - h/2 A) B,   q = C inv(I - h/2 A)(I + h/2 A) x
 */
import { factorLU, solveManyLU } from '../../../src/numerics/dense/lu.js';
import { matrix, multiply, multiplyAdd } from '../../../src/numerics/dense/matrix.js';

const R = 1000;
const CAPACITANCE = 1e-6;
const INDUCTANCE = 1e-2;
const A = matrix([
  [0, -1 / CAPACITANCE],
  [1 / INDUCTANCE, 0],
]);
const B = matrix([
  [0, 0, -1 / CAPACITANCE, 1 / CAPACITANCE],
  [0, 0, 0, 0],
]);
const C = matrix([
  [0, 0],
  [0, 0],
  [-1, 0],
  [1, 0],
]);
const D = matrix([
  [1 / R, 1 / R, -1, 0],
  [1 / R, 1 / R, 0, -1],
  [1, 0, 0, 0],
  [0, 1, 0, 0],
]);

export interface BridgeStep {
  readonly M: Float64Array;
  /** 4 x 2: q = Q x. */
  readonly Q: Float64Array;
  /** 2 x 2 and 2 x 4: x_k+1 = X x_k + G lambda. */
  readonly X: Float64Array;
  readonly G: Float64Array;
}

/** Builds the step with theta = 1/2, gamma = 1 and step h (seconds). */
export function bridgeStep(h: number): BridgeStep {
  const W = matrix([
    [1, 0],
    [0, 1],
  ]).map((a, p) => a - (h / 2) * A[p]!);
  const X = matrix([
    [1, 0],
    [0, 1],
  ]).map((a, p) => a + (h / 2) * A[p]!);
  const G = B.map((b) => h * b);
  const pivots = new Int32Array(2);
  factorLU(2, W, pivots, new Float64Array(4));
  solveManyLU(2, W, pivots, 2, X, X);
  solveManyLU(2, W, pivots, 4, G, G);
  const M = D.slice();
  multiplyAdd(4, 2, 4, C, G, M);
  const Q = new Float64Array(8);
  multiply(4, 2, 2, C, X, Q);
  return { M, Q, X, G };
}

/** The first one-step problem from vC = 10 V, iL = 0, h = 1 us. */
export function bridgeProblem(): { n: number; M: Float64Array; q: Float64Array } {
  const { M, Q } = bridgeStep(1e-6);
  const q = new Float64Array(4);
  multiply(4, 2, 1, Q, Float64Array.of(10, 0), q);
  return { n: 4, M, q };
}
