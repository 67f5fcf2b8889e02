/**
 * Solves 0 in y + N_K(lambda), y = M lambda + q. Without second-order cones K is a box and `solveBox`
 * decides. With them (small problems):
 *
 * 1. semismooth Newton on the natural map Phi(lambda) = lambda - proj(lambda - rho y), with the generalised
 *    Jacobian I - V (I - rho M), V of the projection, and halving of the step: fast, local;
 * 2. where it stalls, Douglas-Rachford splitting z <- z + R(2 proj(z) - z) - proj(z) with the resolvent
 *    R(x) = (I + rho M)^-1 (x - rho q): converges for every monotone M for which there is a solution
 *    [Lions-Mercier 1979]; Newton is tried again from its points.
 *
 * "solved" means that `coneResidual` is within tolerance; otherwise "undecided": nothing is proved about
 * second-order problems. Cost: an LU of n a Newton step, n^2 a splitting step.
 * Source: [Facchinei-Pang 2003, 9.1, 12.4], Jacobian of the projection [Kanzow-Ferenczi-Fukushima 2009].
 */
import { factorLU, solveLU } from '../dense/lu.js';
import { infinityNorm } from '../dense/matrix.js';
import { complementaryPart, RESIDUAL_TOLERANCE, type LcpResult } from '../lcp/linear-complementarity.js';
import { solveBox } from '../relay/solve-box.js';
import {
  blockSize,
  coneResidual,
  projectCone,
  requireCone,
  type ConeBlock,
  type ConeProblem,
} from './cone.js';

export interface ConeViOptions {
  /** Largest `coneResidual` of a solution; default 1e-9, the certificate's. */
  readonly tolerance?: number;
  /** Newton steps of one attempt; default 30. */
  readonly newtonSteps?: number;
  /** Splitting steps altogether; default 20000. */
  readonly splittingSteps?: number;
}

const HALVINGS = 12;
/** Splitting steps between attempts of Newton's method. */
const BATCH = 100;

/** Solves the problem; writes lambda and y (zero unless "solved"). Throws a RangeError where blocks do not fit. */
export function solveConeVi(
  problem: ConeProblem,
  lambda: Float64Array,
  y: Float64Array,
  options: ConeViOptions = {},
): LcpResult {
  const { n, M, q, cone } = problem;
  requireCone(n, cone);
  if (cone.every(({ kind }) => kind !== 'second-order')) return asBox(problem, lambda, y, options);
  const at = [...M, ...q].findIndex((value) => !Number.isFinite(value));
  if (at >= 0) throw new RangeError('the cone problem has an entry of M or q that is not finite');
  const { tolerance = RESIDUAL_TOLERANCE, newtonSteps = 30, splittingSteps = 20000 } = options;
  const norm = infinityNorm(n, n, M);
  const rho = norm > 0 ? 1 / norm : 1;
  const splitting = new Splitting(problem, rho);
  let iterations = 0;
  lambda.fill(0, 0, n);
  for (let steps = 0; ; steps += BATCH) {
    iterations += newton(problem, rho, lambda, newtonSteps);
    const residual = coneResidual(problem, lambda);
    if (residual <= tolerance) {
      complementaryPart(n, M, q, lambda, y);
      return { status: 'solved', iterations, residual };
    }
    if (steps >= splittingSteps || !splitting.regular) break;
    splitting.run(BATCH, lambda);
    iterations += BATCH;
  }
  lambda.fill(0, 0, n);
  y.fill(0, 0, n);
  return { status: 'undecided', iterations, residual: Infinity };
}

function asBox(
  { n, M, q, cone }: ConeProblem,
  lambda: Float64Array,
  y: Float64Array,
  { tolerance }: ConeViOptions,
): LcpResult {
  const lb = new Float64Array(n).fill(-Infinity);
  const ub = new Float64Array(n).fill(Infinity);
  let row = 0;
  for (const block of cone) {
    const size = blockSize(block);
    if (block.kind === 'orthant') lb.fill(0, row, row + size);
    if (block.kind === 'box') {
      lb.set(block.lb, row);
      ub.set(block.ub, row);
    }
    row += size;
  }
  return solveBox({ n, M, q, lb, ub }, lambda, y, tolerance === undefined ? {} : { tolerance });
}

/** Newton's method on the natural map, in place; returns the steps taken. Stops where it no longer gains. */
function newton({ n, M, q, cone }: ConeProblem, rho: number, lambda: Float64Array, limit: number): number {
  const point = new Float64Array(n);
  const phi = new Float64Array(n);
  const trial = new Float64Array(n);
  const V = new Float64Array(n * n);
  const J = new Float64Array(n * n);
  const pivots = new Int32Array(n);
  const work = new Float64Array(2 * n);
  const naturalMap = (at: Float64Array): number => {
    complementaryPart(n, M, q, at, point);
    for (let i = 0; i < n; i++) point[i] = at[i]! - rho * point[i]!;
    projectCone(cone, point, phi);
    let size = 0;
    for (let i = 0; i < n; i++) {
      phi[i] = at[i]! - phi[i]!;
      size += phi[i]! * phi[i]!;
    }
    return Math.sqrt(size);
  };
  let size = naturalMap(lambda);
  for (let step = 0; step < limit; step++) {
    if (!(size > 0)) return step;
    projectionJacobian(n, cone, point, V);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let sum = (i === j ? 1 : 0) - V[i * n + j]!;
        for (let k = 0; k < n; k++) sum += rho * V[i * n + k]! * M[k * n + j]!;
        J[i * n + j] = sum;
      }
    }
    if (factorLU(n, J, pivots, work) >= 0) return step;
    solveLU(n, J, pivots, phi, phi);
    const direction = phi.slice();
    let next = Infinity;
    let length = 1;
    for (let halving = 0; halving < HALVINGS; halving++, length /= 2) {
      for (let i = 0; i < n; i++) trial[i] = lambda[i]! - length * direction[i]!;
      next = naturalMap(trial);
      if (next < size) break;
    }
    if (!(next < size)) return step;
    lambda.set(trial);
    size = next;
  }
  return limit;
}

/** Writes an element of the generalised Jacobian of the projection at x. */
function projectionJacobian(n: number, cone: readonly ConeBlock[], x: Float64Array, V: Float64Array): void {
  V.fill(0);
  let row = 0;
  for (const block of cone) {
    const size = blockSize(block);
    if (block.kind === 'second-order') {
      secondOrderJacobian(n, size, row, x, V);
    } else {
      for (let i = row; i < row + size; i++) {
        const low = block.kind === 'box' ? block.lb[i - row]! : block.kind === 'orthant' ? 0 : -Infinity;
        const high = block.kind === 'box' ? block.ub[i - row]! : Infinity;
        V[i * n + i] = x[i]! > low && x[i]! < high ? 1 : 0;
      }
    }
    row += size;
  }
}

/** Outside both cones: 1/2 [1, w'; w, (1 + a/|b|) I - a/|b| w w'], w = b / |b|. */
function secondOrderJacobian(n: number, size: number, row: number, x: Float64Array, V: Float64Array): void {
  const a = x[row]!;
  let norm = 0;
  for (let i = 1; i < size; i++) norm = Math.hypot(norm, x[row + i]!);
  if (norm <= -a) return;
  if (norm <= a) {
    for (let i = row; i < row + size; i++) V[i * n + i] = 1;
    return;
  }
  V[row * n + row] = 0.5;
  for (let i = 1; i < size; i++) {
    const wi = x[row + i]! / norm;
    V[row * n + row + i] = V[(row + i) * n + row] = 0.5 * wi;
    for (let j = 1; j < size; j++) {
      const wj = x[row + j]! / norm;
      V[(row + i) * n + row + j] = 0.5 * ((i === j ? 1 + a / norm : 0) - (a / norm) * wi * wj);
    }
  }
}

/** Douglas-Rachford splitting; its state lives across batches. */
class Splitting {
  readonly regular: boolean;
  readonly #LU: Float64Array;
  readonly #pivots: Int32Array;
  readonly #z: Float64Array;
  readonly #image: Float64Array;

  constructor(
    readonly problem: ConeProblem,
    readonly rho: number,
  ) {
    const { n, M } = problem;
    this.#LU = M.map((value, p) => rho * value + (p % (n + 1) === 0 ? 1 : 0));
    this.#pivots = new Int32Array(n);
    this.regular = factorLU(n, this.#LU, this.#pivots, new Float64Array(2 * n)) < 0;
    this.#z = new Float64Array(n);
    this.#image = new Float64Array(n);
  }

  /** Takes steps and writes the present point of K into lambda. */
  run(steps: number, lambda: Float64Array): void {
    const { n, q, cone } = this.problem;
    const z = this.#z;
    const image = this.#image;
    for (let step = 0; step < steps; step++) {
      projectCone(cone, z, lambda);
      for (let i = 0; i < n; i++) image[i] = 2 * lambda[i]! - z[i]! - this.rho * q[i]!;
      solveLU(n, this.#LU, this.#pivots, image, image);
      for (let i = 0; i < n; i++) z[i]! += image[i]! - lambda[i]!;
    }
    projectCone(cone, z, lambda);
  }
}
