/**
 * One step's equations at an iterate (x, lambda), [notes] 9.3-9.4. With w the relation's weight (1, or gamma in
 * the full scheme), c = gamma h (h in the full scheme), x_w = w x + (1 - w) x_k:
 *
 *     R = M (x - x_k) - h [theta f(x, t_k+1) + (1 - theta) f(x_k, t_k)] - h b~ - (h - c) r_k,
 *         with h f(x_k+theta, t_k+theta) in the mid-point form (9.7) and no r_k in the full scheme,
 *     W = M - h theta df/dx - c w K                                                   (9.27)
 *     y = h(x_w) + w C dx + D dlambda,   r = g + w K dx + B dlambda                   (9.17, 9.22)
 */
import type { EulerMoreauOSI } from './euler-moreau-osi.js';
import type { NewtonModel } from './newton-model.js';

/** The known part of a step. */
export interface StepFrame {
  t0: number;
  t1: number;
  readonly xk: Float64Array;
  readonly rk: Float64Array;
  /** f(x_k, t_k). */
  readonly fk: Float64Array;
  /** b~, average or samples. */
  readonly input: Float64Array;
}

export interface Iterate {
  readonly x: Float64Array;
  readonly lambda: Float64Array;
}

export class NewtonLinearization {
  /** R - c r, n: zero at the solution; and the size of its terms. */
  readonly defect: Float64Array;
  readonly defectTerms: Float64Array;
  /** h(x_w, lambda) of all rows, m. */
  readonly y: Float64Array;
  readonly yTerms: Float64Array;
  /** R itself, n. */
  readonly free: Float64Array;
  /** r of all systems, n. */
  readonly r: Float64Array;
  /** Blocks M - h theta A by system, n x n with zeros elsewhere; K is added to the groups' matrices. */
  readonly W: Float64Array;
  readonly #f: Float64Array;
  readonly #point: Float64Array;
  readonly #jacobians: readonly Float64Array[];

  constructor(
    readonly model: NewtonModel,
    readonly osi: EulerMoreauOSI,
  ) {
    const { n, m } = model;
    this.defect = new Float64Array(n);
    this.defectTerms = new Float64Array(n);
    this.y = new Float64Array(m);
    this.yTerms = new Float64Array(m);
    this.free = new Float64Array(n);
    this.r = new Float64Array(n);
    this.W = new Float64Array(n * n);
    this.#f = new Float64Array(n);
    this.#point = new Float64Array(n);
    this.#jacobians = model.systems.map(({ system }) => new Float64Array(system.n * system.n));
  }

  evaluate(frame: StepFrame, { x, lambda }: Iterate): void {
    this.#dynamics(frame, x);
    this.#relations(frame, x, lambda);
    const c = this.osi.inputWeight * (frame.t1 - frame.t0);
    for (let i = 0; i < this.free.length; i++) {
      this.defect[i] = this.free[i]! - c * this.r[i]!;
      this.defectTerms[i]! += Math.abs(c * this.r[i]!);
    }
  }

  /** f of all systems at (t, x), without b. */
  field(t: number, x: Float64Array, out: Float64Array): void {
    for (const { system, start } of this.model.systems) {
      const end = start + system.n;
      system.vectorField(t, x.subarray(start, end), out.subarray(start, end));
    }
  }

  /** Linearises the relations at (t, x, lambda) and sums r; y of all rows. */
  #relations({ t0, t1, xk }: StepFrame, x: Float64Array, lambda: Float64Array): void {
    const w = this.osi.relationWeight;
    const t = w === 1 ? t1 : w * t1 + (1 - w) * t0;
    for (let i = 0; i < x.length; i++) this.#point[i] = w === 1 ? x[i]! : w * x[i]! + (1 - w) * xk[i]!;
    this.relationsAt(t, this.#point, lambda);
  }

  relationsAt(t: number, x: Float64Array, lambda: Float64Array): void {
    this.r.fill(0);
    for (const { relation, row, place, x: local, at } of this.model.interactions) {
      const { m } = relation;
      for (let j = 0; j < place.length; j++) local[j] = x[place[j]!]!;
      const own = lambda.subarray(row, row + m);
      relation.linearize(t, local, own, at);
      for (let j = 0; j < place.length; j++) this.r[place[j]!]! += at.r[j]!;
      for (let i = 0; i < m; i++) {
        let terms = Math.abs(at.y[i]!);
        for (let j = 0; j < place.length; j++) terms += Math.abs(at.C[i * place.length + j]! * local[j]!);
        for (let j = 0; j < m; j++) terms += Math.abs(at.D[i * m + j]! * own[j]!);
        this.y[row + i] = at.y[i]!;
        this.yTerms[row + i] = terms;
      }
    }
  }

  #dynamics(frame: StepFrame, x: Float64Array): void {
    const { osi, model } = this;
    const { t0, t1, xk, rk, fk, input } = frame;
    const { theta } = osi;
    const h = t1 - t0;
    const midpoint = osi.field === 'midpoint';
    const t = midpoint ? theta * t1 + (1 - theta) * t0 : t1;
    for (let i = 0; i < x.length; i++)
      this.#point[i] = midpoint ? theta * x[i]! + (1 - theta) * xk[i]! : x[i]!;
    // theta = 0 needs neither f nor its Jacobian at the new point.
    if (midpoint || theta > 0) this.field(t, this.#point, this.#f);
    const own = midpoint ? h : h * theta;
    const old = midpoint ? 0 : h * (1 - theta);
    const memory = osi.hasMemory ? h * (1 - osi.gamma) : 0;
    this.W.fill(0);
    model.systems.forEach(({ system, start }, k) => {
      const A = this.#jacobians[k]!;
      const size = system.n;
      if (theta > 0) system.jacobian(t, this.#point.subarray(start, start + size), A);
      for (let i = 0; i < size; i++) {
        const g = start + i;
        const known = own * this.#f[g]! + old * fk[g]! + h * input[g]! + memory * rk[g]!;
        let sum = -known;
        let terms =
          Math.abs(own * this.#f[g]!) +
          Math.abs(old * fk[g]!) +
          Math.abs(h * input[g]!) +
          Math.abs(memory * rk[g]!);
        for (let j = 0; j < size; j++) {
          const mass = system.M ? system.M[i * size + j]! : i === j ? 1 : 0;
          this.W[g * x.length + start + j] = mass - (theta > 0 ? h * theta * A[i * size + j]! : 0);
          sum += mass * (x[start + j]! - xk[start + j]!);
          terms += Math.abs(mass) * (Math.abs(x[start + j]!) + Math.abs(xk[start + j]!));
        }
        this.free[g] = sum;
        this.defectTerms[g] = terms;
      }
    });
  }
}
