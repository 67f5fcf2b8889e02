/**
 * A nonsmooth dynamical system over [t0, T]: dynamical systems, interactions and the graph that links
 * them, [intro] 5.1, [notes] 1.1.
 */
import type { FirstOrderSystem } from './first-order-system.js';
import type { Interaction } from './interaction.js';
import { ModelError } from './model-error.js';
import type { Reinitialisation } from './reinitialisation.js';

export interface Link {
  readonly interaction: Interaction;
  /** Systems in the order in which the relation's x concatenates their states. */
  readonly systems: readonly FirstOrderSystem[];
}

/** A reinitialisation and the systems whose states, one after another, it reads and writes. */
export interface PlacedReinitialisation {
  readonly rule: Reinitialisation;
  readonly systems: readonly FirstOrderSystem[];
}

export class NonSmoothDynamicalSystem {
  readonly #systems: FirstOrderSystem[] = [];
  readonly #links: Link[] = [];
  readonly #reinitialisations: PlacedReinitialisation[] = [];

  /** Takes the interval in seconds; throws `ModelError` unless t0 < T. */
  constructor(
    readonly t0: number,
    readonly T: number,
  ) {
    if (!(Number.isFinite(t0) && Number.isFinite(T) && t0 < T)) {
      throw new ModelError(`NonSmoothDynamicalSystem: the interval is [${t0}, ${T}]; t0 must lie before T`);
    }
  }

  get systems(): readonly FirstOrderSystem[] {
    return this.#systems;
  }

  get links(): readonly Link[] {
    return this.#links;
  }

  get reinitialisations(): readonly PlacedReinitialisation[] {
    return this.#reinitialisations;
  }

  insertDynamicalSystem(system: FirstOrderSystem): void {
    if (this.#systems.includes(system)) {
      throw new ModelError('NonSmoothDynamicalSystem: this dynamical system was inserted before');
    }
    this.#systems.push(system);
  }

  /** Links an interaction to one or more inserted systems. */
  link(interaction: Interaction, ...systems: FirstOrderSystem[]): void {
    const n = systems.reduce((sum, system) => sum + system.n, 0);
    this.#requireInserted(systems);
    if (interaction.m > 0 && n !== interaction.relation.n) {
      throw new ModelError(
        `NonSmoothDynamicalSystem: the relation acts on ${interaction.relation.n} states, the linked systems have ${n}`,
      );
    }
    this.#links.push({ interaction, systems });
  }

  /** Adds a rule x+ = F(t, x-) for the states of one or more inserted systems. */
  reinitialise(rule: Reinitialisation, ...systems: FirstOrderSystem[]): void {
    this.#requireInserted(systems);
    this.#reinitialisations.push({ rule, systems });
  }

  #requireInserted(systems: readonly FirstOrderSystem[]): void {
    for (const system of systems) {
      if (!this.#systems.includes(system)) {
        throw new ModelError('NonSmoothDynamicalSystem: insert a dynamical system before linking it');
      }
    }
  }
}
