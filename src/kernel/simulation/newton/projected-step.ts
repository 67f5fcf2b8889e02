/**
 * A Moreau-Jean step with its positions projected onto the constraints (`constraint-projection.ts`), [notes] 13, [Acary 2013]:
 *
 *     direct      the step as it is, its contacts forecast by (11.52); then the projection
 *     combined    I = contacts closed at t_k;  repeat: the step with the contacts of I alone, then the projection;
 *                 contacts that the projection had to push join I, and the step is taken anew; until none does
 *
 * A direct step may push a contact whose law has not acted yet: its velocity still approaches, and the impact comes a step
 * later. A combined step has both in one step; I only grows, so that it ends. Velocities are those of the step: joints and
 * contacts hold at both levels, to O(h^2) at that of velocities.
 */
import { requireKnownOptions, requireWord } from '../../modeling/known-options.js';
import { ModelError } from '../../modeling/model-error.js';
import { ConstraintProjection, type ProjectionMetric } from './constraint-projection.js';
import type { Iterate } from './newton-linearization.js';
import type { NewtonModel } from './newton-model.js';
import type { NewtonOutcome, NewtonStep } from './newton-step.js';

export interface ProjectionOptions {
  readonly kind: 'direct' | 'combined';
  /** Default "kinetic". */
  readonly metric?: ProjectionMetric;
  /** Violations up to this are none, in the unit of y; default 1e-10 (m). */
  readonly tolerance?: number;
  /** Corrections of one step; default 50. */
  readonly maxIterations?: number;
}

export class ProjectedStep {
  readonly #projection: ConstraintProjection;
  readonly #kind: ProjectionOptions['kind'];
  readonly #active: Uint8Array;
  readonly #x: Float64Array;
  readonly #lambda: Float64Array;

  /** Throws `ModelError` on options that are none, and where nothing is to be projected. */
  constructor(
    private readonly step: NewtonStep,
    model: NewtonModel,
    options: ProjectionOptions,
  ) {
    const { kind, metric = 'kinetic', tolerance = 1e-10, maxIterations = 50 } = checked(options);
    this.#kind = kind;
    this.#projection = new ConstraintProjection(model, { metric, tolerance, maxIterations });
    this.#active = new Uint8Array(model.m);
    this.#x = new Float64Array(model.n);
    this.#lambda = new Float64Array(model.m);
  }

  /** Takes the step from t0 to t1 in place; the point stays where it was unless the outcome is "ok". */
  take(t0: number, t1: number, point: Iterate, forced: Int8Array): NewtonOutcome {
    const { x, lambda } = point;
    this.#x.set(x);
    this.#lambda.set(lambda);
    let accepted = false;
    try {
      const outcome = this.#attempt(t0, t1, point, forced);
      accepted = outcome.status === 'ok';
      return outcome;
    } finally {
      if (!accepted) this.#restore(point);
    }
  }

  accept(x: Float64Array): void {
    this.step.accept(x);
  }

  #attempt(t0: number, t1: number, point: Iterate, forced: Int8Array): NewtonOutcome {
    const closedBelow = this.#projection.limits.tolerance;
    const active = this.#active;
    active.fill(0);
    const participation = this.#kind === 'combined' ? { closedBelow, active } : { closedBelow };
    for (let iterations = 0; ;) {
      const outcome = this.step.take(t0, t1, point, forced, participation);
      if (outcome.status !== 'ok') return outcome;
      iterations += outcome.iterations;
      const pushed = this.#projection.apply(t1, point.x);
      if (this.#kind === 'direct' || !this.#activate(pushed)) return { ...outcome, iterations };
      this.#restore(point);
    }
  }

  /** Adds pushed rows to I; returns whether there was one that had no part in the step. */
  #activate(pushed: Uint8Array): boolean {
    let grown = false;
    pushed.forEach((on, row) => {
      if (on === 0 || this.step.takesPart(row)) return;
      this.#active[row] = 1;
      grown = true;
    });
    return grown;
  }

  #restore({ x, lambda }: Iterate): void {
    x.set(this.#x);
    lambda.set(this.#lambda);
  }
}

function checked(options: ProjectionOptions): ProjectionOptions {
  const object = 'projection';
  requireKnownOptions(object, options, { kind: true, metric: true, tolerance: true, maxIterations: true });
  requireWord(object, 'kind', options.kind, ['direct', 'combined']);
  requireWord(object, 'metric', options.metric ?? 'kinetic', ['kinetic', 'velocities', 'coordinates']);
  for (const name of ['tolerance', 'maxIterations'] as const) {
    const value = options[name];
    if (value === undefined || (value > 0 && value < Infinity)) continue;
    throw new ModelError(`${object}: ${name} is ${value}; it must be positive and finite`);
  }
  return options;
}
