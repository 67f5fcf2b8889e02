/**
 * The Euler-Moreau one-step integrator, [notes] 9.2. With theta, gamma in [0, 1] the standard scheme (9.5) is
 *
 *     M x_k+1 = M x_k + h theta (A x_k+1 + b_k+1) + h (1 - theta) (A x_k + b_k)
 *                     + h gamma r_k+1 + h (1 - gamma) r_k,                    y, lambda at t_k+1,
 *
 * and the full scheme (9.6), `relation: 'gamma'`, has h r_k+gamma and y, lambda at t_k+gamma; its mid-point form
 * (9.7), `field: 'midpoint'` too, has h f(x_k+theta, t_k+theta), which for a linear system is the same. With
 * W = M - h theta A the step is ([notes] 9.46-9.49)
 *
 *     x_k+1 = x_free + G lambda,    x_free = W^-1 (M + h (1 - theta) A) x_k + h W^-1 F b~ (+ memory of r_k),
 *     G = h W^-1 B,  with gamma G in the standard scheme, G in the full one.
 *
 * b~ is the average of b over the step (`source: 'average'`) or theta b_k+1 + (1 - theta) b_k (`'sample'`).
 * Order in max norm on a circuit with diodes (conventions: orders): 1 for theta = 1 and for theta = 1/2,
 * gamma = 1; 2 for theta = gamma = 1/2.
 */
import { DenseLinearSolver } from '../../../numerics/dense/dense-linear-solver.js';
import { compressColumns, Triplets } from '../../../numerics/sparse/sparse-matrix.js';
import type { LinearSolver } from '../../../numerics/linear-solver.js';
import type { DynamicalSystem } from '../../modeling/systems/dynamical-system.js';
import { isFirstOrder, type LinearDynamics } from '../../modeling/systems/first-order-system.js';
import { requireKnownOptions, requireWord } from '../../modeling/known-options.js';
import { ModelError } from '../../modeling/model-error.js';
import type { NonSmoothLaw } from '../../modeling/laws/nonsmooth-law.js';
import { levelsOf, type Relation } from '../../modeling/relations/relation.js';
import type { Signal } from '../../modeling/signals/signal.js';
import { EulerMoreauStep } from './euler-moreau-step.js';
import type { DiscreteSystem, LinearScheme, OneStepIntegrator, SystemStep } from './one-step-integrator.js';

export interface EulerMoreauOptions {
  /** "end": y and lambda at t_k+1 (9.5); "gamma": at t_k+gamma (9.6). */
  readonly relation?: 'end' | 'gamma';
  readonly source?: 'average' | 'sample';
  /** "ends": theta f_k+1 + (1 - theta) f_k (9.5, 9.6); "midpoint": f at x_k+theta, t_k+theta (9.7). */
  readonly field?: 'ends' | 'midpoint';
  /** Makes the solver of W; dense by default. */
  readonly linearSolver?: () => LinearSolver;
}

export class EulerMoreauOSI implements OneStepIntegrator, LinearScheme {
  readonly name = 'EulerMoreauOSI';
  readonly instead =
    'it takes first-order systems and laws without impact (mechanical systems have integrators of their own)';
  /** A linear model's steps are constant maps. */
  readonly linearScheme: LinearScheme = this;
  readonly relation: 'end' | 'gamma';
  readonly source: 'average' | 'sample';
  readonly field: 'ends' | 'midpoint';
  readonly #linearSolver: () => LinearSolver;

  /** Throws `ModelError` unless theta and gamma lie in [0, 1]. */
  constructor(
    readonly theta = 0.5,
    readonly gamma = 1,
    options: EulerMoreauOptions = {},
  ) {
    for (const [name, value] of [
      ['theta', theta],
      ['gamma', gamma],
    ] as const) {
      if (!(value >= 0 && value <= 1)) {
        throw new ModelError(`EulerMoreauOSI: ${name} is ${value}; it must lie in [0, 1]`);
      }
    }
    requireKnownOptions(this.name, options, {
      relation: true,
      source: true,
      field: true,
      linearSolver: true,
    });
    this.relation = options.relation ?? 'end';
    this.source = options.source ?? 'average';
    this.field = options.field ?? 'ends';
    requireWord(this.name, 'relation', this.relation, ['end', 'gamma']);
    requireWord(this.name, 'source', this.source, ['average', 'sample']);
    requireWord(this.name, 'field', this.field, ['ends', 'midpoint']);
    this.#linearSolver = options.linearSolver ?? (() => new DenseLinearSolver());
  }

  /** First-order systems have no level but y itself, and no impacts. */
  outputLevel(relation: Relation, { restitution, impulsive }: NonSmoothLaw): number | undefined {
    const impacts = restitution !== undefined || impulsive === true;
    return levelsOf(relation).includes(0) && !impacts ? 0 : undefined;
  }

  stepOf(system: DynamicalSystem): SystemStep | undefined {
    return isFirstOrder(system) ? new EulerMoreauStep(system, this) : undefined;
  }

  /** Whether lambda_k enters the step to k+1. */
  get hasMemory(): boolean {
    return this.relation === 'end' && this.gamma < 1;
  }

  get isImplicit(): boolean {
    return this.theta === 1 && this.gamma === 1;
  }

  /** The same scheme with theta = gamma = 1, which the first step after a jump takes (conventions: jumps). */
  implicit(): EulerMoreauOSI {
    return new EulerMoreauOSI(1, 1, { source: this.source, linearSolver: this.#linearSolver });
  }

  /** What a step takes for an input of the dynamics; derivatives of sources are always averaged. */
  inputOver(signal: Signal, t0: number, t1: number): number {
    const { theta } = this;
    if (this.source === 'average' || signal.impulse) return signal.integral(t0, t1) / (t1 - t0);
    if (this.field === 'midpoint') return signal.value(theta * t1 + (1 - theta) * t0);
    return theta * signal.value(t1) + (1 - theta) * signal.value(t0);
  }

  /** Where y and lambda of a step are taken: 1 at t_k+1, gamma in the full scheme. */
  get relationWeight(): number {
    return this.relation === 'gamma' ? this.gamma : 1;
  }

  /** The coefficient of r in a step, over h. */
  get inputWeight(): number {
    return this.relation === 'gamma' ? 1 : this.gamma;
  }

  /** A solver of W, not yet analyzed. */
  newSolver(): LinearSolver {
    return this.#linearSolver();
  }

  /** Factors W for one system and one step; throws `ModelError` when W is singular. */
  discretize(system: LinearDynamics, h: number): DiscreteSystem {
    const { n, A, M } = system;
    const { theta } = this;
    const triplets = new Triplets();
    const propagate = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const k = i * n + j;
        const mass = M ? M[k]! : i === j ? 1 : 0;
        triplets.add(i, j, mass - h * theta * A[k]!);
        propagate[k] = mass + h * (1 - theta) * A[k]!;
      }
    }
    const W = compressColumns(n, n, triplets);
    const solver = this.#linearSolver();
    solver.analyze(W);
    const factored = solver.factor(W);
    if (factored.status === 'singular') {
      throw new ModelError(
        `EulerMoreauOSI: W = M - h theta A is singular at state ${factored.column} for h = ${h} s, theta = ${theta}; ` +
          `M must be regular and h theta no reciprocal of an eigenvalue of M^-1 A`,
      );
    }
    const column = new Float64Array(n);
    const solveColumns = (columns: Float64Array, cols: number, factor: number): void => {
      for (let j = 0; j < cols; j++) {
        for (let i = 0; i < n; i++) column[i] = columns[i * cols + j]!;
        solver.solve(column, column);
        for (let i = 0; i < n; i++) columns[i * cols + j] = factor * column[i]!;
      }
    };
    solveColumns(propagate, n, 1);
    return { propagate, applyInverse: (columns, cols) => solveColumns(columns, cols, h) };
  }
}
