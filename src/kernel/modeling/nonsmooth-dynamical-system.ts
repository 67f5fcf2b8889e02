/**
 * A nonsmooth dynamical system over [t0, T]: dynamical systems, interactions and the graph that links
 * them, [intro] 5.1, [notes] 1.1.
 */
import { equationsOf, type DynamicalSystem } from './systems/dynamical-system.js';
import type { Interaction } from './interaction.js';
import { ModelError } from './model-error.js';
import type { Reinitialisation } from './reinitialisation.js';

export interface Link {
  readonly interaction: Interaction;
  /** Systems in the order in which the relation's x concatenates their states. */
  readonly systems: readonly DynamicalSystem[];
}

/** A reinitialisation and the systems whose states, one after another, it reads and writes. */
export interface PlacedReinitialisation {
  readonly rule: Reinitialisation;
  readonly systems: readonly DynamicalSystem[];
}

export class NonSmoothDynamicalSystem {
  readonly #systems: DynamicalSystem[] = [];
  readonly #links: Link[] = [];
  readonly #reinitialisations: PlacedReinitialisation[] = [];
  #revision = 0;

  /** Takes the interval in seconds; throws `ModelError` unless t0 < T. */
  constructor(
    readonly t0: number,
    readonly T: number,
  ) {
    if (!(Number.isFinite(t0) && Number.isFinite(T) && t0 < T)) {
      throw new ModelError(`NonSmoothDynamicalSystem: the interval is [${t0}, ${T}]; t0 must lie before T`);
    }
  }

  get systems(): readonly DynamicalSystem[] {
    return this.#systems;
  }

  get links(): readonly Link[] {
    return this.#links;
  }

  get reinitialisations(): readonly PlacedReinitialisation[] {
    return this.#reinitialisations;
  }

  /** Counts the changes of the model; a simulation goes on only with the one that it was made for. */
  get revision(): number {
    return this.#revision;
  }

  insertDynamicalSystem(system: DynamicalSystem): void {
    if (this.#systems.includes(system)) {
      throw new ModelError('NonSmoothDynamicalSystem: this dynamical system was inserted before');
    }
    this.#systems.push(system);
    this.#revision++;
  }

  /** Links an interaction to one or more inserted systems. */
  link(interaction: Interaction, ...systems: DynamicalSystem[]): void {
    const { relation, m } = interaction;
    if (this.#links.some((link) => link.interaction === interaction)) {
      throw new ModelError(
        `NonSmoothDynamicalSystem: this interaction (${relation.name}) was linked before; make another one, which may ` +
          'have the same relation and law',
      );
    }
    const n = systems.reduce((sum, system) => sum + system.n, 0);
    const equations = systems.reduce((sum, system) => sum + equationsOf(system), 0);
    this.#requireInserted(systems);
    if (m > 0 && n !== relation.n) {
      throw new ModelError(
        `NonSmoothDynamicalSystem: the relation acts on ${relation.n} states, the linked systems have ${n}`,
      );
    }
    if (m > 0 && equations !== equationsOf(relation)) {
      throw new ModelError(
        `NonSmoothDynamicalSystem: the reaction of ${relation.name} has ${equationsOf(relation)} entries, the ` +
          `linked systems have ${equations} equations`,
      );
    }
    this.#links.push({ interaction, systems });
    this.#revision++;
  }

  /** Takes an interaction out of the model. */
  unlink(interaction: Interaction): void {
    const at = this.#links.findIndex((link) => link.interaction === interaction);
    if (at < 0) {
      throw new ModelError(
        `NonSmoothDynamicalSystem: this interaction (${interaction.relation.name}) is not linked, so that it cannot be ` +
          'unlinked',
      );
    }
    this.#links.splice(at, 1);
    interaction.attach(undefined);
    this.#revision++;
  }

  /** Takes a system out of the model; its interactions and reinitialisations must have gone before. */
  removeDynamicalSystem(system: DynamicalSystem): void {
    const at = this.#systems.indexOf(system);
    const name = `this dynamical system (${system.name})`;
    if (at < 0) throw new ModelError(`NonSmoothDynamicalSystem: ${name} is not there to be removed`);
    const link = this.#links.find(({ systems }) => systems.includes(system));
    if (link) {
      throw new ModelError(
        `NonSmoothDynamicalSystem: ${name} is linked by an interaction (${link.interaction.relation.name}); unlink it first`,
      );
    }
    if (this.#reinitialisations.some(({ systems }) => systems.includes(system))) {
      throw new ModelError(`NonSmoothDynamicalSystem: ${name} has a reinitialisation; remove that first`);
    }
    this.#systems.splice(at, 1);
    this.#revision++;
  }

  /** Takes a rule out of the model, for all systems that it is for. */
  removeReinitialisation(rule: Reinitialisation): void {
    const left = this.#reinitialisations.filter((placed) => placed.rule !== rule);
    if (left.length === this.#reinitialisations.length) {
      throw new ModelError('NonSmoothDynamicalSystem: this reinitialisation is not there to be removed');
    }
    this.#reinitialisations.splice(0, Infinity, ...left);
    this.#revision++;
  }

  /** Adds a rule x+ = F(t, x-) for the states of one or more inserted systems. */
  reinitialise(rule: Reinitialisation, ...systems: DynamicalSystem[]): void {
    this.#requireInserted(systems);
    this.#reinitialisations.push({ rule, systems });
    this.#revision++;
  }

  #requireInserted(systems: readonly DynamicalSystem[]): void {
    for (const system of systems) {
      if (!this.#systems.includes(system)) {
        throw new ModelError('NonSmoothDynamicalSystem: insert a dynamical system before linking it');
      }
    }
  }
}
