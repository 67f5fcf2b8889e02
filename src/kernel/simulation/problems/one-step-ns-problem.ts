/**
 * The one-step nonsmooth problem, [notes] (1.13), (9.34): in the boxes of the laws
 *
 *     y = M lambda + q,      -y in N_[l,u](lambda).
 *
 * A subclass says which boxes it means; the solver is the same trustworthy one (numerics/relay/solve-box.ts:
 * principal pivots, lexicographic Lemke, exact search on the lifted problem), every answer passes the public
 * residual. Where matrices are constant, time stepping keeps the answers as modes instead.
 */
import type { BoxProblem } from '../../../numerics/relay/box-problem.js';
import { continueBox, solveBox } from '../../../numerics/relay/solve-box.js';
import type { ConeProblem } from '../../../numerics/vi/cone.js';
import { solveConeVi } from '../../../numerics/vi/solve-cone-vi.js';
import { requireKnownOptions } from '../../modeling/known-options.js';
import { ModelError } from '../../modeling/model-error.js';
import { boxesOf, type NonSmoothLaw } from '../../modeling/laws/nonsmooth-law.js';
import { defaultStepperOptions, type StepperOptions } from '../linear/stepper-options.js';

/** "infeasible" is proved; "undecided": not solved and nothing proved. */
export interface OneStepReport {
  readonly status: 'solved' | 'infeasible' | 'undecided';
  /** `boxResidual` of the answer. */
  readonly residual: number;
}

export abstract class OneStepNSProblem {
  abstract readonly name: string;
  readonly options: StepperOptions;

  /** Throws `ModelError` where an option is not positive. */
  constructor(options: Partial<StepperOptions> = {}) {
    requireKnownOptions(new.target.name, options, {
      maxModes: true,
      hotSteps: true,
      signTolerance: true,
      code: true,
    });
    this.options = { ...defaultStepperOptions, ...options };
    for (const [name, value] of Object.entries(this.options)) {
      if (name !== 'code' && !(value > 0)) {
        throw new ModelError(`${new.target.name}: ${name} is ${String(value)}; it must be positive`);
      }
    }
  }

  /**
   * Solves; writes lambda and y (n each, zero unless "solved"). The lambda that is given says which rows were at their
   * bounds last: where they still are, that is the answer.
   */
  solve(problem: BoxProblem, lambda: Float64Array, y: Float64Array): OneStepReport {
    const residual = continueBox(problem, lambda, y);
    return residual !== undefined ? { status: 'solved', residual } : solveBox(problem, lambda, y);
  }

  /** Solves with second-order cones among the boxes, where the problem means them. */
  solveCones(problem: ConeProblem, lambda: Float64Array, y: Float64Array): OneStepReport {
    return solveConeVi(problem, lambda, y);
  }

  /** Throws `ModelError` where a law is not of the kind that this problem means. */
  check(laws: readonly NonSmoothLaw[]): void {
    laws.forEach((law, k) => {
      if ((law.cones ?? []).length > 0 && !this.acceptsCones) {
        throw new ModelError(
          `${this.name}: interaction ${k} has second-order cones; leave the problem out of TimeStepping, or take BoxVI`,
        );
      }
      if ((law.coulomb ?? []).length > 0) {
        if (this.acceptsFriction) return;
        throw new ModelError(
          `${this.name}: interaction ${k} has Coulomb friction; leave the problem out of TimeStepping, or take FrictionContact`,
        );
      }
      const { lower, upper } = boxesOf(law);
      const at = lower.findIndex((low, j) => !this.accepts(low, upper[j]!));
      if (at >= 0) {
        throw new ModelError(
          `${this.name}: interaction ${k} bounds a multiplier by [${lower[at]}, ${upper[at]}]; ${this.name} means ` +
            `${this.meaning}; leave the problem out of TimeStepping, or take BoxVI, which solves all of them`,
        );
      }
    });
  }

  /** Whether a multiplier may be bounded so. */
  protected abstract accepts(lower: number, upper: number): boolean;
  protected readonly acceptsCones: boolean = false;
  protected readonly acceptsFriction: boolean = false;
  /** What `accepts` means, in words. */
  protected abstract readonly meaning: string;
}
