/**
 * What sparse steps say of impacts (`impact-list.ts`): a contact's impulse is what the current of its impact law is in the
 * collision beyond what it is after, times the length of that step; a friction's, which a normal force passes on, the same of its force.
 */
import { FormSum } from '../../../circuit/sparse/sparse-forms.js';
import type { SparseModel } from '../../../circuit/sparse/sparse-model.js';
import type { DescriptorImpact, SparseForm } from '../../../kernel/modeling/descriptor-system.js';
import type {
  Collision,
  StepObserver,
} from '../../../kernel/simulation/sparse-stepping/stages/accepted-step.js';
import type { MechanicalDomains } from '../../../netlist/flat-circuit.js';
import { frictionNames } from './friction-elements.js';
import { type ContactImpulse, contactOf, type ImpactContact, ImpactList } from './impact-list.js';
import { formValue } from '../steps/sparse-branches.js';

export class CollisionRecorder implements StepObserver {
  readonly list = new ImpactList();
  /** Of each unknown what is none. */
  readonly #absolute: Float64Array;
  readonly #contacts: readonly (DescriptorImpact & ImpactContact)[];
  readonly #frictions: readonly Friction[];

  constructor(model: SparseModel, domains: MechanicalDomains | undefined) {
    const { impacts = [], absolute } = model.system;
    this.#frictions = impacts.length === 0 ? [] : frictions(model, domains);
    this.#absolute = absolute;
    this.#contacts = impacts.map((impact) => ({ ...impact, ...contactOf(impact.name, domains) }));
  }

  step(): void {
    // Collisions are told by themselves.
  }

  collision({ t, before, within, after, length }: Collision): void {
    const impact: ContactImpulse[] = [];
    for (const contact of this.#contacts) {
      const { source, velocity } = contact;
      const stays = -(after[source] as number);
      const force = -(within[source] as number) - stays;
      // What a contact at rest bears it bears behind the jump too.
      if (force > Math.max(stays, this.#absolute[source] as number))
        impact.push({
          ...{ contact, size: force * length },
          ...{ before: formValue(velocity, before), after: formValue(velocity, after) },
        });
    }
    for (const friction of this.#frictions) {
      const { force, velocity, bound } = friction;
      const stays = formValue(force, after);
      const beyond = formValue(force, within) - stays;
      // It pushes against the velocity that it has.
      if (Math.abs(beyond) > Math.max(Math.abs(stays), this.#absolute[bound] as number))
        impact.push({
          ...{ contact: friction, size: beyond * length },
          ...{ before: -formValue(velocity, before), after: -formValue(velocity, after) },
        });
    }
    this.list.add(t, impact);
  }
}

interface Friction extends ImpactContact {
  readonly force: SparseForm;
  /** Across it. */
  readonly velocity: SparseForm;
  /** An unknown that is a force of it. */
  readonly bound: number;
}

function frictions({ numbering, system }: SparseModel, domains: MechanicalDomains | undefined): Friction[] {
  const names = frictionNames(numbering.branches, domains);
  return numbering.branches.flatMap((branch, index): Friction[] => {
    const { across, element, kind } = branch;
    if (kind !== 'unilateral' || !across || !names.has(element)) return [];
    const current = { constant: 0, terms: [{ gain: 1, quantity: 'current', element } as const] };
    return [
      {
        ...contactOf(element, domains),
        force: new FormSum(numbering).add(current, index).form(system.size),
        velocity: new FormSum(numbering).addVoltage(across.a, across.b, 1).form(system.size),
        bound: numbering.currentUnknown[index] as number,
      },
    ];
  });
}
