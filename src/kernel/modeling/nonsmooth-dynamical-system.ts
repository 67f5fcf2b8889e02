/**
 * A nonsmooth dynamical system over [t0, T]: dynamical systems, interactions and the graph that links
 * them, [intro] 5.1, [notes] 1.1.
 */
import type { FirstOrderLinearDS } from './first-order-linear-ds.js';
import type { Interaction } from './interaction.js';
import { ModelError } from './model-error.js';

export interface Link {
  readonly interaction: Interaction;
  /** Systems in the order in which the relation's x concatenates their states. */
  readonly systems: readonly FirstOrderLinearDS[];
}

export class NonSmoothDynamicalSystem {
  readonly #systems: FirstOrderLinearDS[] = [];
  readonly #links: Link[] = [];

  /** Takes the interval in seconds; throws `ModelError` unless t0 < T. */
  constructor(
    readonly t0: number,
    readonly T: number,
  ) {
    if (!(Number.isFinite(t0) && Number.isFinite(T) && t0 < T)) {
      throw new ModelError(`NonSmoothDynamicalSystem: the interval is [${t0}, ${T}]; t0 must lie before T`);
    }
  }

  get systems(): readonly FirstOrderLinearDS[] {
    return this.#systems;
  }

  get links(): readonly Link[] {
    return this.#links;
  }

  insertDynamicalSystem(system: FirstOrderLinearDS): void {
    if (this.#systems.includes(system)) {
      throw new ModelError('NonSmoothDynamicalSystem: this dynamical system was inserted before');
    }
    this.#systems.push(system);
  }

  /** Links an interaction to one or more inserted systems. */
  link(interaction: Interaction, ...systems: FirstOrderLinearDS[]): void {
    const n = systems.reduce((sum, system) => sum + system.n, 0);
    for (const system of systems) {
      if (!this.#systems.includes(system)) {
        throw new ModelError('NonSmoothDynamicalSystem: insert a dynamical system before linking it');
      }
    }
    if (interaction.m > 0 && n !== interaction.relation.n) {
      throw new ModelError(
        `NonSmoothDynamicalSystem: the relation acts on ${interaction.relation.n} states, the linked systems have ${n}`,
      );
    }
    this.#links.push({ interaction, systems });
  }
}
