/**
 * The Euler-Moreau step of one first-order system, [notes] 9.3-9.4. The unknown is x_k+1 itself; with c = gamma h (h in
 * the full scheme) and x_w = w x + (1 - w) x_k where relations are taken (w = 1, or gamma in the full scheme),
 *
 *     R = M (x - x_k) - h [theta f(x, t_k+1) + (1 - theta) f(x_k, t_k)] - h b~ - (h - c) r_k,
 *         with h f(x_k+theta, t_k+theta) in the mid-point form (9.7) and no r_k in the full scheme,
 *     W = M - h theta df/dx                                                           (9.27)
 */
import type { FirstOrderSystem } from '../../modeling/systems/first-order-system.js';
import { requireRegularMass } from '../../modeling/systems/regular-mass.js';
import { ModelError } from '../../modeling/model-error.js';
import type { NonSmoothLaw } from '../../modeling/laws/nonsmooth-law.js';
import type { JacobianBlock, LinearScheme, SystemStep } from './one-step-integrator.js';

export class EulerMoreauStep implements SystemStep {
  readonly #xk: Float64Array;
  /** f(x_k, t_k), f at the iterate, b~ and r_k. */
  readonly #fk: Float64Array;
  readonly #f: Float64Array;
  readonly #input: Float64Array;
  readonly #rk: Float64Array;
  readonly #point: Float64Array;
  readonly #A: Float64Array;
  #t0 = 0;
  #t1 = 0;

  constructor(
    readonly system: FirstOrderSystem,
    readonly scheme: LinearScheme & { readonly relationWeight: number; readonly inputWeight: number },
  ) {
    const { n } = system;
    requireRegularMass('EulerMoreauOSI', system, system.M);
    this.#xk = new Float64Array(n);
    this.#fk = new Float64Array(n);
    this.#f = new Float64Array(n);
    this.#input = new Float64Array(n);
    this.#rk = new Float64Array(n);
    this.#point = new Float64Array(n);
    this.#A = new Float64Array(n * n);
  }

  begin(t0: number, t1: number, x: Float64Array, reaction: Float64Array): void {
    const { system, scheme } = this;
    this.#t0 = t0;
    this.#t1 = t1;
    this.#xk.set(x);
    if (scheme.theta < 1 && scheme.field === 'ends') system.vectorField(t0, x, this.#fk);
    if (scheme.hasMemory) this.#rk.set(reaction);
    this.#input.fill(0);
    system.b?.addWith((signal) => scheme.inputOver(signal, t0, t1), this.#input);
    requireFiniteInput(system.name, t0, this.#input);
  }

  evaluate(x: Float64Array, R: Float64Array, terms: Float64Array, W: Float64Array): void {
    const { system, scheme } = this;
    const { n, M } = system;
    const { theta } = scheme;
    const h = this.#t1 - this.#t0;
    const midpoint = scheme.field === 'midpoint';
    const point = this.#point;
    for (let i = 0; i < n; i++) point[i] = midpoint ? theta * x[i]! + (1 - theta) * this.#xk[i]! : x[i]!;
    const t = midpoint ? theta * this.#t1 + (1 - theta) * this.#t0 : this.#t1;
    // theta = 0 needs neither f nor its Jacobian at the new point.
    if (midpoint || theta > 0) system.vectorField(t, point, this.#f);
    if (theta > 0) system.jacobian(t, point, this.#A);
    const own = midpoint ? h : h * theta;
    const old = midpoint ? 0 : h * (1 - theta);
    const memory = scheme.hasMemory ? h * (1 - scheme.gamma) : 0;
    for (let i = 0; i < n; i++) {
      const [f, fk] = [own * this.#f[i]!, old * this.#fk[i]!];
      const [input, rk] = [h * this.#input[i]!, memory * this.#rk[i]!];
      let sum = -(f + fk + input + rk);
      let size = Math.abs(f) + Math.abs(fk) + Math.abs(input) + Math.abs(rk);
      for (let j = 0; j < n; j++) {
        const mass = M ? M[i * n + j]! : i === j ? 1 : 0;
        W[i * n + j] = mass - (theta > 0 ? h * theta * this.#A[i * n + j]! : 0);
        sum += mass * (x[j]! - this.#xk[j]!);
        size += Math.abs(mass) * (Math.abs(x[j]!) + Math.abs(this.#xk[j]!));
      }
      R[i] = sum;
      terms[i] = size;
    }
  }

  unknowns(x: Float64Array, w: Float64Array): void {
    w.set(x);
  }

  move(dw: Float64Array, x: Float64Array): void {
    for (let i = 0; i < x.length; i++) x[i]! += dw[i]!;
  }

  reactionWeight(): number {
    return this.scheme.inputWeight * (this.#t1 - this.#t0);
  }

  relationState(x: Float64Array, _law: NonSmoothLaw, X: Float64Array): void {
    const w = this.scheme.relationWeight;
    for (let i = 0; i < x.length; i++) X[i] = w === 1 ? x[i]! : w * x[i]! + (1 - w) * this.#xk[i]!;
  }

  byUnknowns(J: JacobianBlock, out: JacobianBlock): void {
    const w = this.scheme.relationWeight;
    const { n } = this.system;
    for (let i = 0; i < J.rows; i++) {
      const [from, to] = [i * J.width + J.first, i * out.width + out.first];
      for (let j = 0; j < n; j++) out.values[to + j] = w * J.values[from + j]!;
    }
  }
}

function requireFiniteInput(name: string, t: number, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i]!)) continue;
    throw new ModelError(
      `${name}: the input b is ${values[i]} in row ${i} in the step from t = ${t} s; it must be finite`,
    );
  }
}
