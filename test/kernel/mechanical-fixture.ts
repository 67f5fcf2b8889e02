/**
 * A mechanical system, its contact and a Moreau-Jean scheme written against the contracts alone, in the fewest lines that
 * are right: what the contracts must carry, without the classes of the kernel's mechanics.
 */
import type { DynamicalSystem } from '../../src/kernel/modeling/systems/dynamical-system.js';
import type { NonSmoothLaw } from '../../src/kernel/modeling/laws/nonsmooth-law.js';
import {
  levelsOf,
  type Relation,
  type RelationLinearization,
} from '../../src/kernel/modeling/relations/relation.js';
import type {
  JacobianBlock,
  OneStepIntegrator,
  SystemStep,
} from '../../src/kernel/simulation/integrators/one-step-integrator.js';
import { DenseLinearSolver } from '../../src/numerics/dense/dense-linear-solver.js';

/** One coordinate: mass(q) v' = F(t, q, v) + r, q' = v; state (q, v). */
export class OneCoordinate implements DynamicalSystem {
  readonly name = 'OneCoordinate';
  readonly n = 2;
  readonly equations = 1;
  readonly x0: Float64Array;
  readonly z = new Float64Array(0);
  readonly notes = [];

  constructor(
    q0: number,
    v0: number,
    /** F and its derivatives by q and v. */
    readonly force: (t: number, q: number, v: number) => readonly [F: number, byQ: number, byV: number],
    readonly mass = 1,
  ) {
    this.x0 = Float64Array.of(q0, v0);
  }
}

/** y = sum of s_i q_i of the linked coordinates; dy/dt at level 1. */
export class SumOfCoordinates implements Relation {
  readonly name = 'SumOfCoordinates';
  readonly n: number;
  readonly m = 1;
  readonly equations: number;
  readonly levels = [0, 1];
  readonly z = new Float64Array(0);
  readonly couplesStates = false;
  readonly notes = [];

  constructor(readonly signs: readonly number[]) {
    this.n = 2 * signs.length;
    this.equations = signs.length;
  }

  linearize(
    _t: number,
    x: Float64Array,
    lambda: Float64Array,
    out: RelationLinearization,
    level: number,
  ): void {
    out.C.fill(0);
    out.D.fill(0);
    out.K.fill(0);
    out.y[0] = 0;
    this.signs.forEach((sign, i) => {
      out.C[2 * i + level] = sign;
      out.y[0]! += sign * x[2 * i + level]!;
      out.B[i] = sign;
      out.r[i] = sign * lambda[0]!;
    });
  }
}

/** 0 <= v + e v- _|_ impulse >= 0 while the contact touches. */
export class ImpactLaw implements NonSmoothLaw {
  readonly size = 1;
  readonly impulsive = true;
  readonly restitution: Float64Array;

  constructor(e: number) {
    this.restitution = Float64Array.of(e);
  }
}

/** M (v - v_k) = h F(t + theta h, q_theta, v_theta) + p, q = q_k + h (theta v + (1 - theta) v_k); law on velocities. */
export class VelocityScheme implements OneStepIntegrator {
  readonly name = 'VelocityScheme';
  readonly instead = 'it takes systems of one coordinate';
  readonly relationWeight = 1;
  readonly hasMemory = false;

  constructor(readonly theta = 0.5) {}

  get isImplicit(): boolean {
    return this.theta === 1;
  }

  outputLevel(relation: Relation, law: NonSmoothLaw): number | undefined {
    if (levelsOf(relation).includes(1)) return 1;
    return law.restitution ? undefined : 0;
  }

  stepOf(system: DynamicalSystem): SystemStep | undefined {
    return system instanceof OneCoordinate ? new VelocityStep(system, this.theta) : undefined;
  }

  implicit(): OneStepIntegrator {
    return new VelocityScheme(1);
  }

  newSolver(): DenseLinearSolver {
    return new DenseLinearSolver();
  }
}

/** The unknown is v. */
class VelocityStep implements SystemStep {
  #t0 = 0;
  #h = 0;
  #q = 0;
  #v = 0;

  constructor(
    readonly system: OneCoordinate,
    readonly theta: number,
  ) {}

  begin(t0: number, t1: number, x: Float64Array): void {
    this.#t0 = t0;
    this.#h = t1 - t0;
    [this.#q, this.#v] = [x[0]!, x[1]!];
  }

  evaluate(x: Float64Array, R: Float64Array, terms: Float64Array, W: Float64Array): void {
    const { mass, force } = this.system;
    const [h, theta] = [this.#h, this.theta];
    const [q, v] = [theta * x[0]! + (1 - theta) * this.#q, theta * x[1]! + (1 - theta) * this.#v];
    const [F, byQ, byV] = force(this.#t0 + theta * h, q, v);
    R[0] = mass * (x[1]! - this.#v) - h * F;
    terms[0] = mass * (Math.abs(x[1]!) + Math.abs(this.#v)) + h * Math.abs(F);
    W[0] = mass - h * theta * (byV + h * theta * byQ);
  }

  unknowns(x: Float64Array, w: Float64Array): void {
    w[0] = x[1]!;
  }

  move(dw: Float64Array, x: Float64Array): void {
    x[1]! += dw[0]!;
    x[0] = this.#q + this.#h * (this.theta * x[1]! + (1 - this.theta) * this.#v);
  }

  reactionWeight(impulsive: boolean): number {
    return impulsive ? 1 : this.#h;
  }

  relationState(x: Float64Array, _law: NonSmoothLaw, X: Float64Array): void {
    X.set(x);
  }

  byUnknowns(J: JacobianBlock, out: JacobianBlock): void {
    for (let i = 0; i < J.rows; i++) {
      const at = i * J.width + J.first;
      out.values[i * out.width + out.first] = this.#h * this.theta * J.values[at]! + J.values[at + 1]!;
    }
  }

  mayTouch(gap: number, rate: number): boolean {
    return gap + (this.#h / 2) * rate <= 0;
  }
}

/** The unknown is q, q_k-1 = q_k - h v_k: constraints at the level of positions, with e in their point. */
export class PositionScheme implements OneStepIntegrator {
  readonly name = 'PositionScheme';
  readonly instead = 'it takes systems of one coordinate';
  readonly relationWeight = 1;
  readonly hasMemory = false;
  readonly isImplicit = true;
  readonly needsConstantStep = true;

  outputLevel(relation: Relation): number | undefined {
    return levelsOf(relation).includes(0) ? 0 : undefined;
  }

  stepOf(system: DynamicalSystem): SystemStep | undefined {
    return system instanceof OneCoordinate ? new PositionStep(system) : undefined;
  }

  implicit(): OneStepIntegrator {
    return this;
  }

  newSolver(): DenseLinearSolver {
    return new DenseLinearSolver();
  }
}

class PositionStep implements SystemStep {
  #t0 = 0;
  #h = 0;
  #q = 0;
  #before = 0;

  constructor(readonly system: OneCoordinate) {}

  begin(t0: number, t1: number, x: Float64Array): void {
    this.#t0 = t0;
    this.#h = t1 - t0;
    this.#q = x[0]!;
    this.#before = x[0]! - this.#h * x[1]!;
  }

  evaluate(x: Float64Array, R: Float64Array, terms: Float64Array, W: Float64Array): void {
    const { mass, force } = this.system;
    const h = this.#h;
    const [F] = force(this.#t0, this.#q, (this.#q - this.#before) / h);
    R[0] = mass * (x[0]! - 2 * this.#q + this.#before) - h * h * F;
    terms[0] = mass * (Math.abs(x[0]!) + 2 * Math.abs(this.#q) + Math.abs(this.#before));
    W[0] = mass;
  }

  unknowns(x: Float64Array, w: Float64Array): void {
    w[0] = x[0]!;
  }

  move(dw: Float64Array, x: Float64Array): void {
    x[0]! += dw[0]!;
    x[1] = (x[0]! - this.#q) / this.#h;
  }

  reactionWeight(impulsive: boolean): number {
    return impulsive ? this.#h : this.#h * this.#h;
  }

  relationState(x: Float64Array, { restitution }: NonSmoothLaw, X: Float64Array): void {
    const e = restitution?.[0] ?? 0;
    X[0] = (x[0]! + e * this.#before) / (1 + e);
    X[1] = x[1]!;
  }

  byUnknowns(J: JacobianBlock, out: JacobianBlock, { restitution }: NonSmoothLaw): void {
    const e = restitution?.[0] ?? 0;
    for (let i = 0; i < J.rows; i++) {
      const at = i * J.width + J.first;
      out.values[i * out.width + out.first] = J.values[at]! / (1 + e) + J.values[at + 1]! / this.#h;
    }
  }
}
