/**
 * A rigid body in space, [notes] 11.1: q = (x, p) with the centre of mass x in the inertial frame and a unit quaternion p,
 * twist v = (v_g, Omega) with Omega in the body frame,
 *
 *     m v_g' = f,      I Omega' = -Omega x I Omega + M,      q' = T(p) v = (v_g, Psi(p) Omega),
 *
 * f = fExt(t) - fInt(t, q, v) in the inertial frame; M = R^T mExt(t) or mExt(t) itself where the moment is given in the
 * body frame, minus mInt(t, q, v) in the body frame. I is the tensor at the centre of mass in the body frame. Derivatives:
 *
 *     d(Omega x I Omega) = [e_i x I Omega + Omega x I e_i]      (11.70),      d(R^T m)/dp from `numerics/quaternion.ts`;
 *
 * [notes] (11.9), (11.72), (11.73) and (11.76) are corrected. Every Jacobian is held against finite differences by tests.
 */
import {
  quaternionRates,
  rotatedBackDerivative,
  rotationMatrix,
  normalizeQuaternion,
} from '../../../numerics/quaternion.js';
import { checkBoundary, type BoundaryCondition } from './boundary-condition.js';
import { differenceJacobian } from '../finite-differences.js';
import type { MotionFunction } from './lagrangian-ds.js';
import { checkMass } from './mass-matrix.js';
import { checkFinite, checkSize, ModelError } from '../model-error.js';
import type { SecondOrderSystem } from './second-order-system.js';

export interface NewtonEulerOptions {
  /** External force in the inertial frame, N. */
  readonly fExt?: Float64Array | ((t: number, out: Float64Array, z: Float64Array) => void);
  /** External moment, N m, in the frame that `momentFrame` says; "inertial" when absent. */
  readonly mExt?: Float64Array | ((t: number, out: Float64Array, z: Float64Array) => void);
  readonly momentFrame?: 'inertial' | 'body';
  /** Writes (fInt, mInt), six entries, from q (7) and v (6); force inertial, moment in the body frame. */
  readonly internal?: MotionFunction;
  /** Its Jacobians, 6 x 7 and 6 x 6; central differences when absent. */
  readonly jacobianInternalq?: MotionFunction;
  readonly jacobianInternalv?: MotionFunction;
  readonly boundary?: BoundaryCondition;
  readonly z?: Float64Array;
}

/** Distance of |p| from 1 that is rounding of four digits typed by hand no more. */
const UNIT = 1e-8;

export class NewtonEulerDS implements SecondOrderSystem {
  readonly name = 'NewtonEulerDS';
  readonly n = 13;
  readonly equations = 6;
  readonly coordinates = 7;
  readonly x0: Float64Array;
  readonly z: Float64Array;
  readonly boundary: BoundaryCondition | undefined;
  readonly linearMechanics = undefined;
  readonly notes: readonly string[];
  readonly #rotation = new Float64Array(9);
  readonly #rates = new Float64Array(12);
  readonly #byP = new Float64Array(12);
  readonly #moment = new Float64Array(3);
  readonly #internal = new Float64Array(6);
  readonly #J = new Float64Array(42);

  /**
   * Takes q0 (7: position, unit quaternion), v0 (6: velocity, rotation in the body frame), the mass in kg and the tensor
   * of inertia (3 x 3) in kg m^2. Throws `ModelError` where they are none.
   */
  constructor(
    q0: Float64Array,
    v0: Float64Array,
    readonly mass: number,
    readonly inertia: Float64Array,
    private readonly options: NewtonEulerOptions = {},
  ) {
    checkSize(this.name, 'q0', q0, 7, 1);
    checkSize(this.name, 'v0', v0, 6, 1);
    checkSize(this.name, 'inertia', inertia, 3, 3);
    if (!(mass > 0 && mass < Infinity)) {
      throw new ModelError(`${this.name}: the mass is ${mass} kg; it must be positive and finite`);
    }
    checkMass(this.name, 'inertia', 3, inertia);
    const norm = Math.hypot(...q0.subarray(3));
    if (!(Math.abs(norm - 1) <= UNIT)) {
      throw new ModelError(
        `${this.name}: the quaternion (${q0.subarray(3).join(', ')}) of q0 has norm ${norm}; it must be 1`,
      );
    }
    for (const [what, given] of [
      ['fExt', options.fExt],
      ['mExt', options.mExt],
    ] as const) {
      if (given instanceof Float64Array) checkSize(this.name, what, given, 3, 1);
    }
    if (options.boundary) checkBoundary(this.name, 6, options.boundary);
    this.boundary = options.boundary;
    this.x0 = Float64Array.from([...q0, ...v0]);
    this.z = options.z ?? new Float64Array(0);
    const complete = options.jacobianInternalq && options.jacobianInternalv;
    this.notes =
      options.internal && !complete
        ? [`${this.name}: the Jacobian of the internal forces is taken by central differences`]
        : [];
  }

  massMatrix(_q: Float64Array, M: Float64Array): void {
    M.fill(0);
    for (let k = 0; k < 3; k++) {
      M[7 * k] = this.mass;
      for (let j = 0; j < 3; j++) M[6 * (k + 3) + j + 3] = this.inertia[3 * k + j]!;
    }
  }

  forces(t: number, q: Float64Array, v: Float64Array, F: Float64Array): void {
    const { fExt, mExt, momentFrame = 'inertial', internal } = this.options;
    F.fill(0);
    this.#external('fExt', fExt, t, F, 0);
    if (mExt) {
      const moment = this.#moment;
      this.#external('mExt', mExt, t, moment, 0);
      if (momentFrame === 'inertial') {
        rotationMatrix(q, this.#rotation, 3);
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) F[3 + i]! += this.#rotation[3 * j + i]! * moment[j]!;
        }
      } else {
        for (let i = 0; i < 3; i++) F[3 + i]! += moment[i]!;
      }
    }
    const [a, b, c] = [v[3]!, v[4]!, v[5]!];
    const [x, y, z] = [this.#angular(0, v), this.#angular(1, v), this.#angular(2, v)];
    F[3]! -= b * z - c * y;
    F[4]! -= c * x - a * z;
    F[5]! -= a * y - b * x;
    if (!internal) return;
    const part = this.#internal;
    part.fill(NaN);
    internal(t, q, v, part, this.z);
    checkFinite(this.name, 'internal(t, q, v, out, z)', t, part);
    for (let i = 0; i < 6; i++) F[i]! -= part[i]!;
  }

  forceJacobians(t: number, q: Float64Array, v: Float64Array, byQ: Float64Array, byV: Float64Array): void {
    const { mExt, momentFrame = 'inertial', internal, jacobianInternalq, jacobianInternalv } = this.options;
    byQ.fill(0);
    byV.fill(0);
    if (mExt && momentFrame === 'inertial') {
      this.#external('mExt', mExt, t, this.#moment, 0);
      rotatedBackDerivative(q.subarray(3), this.#moment, this.#byP);
      for (let i = 0; i < 3; i++)
        for (let k = 0; k < 4; k++) byQ[7 * (3 + i) + 3 + k] = this.#byP[4 * i + k]!;
    }
    const omega = v.subarray(3);
    const L = [0, 1, 2].map((i) => this.#angular(i, v)) as [number, number, number];
    for (let i = 0; i < 3; i++) {
      // Column i of d(Omega x I Omega): e_i x L + Omega x I e_i.
      const Ii = [this.inertia[i]!, this.inertia[3 + i]!, this.inertia[6 + i]!] as const;
      for (let k = 0; k < 3; k++) {
        const [l, m] = [(k + 1) % 3, (k + 2) % 3];
        const turned = (l === i ? L[m]! : 0) - (m === i ? L[l]! : 0);
        byV[6 * (3 + k) + 3 + i] = -(turned + omega[l]! * Ii[m]! - omega[m]! * Ii[l]!);
      }
    }
    if (!internal) return;
    const at = (qq: Float64Array, vv: Float64Array, out: Float64Array): void =>
      internal(t, qq, vv, out, this.z);
    for (const [given, cols, out, differences] of [
      [
        jacobianInternalq,
        7,
        byQ,
        (J: Float64Array) => differenceJacobian(6, q.slice(), (x, y) => at(x, v, y), J),
      ],
      [
        jacobianInternalv,
        6,
        byV,
        (J: Float64Array) => differenceJacobian(6, v.slice(), (x, y) => at(q, x, y), J),
      ],
    ] as const) {
      const J = this.#J.subarray(0, 6 * cols);
      if (given) {
        J.fill(0);
        given(t, q, v, J, this.z);
      } else {
        differences(J);
      }
      checkFinite(this.name, 'the Jacobian of the internal forces', t, J);
      for (let k = 0; k < J.length; k++) out[k]! -= J[k]!;
    }
  }

  rates(q: Float64Array, T: Float64Array): void {
    T.fill(0);
    for (let k = 0; k < 3; k++) T[7 * k] = 1;
    quaternionRates(q, this.#rates, 3);
    for (let i = 0; i < 4; i++) for (let k = 0; k < 3; k++) T[6 * (3 + i) + 3 + k] = this.#rates[3 * i + k]!;
  }

  normalize(q: Float64Array): void {
    normalizeQuaternion(q, 3);
  }

  unitConstraint(q: Float64Array, gradient: Float64Array): number {
    const norm = Math.hypot(q[3]!, q[4]!, q[5]!, q[6]!);
    gradient.fill(0, 0, 3);
    for (let k = 3; k < 7; k++) gradient[k] = q[k]! / norm;
    return norm - 1;
  }

  /** Entry i of I Omega. */
  #angular(i: number, v: Float64Array): number {
    const { inertia } = this;
    return inertia[3 * i]! * v[3]! + inertia[3 * i + 1]! * v[4]! + inertia[3 * i + 2]! * v[5]!;
  }

  #external(what: string, given: NewtonEulerOptions['fExt'], t: number, out: Float64Array, at: number): void {
    if (!given) return;
    const three = out.subarray(at, at + 3);
    if (given instanceof Float64Array) {
      three.set(given);
      return;
    }
    three.fill(NaN);
    given(t, three, this.z);
    checkFinite(this.name, `${what}(t, out, z)`, t, three);
  }
}
