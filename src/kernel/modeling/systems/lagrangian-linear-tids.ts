/**
 * Linear time-invariant Lagrangian systems, [intro] (30), [notes] (10.7):
 *
 *     M v' + C v + K q = FExt(t, z) + p,      q' = v,
 *
 * M symmetric and positive definite, C and K any matrices (absent: zero). The diagonal form takes three vectors.
 */
import type { BoundaryCondition } from './boundary-condition.js';
import { LagrangianDS } from './lagrangian-ds.js';
import { checkSize } from '../model-error.js';
import type { LinearMechanics } from './second-order-system.js';

export interface LagrangianLinearOptions {
  /** Damping C and stiffness K, n x n row-major. */
  readonly C?: Float64Array;
  readonly K?: Float64Array;
  /** FExt, constant (N, N m) or FExt(t). */
  readonly FExt?: Float64Array | ((t: number, out: Float64Array, z: Float64Array) => void);
  readonly boundary?: BoundaryCondition;
  readonly z?: Float64Array;
}

export class LagrangianLinearTIDS extends LagrangianDS {
  override readonly linearMechanics: LinearMechanics;
  readonly #C: Float64Array | undefined;
  readonly #K: Float64Array | undefined;

  /** Takes q0, v0 (n each) and M (n x n); throws `ModelError` where sizes do not fit or M is no mass matrix. */
  constructor(
    q0: Float64Array,
    v0: Float64Array,
    M: Float64Array,
    options: LagrangianLinearOptions = {},
    name = 'LagrangianLinearTIDS',
  ) {
    const n = q0.length;
    const { C, K, FExt, boundary, z } = options;
    checkSize(name, 'M', M, n, n);
    if (C) checkSize(name, 'C', C, n, n);
    if (K) checkSize(name, 'K', K, n, n);
    super(
      q0,
      v0,
      {
        mass: M,
        ...(FExt && { FExt }),
        ...(boundary && { boundary }),
        ...(z && { z }),
        ...((C ?? K) && {
          FInt: (_t, q, v, out) => {
            for (let i = 0; i < n; i++) {
              let sum = 0;
              for (let j = 0; j < n; j++) {
                sum += (C ? C[i * n + j]! * v[j]! : 0) + (K ? K[i * n + j]! * q[j]! : 0);
              }
              out[i] = sum;
            }
          },
          jacobianFIntq: (_t, _q, _v, out) => void (K ? out.set(K) : out.fill(0)),
          jacobianFIntv: (_t, _q, _v, out) => void (C ? out.set(C) : out.fill(0)),
        }),
      },
      name,
    );
    this.#C = C;
    this.#K = K;
    const external =
      typeof FExt === 'function'
        ? (t: number, F: Float64Array) => FExt(t, F, this.z)
        : FExt && ((_t: number, F: Float64Array) => F.set(FExt));
    this.linearMechanics = {
      equations: n,
      M,
      C: this.#C,
      K: this.#K,
      external,
      constantForce: typeof FExt !== 'function',
    };
  }
}

export interface LagrangianDiagonalOptions extends Omit<LagrangianLinearOptions, 'C' | 'K'> {
  /** Diagonals of C and K, n each. */
  readonly damping?: Float64Array;
  readonly stiffness?: Float64Array;
}

export class LagrangianLinearDiagonalDS extends LagrangianLinearTIDS {
  /** Takes q0, v0 and the masses (n each). */
  constructor(
    q0: Float64Array,
    v0: Float64Array,
    mass: Float64Array,
    { damping, stiffness, ...options }: LagrangianDiagonalOptions = {},
  ) {
    const name = 'LagrangianLinearDiagonalDS';
    const n = q0.length;
    checkSize(name, 'mass', mass, n, 1);
    if (damping) checkSize(name, 'damping', damping, n, 1);
    if (stiffness) checkSize(name, 'stiffness', stiffness, n, 1);
    const linear = {
      ...options,
      ...(damping && { C: diagonal(damping) }),
      ...(stiffness && { K: diagonal(stiffness) }),
    };
    super(q0, v0, diagonal(mass), linear, name);
  }
}

function diagonal(values: Float64Array): Float64Array {
  const n = values.length;
  const matrix = new Float64Array(n * n);
  values.forEach((value, i) => (matrix[i * n + i] = value));
  return matrix;
}
