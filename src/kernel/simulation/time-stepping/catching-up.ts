/**
 * Moreau's catching-up algorithm for the sweeping process, [lecture] (26)-(35): a convex set K(t) moves and
 * sweeps a point along,
 *
 *     -(du + f(t, u) dt) in N_K(t)(u),      u_k+1 = prox(K(t_k+1), u_k - h f(t_k, u_k)).
 *
 * It approximates the measure du of a step, not a derivative, so that jumps of the set or an initial point
 * outside it are consistent: each is caught up in one step. Order 1 for Lipschitz motion of the set.
 * The perturbation f is taken explicitly. For a polyhedron and an implicit perturbation take a linear
 * complementarity system with B = C^T and `lcsScheme` ([lecture] (34), (37)): the same algorithm, mu = h lambda.
 */
import { multiply, multiplyVector, transpose } from '../../../numerics/dense/matrix.js';
import { solveLcp } from '../../../numerics/lcp/solve-lcp.js';
import type { StateFunction } from '../../modeling/systems/first-order-nonlinear-ds.js';
import { requireKnownOptions } from '../../modeling/known-options.js';
import { checkFinite, checkSize, ModelError } from '../../modeling/model-error.js';
import { SimulationFailure } from '../simulation-failure.js';
import type { TimeDiscretisation } from './time-discretisation.js';

/** A convex set that moves: writes the nearest point of K(t). */
export interface MovingSet {
  /** Returns false where K(t) is empty or no nearest point was found. */
  project(t: number, u: Float64Array, out: Float64Array): boolean;
}

/** K(t) = {u: C u + e(t) >= 0}; the nearest point by an LCP with the matrix C C^T. */
export class MovingPolyhedron implements MovingSet {
  readonly #gram: Float64Array;
  readonly #Ct: Float64Array;
  readonly #q: Float64Array;
  readonly #e: Float64Array;
  /** Multipliers of the last projection: u moved by C^T mu. */
  readonly mu: Float64Array;

  /** Takes C (m x n row-major) and e(t), which writes m entries. */
  constructor(
    readonly n: number,
    readonly m: number,
    readonly C: Float64Array,
    private readonly e: (t: number, out: Float64Array) => void,
  ) {
    checkSize('MovingPolyhedron', 'C', C, m, n);
    this.#Ct = new Float64Array(n * m);
    transpose(m, n, C, this.#Ct);
    this.#gram = new Float64Array(m * m);
    multiply(m, n, m, C, this.#Ct, this.#gram);
    this.#q = new Float64Array(m);
    this.#e = new Float64Array(m);
    this.mu = new Float64Array(m);
  }

  project(t: number, u: Float64Array, out: Float64Array): boolean {
    const { n, m } = this;
    this.#e.fill(NaN);
    this.e(t, this.#e);
    checkFinite('MovingPolyhedron', 'e(t, out)', t, this.#e);
    multiplyVector(m, n, this.C, u, this.#q);
    for (let i = 0; i < m; i++) this.#q[i]! += this.#e[i]!;
    const report = solveLcp(m, this.#gram, this.#q, this.mu, new Float64Array(m));
    if (report.status !== 'solved') return false;
    multiplyVector(n, m, this.#Ct, this.mu, out);
    for (let i = 0; i < n; i++) out[i]! += u[i]!;
    return true;
  }
}

export interface CatchingUpOptions {
  /** f(t, u), written into n entries; none when absent. */
  readonly perturbation?: StateFunction;
  readonly z?: Float64Array;
}

export class CatchingUp {
  /** The present point, right limit at t_k. */
  readonly u: Float64Array;
  /** du of the last step: what the set moved the point by, the perturbation left out. */
  readonly du: Float64Array;
  readonly #f: Float64Array;
  readonly #free: Float64Array;
  readonly #next: Float64Array;
  #index = 0;

  constructor(
    readonly set: MovingSet,
    u0: Float64Array,
    readonly discretisation: TimeDiscretisation,
    private readonly options: CatchingUpOptions = {},
  ) {
    requireKnownOptions('CatchingUp', options, { perturbation: true, z: true });
    checkSize('CatchingUp', 'u0', u0, u0.length, 1);
    this.u = u0.slice();
    this.du = new Float64Array(u0.length);
    this.#f = new Float64Array(u0.length);
    this.#free = new Float64Array(u0.length);
    this.#next = new Float64Array(u0.length);
  }

  get t(): number {
    return this.discretisation.time(this.#index);
  }

  /** Takes one step; throws `SimulationFailure` where the set is empty. */
  step(): void {
    const { u, discretisation } = this;
    const [t0, t1] = [this.t, discretisation.time(this.#index + 1)];
    this.#free.set(u);
    const { perturbation, z } = this.options;
    if (perturbation) {
      this.#f.fill(NaN);
      perturbation(t0, u, this.#f, z ?? new Float64Array(0));
      checkFinite('CatchingUp', 'the perturbation f(t, u, out, z)', t0, this.#f);
      for (let i = 0; i < u.length; i++) this.#free[i]! -= (t1 - t0) * this.#f[i]!;
    }
    if (!this.set.project(t1, this.#free, this.#next)) {
      throw new SimulationFailure('infeasible', t0, this.#index, NaN);
    }
    for (let i = 0; i < u.length; i++) this.du[i] = this.#next[i]! - this.#free[i]!;
    u.set(this.#next);
    this.#index++;
  }

  /** Steps to T, a grid point. */
  run(T: number, observe?: (t: number, u: Float64Array) => void): void {
    const { whole, rest } = this.discretisation.steps(T);
    if (rest > 0) {
      throw new ModelError(
        `CatchingUp: T = ${T} s is no grid point; the step ${this.discretisation.h} s must divide it`,
      );
    }
    while (this.#index < whole) {
      this.step();
      observe?.(this.t, this.u);
    }
  }
}
