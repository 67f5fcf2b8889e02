/**
 * Which integrator steps which dynamical system: one for all, or a map. Systems that interact must take their relation
 * at the same time and state its law at the same derivative of y; where they do not, as a contact between a body in
 * velocities and one in positions ([notes] 10.4), the model is refused by name.
 */
import type { DynamicalSystem } from '../../modeling/systems/dynamical-system.js';
import { ModelError } from '../../modeling/model-error.js';
import type { PlacedLink } from '../../modeling/model-layout.js';
import type { NonSmoothDynamicalSystem } from '../../modeling/nonsmooth-dynamical-system.js';
import type { OneStepIntegrator } from './one-step-integrator.js';

/** One integrator for all systems, or each with its own. */
export type Integrators = OneStepIntegrator | ReadonlyMap<DynamicalSystem, OneStepIntegrator>;

export class IntegratorAssignment {
  readonly #of: (system: DynamicalSystem) => OneStepIntegrator | undefined;
  readonly #all: readonly OneStepIntegrator[];

  /** Throws `ModelError` where a system has no integrator, or an integrator is for a system that is not there. */
  constructor(
    readonly nsds: NonSmoothDynamicalSystem,
    readonly given: Integrators,
  ) {
    if (isOne(given)) {
      this.#of = () => given;
      this.#all = [given];
      return;
    }
    this.#of = (system) => given.get(system);
    for (const system of given.keys()) {
      if (!nsds.systems.includes(system)) {
        throw new ModelError(
          `${given.get(system)?.name}: it is to step a ${system.name} that was not inserted into the model`,
        );
      }
    }
    this.#all = [...new Set(nsds.systems.map((system) => this.of(system)))];
  }

  of(system: DynamicalSystem): OneStepIntegrator {
    const integrator = this.#of(system);
    if (integrator) return integrator;
    const at = this.nsds.systems.indexOf(system);
    throw new ModelError(
      `${system.name} (system ${at} of the model) has no integrator; give one for every system, or one for all`,
    );
  }

  /** The one integrator of all systems; undefined where there are several. */
  get only(): OneStepIntegrator | undefined {
    return this.#all.length === 1 ? this.#all[0] : undefined;
  }

  get hasMemory(): boolean {
    return this.#all.some(({ hasMemory }) => hasMemory);
  }

  get isImplicit(): boolean {
    return this.#all.every(({ isImplicit }) => isImplicit);
  }

  /** The integrators, each once. */
  get all(): readonly OneStepIntegrator[] {
    return this.#all;
  }

  /** All of them after a jump. */
  implicit(): IntegratorAssignment {
    const { given } = this;
    if (isOne(given)) return new IntegratorAssignment(this.nsds, given.implicit());
    const made = new Map(this.#all.map((integrator) => [integrator, integrator.implicit()]));
    const map = new Map<DynamicalSystem, OneStepIntegrator>();
    for (const [system, integrator] of given) map.set(system, made.get(integrator) ?? integrator.implicit());
    return new IntegratorAssignment(this.nsds, map);
  }

  /** Where the relation of an interaction is taken and at which level its law is stated; `index` for messages. */
  problemOf(
    { interaction, systems }: Pick<PlacedLink, 'interaction' | 'systems'>,
    index: number,
  ): StatedProblem {
    const { relation, law } = interaction;
    const [first, ...others] = new Set(systems.map((system) => this.of(system)));
    const what = `the ${relation.name} of interaction ${index}`;
    if (!first) return { level: 0, weight: 1 };
    const level = first.outputLevel(relation, law);
    for (const integrator of [first, ...others]) {
      if (integrator.outputLevel(relation, law) === undefined) {
        throw new ModelError(
          `${integrator.name} cannot step with ${what} and its ${law.constructor.name}; ${integrator.instead}`,
        );
      }
      if (
        integrator.outputLevel(relation, law) === level &&
        integrator.relationWeight === first.relationWeight
      )
        continue;
      throw new ModelError(
        `${first.name} and ${integrator.name} state the law of ${what} at different levels or times; systems that ` +
          `interact need integrators that agree: give all of them the same`,
      );
    }
    return { level: level ?? 0, weight: first.relationWeight };
  }
}

/** The level of y at which a law is stated, and the weight of t_k+1 in the time at which its relation is taken. */
export interface StatedProblem {
  readonly level: number;
  readonly weight: number;
}

function isOne(given: Integrators): given is OneStepIntegrator {
  return 'outputLevel' in given;
}
