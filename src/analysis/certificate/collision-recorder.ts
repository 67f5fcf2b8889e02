/**
 * What sparse steps say of impacts (`impact-list.ts`): a contact's impulse is what the current of its impact law is in the
 * collision beyond what it is after, times the length of that step.
 */
import type { DescriptorImpact, DescriptorSystem } from '../../kernel/modeling/descriptor-system.js';
import type { Collision, StepObserver } from '../../kernel/simulation/sparse-stepping/accepted-step.js';
import type { MechanicalDomains } from '../../netlist/flat-circuit.js';
import { contactOf, type ImpactContact, ImpactList } from './impact-list.js';
import { formValue } from './sparse-branches.js';

export class CollisionRecorder implements StepObserver {
  readonly list = new ImpactList();
  /** Of each unknown what is none. */
  readonly #absolute: Float64Array;
  readonly #contacts: readonly (DescriptorImpact & ImpactContact)[];

  constructor({ impacts = [], absolute }: DescriptorSystem, domains: MechanicalDomains | undefined) {
    this.#absolute = absolute;
    this.#contacts = impacts.map((impact) => ({ ...impact, ...contactOf(impact.name, domains) }));
  }

  step(): void {
    // Collisions are told by themselves.
  }

  collision({ t, before, within, after, length }: Collision): void {
    for (const contact of this.#contacts) {
      const { source, velocity } = contact;
      const stays = -(after[source] as number);
      const force = -(within[source] as number) - stays;
      // What a contact at rest bears it bears behind the jump too.
      if (force > Math.max(stays, this.#absolute[source] as number))
        this.list.add(t, contact, force * length, formValue(velocity, before), formValue(velocity, after));
    }
  }
}
