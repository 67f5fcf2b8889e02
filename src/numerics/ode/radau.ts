/**
 * The implicit Runge-Kutta method Radau IIA with three stages, order 5, L-stable:
 *
 *     Z = h (A (x) I) F(x + Z),     x+ = x + Z_3,
 *
 * by Newton's method with one Jacobian for all stages, (I - h A (x) J) dZ = h A F - Z. The error estimate is
 * (g/h I - J)^-1 (f(t, x) + sum d_i Z_i / h) of order 3, g the real eigenvalue of A^-1. Dense output: the
 * collocation polynomial of degree 3, of order 3 inside the step.
 * Cost of a factorisation 18 n^3 and n^3 2/3, of an iteration 18 n^2; meant for n <= 60.
 * Source: [Hairer-Wanner 1996, IV.5, IV.8]; coefficients by collocation at (4 -+ sqrt 6) / 10, 1.
 */
import { factorLU, solveLU } from '../dense/lu.js';
import { allFinite, evaluateDense, type OdeProblem, type StepMethod } from './step-method.js';

const S6 = Math.sqrt(6);
const c = Object.freeze([(4 - S6) / 10, (4 + S6) / 10, 1]);
const a = Object.freeze([
  (88 - 7 * S6) / 360,
  (296 - 169 * S6) / 1800,
  (-2 + 3 * S6) / 225,
  (296 + 169 * S6) / 1800,
  (88 + 7 * S6) / 360,
  (-2 - 3 * S6) / 225,
  (16 - S6) / 36,
  (16 + S6) / 36,
  1 / 9,
]);
const GAMMA = 30 / (6 + Math.cbrt(81) - Math.cbrt(9));
const d = Object.freeze([-(13 + 7 * S6) / 3, (-13 + 7 * S6) / 3, -1 / 3]);
/** Inverse of the matrix c_i^k, k = 1..3: monomials of the collocation polynomial from Z. */
const monomials = Object.freeze([
  (13 + 7 * S6) / 3,
  (13 - 7 * S6) / 3,
  1 / 3,
  -(23 + 22 * S6) / 3,
  (-23 + 22 * S6) / 3,
  -8 / 3,
  (10 + 15 * S6) / 3,
  (10 - 15 * S6) / 3,
  10 / 3,
]);
const NEWTON_ROUNDS = 10;
/** Newton stops at this part of the tolerance; below a few roundings it would not get. */
const NEWTON_PART = 1e-3;
/** A Jacobian is kept while Newton contracts faster than this. */
const GOOD_RATE = 1e-2;
const ROUNDOFF = 2 ** -52;

export class Radau implements StepMethod {
  readonly name = 'radau';
  readonly order = 5;
  readonly errorOrder = 4;
  readonly degree = 3;
  readonly dense: Float64Array;
  readonly #J: Float64Array;
  readonly #LU: Float64Array;
  readonly #E: Float64Array;
  readonly #pivots: Int32Array;
  readonly #pivotsE: Int32Array;
  readonly #work: Float64Array;
  readonly #Z: Float64Array;
  readonly #F: Float64Array;
  readonly #right: Float64Array;
  readonly #f0: Float64Array;
  readonly #argument: Float64Array;
  readonly #error: Float64Array;
  readonly #last: Float64Array;
  #hasJacobian = false;
  #jacobianIsFresh = false;
  #factoredStep = 0;
  #lastStep = 0;
  #triedStep = 0;
  #first = true;
  #rate = 1;

  constructor(readonly problem: OdeProblem) {
    const { n } = problem;
    this.dense = new Float64Array(4 * n);
    this.#last = new Float64Array(4 * n);
    this.#J = new Float64Array(n * n);
    this.#LU = new Float64Array(9 * n * n);
    this.#E = new Float64Array(n * n);
    this.#pivots = new Int32Array(3 * n);
    this.#pivotsE = new Int32Array(n);
    this.#work = new Float64Array(6 * n);
    this.#Z = new Float64Array(3 * n);
    this.#F = new Float64Array(3 * n);
    this.#right = new Float64Array(3 * n);
    this.#f0 = new Float64Array(n);
    this.#argument = new Float64Array(n);
    this.#error = new Float64Array(n);
  }

  restart(): void {
    this.#hasJacobian = false;
    this.#factoredStep = 0;
    this.#lastStep = 0;
    this.#first = true;
  }

  attempt(t: number, x: Float64Array, h: number, scale: Float64Array, xNew: Float64Array): number {
    const { n } = this.problem;
    this.problem.derivative(t, x, this.#f0);
    if (!allFinite(this.#f0)) return NaN;
    if (!this.#hasJacobian) this.#makeJacobian(t, x, scale);
    if (this.#factoredStep !== h && !this.#factor(h)) return Infinity;
    this.#guess(x, h);
    let outcome = this.#newton(t, x, h, scale);
    if (outcome === 'slow' && !this.#jacobianIsFresh) {
      this.#makeJacobian(t, x, scale);
      if (!this.#factor(h)) return Infinity;
      this.#Z.fill(0);
      outcome = this.#newton(t, x, h, scale);
    }
    if (outcome !== 'done') return outcome === 'slow' ? Infinity : NaN;
    for (let i = 0; i < n; i++) xNew[i] = x[i]! + this.#Z[2 * n + i]!;
    this.#makeDense(x);
    this.#triedStep = h;
    return this.#estimate(t, x, h, scale);
  }

  accept(): boolean {
    this.#last.set(this.dense);
    this.#lastStep = this.#triedStep;
    this.#first = false;
    this.#jacobianIsFresh = false;
    if (this.#rate > GOOD_RATE) this.#hasJacobian = false;
    return false;
  }

  #makeJacobian(t: number, x: Float64Array, scale: Float64Array): void {
    const { n } = this.problem;
    if (this.problem.jacobian) {
      this.problem.jacobian(t, x, this.#J);
    } else {
      const point = this.#argument;
      const moved = this.#error;
      point.set(x);
      for (let j = 0; j < n; j++) {
        const delta = Math.sqrt(ROUNDOFF) * Math.max(Math.abs(x[j]!), scale[j]!);
        point[j] = x[j]! + delta;
        const exact = point[j]! - x[j]!;
        this.problem.derivative(t, point, moved);
        for (let i = 0; i < n; i++) this.#J[i * n + j] = (moved[i]! - this.#f0[i]!) / exact;
        point[j] = x[j]!;
      }
    }
    this.#hasJacobian = true;
    this.#jacobianIsFresh = true;
    this.#factoredStep = 0;
  }

  #factor(h: number): boolean {
    const { n } = this.problem;
    const m = 3 * n;
    for (let r = 0; r < 3; r++) {
      for (let s = 0; s < 3; s++) {
        const factor = -h * a[3 * r + s]!;
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            const unit = r === s && i === j ? 1 : 0;
            this.#LU[(r * n + i) * m + s * n + j] = unit + factor * this.#J[i * n + j]!;
          }
        }
      }
    }
    for (let p = 0; p < n * n; p++) this.#E[p] = (p % (n + 1) === 0 ? GAMMA / h : 0) - this.#J[p]!;
    const bad =
      factorLU(m, this.#LU, this.#pivots, this.#work) >= 0 ||
      factorLU(n, this.#E, this.#pivotsE, this.#work) >= 0;
    this.#factoredStep = bad ? 0 : h;
    return !bad;
  }

  /** Z from the collocation polynomial of the last step, continued. */
  #guess(x: Float64Array, h: number): void {
    const { n } = this.problem;
    this.#Z.fill(0);
    if (!(this.#lastStep > 0)) return;
    for (let s = 0; s < 3; s++) {
      evaluateDense(n, 3, this.#last, 1 + (c[s]! * h) / this.#lastStep, this.#argument);
      for (let i = 0; i < n; i++) this.#Z[s * n + i] = this.#argument[i]! - x[i]!;
    }
  }

  #newton(t: number, x: Float64Array, h: number, scale: Float64Array): 'done' | 'slow' | 'not-finite' {
    const { n } = this.problem;
    const Z = this.#Z;
    let previous = 0;
    for (let round = 0; round < NEWTON_ROUNDS; round++) {
      for (let s = 0; s < 3; s++) {
        for (let i = 0; i < n; i++) this.#argument[i] = x[i]! + Z[s * n + i]!;
        this.problem.derivative(t + c[s]! * h, this.#argument, this.#error);
        this.#F.set(this.#error, s * n);
      }
      for (let r = 0; r < 3; r++) {
        for (let i = 0; i < n; i++) {
          let sum = 0;
          for (let s = 0; s < 3; s++) sum += a[3 * r + s]! * this.#F[s * n + i]!;
          this.#right[r * n + i] = h * sum - Z[r * n + i]!;
        }
      }
      solveLU(3 * n, this.#LU, this.#pivots, this.#right, this.#right);
      let size = 0;
      let floor = 0;
      for (let p = 0; p < 3 * n; p++) {
        Z[p]! += this.#right[p]!;
        size += (this.#right[p]! / scale[p % n]!) ** 2;
        floor += ((x[p % n]! * ROUNDOFF) / scale[p % n]!) ** 2;
      }
      size = Math.sqrt(size / Math.max(1, 3 * n));
      if (!Number.isFinite(size)) return round === 0 ? 'not-finite' : 'slow';
      const enough = NEWTON_PART + 4 * Math.sqrt(floor / Math.max(1, 3 * n));
      if (round > 0) {
        this.#rate = size / previous;
        if (size <= enough && this.#rate < 1) return 'done';
        if (this.#rate >= 1) return size <= enough ? 'done' : 'slow';
        if ((size * this.#rate) / (1 - this.#rate) <= enough) return 'done';
      } else if (size <= enough * 1e-3) {
        this.#rate = 0;
        return 'done';
      }
      previous = size;
    }
    return 'slow';
  }

  #estimate(t: number, x: Float64Array, h: number, scale: Float64Array): number {
    const { n } = this.problem;
    const error = this.#error;
    const filter = (f: Float64Array): number => {
      for (let i = 0; i < n; i++) {
        let sum = f[i]!;
        for (let s = 0; s < 3; s++) sum += (d[s]! * this.#Z[s * n + i]!) / h;
        error[i] = sum;
      }
      solveLU(n, this.#E, this.#pivotsE, error, error);
      let size = 0;
      for (let i = 0; i < n; i++) size += (error[i]! / scale[i]!) ** 2;
      return Math.sqrt(size / Math.max(1, n));
    };
    const plain = filter(this.#f0);
    if (plain < 1 || !this.#first) return plain;
    // Filtered once more on a first step: the estimate itself is not damped for stiff components.
    for (let i = 0; i < n; i++) this.#argument[i] = x[i]! + error[i]!;
    this.problem.derivative(t, this.#argument, this.#F.subarray(0, n));
    return filter(this.#F);
  }

  #makeDense(x: Float64Array): void {
    const { n } = this.problem;
    for (let i = 0; i < n; i++) {
      this.dense[i] = x[i]!;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let s = 0; s < 3; s++) sum += monomials[3 * k + s]! * this.#Z[s * n + i]!;
        this.dense[(k + 1) * n + i] = sum;
      }
    }
  }
}
