/**
 * Lagrangian dynamical systems, [intro] (26), [notes] (10.1):
 *
 *     M(q, z) v' + N(q, v, z) + FInt(t, q, v, z) = FExt(t, z) + p,      q' = v.
 *
 * N (NNL, gyroscopic and Coriolis terms), FInt and FExt may each be absent. Jacobians that are not given are taken by
 * central differences, and the notes say so. Callbacks write every entry of `out` and take z last.
 */
import { checkBoundary, type BoundaryCondition } from './boundary-condition.js';
import { differenceJacobian } from '../finite-differences.js';
import { checkMass, checkMassEntries } from './mass-matrix.js';
import { checkFinite, checkSize, ModelError } from '../model-error.js';
import type { LinearMechanics, SecondOrderSystem } from './second-order-system.js';

/** Writes a vector or matrix (row by row) that depends on t, q, v and parameters z. */
export type MotionFunction = (
  t: number,
  q: Float64Array,
  v: Float64Array,
  out: Float64Array,
  z: Float64Array,
) => void;

export interface LagrangianOptions {
  /** M, n x n row-major, constant or M(q); the identity when absent. */
  readonly mass?: Float64Array | ((q: Float64Array, out: Float64Array, z: Float64Array) => void);
  /** N(q, v) with dN/dq and dN/dv. */
  readonly NNL?: (q: Float64Array, v: Float64Array, out: Float64Array, z: Float64Array) => void;
  readonly jacobianNNLq?: (q: Float64Array, v: Float64Array, out: Float64Array, z: Float64Array) => void;
  readonly jacobianNNLv?: (q: Float64Array, v: Float64Array, out: Float64Array, z: Float64Array) => void;
  readonly FInt?: MotionFunction;
  readonly jacobianFIntq?: MotionFunction;
  readonly jacobianFIntv?: MotionFunction;
  /** FExt, constant (N, N m) or FExt(t). */
  readonly FExt?: Float64Array | ((t: number, out: Float64Array, z: Float64Array) => void);
  readonly boundary?: BoundaryCondition;
  /** Parameters handed to every callback; the user may change them between steps. */
  readonly z?: Float64Array;
}

export class LagrangianDS implements SecondOrderSystem {
  readonly name: string = 'LagrangianDS';
  readonly n: number;
  readonly equations: number;
  readonly coordinates: number;
  readonly x0: Float64Array;
  readonly z: Float64Array;
  readonly boundary: BoundaryCondition | undefined;
  readonly linearMechanics: LinearMechanics | undefined = undefined;
  readonly notes: readonly string[];
  readonly #options: LagrangianOptions;
  readonly #part: Float64Array;
  readonly #jacobian: Float64Array;

  /** Takes q0 and v0 (n each); throws `ModelError` where sizes do not fit or M(q0) is no mass matrix. */
  constructor(q0: Float64Array, v0: Float64Array, options: LagrangianOptions = {}, name?: string) {
    if (name !== undefined) this.name = name;
    const n = q0.length;
    checkSize(this.name, 'q0', q0, n, 1);
    checkSize(this.name, 'v0', v0, n, 1);
    this.#options = options;
    this.n = 2 * n;
    this.equations = n;
    this.coordinates = n;
    this.x0 = Float64Array.from([...q0, ...v0]);
    this.z = options.z ?? new Float64Array(0);
    this.boundary = options.boundary;
    if (options.boundary) checkBoundary(this.name, n, options.boundary);
    if (options.mass instanceof Float64Array) checkSize(this.name, 'M', options.mass, n, n);
    if (options.FExt instanceof Float64Array) checkSize(this.name, 'FExt', options.FExt, n, 1);
    this.#part = new Float64Array(n);
    this.#jacobian = new Float64Array(n * n);
    const M = new Float64Array(n * n);
    this.massMatrix(q0, M);
    checkMass(this.name, typeof options.mass === 'function' ? 'M at q0' : 'M', n, M);
    this.notes = missingJacobians(options).map(
      (what) => `${this.name}: the Jacobian of ${what} is taken by central differences`,
    );
  }

  massMatrix(q: Float64Array, M: Float64Array): void {
    const { mass } = this.#options;
    const n = this.equations;
    if (typeof mass === 'function') {
      M.fill(NaN);
      mass(q, M, this.z);
      const at = M.findIndex((value) => !Number.isFinite(value));
      if (at >= 0) {
        throw new ModelError(
          `${this.name}: mass(q, out, z) wrote ${M[at]} into entry ${at} of ${M.length} at q = [${q.join(', ')}]; ` +
            `it must write every entry with a finite number (out is row by row)`,
        );
      }
      checkMassEntries(this.name, 'M', n, M, q);
    } else if (mass) {
      M.set(mass);
    } else {
      M.fill(0);
      for (let i = 0; i < n; i++) M[i * n + i] = 1;
    }
  }

  forces(t: number, q: Float64Array, v: Float64Array, F: Float64Array): void {
    const { NNL, FInt, FExt } = this.#options;
    const { z, name } = this;
    const part = this.#part;
    if (typeof FExt === 'function') {
      F.fill(NaN);
      FExt(t, F, z);
      checkFinite(name, 'FExt(t, out, z)', t, F);
    } else if (FExt) {
      F.set(FExt);
    } else {
      F.fill(0);
    }
    const subtract = (what: string): void => {
      checkFinite(name, what, t, part);
      for (let i = 0; i < part.length; i++) F[i]! -= part[i]!;
      part.fill(NaN);
    };
    part.fill(NaN);
    if (NNL) {
      NNL(q, v, part, z);
      subtract('NNL(q, v, out, z)');
    }
    if (FInt) {
      FInt(t, q, v, part, z);
      subtract('FInt(t, q, v, out, z)');
    }
  }

  forceJacobians(t: number, q: Float64Array, v: Float64Array, byQ: Float64Array, byV: Float64Array): void {
    const { NNL, jacobianNNLq, jacobianNNLv, FInt, jacobianFIntq, jacobianFIntv } = this.#options;
    const { z } = this;
    byQ.fill(0);
    byV.fill(0);
    if (NNL) {
      const at: MotionFunction = (_t, qq, vv, out) => NNL(qq, vv, out, z);
      const given = [jacobianNNLq, jacobianNNLv].map(
        (jacobian): MotionFunction | undefined => jacobian && ((_t, qq, vv, out) => jacobian(qq, vv, out, z)),
      );
      this.#subtractJacobian(t, q, v, at, given[0], 'q', byQ);
      this.#subtractJacobian(t, q, v, at, given[1], 'v', byV);
    }
    if (FInt) {
      this.#subtractJacobian(t, q, v, FInt, jacobianFIntq, 'q', byQ);
      this.#subtractJacobian(t, q, v, FInt, jacobianFIntv, 'v', byV);
    }
  }

  #subtractJacobian(
    t: number,
    q: Float64Array,
    v: Float64Array,
    f: MotionFunction,
    jacobian: MotionFunction | undefined,
    by: 'q' | 'v',
    out: Float64Array,
  ): void {
    const J = this.#jacobian;
    const n = this.equations;
    if (jacobian) {
      J.fill(0);
      jacobian(t, q, v, J, this.z);
    } else if (by === 'q') {
      differenceJacobian(n, q.slice(), (at, value) => f(t, at, v, value, this.z), J);
    } else {
      differenceJacobian(n, v.slice(), (at, value) => f(t, q, at, value, this.z), J);
    }
    checkFinite(this.name, `the Jacobian of its forces by ${by}`, t, J);
    for (let k = 0; k < n * n; k++) out[k]! -= J[k]!;
  }
}

function missingJacobians(options: LagrangianOptions): string[] {
  const pairs = [
    ['NNL', options.NNL, options.jacobianNNLq, options.jacobianNNLv],
    ['FInt', options.FInt, options.jacobianFIntq, options.jacobianFIntv],
  ] as const;
  return pairs.flatMap(([what, f, byQ, byV]) => (f && !(byQ && byV) ? [what] : []));
}
