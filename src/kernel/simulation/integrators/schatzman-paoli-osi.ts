/**
 * The Schatzman-Paoli scheme, [notes] 10.3: positions are the unknowns, contacts are stated at their level, restitution is in
 * the point at which a constraint is taken,
 *
 *     M(q_k) (q_k+1 - 2 q_k + q_k-1) - h^2 F(t_theta, q_theta, v_theta) = h G^T p,      v_k+1 = (q_k+1 - q_k-1) / 2h,
 *     0 <= y((q_k+1 + e q_k-1) / (1 + e))  _|_  p >= 0,
 *
 * p the impulse of the step, z_theta = theta z_k+1 + (1 - theta) z_k. Two past positions enter: steps are of one size, and the
 * first takes q_-1 = q_0 - h v_0. Order 1, across impacts too; no penetration at the constraint's point. Friction, whose law is one
 * of velocities, is refused. Source: [Paoli-Schatzman 2002], the errata of [notes] (10.9): -h^2 F.
 */
import { DenseLinearSolver } from '../../../numerics/dense/dense-linear-solver.js';
import type { LinearSolver } from '../../../numerics/linear-solver.js';
import type { DynamicalSystem } from '../../modeling/systems/dynamical-system.js';
import { ModelError } from '../../modeling/model-error.js';
import type { NonSmoothLaw } from '../../modeling/laws/nonsmooth-law.js';
import { levelsOf, type Relation } from '../../modeling/relations/relation.js';
import { isSecondOrder, type SecondOrderSystem } from '../../modeling/systems/second-order-system.js';
import type { JacobianBlock, OneStepIntegrator, SystemStep } from './one-step-integrator.js';

export class SchatzmanPaoliOSI implements OneStepIntegrator {
  readonly name = 'SchatzmanPaoliOSI';
  readonly instead =
    'it takes Lagrangian systems without prescribed velocities, and laws without friction; MoreauJeanOSI takes the others';
  readonly relationWeight = 1;
  readonly hasMemory = false;
  readonly isImplicit = true;
  readonly needsConstantStep = true;

  /** Throws `ModelError` unless theta lies in [0, 1]. */
  constructor(readonly theta = 0.5) {
    if (!(theta >= 0 && theta <= 1)) {
      throw new ModelError(`SchatzmanPaoliOSI: theta is ${theta}; it must lie in [0, 1]`);
    }
  }

  outputLevel(relation: Relation, { coulomb }: NonSmoothLaw): number | undefined {
    return levelsOf(relation).includes(0) && !coulomb ? 0 : undefined;
  }

  stepOf(system: DynamicalSystem): SystemStep | undefined {
    const taken = isSecondOrder(system) && !system.rates && !system.boundary;
    return taken ? new SchatzmanPaoliStep(system, this.theta) : undefined;
  }

  implicit(): this {
    return this;
  }

  newSolver(): LinearSolver {
    return new DenseLinearSolver();
  }
}

/** The unknown is q = q_k+1; W = M + h^2 theta K + h theta C / 2 with K = -F_q, C = -F_v, [notes] (10.12). */
class SchatzmanPaoliStep implements SystemStep {
  readonly #qk: Float64Array;
  readonly #vk: Float64Array;
  /** q_k-1 of this step and of the next, if it begins where this one ended. */
  readonly #before: Float64Array;
  readonly #end: Float64Array;
  readonly #M: Float64Array;
  readonly #q: Float64Array;
  readonly #v: Float64Array;
  readonly #F: Float64Array;
  readonly #byQ: Float64Array;
  readonly #byV: Float64Array;
  #t0 = 0;
  #h = 0;
  #accepted = false;

  constructor(
    readonly system: SecondOrderSystem,
    readonly theta: number,
  ) {
    const { equations: n } = system;
    this.#qk = new Float64Array(n);
    this.#vk = new Float64Array(n);
    this.#before = new Float64Array(n);
    this.#end = new Float64Array(2 * n);
    this.#M = new Float64Array(n * n);
    this.#q = new Float64Array(n);
    this.#v = new Float64Array(n);
    this.#F = new Float64Array(n);
    this.#byQ = new Float64Array(n * n);
    this.#byV = new Float64Array(n * n);
  }

  begin(t0: number, t1: number, x: Float64Array): void {
    const { equations: n } = this.system;
    this.#t0 = t0;
    this.#h = t1 - t0;
    // Where the state was set from outside, the past is what its velocity says.
    const goesOn = this.#accepted && this.#end.every((value, k) => value === x[k]);
    if (goesOn) this.#before.set(this.#qk);
    this.#qk.set(x.subarray(0, n));
    this.#vk.set(x.subarray(n));
    if (!goesOn) for (let i = 0; i < n; i++) this.#before[i] = this.#qk[i]! - this.#h * this.#vk[i]!;
    this.#accepted = false;
    this.system.massMatrix(this.#qk, this.#M);
  }

  evaluate(x: Float64Array, R: Float64Array, terms: Float64Array, W: Float64Array): void {
    const { system, theta } = this;
    const { equations: n } = system;
    const [qk, vk, before, M] = [this.#qk, this.#vk, this.#before, this.#M];
    const h = this.#h;
    for (let i = 0; i < n; i++) {
      this.#q[i] = theta * x[i]! + (1 - theta) * qk[i]!;
      this.#v[i] = theta * x[n + i]! + (1 - theta) * vk[i]!;
    }
    const t = this.#t0 + theta * h;
    system.forces(t, this.#q, this.#v, this.#F);
    system.forceJacobians(t, this.#q, this.#v, this.#byQ, this.#byV);
    for (let i = 0; i < n; i++) {
      const force = h * h * this.#F[i]!;
      let sum = -force;
      let size = Math.abs(force);
      for (let j = 0; j < n; j++) {
        const k = i * n + j;
        sum += M[k]! * (x[j]! - 2 * qk[j]! + before[j]!);
        size += Math.abs(M[k]!) * (Math.abs(x[j]!) + 2 * Math.abs(qk[j]!) + Math.abs(before[j]!));
        W[k] = M[k]! - h * h * theta * this.#byQ[k]! - ((h * theta) / 2) * this.#byV[k]!;
      }
      R[i] = sum;
      terms[i] = size;
    }
  }

  unknowns(x: Float64Array, w: Float64Array): void {
    w.set(x.subarray(0, w.length));
  }

  move(dw: Float64Array, x: Float64Array): void {
    const n = dw.length;
    for (let i = 0; i < n; i++) {
      x[i]! += dw[i]!;
      x[n + i] = (x[i]! - this.#before[i]!) / (2 * this.#h);
    }
  }

  reactionWeight(impulsive: boolean): number {
    return impulsive ? this.#h : this.#h * this.#h;
  }

  relationState(x: Float64Array, { restitution }: NonSmoothLaw, X: Float64Array): void {
    const { equations: n } = this.system;
    const e = restitution?.[0] ?? 0;
    X.set(x);
    for (let i = 0; i < n; i++) X[i] = (x[i]! + e * this.#before[i]!) / (1 + e);
  }

  byUnknowns(J: JacobianBlock, out: JacobianBlock, { restitution }: NonSmoothLaw): void {
    const { equations: n } = this.system;
    const e = restitution?.[0] ?? 0;
    for (let i = 0; i < J.rows; i++) {
      const from = i * J.width + J.first;
      const to = i * out.width + out.first;
      for (let j = 0; j < n; j++) {
        out.values[to + j] = J.values[from + j]! / (1 + e) + J.values[from + n + j]! / (2 * this.#h);
      }
    }
  }

  accept(x: Float64Array): void {
    this.#end.set(x);
    this.#accepted = true;
  }
}
