/**
 * The explicit Runge-Kutta method of order 5 with embedded order 4 and continuous extension of order 4:
 *
 *     k_i = f(t + c_i h, x + h sum_j a_ij k_j),   x+ = x + h sum b_i k_i,   error = h sum e_i k_i,
 *
 * whose last stage is the first of the next step (6 evaluations a step). For non-stiff problems; looks
 * stiff when h |k_7 - k_6| / |x_7 - x_6| stays beyond 3.25, the boundary of stability.
 * Source: [Dormand-Prince 1980], dense output and stiffness test [Hairer-Norsett-Wanner 1993, II.5, II.6].
 */
import type { OdeProblem, StepMethod } from './step-method.js';

const STAGES = 7;
const c = Float64Array.of(0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1);
const a: readonly Float64Array[] = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
].map((row) => Float64Array.from(row));
const e = Float64Array.of(71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40);
const d = Float64Array.of(
  -12715105075 / 11282082432,
  0,
  87487479700 / 32700410799,
  -10690763975 / 1880347072,
  701980252875 / 199316789632,
  -1453857185 / 822651844,
  69997945 / 29380423,
);
const STABILITY_BOUNDARY = 3.25;
const STIFF_STEPS = 15;

export class DormandPrince implements StepMethod {
  readonly name = 'dormand-prince';
  readonly order = 5;
  readonly errorOrder = 5;
  readonly degree = 4;
  readonly dense: Float64Array;
  readonly #k: readonly Float64Array[];
  readonly #argument: Float64Array;
  readonly #sixth: Float64Array;
  #hasFirst = false;
  #stiff = false;
  #stiffSteps = 0;

  constructor(readonly problem: OdeProblem) {
    const { n } = problem;
    this.dense = new Float64Array(5 * n);
    this.#k = Array.from({ length: STAGES }, () => new Float64Array(n));
    this.#argument = new Float64Array(n);
    this.#sixth = new Float64Array(n);
  }

  restart(): void {
    this.#hasFirst = false;
    this.#stiffSteps = 0;
  }

  attempt(t: number, x: Float64Array, h: number, scale: Float64Array, xNew: Float64Array): number {
    const { n } = this.problem;
    const k = this.#k;
    if (!this.#hasFirst) this.problem.derivative(t, x, k[0]!);
    this.#hasFirst = true;
    for (let s = 1; s < STAGES; s++) {
      const row = a[s]!;
      const out = s === STAGES - 1 ? xNew : s === STAGES - 2 ? this.#sixth : this.#argument;
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < s; j++) sum += row[j]! * k[j]![i]!;
        out[i] = x[i]! + h * sum;
      }
      this.problem.derivative(t + c[s]! * h, out, k[s]!);
    }
    this.#makeDense(x, h, xNew);
    this.#testStiffness(h, xNew);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      let error = 0;
      for (let s = 0; s < STAGES; s++) error += e[s]! * k[s]![i]!;
      const relative = (h * error) / scale[i]!;
      sum += relative * relative;
    }
    return Math.sqrt(sum / Math.max(1, n));
  }

  accept(): boolean {
    const k = this.#k;
    k[0]!.set(k[STAGES - 1]!);
    this.#stiffSteps = this.#stiff ? this.#stiffSteps + 1 : 0;
    return this.#stiffSteps >= STIFF_STEPS;
  }

  #makeDense(x: Float64Array, h: number, xNew: Float64Array): void {
    const { n } = this.problem;
    const k = this.#k;
    const dense = this.dense;
    for (let i = 0; i < n; i++) {
      const change = xNew[i]! - x[i]!;
      const r3 = h * k[0]![i]! - change;
      const r4 = change - h * k[STAGES - 1]![i]! - r3;
      let r5 = 0;
      for (let s = 0; s < STAGES; s++) r5 += d[s]! * k[s]![i]!;
      r5 *= h;
      // theta (change + (1 - theta) (r3 + theta (r4 + (1 - theta) r5))) in powers of theta.
      const sum = r4 + r5;
      dense[i] = x[i]!;
      dense[n + i] = change + r3;
      dense[2 * n + i] = sum - r3;
      dense[3 * n + i] = -(sum + r5);
      dense[4 * n + i] = r5;
    }
  }

  #testStiffness(h: number, xNew: Float64Array): void {
    let slope = 0;
    let distance = 0;
    for (let i = 0; i < xNew.length; i++) {
      slope += (this.#k[6]![i]! - this.#k[5]![i]!) ** 2;
      distance += (xNew[i]! - this.#sixth[i]!) ** 2;
    }
    this.#stiff = distance > 0 && h * h * slope > STABILITY_BOUNDARY ** 2 * distance;
  }
}
