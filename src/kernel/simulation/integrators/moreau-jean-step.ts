/**
 * The Moreau-Jean step of one mechanical system (`moreau-jean-osi.ts`). The unknown is v = v_k+1,
 *
 *     R(v) = M (v - v_k) - h F,      W = M - h theta F_v - h^2 theta^2 F_q T      ([notes] (11.56), (11.62)),
 *
 * the change of M with v left out of W. q(v) solves q = q_k + h T(q_theta) v_theta by fixed-point iteration, of factor
 * h |Omega| / 4, and is then brought back to its set (|p| = 1). A prescribed velocity has the equation v_j = b_j(t_k+1).
 */
import { checkFinite } from '../../modeling/model-error.js';
import type { SecondOrderSystem } from '../../modeling/systems/second-order-system.js';
import type { NonSmoothLaw } from '../../modeling/laws/nonsmooth-law.js';
import type { JacobianBlock, SystemStep } from './one-step-integrator.js';

/** Fixed-point iterations of q(v): 60 halve the error sixty times where h |Omega| is as large as 2. */
const ITERATIONS = 60;

export class MoreauJeanStep implements SystemStep {
  readonly held: readonly number[];
  readonly #qk: Float64Array;
  readonly #vk: Float64Array;
  readonly #q: Float64Array;
  readonly #qOld: Float64Array;
  readonly #v: Float64Array;
  readonly #F: Float64Array;
  readonly #Fk: Float64Array;
  readonly #M: Float64Array;
  readonly #byQ: Float64Array;
  readonly #byV: Float64Array;
  /** T at q_theta (or q_k), coordinates x equations. */
  readonly #T: Float64Array;
  readonly #prescribed: Float64Array;
  #t0 = 0;
  #h = 0;

  constructor(
    readonly system: SecondOrderSystem,
    readonly theta: number,
    readonly form: 'nearly-implicit' | 'implicit' | 'semi-explicit',
  ) {
    const { coordinates: nq, equations: nv, boundary } = system;
    this.held = boundary?.equations ?? [];
    this.#qk = new Float64Array(nq);
    this.#vk = new Float64Array(nv);
    this.#q = new Float64Array(nq);
    this.#qOld = new Float64Array(nq);
    this.#v = new Float64Array(nv);
    this.#F = new Float64Array(nv);
    this.#Fk = new Float64Array(nv);
    this.#M = new Float64Array(nv * nv);
    this.#byQ = new Float64Array(nv * nq);
    this.#byV = new Float64Array(nv * nv);
    this.#T = new Float64Array(nq * nv);
    this.#prescribed = new Float64Array(this.held.length);
    if (!system.rates) for (let i = 0; i < nq; i++) this.#T[i * nv + i] = 1;
  }

  begin(t0: number, t1: number, x: Float64Array): void {
    const { system } = this;
    const { coordinates: nq } = system;
    this.#t0 = t0;
    this.#h = t1 - t0;
    this.#qk.set(x.subarray(0, nq));
    this.#vk.set(x.subarray(nq));
    if (this.form !== 'implicit') system.forces(t0, this.#qk, this.#vk, this.#Fk);
    if (this.form === 'semi-explicit') {
      system.massMatrix(this.#qk, this.#M);
      system.rates?.(this.#qk, this.#T);
    }
    if (this.held.length === 0) return;
    system.boundary!.velocity(t1, this.#prescribed);
    checkFinite(system.name, 'the prescribed velocity', t1, this.#prescribed);
  }

  evaluate(x: Float64Array, R: Float64Array, terms: Float64Array, W: Float64Array): void {
    const { system } = this;
    const { coordinates: nq, equations: nv } = system;
    const [vk, Fk, M] = [this.#vk, this.#Fk, this.#M];
    const h = this.#h;
    const v = x.subarray(nq);
    this.#forces(x.subarray(0, nq), v);
    const own = this.form === 'semi-explicit' ? 0 : this.form === 'implicit' ? 1 : this.theta;
    const old = this.form === 'implicit' ? 0 : 1 - own;
    for (let i = 0; i < nv; i++) {
      const [f, fk] = [own === 0 ? 0 : h * own * this.#F[i]!, old === 0 ? 0 : h * old * Fk[i]!];
      let sum = -(f + fk);
      let size = Math.abs(f) + Math.abs(fk);
      for (let j = 0; j < nv; j++) {
        const mass = M[i * nv + j]!;
        W[i * nv + j] = mass;
        sum += mass * (v[j]! - vk[j]!);
        size += Math.abs(mass) * (Math.abs(v[j]!) + Math.abs(vk[j]!));
      }
      R[i] = sum;
      terms[i] = size;
    }
    if (own > 0) this.#addJacobian(W);
    this.#prescribe(v, R, terms, W);
  }

  /** F at the point of the form, M there, and T. */
  #forces(q: Float64Array, v: Float64Array): void {
    const { system, theta } = this;
    if (this.form === 'semi-explicit') return;
    const [qAt, vAt] = [this.#q, this.#v];
    for (let i = 0; i < q.length; i++) qAt[i] = theta * q[i]! + (1 - theta) * this.#qk[i]!;
    system.massMatrix(qAt, this.#M);
    system.rates?.(qAt, this.#T);
    if (this.form === 'nearly-implicit') {
      const t = this.#t0 + this.#h;
      system.forces(t, q, v, this.#F);
      system.forceJacobians(t, q, v, this.#byQ, this.#byV);
      return;
    }
    for (let i = 0; i < v.length; i++) vAt[i] = theta * v[i]! + (1 - theta) * this.#vk[i]!;
    const t = this.#t0 + theta * this.#h;
    system.forces(t, qAt, vAt, this.#F);
    system.forceJacobians(t, qAt, vAt, this.#byQ, this.#byV);
  }

  /** W -= h theta F_v + h^2 theta^2 F_q T: one theta from the weight of F, or from the point at which it is taken. */
  #addJacobian(W: Float64Array): void {
    const { coordinates: nq, equations: nv } = this.system;
    const { theta } = this;
    const h = this.#h;
    const byQ = theta * theta * h * h;
    for (let i = 0; i < nv; i++) {
      for (let j = 0; j < nv; j++) {
        let sum = h * theta * this.#byV[i * nv + j]!;
        for (let k = 0; k < nq; k++) {
          const entry = this.#byQ[i * nq + k]!;
          if (entry !== 0) sum += byQ * entry * this.#T[k * nv + j]!;
        }
        W[i * nv + j]! -= sum;
      }
    }
  }

  #prescribe(v: Float64Array, R: Float64Array, terms: Float64Array, W: Float64Array): void {
    const nv = v.length;
    this.held.forEach((i, k) => {
      R[i] = v[i]! - this.#prescribed[k]!;
      terms[i] = Math.abs(v[i]!) + Math.abs(this.#prescribed[k]!);
      for (let j = 0; j < nv; j++) W[i * nv + j] = i === j ? 1 : 0;
    });
  }

  unknowns(x: Float64Array, w: Float64Array): void {
    w.set(x.subarray(this.system.coordinates));
  }

  move(dw: Float64Array, x: Float64Array): void {
    const { coordinates: nq, equations: nv } = this.system;
    for (let i = 0; i < nv; i++) x[nq + i]! += dw[i]!;
    this.#place(x);
  }

  /** q(v). */
  #place(x: Float64Array): void {
    const { system, theta } = this;
    const { coordinates: nq, equations: nv } = system;
    const h = this.#h;
    const v = this.#v;
    for (let i = 0; i < nv; i++) v[i] = theta * x[nq + i]! + (1 - theta) * this.#vk[i]!;
    if (!system.rates) {
      for (let i = 0; i < nq; i++) x[i] = this.#qk[i]! + h * v[i]!;
      return;
    }
    const [qAt, before] = [this.#q, this.#qOld];
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      let moved = 0;
      before.set(x.subarray(0, nq));
      if (this.form !== 'semi-explicit') {
        for (let i = 0; i < nq; i++) qAt[i] = theta * x[i]! + (1 - theta) * this.#qk[i]!;
        system.rates(qAt, this.#T);
      }
      for (let i = 0; i < nq; i++) {
        let sum = this.#qk[i]!;
        for (let j = 0; j < nv; j++) sum += h * this.#T[i * nv + j]! * v[j]!;
        x[i] = sum;
        moved = Math.max(moved, Math.abs(sum - before[i]!) / (1 + Math.abs(sum)));
      }
      if (this.form === 'semi-explicit' || moved <= Number.EPSILON) break;
    }
    system.normalize?.(x.subarray(0, nq));
  }

  reactionWeight(impulsive: boolean): number {
    return impulsive ? 1 : this.#h;
  }

  relationState(x: Float64Array, _law: NonSmoothLaw, X: Float64Array): void {
    X.set(x);
    if (this.form === 'semi-explicit') X.set(this.#qk);
  }

  /** J_q h theta T + J_v; J_v alone where q is that of the start. */
  byUnknowns(J: JacobianBlock, out: JacobianBlock): void {
    const { coordinates: nq, equations: nv } = this.system;
    const factor = this.form === 'semi-explicit' ? 0 : this.#h * this.theta;
    for (let i = 0; i < J.rows; i++) {
      const from = i * J.width + J.first;
      const to = i * out.width + out.first;
      for (let j = 0; j < nv; j++) {
        let sum = J.values[from + nq + j]!;
        if (factor !== 0) {
          for (let k = 0; k < nq; k++) {
            const entry = J.values[from + k]!;
            if (entry !== 0) sum += factor * entry * this.#T[k * nv + j]!;
          }
        }
        out.values[to + j] = sum;
      }
    }
  }

  /** [notes] (11.52). */
  mayTouch(gap: number, rate: number): boolean {
    return gap + (this.#h / 2) * rate <= 0;
  }
}
