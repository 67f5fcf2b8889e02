/**
 * One implicit step by Newton's method, [notes] 9.3: every iteration solves the one-step problem of the
 * linearised equations, so that the laws hold exactly at every iterate; converged when dynamics and relations
 * hold to the tolerance. Quadratic once the mode is right; not damped: a step that does not converge is a
 * failure, never a result.
 */
import { UNDERFLOW } from '../../../numerics/zero-tolerance.js';
import { constraintConflict } from './constraint-conflict.js';
import type { IntegratorAssignment } from '../integrators/integrator-assignment.js';
import type { StepStop } from '../linear/step-stop.js';
import type { LawMode, LawProblem } from './law-problem.js';
import { NewtonAssembly } from './newton-assembly.js';
import { NewtonLinearization, type Iterate } from './newton-linearization.js';
import type { NewtonModel } from './newton-model.js';
import type { NewtonOptions } from './newton-options.js';
import { OldStateRows, type Participation } from './old-state-rows.js';
import type { OneStepReport } from '../problems/one-step-ns-problem.js';

/** "ok" with the mode in which the step ended, or why there is none. */
export type NewtonOutcome =
  | { readonly status: 'ok'; readonly mode: LawMode; readonly iterations: number }
  | Extract<StepStop, { readonly residual: number }>;

/** Rounding leaves some 1e-15; above this one more iteration is tried, which gives relations whose terms cancel their digits. */
const polished = 1e-15;

export class NewtonStep {
  readonly #linear: NewtonLinearization;
  readonly #assembly: NewtonAssembly;
  readonly #old: OldStateRows;
  /** The iterate's step dw, the point at t0, and q with what laws take from it. */
  readonly #dw: Float64Array;
  readonly #xk: Float64Array;
  readonly #lambda: Float64Array;
  readonly #q: Float64Array;
  readonly #forced: Int8Array;
  readonly #heldX: Float64Array;
  readonly #heldLambda: Float64Array;
  /** y = M lambda + q of the last problem, and the sum of the terms' magnitudes. */
  readonly #y: Float64Array;
  readonly #terms: Float64Array;
  /** The sum of the magnitudes of which the last unknowns w were made. */
  readonly #wTerms: Float64Array;

  constructor(
    readonly model: NewtonModel,
    readonly integrators: IntegratorAssignment,
    readonly laws: LawProblem,
    readonly options: NewtonOptions,
  ) {
    const { n, m, equations } = model;
    this.#linear = new NewtonLinearization(model, integrators);
    this.#assembly = new NewtonAssembly(this.#linear);
    this.#old = new OldStateRows(this.#linear);
    this.#dw = new Float64Array(equations);
    this.#xk = new Float64Array(n);
    this.#q = new Float64Array(m);
    this.#forced = new Int8Array(m);
    this.#lambda = new Float64Array(m);
    this.#heldX = new Float64Array(n);
    this.#heldLambda = new Float64Array(m);
    this.#y = new Float64Array(m);
    this.#terms = new Float64Array(m);
    this.#wTerms = new Float64Array(equations);
  }

  /** Takes the step from t0 to t1 in place; the point stays where it was unless the outcome is "ok". */
  take(
    t0: number,
    t1: number,
    point: Iterate,
    forced: Int8Array,
    participation?: Participation,
  ): NewtonOutcome {
    const { x, lambda } = point;
    this.#xk.set(x);
    this.#lambda.set(lambda);
    let accepted = false;
    try {
      this.#begin(t0, t1, point, forced, participation);
      const outcome = this.#iterate(t0, t1, point);
      accepted = outcome.status === 'ok';
      return outcome;
    } finally {
      // A callback that throws leaves the point where it was, too.
      if (!accepted) this.#restore(point);
    }
  }

  /** Tells the integrators that the step was accepted, with its end. */
  accept(x: Float64Array): void {
    this.#linear.accept(x);
  }

  /** Whether a row had a part in the last step: no switch, and no contact out of reach, had made its lambda 0. */
  takesPart(row: number): boolean {
    return this.#forced[row] !== -1;
  }

  #restore({ x, lambda }: Iterate): void {
    x.set(this.#xk);
    lambda.set(this.#lambda);
  }

  /**
   * Writes lambda that solves y = h(t, x, lambda) with the laws at a given x. Rows at the level of velocities have
   * impulses, which a state alone does not say: they are 0.
   */
  solveMultiplier(
    t: number,
    { x, lambda }: Iterate,
    forced: Int8Array,
  ): OneStepReport['status'] | 'not-converged' {
    const linear = this.#linear;
    const { m, interactions } = this.model;
    const M = new Float64Array(m * m);
    const q = new Float64Array(m);
    const held = forced.slice();
    for (const { level, row, interaction } of interactions) {
      if (level > 0) held.fill(-1, row, row + interaction.m);
    }
    for (let k = 0; k < this.options.maxIterations; k++) {
      linear.relationsAt(t, x, lambda);
      if (k > 0 && this.#relationsHold()) return 'solved';
      M.fill(0);
      for (const { interaction, row, at } of interactions) {
        for (let i = 0; i < interaction.m; i++) {
          q[row + i] = at.y[i]!;
          for (let j = 0; j < interaction.m; j++) {
            const entry = at.D[i * interaction.m + j]!;
            M[(row + i) * m + row + j] = entry;
            q[row + i]! -= entry * lambda[row + j]!;
          }
        }
      }
      const { status } = this.laws.solve(M, q, held, lambda);
      if (status !== 'solved') return status;
      this.#linearOutput(M, q, lambda);
    }
    return 'not-converged';
  }

  #iterate(t0: number, t1: number, point: Iterate): NewtonOutcome {
    const { x, lambda } = point;
    const { M, q } = this.#assembly;
    this.#linear.evaluate(t0, t1, point);
    let residual = NaN;
    const { tolerance, maxIterations } = this.options;
    // The first iterate that holds: the next is taken where it is better.
    let held: { readonly residual: number; readonly mode: LawMode } | undefined;
    for (let iterations = 1; iterations <= maxIterations; iterations++) {
      this.#assembly.assemble(lambda, t1 - t0);
      const found = this.laws.solve(M, this.#lawConstants(), this.#forced, lambda);
      if (found.status !== 'solved') {
        if (held) return this.#takeHeld(point, held.mode, iterations);
        // That a linearization has no solution proves nothing of the step.
        const status = found.status === 'infeasible' ? 'undecided' : found.status;
        const conflict = constraintConflict(this.model, M, this.#lawConstants(), this.#forced);
        return { status, residual: found.residual, ...conflict };
      }
      this.#linearOutput(M, q, lambda);
      this.#move(x, lambda);
      this.#linear.evaluate(t0, t1, point);
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

  #takeHeld({ x, lambda }: Iterate, mode: LawMode, iterations: number): NewtonOutcome {
    x.set(this.#heldX);
    lambda.set(this.#heldLambda);
    return { status: 'ok', mode, iterations };
  }

  /** What the step knows at t0, and the rows that switches or contacts out of reach settle. */
  #begin(
    t0: number,
    t1: number,
    point: Iterate,
    forced: Int8Array,
    participation: Participation | undefined,
  ): void {
    this.#linear.begin(t0, t1, point);
    this.#forced.set(forced);
    if (!this.#old.present) return;
    this.#old.begin(t0, point, participation);
    const { inactive } = this.#old;
    for (let i = 0; i < inactive.length; i++) if (inactive[i] === 1) this.#forced[i] = -1;
  }

  /** q of y, and what laws with restitution add to it. */
  #lawConstants(): Float64Array {
    const { q } = this.#assembly;
    if (!this.#old.present) return q;
    for (let i = 0; i < q.length; i++) this.#q[i] = q[i]! + this.#old.shift[i]!;
    return this.#q;
  }

  /** w moves by dw = shift + G lambda. */
  #move(x: Float64Array, lambda: Float64Array): void {
    const { G, shift } = this.#assembly;
    const m = lambda.length;
    this.#linear.unknowns(x, this.#dw);
    for (let i = 0; i < shift.length; i++) {
      let sum = shift[i]!;
      let terms = Math.abs(this.#dw[i]!) + Math.abs(shift[i]!);
      for (let j = 0; j < m; j++) {
        const term = G[i * m + j]! * lambda[j]!;
        sum += term;
        terms += Math.abs(term);
      }
      this.#dw[i] = sum;
      this.#wTerms[i] = terms;
    }
    this.#linear.move(this.#dw, x);
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
   * The worst equation relative to the sum of its terms, those included of which w itself was made: where they cancel
   * (a sliding motion comes to rest), w is their rounding, and no equation of w can hold to less.
   */
  #residual(): number {
    const { defect, defectTerms, steps, relations, y, yTerms } = this.#linear;
    const wTerms = this.#wTerms;
    let worst = 0;
    for (const { equation, size, W } of steps) {
      for (let i = 0; i < size; i++) {
        let terms = defectTerms[equation + i]!;
        for (let j = 0; j < size; j++) terms += Math.abs(W[i * size + j]!) * wTerms[equation + j]!;
        worst = larger(worst, defect[equation + i]!, terms);
      }
    }
    this.model.interactions.forEach(({ interaction: { m }, row, equations }, k) => {
      const { C } = relations[k]!;
      const e = equations.length;
      for (let i = 0; i < m; i++) {
        let terms = yTerms[row + i]! + this.#terms[row + i]!;
        for (let j = 0; j < e; j++) terms += Math.abs(C[i * e + j]!) * wTerms[equations[j]!]!;
        worst = larger(worst, y[row + i]! - this.#y[row + i]!, terms);
      }
    });
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
