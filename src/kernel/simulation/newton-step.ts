/**
 * One implicit step by Newton's method, [notes] 9.3: every iteration solves the one-step problem of the
 * linearised equations, so that the laws hold exactly at every iterate; converged when dynamics and relations
 * hold to the tolerance. Quadratic once the mode is right; not damped: a step that does not converge is a
 * failure, never a result.
 */
import { UNDERFLOW } from '../../numerics/zero-tolerance.js';
import { ModelError } from '../modeling/model-error.js';
import type { EulerMoreauOSI } from './euler-moreau-osi.js';
import type { StepStop } from './step-stop.js';
import type { LawMode, LawProblem } from './law-problem.js';
import { NewtonAssembly } from './newton-assembly.js';
import { NewtonLinearization, type Iterate, type StepFrame } from './newton-linearization.js';
import type { NewtonModel } from './newton-model.js';
import type { NewtonOptions } from './newton-options.js';
import type { OneStepReport } from './one-step-ns-problem.js';

/** "ok" with the mode in which the step ended, or why there is none. */
export type NewtonOutcome =
  | { readonly status: 'ok'; readonly mode: LawMode; readonly iterations: number }
  | Exclude<StepStop, { readonly status: 'ok' | 'switched' }>;

/** Rounding leaves some 1e-15; above this one more iteration is tried, which gives relations whose terms cancel their digits. */
const polished = 1e-15;

export class NewtonStep {
  readonly #linear: NewtonLinearization;
  readonly #assembly: NewtonAssembly;
  readonly #frame: StepFrame;
  readonly #lambda: Float64Array;
  readonly #heldX: Float64Array;
  readonly #heldLambda: Float64Array;
  /** y = M lambda + q of the last problem, and the sum of the terms' magnitudes. */
  readonly #y: Float64Array;
  readonly #terms: Float64Array;
  /** The sum of the magnitudes of which the last x was made. */
  readonly #xTerms: Float64Array;

  constructor(
    readonly model: NewtonModel,
    readonly osi: EulerMoreauOSI,
    readonly laws: LawProblem,
    readonly options: NewtonOptions,
  ) {
    const { n, m } = model;
    this.#linear = new NewtonLinearization(model, osi);
    this.#assembly = new NewtonAssembly(model, osi);
    this.#lambda = new Float64Array(m);
    this.#heldX = new Float64Array(n);
    this.#heldLambda = new Float64Array(m);
    this.#y = new Float64Array(m);
    this.#terms = new Float64Array(m);
    this.#xTerms = new Float64Array(n);
    this.#frame = {
      t0: 0,
      t1: 0,
      xk: new Float64Array(n),
      rk: new Float64Array(n),
      fk: new Float64Array(n),
      input: new Float64Array(n),
    };
  }

  /** Takes the step from t0 to t1 in place; the point stays where it was unless the outcome is "ok". */
  take(t0: number, t1: number, point: Iterate, forced: Int8Array): NewtonOutcome {
    const { x, lambda } = point;
    const { xk } = this.#frame;
    this.#known(t0, t1, point);
    this.#lambda.set(lambda);
    const outcome = this.#iterate(point, forced);
    if (outcome.status !== 'ok') {
      x.set(xk);
      lambda.set(this.#lambda);
    }
    return outcome;
  }

  /** Writes lambda that solves y = h(t, x, lambda) with the laws at a given x. */
  solveMultiplier(
    t: number,
    { x, lambda }: Iterate,
    forced: Int8Array,
  ): OneStepReport['status'] | 'not-converged' {
    const linear = this.#linear;
    const { m, interactions } = this.model;
    const M = new Float64Array(m * m);
    const q = new Float64Array(m);
    for (let k = 0; k < this.options.maxIterations; k++) {
      linear.relationsAt(t, x, lambda);
      if (k > 0 && this.#relationsHold()) return 'solved';
      M.fill(0);
      for (const { relation, row, at } of interactions) {
        for (let i = 0; i < relation.m; i++) {
          q[row + i] = at.y[i]!;
          for (let j = 0; j < relation.m; j++) {
            const entry = at.D[i * relation.m + j]!;
            M[(row + i) * m + row + j] = entry;
            q[row + i]! -= entry * lambda[row + j]!;
          }
        }
      }
      const { status } = this.laws.solve(M, q, forced, lambda);
      if (status !== 'solved') return status;
      this.#linearOutput(M, q, lambda);
    }
    return 'not-converged';
  }

  #iterate(point: Iterate, forced: Int8Array): NewtonOutcome {
    const { x, lambda } = point;
    const { M, q } = this.#assembly;
    const frame = this.#frame;
    const h = frame.t1 - frame.t0;
    this.#linear.evaluate(frame, point);
    let residual = NaN;
    const { tolerance, maxIterations } = this.options;
    // The first iterate that holds: the next is taken where it is better.
    let held: { readonly residual: number; readonly mode: LawMode } | undefined;
    for (let iterations = 1; iterations <= maxIterations; iterations++) {
      this.#assembly.assemble(this.#linear, point, h);
      const found = this.laws.solve(M, q, forced, lambda);
      if (found.status !== 'solved') {
        if (held) return this.#takeHeld(point, held.mode, iterations);
        // That a linearization has no solution proves nothing of the step.
        const status = found.status === 'infeasible' ? 'undecided' : found.status;
        return { status, residual: found.residual };
      }
      this.#linearOutput(M, q, lambda);
      this.#move(point, h);
      this.#linear.evaluate(frame, point);
      residual = this.#residual();
      if (held && !(residual < held.residual)) return this.#takeHeld(point, held.mode, iterations);
      if (residual <= tolerance) {
        const last = held !== undefined || iterations === maxIterations;
        if (last || residual <= polished) return { status: 'ok', mode: found.mode, iterations };
        held = { residual, mode: found.mode };
        this.#heldX.set(x);
        this.#heldLambda.set(lambda);
      }
    }
    return { status: 'not-converged', residual };
  }

  /** x += shift + c G lambda. */
  #move({ x, lambda }: Iterate, h: number): void {
    const { G, shift } = this.#assembly;
    const m = lambda.length;
    const c = this.osi.inputWeight * h;
    for (let i = 0; i < x.length; i++) {
      let sum = x[i]! + shift[i]!;
      let terms = Math.abs(x[i]!) + Math.abs(shift[i]!);
      for (let j = 0; j < m; j++) {
        const term = c * G[i * m + j]! * lambda[j]!;
        sum += term;
        terms += Math.abs(term);
      }
      x[i] = sum;
      this.#xTerms[i] = terms;
    }
  }

  #takeHeld({ x, lambda }: Iterate, mode: LawMode, iterations: number): NewtonOutcome {
    x.set(this.#heldX);
    lambda.set(this.#heldLambda);
    return { status: 'ok', mode, iterations };
  }

  /** What the step knows: x_k, f_k, r_k and the inputs. */
  #known(t0: number, t1: number, { x, lambda }: Iterate): void {
    const frame = this.#frame;
    const { osi, model } = this;
    frame.t0 = t0;
    frame.t1 = t1;
    frame.xk.set(x);
    if (osi.theta < 1 && osi.field === 'ends') this.#linear.field(t0, x, frame.fk);
    if (osi.hasMemory) {
      this.#linear.relationsAt(t0, x, lambda);
      frame.rk.set(this.#linear.r);
    }
    frame.input.fill(0);
    for (const { system, start } of model.systems) {
      const own = frame.input.subarray(start, start + system.n);
      system.b?.addWith((signal) => osi.inputOver(signal, t0, t1), own);
      requireFiniteInput(system.name, t0, own);
    }
  }

  #linearOutput(M: Float64Array, q: Float64Array, lambda: Float64Array): void {
    const m = q.length;
    for (let i = 0; i < m; i++) {
      let sum = q[i]!;
      let terms = Math.abs(sum);
      for (let j = 0; j < m; j++) {
        const term = M[i * m + j]! * lambda[j]!;
        sum += term;
        terms += Math.abs(term);
      }
      this.#y[i] = sum;
      this.#terms[i] = terms;
    }
  }

  /**
   * The worst equation relative to the sum of its terms, those included of which x itself was made: where they cancel
   * (a sliding motion comes to rest), x is their rounding, and no equation of x can hold to less.
   */
  #residual(): number {
    const { defect, defectTerms, W, y, yTerms } = this.#linear;
    const { interactions } = this.model;
    const xTerms = this.#xTerms;
    const n = xTerms.length;
    let worst = 0;
    for (let i = 0; i < n; i++) {
      let terms = defectTerms[i]!;
      for (let j = 0; j < n; j++) terms += Math.abs(W[i * n + j]!) * xTerms[j]!;
      worst = larger(worst, defect[i]!, terms);
    }
    for (const { relation, row, place, at } of interactions) {
      for (let i = 0; i < relation.m; i++) {
        let terms = yTerms[row + i]! + this.#terms[row + i]!;
        for (let j = 0; j < place.length; j++)
          terms += Math.abs(at.C[i * place.length + j]!) * xTerms[place[j]!]!;
        worst = larger(worst, y[row + i]! - this.#y[row + i]!, terms);
      }
    }
    return worst;
  }

  #relationsHold(): boolean {
    const { y, yTerms } = this.#linear;
    let worst = 0;
    for (let i = 0; i < y.length; i++) {
      worst = larger(worst, y[i]! - this.#y[i]!, yTerms[i]! + this.#terms[i]!);
    }
    return worst <= this.options.tolerance;
  }
}

/** The larger of `worst` and |value| / scale; NaN counts as infinite. */
function larger(worst: number, value: number, scale: number): number {
  const ratio = Math.abs(value) / Math.max(scale, UNDERFLOW);
  return ratio <= worst ? worst : Number.isNaN(ratio) ? Infinity : ratio;
}

function requireFiniteInput(name: string, t: number, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i]!)) continue;
    throw new ModelError(
      `${name}: the input b is ${values[i]} in row ${i} in the step from t = ${t} s; it must be finite`,
    );
  }
}
